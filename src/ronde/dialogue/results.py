"""Entering results: the keys R and C."""

from __future__ import annotations

import random

from ronde.core.chance import fill_at_random
from ronde.core.entry import Effect, Reading, line_facts, read_line
from ronde.core.errors import NoResult, RoundGone
from ronde.core.events import RoundClosed
from ronde.core.names import NameIndex
from ronde.core.player import PlayerId
from ronde.core.tournament import Round, Tournament
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import standings_page
from ronde.dialogue.steps import Ask, Dialogue, ShowPage, Tell
from ronde.formats.entry_text import coupon_text, foretold
from ronde.formats.papp.door import Moment
from ronde.formats.shown import game_score
from ronde.scoring.door import close_and_freeze


def enter(counter: Conversation) -> Dialogue:
    """Take coupons until an empty line; `!` closes the round when all are in."""
    number = counter.tournament.open_round.number
    complete = not counter.tournament.open_round.missing
    papp = counter.tournament.settings.profile == "papp"  # there only an empty line leaves, not one of blanks
    while True:
        line = yield Ask(
            _question(counter),
            _playing(counter.tournament),
            foresee=lambda text: foreseen(counter, text),
            overview=lambda: coupons(counter),
            hint=counter.say("hint-results"),
            meant=lambda text: meant(text, counter.tournament),
            again=lambda: _question(counter),
        )
        if not line.strip() and not (line and papp):
            return
        gone = _gone(counter, number)
        if gone is not None:
            yield counter.refusal(gone)
            return
        reading = read_line(line, counter.tournament)
        if reading.refusal is not None and not isinstance(reading.refusal, NoResult):
            yield counter.refusal(reading.refusal)
            continue
        if reading.effect is Effect.CLOSE:
            if (yield from counter.act(close_and_freeze)):
                yield from counter.happened(Moment.CONFIRMED)
                yield Tell(counter.say("closed", round=number, rounds=counter.tournament.settings.rounds))
                yield ShowPage(standings_page(counter), lambda room: standings_page(counter, room))
                return
            continue
        yield from _take(counter, reading)
        yield from counter.happened(Moment.TYPED)
        if not complete and not counter.tournament.open_round.missing:
            complete = True
            yield ShowPage(coupons(counter), lambda room: coupons(counter))
            yield Tell(counter.say("complete"))


def _gone(counter: Conversation, number: int) -> RoundGone | None:
    """Whether another desk has closed the round whose results are being typed, and which."""
    counter.desk.refresh()
    if counter.tournament.open_round.number == number:
        return None
    seats = [
        entry.actor
        for entry, counts in counter.desk.history()
        if counts and isinstance(entry.event, RoundClosed) and entry.event.round == number
    ]
    return RoundGone(round=number, seat=seats[-1] if seats else "-")


def _question(counter: Conversation) -> str:
    return counter.say("player-and-score", missing=len(counter.tournament.open_round.missing))


def _playing(tournament: Tournament) -> NameIndex:
    return NameIndex({player: tournament.player(player).full_name for player in tournament.open_round.seated})


def _take(counter: Conversation, reading: Reading) -> Dialogue:
    """Do what the line says; a filled coupon is overwritten after a remark, as in PAPP: undo has the old one.

    Where there is nothing to erase, PAPP shows the coupon and does not ring.
    """
    if reading.effect is Effect.RANDOM:
        yield from _random_results(counter)
        return
    before = reading.before
    if reading.effect in (Effect.AGAIN, Effect.REPLACE) and before is not None:
        same = reading.effect is Effect.AGAIN
        shown = game_score(counter.tournament, before, counter.language)
        yield Tell(counter.say("coupon-again" if same else "coupon-differs", before=shown), refused=not same)
    done = reading.refusal is not None or (
        yield from counter.act(lambda tournament: line_facts(tournament, reading=reading, replacing=True))
    )
    if done:
        yield Tell(coupon(counter, reading.table))


def _random_results(counter: Conversation) -> Dialogue:
    if not counter.tournament.open_round.missing:
        yield Tell(counter.say("none-missing"), refused=True)
        return
    chance = random.Random(counter.seed())
    yield from counter.act(lambda tournament: fill_at_random(tournament, chance))


def coupon(counter: Conversation, number: int, played: Round | None = None) -> str:
    """One table of the open round, or of another one, on one line, its number in three columns."""
    tournament = counter.tournament
    shown = coupon_text(tournament, played or tournament.open_round, number, counter.language)
    return " " * (3 - len(str(number))) + shown


def coupons(counter: Conversation) -> str:
    """All tables, those that are in first: what is missing ends the list and stays on the screen."""
    current = counter.tournament.open_round
    filled = [coupon(counter, table.number) for table in current if table.result]
    empty = [coupon(counter, table.number) for table in current.missing]
    return "\n".join([*filled, *([""] if filled and empty else []), *empty])


def foreseen(counter: Conversation, text: str) -> str:
    """What Enter would do with the line so far, in words."""
    if not text.strip():
        return ""
    return foretold(read_line(text, counter.tournament), counter.tournament, counter.language)


def meant(text: str, tournament: Tournament) -> tuple[PlayerId, ...]:
    """Whom the line so far may mean: the one it names, or all whose names start so."""
    return read_line(text, tournament).players
