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


def pair(conversation: Conversation) -> Dialogue:
    """Complete the pairs, then show them; existing pairs are not touched."""
    seed = conversation.seed()
    bring_in = yield from _brings_in(conversation)
    sentence = repeats_text(
        conversation.tournament, repeats(conversation.tournament, bring_in=bring_in), conversation.language
    )
    if sentence:
        yield Tell(sentence)
    if _only_listed(conversation.tournament, bring_in=bring_in) or (
        yield from conversation.act(
            lambda tournament: complete_round(tournament, seed=seed, bring_in=bring_in)
        )
    ):
        yield from conversation.happened(Moment.PAIRED)
        yield ShowPage(pairs_page(conversation), lambda room: pairs_page(conversation, room))
        yield from _beyond(conversation)


def _beyond(conversation: Conversation) -> Dialogue:
    """Say that no further round was announced: the key may have been pressed by mistake."""
    number, announced = conversation.tournament.open_round.number, conversation.tournament.settings.rounds
    if number > announced:
        yield Tell(say("cli.beyond", conversation.language, round=number, count=announced))


def _brings_in(conversation: Conversation) -> Generator[Step, str, bool]:
    """Whether players expected in this round are paired too; they are named first."""
    coming = brought_in(conversation.tournament)
    if not coming:
        return False
    yield Tell(arrivals_text(conversation.tournament, coming, conversation.language))
    return (yield from conversation.yes("bring-in", count=len(coming)))


def _only_listed(tournament: Tournament, *, bring_in: bool) -> bool:
    """Whether PAPP would pair nobody and still write its list: fewer than two are present."""
    coming = len(brought_in(tournament)) if bring_in else 0
    few = not tournament.open_round.tables and len(tournament.unpaired) + coming < 2
    return few and tournament.settings.profile == "papp"


def reopen(conversation: Conversation) -> Dialogue:
    wanted = yield from conversation.yes("reopen", round=len(conversation.tournament.closed_rounds))
    if wanted and (yield from conversation.act(rounds.reopen_round)):
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
