"""Pairs: A and the sub-menu of M; O, U, Y."""

from __future__ import annotations

from collections.abc import Callable, Generator

from ronde.actions import MANUAL, by_key
from ronde.core.decide import rounds, tables
from ronde.core.errors import RondeError
from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament, not_paired
from ronde.counter import lists
from ronde.counter.counter import Counter
from ronde.counter.live import Moment
from ronde.counter.pages import pairs_page
from ronde.counter.steps import Dialogue, Press, Show, Step, Tell
from ronde.formats.attendance import arrivals_text, repeats_text
from ronde.formats.chronicle import action_text
from ronde.i18n.door import say
from ronde.pairing.door import brought_in, by_score, complete_round, repeats, with_bills
from ronde.storage.door import Entry


def pair(counter: Counter) -> Dialogue:
    """Complete the pairs, then show them; pairs that exist are not touched."""
    seed = counter.seed()
    bring_in = yield from _brings_in(counter)
    told = repeats_text(counter.tournament, repeats(counter.tournament, bring_in=bring_in), counter.language)
    if told:
        yield Tell(told)
    if _only_listed(counter.tournament, bring_in=bring_in) or (
        yield from counter.act(lambda tournament: complete_round(tournament, seed=seed, bring_in=bring_in))
    ):
        yield from counter.happened(Moment.PAIRED)
        yield Show(pairs_page(counter), lambda room: pairs_page(counter, room))
        yield from _beyond(counter)


def _beyond(counter: Counter) -> Dialogue:
    """Say that no such round was announced: the key may have been pressed by habit."""
    number, announced = counter.tournament.open_round.number, counter.tournament.settings.rounds
    if number > announced:
        yield Tell(say("cli.beyond", counter.language, round=number, count=announced))


def _brings_in(counter: Counter) -> Generator[Step, str, bool]:
    """Whether those who are expected in this round come in with the draw: they are named before."""
    coming = brought_in(counter.tournament)
    if not coming:
        return False
    yield Tell(arrivals_text(counter.tournament, coming, counter.language))
    return (yield from counter.yes("bring-in", count=len(coming)))


def _only_listed(tournament: Tournament, *, bring_in: bool) -> bool:
    """Whether PAPP would draw nothing and write its list all the same: fewer than two are here."""
    coming = len(brought_in(tournament)) if bring_in else 0
    few = not tournament.open_round.tables and len(tournament.unpaired) + coming < 2
    return few and tournament.settings.profile == "papp"


def manual(counter: Counter) -> Dialogue:
    """Pair and part by hand until Q."""
    while True:
        yield Show(_overview(counter.tournament), lambda room: _overview(counter.tournament))
        words = "  ".join(
            f"{action.key.upper()} {say(f'actions.{action.name}', counter.language)}" for action in MANUAL
        )
        key = yield Press(words, "".join(action.key for action in MANUAL))
        action = by_key(key, MANUAL)
        if action is None or action.name == "back":
            return
        yield from _MANUAL[action.name](counter)
        yield from counter.happened(Moment.SHOWN)


def _overview(tournament: Tournament) -> str:
    """The pairs with names cut to eight letters, then who is free (spec 5.9)."""
    rows = [
        f"{_short(tournament, table.first)}--{_short(tournament, table.second)}"
        for table in tournament.open_round
    ]
    return "\n".join([*rows, "", *(_short(tournament, player) for player in tournament.unpaired)])


def _short(tournament: Tournament, player: PlayerId) -> str:
    return f"{tournament.player(player).full_name[:8]:<8}({player:>6})"


def _pair_two(counter: Counter) -> Dialogue:
    """Two players sit down together, leaving whomever they were paired with."""
    first = yield from counter.who("first-player")
    second = (yield from counter.who("second-player")) if first is not None else None
    if first is None or second is None:
        return
    if first == second:
        yield from _part_player(counter, first)
        return

    def decide(tournament: Tournament) -> list[Event]:
        seated = tables.pair_anew(tournament, first=first, second=second)
        return by_score(tournament, with_bills(tournament, seated))

    yield from counter.act(decide)


def _part(counter: Counter) -> Dialogue:
    player = yield from counter.who("who-parts")
    if player is not None:
        yield from _part_player(counter, player)


def _part_player(counter: Counter, player: PlayerId) -> Dialogue:
    table = counter.tournament.open_round.table_of(player)
    if table is None:
        card = counter.tournament.player(player)
        yield counter.refusal(not_paired(counter.tournament.open_round, card.full_name))
    else:
        number = table.number
        yield from counter.act(lambda t: by_score(t, tables.remove_table(t, number=number)))


def _part_all(counter: Counter) -> Dialogue:
    if (yield from counter.yes("part-all")):
        yield from counter.act(tables.remove_all_tables)


_MANUAL = {
    "pair-two": _pair_two,
    "part": _part,
    "part-all": _part_all,
    "list": lists.players,
    "view": lists.view,
    "sheet": lists.sheet,
}


def reopen(counter: Counter) -> Dialogue:
    """Open the last closed round again."""
    wanted = yield from counter.yes("reopen", round=len(counter.tournament.closed_rounds))
    if wanted and (yield from counter.act(rounds.reopen_round)):
        yield from counter.happened(Moment.CORRECTED)


def undo(counter: Counter) -> Dialogue:
    """Take back the last action, and say which it was."""
    before = counter.tournament
    yield from _turned(counter, counter.desk.undo, lambda: before, "cli.undone")


def redo(counter: Counter) -> Dialogue:
    """Bring back what was undone last."""
    yield from _turned(counter, counter.desk.redo, lambda: counter.tournament, "cli.redone")


def _turned(
    counter: Counter,
    turn: Callable[[str], list[Entry]],
    known: Callable[[], Tournament],
    key: str,
) -> Dialogue:
    """Undo or redo; the names come from the tournament that knows the action."""
    try:
        entries = turn(counter.seat)
    except RondeError as error:
        yield counter.refusal(error)
        return
    facts = action_text(known(), [entry.event for entry in entries], counter.language)
    yield from counter.happened(Moment.CORRECTED)
    yield Tell(say(key, counter.language, facts=facts, number=entries[0].number))
