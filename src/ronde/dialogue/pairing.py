"""Pairing a round: the keys A, O, U and Y."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator

from ronde.app.commands import PairRound, ReopenRound
from ronde.app.desk import JournalEntry
from ronde.app.queries import Pairings
from ronde.core.errors import RondeError
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import pairs_page
from ronde.dialogue.steps import Dialogue, ShowPage, Step, Tell
from ronde.formats.attendance import arrivals_text
from ronde.formats.chronicle import action_text
from ronde.formats.papp.door import Moment
from ronde.i18n.door import say


def pair(conversation: Conversation) -> Dialogue:
    """Complete the pairs, then show them; existing pairs are not touched."""
    seed = conversation.seed()
    coming = Pairings().answer(conversation.tournament).arrivals
    bring_in = yield from _brings_in(conversation, coming)
    outcome = None
    if not _only_listed(conversation.tournament, len(coming) if bring_in else 0):
        outcome = yield from conversation.run(PairRound(seed, bring_in=bring_in))
        if outcome is None:
            return
    yield from conversation.happened(Moment.PAIRED)
    yield ShowPage(pairs_page(conversation), lambda room: pairs_page(conversation, room))
    if outcome is not None:
        yield from conversation.tell(outcome)


def _brings_in(conversation: Conversation, coming: Collection[PlayerId]) -> Generator[Step, str, bool]:
    """Whether players expected in this round are paired too; they are named first."""
    if not coming:
        return False
    yield Tell(arrivals_text(conversation.tournament, coming, conversation.language))
    return (yield from conversation.yes("bring-in", count=len(coming)))


def _only_listed(tournament: Tournament, coming: int) -> bool:
    """Whether PAPP would pair nobody and still write its list: fewer than two are present."""
    few = not tournament.open_round.tables and len(tournament.unpaired) + coming < 2
    return few and tournament.settings.profile == "papp"


def reopen(conversation: Conversation) -> Dialogue:
    wanted = yield from conversation.yes("reopen", round=len(conversation.tournament.closed_rounds))
    if wanted and (yield from conversation.run(ReopenRound())):
        yield from conversation.happened(Moment.TURNED)


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
        entries = turn(conversation.seat)
    except RondeError as error:
        yield conversation.refusal(error)
        return
    facts = action_text(known(), [entry.event for entry in entries], conversation.language)
    yield from conversation.happened(Moment.TURNED)
    yield Tell(say(key, conversation.language, facts=facts, number=entries[0].number))
