"""Entering results: the keys R and C."""

from __future__ import annotations

import random
import re

from ronde.core.chance import fill_at_random
from ronde.core.decide import results
from ronde.core.entry import Entry, Typed, named_at_tables, read_entry
from ronde.core.errors import EntryUnreadable, RondeError, RoundGone
from ronde.core.events import RoundClosed
from ronde.core.names import NameIndex
from ronde.core.player import PlayerId
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import standings_page
from ronde.dialogue.papp_folder import Moment
from ronde.dialogue.steps import Ask, Dialogue, ShowPage, Tell
from ronde.dialogue.typed import whole
from ronde.formats.lists import game_score, who
from ronde.i18n.door import listed, tell
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
        try:
            entry = read_entry(line, counter.tournament)
        except RondeError as error:
            yield counter.refusal(error)
            continue
        if entry.typed is Typed.CLOSE:
            if (yield from counter.act(close_and_freeze)):
                yield from counter.happened(Moment.CONFIRMED)
                yield Tell(counter.say("closed", round=number, rounds=counter.tournament.settings.rounds))
                yield ShowPage(standings_page(counter), lambda room: standings_page(counter))
                return
            continue
        yield from _take(counter, entry)
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


def _take(counter: Conversation, entry: Entry) -> Dialogue:
    if entry.typed is Typed.RANDOM and not counter.tournament.open_round.missing:
        yield Tell(counter.say("none-missing"), refused=True)
        return
    if entry.typed is Typed.RANDOM:
        chance = random.Random(counter.seed())
        yield from counter.act(lambda tournament: fill_at_random(tournament, chance))
        return
    table = results.seated_table(counter.tournament.open_round, entry.player)
    if entry.typed is Typed.ERASE:
        if table.result is not None:
            number = table.number
            yield from counter.act(lambda tournament: results.clear_result(tournament, table=number))
        yield Tell(coupon(counter, table.number))
        return
    yield from _score(counter, entry, table)


def _score(counter: Conversation, entry: Entry, table: Table) -> Dialogue:
    """Enter the score; PAPP overwrites a filled coupon after a remark, and so do we: undo has the old one."""
    result = entry.result
    assert result is not None
    told = result if entry.player == table.first else result.swapped
    if table.result is not None:
        same = table.result == told
        before = game_score(counter.tournament, table.result, counter.language)
        yield Tell(counter.say("coupon-again" if same else "coupon-differs", before=before), refused=not same)
    number = table.number
    done = yield from counter.act(
        lambda tournament: results.enter_at_table(tournament, table=number, result=told, replacing=True)
    )
    if done:
        yield Tell(coupon(counter, number))


def coupon(counter: Conversation, number: int, played: Round | None = None) -> str:
    """One table of the open round, or of another one, on one line."""
    tournament = counter.tournament
    table = (played or tournament.open_round).table(number)
    score = game_score(tournament, table.result, counter.language) if table.result else "..."
    return f"{number:>3}  {who(tournament, table.first)} -- {who(tournament, table.second)}  {score}"


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
    tournament = counter.tournament
    try:
        entry = read_entry(text, tournament)
    except EntryUnreadable as error:
        return _score_wanted(counter, text) or tell(error, counter.language)
    except RondeError as error:
        return tell(error, counter.language)
    if entry.typed is Typed.CLOSE:
        return _would_close(counter)
    if entry.typed is Typed.RANDOM:
        return counter.say("would-draw", count=len(tournament.open_round.missing))
    table = results.seated_table(tournament.open_round, entry.player)
    if entry.typed is Typed.ERASE:
        return counter.say("would-erase", table=table.number)
    return _would_enter(counter, table, entry)


def meant(text: str, tournament: Tournament) -> tuple[PlayerId, ...]:
    """Whom the line so far may mean: the one it names, or all whose names start so."""
    try:
        entry = read_entry(text, tournament)
    except RondeError:
        found = _NAMED.match(text.strip())
        name = found[1].strip() if found else ""
        number = whole(name)
        if number in tournament.open_round.seated:
            return (number,)
        return named_at_tables(name, tournament) if name else ()
    return (entry.player,) if entry.player else ()


_NAMED = re.compile(r"-?\s*([0-9]+|[^0-9=+]*)")
"""The player of a line that is not finished."""


def _score_wanted(counter: Conversation, text: str) -> str:
    """A player is named and nothing else: say who it is, and that the score is wanted."""
    players = meant(text, counter.tournament)
    if len(players) != 1:
        return ""
    table = results.seated_table(counter.tournament.open_round, players[0])
    return counter.say("score-wanted", coupon=coupon(counter, table.number).strip())


def _would_close(counter: Conversation) -> str:
    current = counter.tournament.open_round
    missing = [str(table.number) for table in current.missing]
    if missing:
        return counter.say("still-missing", count=len(missing), tables=listed(missing, counter.language))
    return counter.say("would-close", round=current.number)


def _would_enter(counter: Conversation, table: Table, entry: Entry) -> str:
    result = entry.result
    assert result is not None
    told = result if entry.player == table.first else result.swapped
    tournament = counter.tournament
    facts = {
        "table": table.number,
        "first": tournament.player(table.first).full_name,
        "second": tournament.player(table.second).full_name,
        "score": game_score(tournament, told, counter.language),
    }
    if table.result is not None and table.result != told:
        before = game_score(tournament, table.result, counter.language)
        return counter.say("would-replace", before=before, **facts)
    return counter.say("would-enter", **facts)
