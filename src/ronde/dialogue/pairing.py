"""Pairing a round: the keys A, O, U and Y."""

from __future__ import annotations

from collections.abc import Callable, Generator

from ronde.core.decide import rounds
from ronde.core.errors import RondeError
from ronde.core.tournament import Tournament
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import pairs_page
from ronde.dialogue.steps import Dialogue, ShowPage, Step, Tell
from ronde.formats.attendance import arrivals_text, repeats_text
from ronde.formats.chronicle import action_text
from ronde.formats.papp.door import Moment
from ronde.i18n.door import say
from ronde.pairing.door import brought_in, complete_round, repeats
from ronde.storage.door import JournalEntry


def pair(counter: Conversation) -> Dialogue:
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
        yield ShowPage(pairs_page(counter), lambda room: pairs_page(counter, room))
        yield from _beyond(counter)


def _beyond(counter: Conversation) -> Dialogue:
    """Say that no such round was announced: the key may have been pressed by habit."""
    number, announced = counter.tournament.open_round.number, counter.tournament.settings.rounds
    if number > announced:
        yield Tell(say("cli.beyond", counter.language, round=number, count=announced))


def _brings_in(counter: Conversation) -> Generator[Step, str, bool]:
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


def reopen(counter: Conversation) -> Dialogue:
    """Open the last closed round again."""
    wanted = yield from counter.yes("reopen", round=len(counter.tournament.closed_rounds))
    if wanted and (yield from counter.act(rounds.reopen_round)):
        yield from counter.happened(Moment.CORRECTED)


def undo(counter: Conversation) -> Dialogue:
    """Take back the last action, and say which it was."""
    before = counter.tournament
    yield from _turned(counter, counter.desk.undo, lambda: before, "cli.undone")


def redo(counter: Conversation) -> Dialogue:
    """Bring back what was undone last."""
    yield from _turned(counter, counter.desk.redo, lambda: counter.tournament, "cli.redone")


def _turned(
    counter: Conversation,
    turn: Callable[[str], list[JournalEntry]],
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
