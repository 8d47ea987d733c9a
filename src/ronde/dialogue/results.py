"""Entering results: the keys R and C."""

from __future__ import annotations

from dataclasses import replace

from ronde.app.commands import EnterLine
from ronde.core.entry import Effect, Reading, read_line
from ronde.core.errors import NoResult, RoundGone, RoundNotComplete
from ronde.core.events import RoundClosed
from ronde.core.names import NameIndex
from ronde.core.player import PlayerId
from ronde.core.schedule import is_over
from ronde.core.tournament import Round, Tournament
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import standings_page
from ronde.dialogue.steps import Ask, Dialogue, ShowPage, Tell
from ronde.formats.entry_text import coupon_text, foretold
from ronde.formats.papp.door import Moment
from ronde.formats.shown import game_score

SIGNS = {"1": "+", "0": "-", "=": "=", "+": "w", "-": "f"}
"""What FIDE's signs append to a table's line: won, lost or drawn by White, won or lost by forfeit."""


def enter(conversation: Conversation) -> Dialogue:
    """Read results until an empty line; `!` closes the round when all are entered."""
    number = conversation.tournament.open_round.number
    complete = not conversation.tournament.open_round.missing
    papp = (
        conversation.tournament.settings.profile == "papp"
    )  # there only an empty line leaves, not one of blanks
    line = ""
    while True:
        line = yield Ask(
            _question(conversation),
            _playing(conversation.tournament),
            text=_following(line, conversation.tournament),
            foresee=lambda text: foreseen(conversation, text),
            overview=lambda: coupons(conversation),
            hint=conversation.say("hint-signs" if signed(conversation.tournament) else "hint-results"),
            meant=lambda text: meant(text, conversation.tournament),
            again=lambda: _question(conversation),
            turns=_turns(conversation.tournament),
            signs=SIGNS if signed(conversation.tournament) else {},
        )
        if not line.strip() and not (line and papp):
            return
        gone = _gone(conversation, number)
        if gone is not None:
            yield conversation.refusal(gone)
            return
        reading = read_line(line, conversation.tournament)
        if reading.refusal is not None and not isinstance(reading.refusal, NoResult):
            missing = isinstance(reading.refusal, RoundNotComplete)
            yield replace(conversation.refusal(reading.refusal), passing=missing)
            continue
        if reading.effect is Effect.CLOSE:
            outcome = yield from conversation.run(EnterLine(line))
            if outcome is not None:
                yield from conversation.happened(Moment.CONFIRMED)
                yield Tell(
                    conversation.say("closed", round=number, rounds=conversation.tournament.settings.rounds)
                )
                yield from conversation.tell(outcome)
                yield ShowPage(standings_page(conversation), lambda room: standings_page(conversation, room))
                if is_over(conversation.tournament):
                    yield Tell(conversation.say("over"))
                return
            continue
        yield from _take(conversation, line, reading)
        yield from conversation.happened(Moment.TYPED)
        if not complete and not conversation.tournament.open_round.missing:
            complete = True
            yield ShowPage(coupons(conversation), lambda room: coupons(conversation))
            yield Tell(conversation.say("complete"))


def signed(tournament: Tournament) -> bool:
    """Whether one sign of chess is a result: in a system of numbered players without discs."""
    return tournament.settings.pairing_system.numbered and tournament.settings.board.discless


def _turns(tournament: Tournament) -> tuple[str, ...]:
    """The beginnings of the lines about each table, the first one without a result first."""
    if not signed(tournament):
        return ()
    tables = sorted(tournament.open_round, key=lambda table: table.number)
    missing = [at for at, table in enumerate(tables) if table.result is None]
    at = missing[0] if missing else 0
    return tuple(f"table {table.number} " for table in (*tables[at:], *tables[:at]))


def _following(line: str, tournament: Tournament) -> str:
    """After a result by one sign, the line of the next table without a result."""
    before = line.rpartition(" ")[0] + " "
    missing = {f"table {table.number} " for table in tournament.open_round.missing}
    turns = _turns(tournament)
    if before not in turns:
        return ""
    at = turns.index(before)
    return next((one for one in (*turns[at:], *turns[:at]) if one in missing), "")


def _gone(conversation: Conversation, number: int) -> RoundGone | None:
    """The round whose results are being typed, if another desk has closed it."""
    conversation.desk.refresh()
    if conversation.tournament.open_round.number == number:
        return None
    seats = [
        entry.actor
        for entry, counts in conversation.desk.history()
        if counts and isinstance(entry.event, RoundClosed) and entry.event.round == number
    ]
    return RoundGone(round=number, seat=seats[-1] if seats else "-")


def _question(conversation: Conversation) -> str:
    return conversation.say("player-and-score", missing=len(conversation.tournament.open_round.missing))


def _playing(tournament: Tournament) -> NameIndex:
    return NameIndex({player: tournament.player(player).full_name for player in tournament.open_round.seated})


def _take(conversation: Conversation, line: str, reading: Reading) -> Dialogue:
    """Do what the line says; a result is overwritten after a remark, as in PAPP, and undo restores it.

    Where there is nothing to erase, PAPP shows the table without a bell.
    """
    if reading.effect is Effect.RANDOM:
        yield from _random_results(conversation, line)
        return
    before = reading.before
    if reading.effect in (Effect.AGAIN, Effect.REPLACE) and before is not None:
        same = reading.effect is Effect.AGAIN
        shown = game_score(conversation.tournament, before, conversation.language)
        yield Tell(
            conversation.say("coupon-again" if same else "coupon-differs", before=shown), refused=not same
        )
    if reading.refusal is not None or (yield from conversation.run(EnterLine(line, replacing=True))):
        yield Tell(coupon(conversation, reading.table))


def _random_results(conversation: Conversation, line: str) -> Dialogue:
    if not conversation.tournament.open_round.missing:
        yield Tell(conversation.say("none-missing"), refused=True)
        return
    yield from conversation.run(EnterLine(line, random=True, seed=conversation.seed()))


def coupon(conversation: Conversation, number: int, played: Round | None = None) -> str:
    """One table of the open round, or of another one, on one line, its number in three columns."""
    tournament = conversation.tournament
    shown = coupon_text(tournament, played or tournament.open_round, number, conversation.language)
    return " " * (3 - len(str(number))) + shown


def coupons(conversation: Conversation) -> str:
    """All tables, those with a result first, so that the missing ones remain on the screen."""
    current = conversation.tournament.open_round
    filled = [coupon(conversation, table.number) for table in current if table.result]
    empty = [coupon(conversation, table.number) for table in current.missing]
    return "\n".join([*filled, *([""] if filled and empty else []), *empty])


def foreseen(conversation: Conversation, text: str) -> str:
    """What Enter would do with the line so far, in words."""
    if not text.strip():
        return ""
    return foretold(read_line(text, conversation.tournament), conversation.tournament, conversation.language)


def meant(text: str, tournament: Tournament) -> tuple[PlayerId, ...]:
    """The players the line so far may mean: the one it names, or all whose names start so."""
    return read_line(text, tournament).players
