"""Rounds: pairing, pairs by hand, results, corrections: the keys A, O, G, U, Y, M, R and C."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import replace

from ronde.app.commands import (
    AddTable,
    BeginFinal,
    CorrectResult,
    EnterLine,
    PairRound,
    RemoveAllTables,
    RemoveTable,
    ReopenRound,
)
from ronde.app.desk import JournalEntry
from ronde.app.event_text import action_text, coupon_text, preview_text
from ronde.app.keys import MANUAL, by_key, offers_final
from ronde.app.queries import Pairings
from ronde.formats.papp import SaveMoment
from ronde.i18n import listed, say
from ronde.model.entry import Effect, LineReading, read_line, read_score, result_from_reports
from ronde.model.errors import NoResult, RondeError, RoundGone, RoundNotComplete
from ronde.model.events import RoundClosed
from ronde.model.names import NameIndex
from ronde.model.player import PlayerId
from ronde.model.result import Result
from ronde.model.schedule import is_over
from ronde.model.tournament import Round, Tournament
from ronde.render.finals import match_lines
from ronde.render.tables import arrivals_text
from ronde.render.text import game_score, in_columns, who, width
from ronde.terminal import lists
from ronde.terminal.conversation import (
    Ask,
    Cancelled,
    Conversation,
    Dialogue,
    Press,
    ShowPage,
    Step,
    Tell,
    whole,
)
from ronde.terminal.pages import column_widths, pairs_page, standings_page, with_short_names

# Pairing a round: the keys A, O, G, U and Y.


def pair(conversation: Conversation) -> Dialogue:
    """Complete the pairs, then show them; existing pairs are not touched."""
    if not (yield from _goes_beyond(conversation)):
        return
    seed = conversation.seed()
    coming = Pairings().answer(conversation.tournament).arrivals
    bring_in = yield from _brings_in(conversation, coming)
    outcome = None
    if not _only_listed(conversation.tournament, len(coming) if bring_in else 0):
        outcome = yield from conversation.run(PairRound(seed, bring_in=bring_in, beyond=True))
        if outcome is None:
            return
    yield from conversation.update_folder(SaveMoment.PAIRED)
    yield ShowPage(pairs_page(conversation), lambda room: pairs_page(conversation, room))
    if outcome is not None:
        yield from conversation.tell(outcome)


def _goes_beyond(conversation: Conversation) -> Generator[Step, str, bool]:
    """Whether the round is one of those announced, or is wanted all the same."""
    now = conversation.tournament
    if not is_over(now):
        return True
    return (
        yield from conversation.ask_yes_no("beyond", round=now.open_round.number, count=now.settings.rounds)
    )


def _brings_in(conversation: Conversation, coming: Collection[PlayerId]) -> Generator[Step, str, bool]:
    """Whether players expected in this round are paired too; they are named first."""
    if not coming:
        return False
    yield Tell(arrivals_text(conversation.tournament, coming, conversation.language))
    return (yield from conversation.ask_yes_no("bring-in", count=len(coming)))


def _only_listed(tournament: Tournament, coming: int) -> bool:
    """Whether PAPP would pair nobody and still write its list: fewer than two are present."""
    few = not tournament.open_round.tables and len(tournament.unpaired) + coming < 2
    return few and tournament.settings.profile == "papp"


def reopen(conversation: Conversation) -> Dialogue:
    wanted = yield from conversation.ask_yes_no("reopen", round=len(conversation.tournament.closed_rounds))
    if wanted and (yield from conversation.run(ReopenRound())):
        yield from conversation.update_folder(SaveMoment.TURNED)


def final(conversation: Conversation) -> Dialogue:
    """Ask who goes on and how, and begin the final."""
    many = yield from _number(conversation, "final-players", 2)
    chosen = yield Ask(conversation.say("final-who"), counts=True)
    games = yield from _number(conversation, "final-games", 1)
    third = yield from conversation.ask_yes_no("final-third")
    named = tuple(int(word) for word in chosen.split() if word.isascii() and word.isdecimal())
    command = BeginFinal(many, named, "" if named else chosen.strip(), games, third)
    outcome = yield from conversation.run(command)
    if outcome is not None:
        yield from conversation.update_folder(SaveMoment.TURNED)
        yield Tell(action_text(outcome.after, outcome.events, conversation.language))


def _number(conversation: Conversation, question: str, usual: int) -> Generator[Step, str, int]:
    """A number; an empty line is the usual one, other text is refused and asked for again."""
    while True:
        typed = (yield Ask(conversation.say(question, usual=usual), counts=True)).strip()
        number = whole(typed) if typed else usual
        if number is not None:
            return number
        yield Tell(say("formats.not-a-number", conversation.language, text=typed), refused=True)


def undo(conversation: Conversation) -> Dialogue:
    """Take back the last action, and say which it was."""
    before = conversation.tournament
    yield from _turned(conversation, conversation.desk.undo, lambda: before, "cli.undone")


def redo(conversation: Conversation) -> Dialogue:
    yield from _turned(conversation, conversation.desk.redo, lambda: conversation.tournament, "cli.redone")


def _turned(
    conversation: Conversation,
    turn: Callable[[str], list[JournalEntry]],
    known: Callable[[], Tournament],
    key: str,
) -> Dialogue:
    """Undo or redo; the names come from the tournament that contains the action."""
    try:
        entries = turn(conversation.actor_name)
    except RondeError as error:
        yield conversation.refusal(error)
        return
    facts = action_text(known(), [entry.event for entry in entries], conversation.language)
    yield from conversation.update_folder(SaveMoment.TURNED)
    yield Tell(say(key, conversation.language, facts=facts, number=entries[0].number))


# Pairs by hand: the sub-menu of the key M.


BETWEEN = "--"
"""The separator between the two players of a pair."""


def manual(conversation: Conversation) -> Dialogue:
    """Pair and part by hand until Q; Esc in a question returns to this menu."""
    while True:
        yield ShowPage(
            overview(conversation.tournament), lambda room: overview(conversation.tournament, room)
        )
        words = "  ".join(
            f"{action.key.upper()} {say(f'menu.{action.name}', conversation.language)}" for action in MANUAL
        )
        key = yield Press(words, "".join(action.key for action in MANUAL))
        action = by_key(key, MANUAL)
        if action is None or action.name == "back":
            return
        reason = action.unavailable(conversation.tournament)
        if reason is not None:
            yield Tell(say(f"reasons.{reason}", conversation.language), refused=True)
            continue
        try:
            yield from _MANUAL[action.name](conversation)
        except Cancelled:
            continue
        yield from conversation.update_folder(SaveMoment.SHOWN)


def overview(tournament: Tournament, room: int = 0) -> str:
    """The pairs, then the free players (papp 5.9); names are cut only where two do not fit."""
    seats = [(table.first, table.second) for table in tournament.open_round]
    wide = [max((width(who(tournament, pair[side])) for pair in seats), default=0) for side in (0, 1)]
    if room and sum(wide) + len(BETWEEN) > room:
        most = column_widths(wide, room - len(BETWEEN))
        tournament, wide = with_short_names(tournament, most), [min(one, most) for one in wide]
    pairs = [
        f"{_aligned(who(tournament, one), wide[0])}{BETWEEN}{who(tournament, other)}" for one, other in seats
    ]
    free = [who(tournament, player) for player in tournament.unpaired]
    return "\n".join([in_columns(pairs, room or 1), "", in_columns(free, room or 1)])


def _aligned(name: str, wide: int) -> str:
    return name + " " * (wide - width(name))


def _pair_two(conversation: Conversation) -> Dialogue:
    """Pair two players; their previous pairs are dissolved."""
    first = yield from conversation.who("first-player", colour=conversation.colour(0))
    if first is None:
        return
    second = yield from conversation.who("second-player", colour=conversation.colour(1))
    if second is None:
        return
    if first == second:
        yield from _part_player(conversation, first)
        return
    if not (yield from _goes_beyond(conversation)):
        return
    outcome = yield from conversation.run(AddTable(first, second, dissolve=True, beyond=True))
    if outcome is not None:
        yield from conversation.tell(outcome)


def _part(conversation: Conversation) -> Dialogue:
    player = yield from conversation.who("who-parts")
    if player is not None:
        yield from _part_player(conversation, player)


def _part_player(conversation: Conversation, player: PlayerId) -> Dialogue:
    table = conversation.tournament.open_round.table_of(player)
    if table is None:
        yield Tell(
            conversation.say("no-pair", player=conversation.tournament.player(player).full_name), refused=True
        )
        return
    yield from conversation.run(RemoveTable(table.number))


def _part_all(conversation: Conversation) -> Dialogue:
    """Dissolve all pairs without a result, and name the others."""
    if not (yield from conversation.ask_yes_no("part-all")):
        return
    before = len(conversation.tournament.open_round.tables)
    if (yield from conversation.run(RemoveAllTables())):
        kept = [str(table.number) for table in conversation.tournament.open_round]
        yield Tell(conversation.say("parted", count=before - len(kept)))
        if kept:
            sentence = conversation.say(
                "parted-not", count=len(kept), tables=listed(kept, conversation.language)
            )
            yield Tell(sentence, refused=True)


def _held(dialogue: Dialogue) -> Dialogue:
    """A list shown over the sub-menu until a key is pressed."""
    try:
        step = next(dialogue)
        while True:
            answer = yield replace(step, held=True) if isinstance(step, ShowPage) else step
            step = dialogue.send(answer)
    except StopIteration:
        return


_MANUAL: Mapping[str, Callable[[Conversation], Dialogue]] = {
    "pair-two": _pair_two,
    "part": _part,
    "part-all": _part_all,
    "list": lambda conversation: _held(lists.players(conversation)),
    "view": lambda conversation: _held(lists.view(conversation)),
    "sheet": lambda conversation: _held(lists.sheet(conversation)),
}


# Entering results: the keys R and C.


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
            preview=lambda text: entry_preview(conversation, text),
            overview=lambda: table_lines(conversation),
            hint=conversation.say(result_hint(conversation.tournament)),
            candidates=lambda text: matching_players(text, conversation.tournament),
            again=lambda: _question(conversation),
            turns=_turns(conversation.tournament),
            signs=SIGNS if uses_result_signs(conversation.tournament) else {},
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
                yield from conversation.update_folder(SaveMoment.CONFIRMED)
                yield from _closed(conversation, number)
                yield from conversation.tell(outcome)
                yield ShowPage(standings_page(conversation), lambda room: standings_page(conversation, room))
                if is_over(conversation.tournament):
                    key = "over-final" if offers_final(conversation.tournament) else "over"
                    yield Tell(conversation.say(key))
                return
            continue
        yield from _take(conversation, line, reading)
        yield from conversation.update_folder(SaveMoment.TYPED)
        if not complete and not conversation.tournament.open_round.missing:
            complete = True
            yield ShowPage(table_lines(conversation), lambda room: table_lines(conversation))
            yield Tell(conversation.say("complete"))


def _closed(conversation: Conversation, number: int) -> Dialogue:
    """That the round is closed; of a final how its matches stand."""
    now = conversation.tournament
    matches = match_lines(now, number, conversation.language)
    key = "closed-final" if matches else "closed"
    yield Tell(conversation.say(key, round=number, rounds=now.settings.rounds))
    for line in matches:
        yield Tell(line)


def uses_result_signs(tournament: Tournament) -> bool:
    """Whether one sign of chess is a result: in a system of numbered players without discs."""
    return tournament.settings.pairing_system.numbered and tournament.settings.board.discless


def result_hint(tournament: Tournament) -> str:
    """The key of the line that shows how results are typed in this tournament."""
    if uses_result_signs(tournament):
        return "hint-signs"
    return "hint-discless" if tournament.settings.board.discless else "hint-results"


def _turns(tournament: Tournament) -> tuple[str, ...]:
    """The beginnings of the lines about each table, the first one without a result first."""
    if not uses_result_signs(tournament):
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


def _take(conversation: Conversation, line: str, reading: LineReading) -> Dialogue:
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
        yield Tell(table_line(conversation, reading.table))


def _random_results(conversation: Conversation, line: str) -> Dialogue:
    current = conversation.tournament.open_round
    missing = len(current.missing)
    if not missing:
        yield Tell(conversation.say("none-missing"), refused=True)
        return
    entered = missing < len(current.tables)
    if (
        conversation.careful
        and entered
        and not (yield from conversation.ask_yes_no("draw-rest", count=missing))
    ):
        return
    yield from conversation.run(EnterLine(line, random=True, seed=conversation.seed()))


def table_line(conversation: Conversation, number: int, played: Round | None = None) -> str:
    """One table of the open round, or of another one, on one line, its number in three columns."""
    tournament = conversation.tournament
    shown = coupon_text(tournament, played or tournament.open_round, number, conversation.language)
    return " " * (3 - len(str(number))) + shown


def table_lines(conversation: Conversation) -> str:
    """All tables, those with a result first, so that the missing ones remain on the screen."""
    current = conversation.tournament.open_round
    filled = [table_line(conversation, table.number) for table in current if table.result]
    empty = [table_line(conversation, table.number) for table in current.missing]
    return "\n".join([*filled, *([""] if filled and empty else []), *empty])


def entry_preview(conversation: Conversation, text: str) -> str:
    """What Enter would do with the line so far, in words."""
    if not text.strip():
        return ""
    return preview_text(
        read_line(text, conversation.tournament), conversation.tournament, conversation.language
    )


def matching_players(text: str, tournament: Tournament) -> tuple[PlayerId, ...]:
    """The players the line so far may mean: the one it names, or all whose names start so."""
    return read_line(text, tournament).players


# Correcting a result of an earlier round: the key C.


def correct(conversation: Conversation) -> Dialogue:
    """Ask for round, players, colours and scores; then show the table as it is now (papp 5.8)."""
    closed = len(conversation.tournament.closed_rounds)
    last = closed + bool(conversation.tournament.open_round.tables)  # the open round only if it has pairs
    text = (yield Ask(conversation.say("which-round", last=last))).strip()
    if not text:
        return
    number = whole(text) or 0
    if not 1 <= number <= last:
        yield Tell(conversation.say("no-such-round", text=text), refused=True)
        return
    game = yield from _game(conversation)
    if game is None:
        return
    first, second, result = game
    if (yield from conversation.run(CorrectResult(number, first, second, result))):
        yield Tell(conversation.say("corrected", round=number))
        played = conversation.tournament.round(number)
        yield Tell(table_line(conversation, played.seated[first].number, played))
        again = number <= closed and (yield from _lists_again(conversation))
        yield from conversation.update_folder(SaveMoment.CORRECTED, lists_again=again)


def _game(conversation: Conversation) -> Generator[Step, str, tuple[PlayerId, PlayerId, Result] | None]:
    """The players and the result; scores that disagree are asked for again, the players are not."""
    first = yield from conversation.who("true-first", colour=conversation.colour(0))
    score = (yield from _score(conversation, first)) if first is not None else None
    second = None
    if score is not None:
        second = yield from conversation.who("true-second", colour=conversation.colour(1))
    while first is not None and score is not None and second is not None:
        other = yield from _score(conversation, second)
        if other is None:
            return None
        try:
            return first, second, result_from_reports(score, other, conversation.tournament.settings.board)
        except RondeError as error:
            yield conversation.refusal(error)
        score = yield from _score(conversation, first)
    return None


def _score(conversation: Conversation, player: PlayerId) -> Generator[Step, str, Result | None]:
    """The score of one player, from his side; None if the arbiter gives up."""
    tournament = conversation.tournament
    while True:
        question = conversation.say("score-of", player=tournament.player(player).full_name)
        text = yield Ask(question)
        if not text.strip():
            return None
        try:
            return read_score(text, tournament.settings.board, go=tournament.pairing_system.go)
        except RondeError as error:
            yield conversation.refusal(error)


def _lists_again(conversation: Conversation) -> Generator[Step, str, bool]:
    """Whether to write the lists of the last round again; the result is corrected in any case."""
    if conversation.live is None or not conversation.live.has_lists:
        return False
    try:
        return (yield from conversation.ask_yes_no("lists-again"))
    except Cancelled:
        return False
