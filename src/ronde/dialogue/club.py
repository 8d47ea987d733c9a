"""Questions of a Keizer club evening: ratings and categories of newcomers, and reasons of absence."""

from __future__ import annotations

from collections.abc import Generator

from ronde.app.command import Command
from ronde.app.commands import CancelAbsence, LeaveTournament, PlanAbsence, ReturnPlayer
from ronde.core.keizer_texts import categories
from ronde.core.player import Absence, Player, PlayerId, split_name
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.steps import Ask, Step, Tell
from ronde.dialogue.typed import whole
from ronde.formats.attendance import state_text
from ronde.i18n.door import say

REASONS = {
    "c": Absence.CLUB,
    "e": Absence.EXCUSED,
    "u": Absence.UNEXCUSED,
    "w": Absence.WITHDRAWN,
    "p": Absence.PREREGISTERED,
}
"""The letters of the states, the same in every language."""
BACK = "+"
"""Instead of a letter: the player comes after all."""


def is_club(conversation: Conversation) -> bool:
    """Whether the tournament uses reasons of absence and ratings."""
    return conversation.tournament.settings.pairing_system.season


def new_member(conversation: Conversation, text: str) -> Generator[Step, str, Player]:
    """Ask for a new player's rating, which decides the first ranking, and for categories if there are any."""
    rating, number = yield from _rating(conversation)
    groups: list[str] = []
    known = categories(conversation.tournament.settings.keizer.categories)
    if known:
        names = ", ".join(f"{short}={name}" for short, name in known.items())
        answer = yield Ask(say("keizer.ask-categories", conversation.language, categories=names), counts=True)
        groups = answer.replace(",", " ").split()
    family, first = split_name(text)
    usual = conversation.tournament.settings.country
    return Player(number, family, first, usual, rating=rating, categories=tuple(groups))


def _rating(conversation: Conversation) -> Generator[Step, str, tuple[int, PlayerId]]:
    """The rating (0 if empty), and the number typed after it (0 for the next free one)."""
    while True:
        answer = (yield Ask(say("keizer.ask-rating", conversation.language), counts=True)).strip()
        figures = [whole(word) for word in answer.split()] or [0]
        rating, number = figures[0], figures[1] if len(figures) > 1 else 0
        if len(figures) > 2 or rating is None or number is None:
            yield Tell(say("keizer.no-rating", conversation.language, text=answer), refused=True)
            continue
        refused = conversation.number_refused(number) if len(figures) > 1 else None
        if refused is None:
            return rating, number
        yield conversation.refusal(refused)


def farewell(conversation: Conversation, player: PlayerId) -> Generator[Step, str, Command | None]:
    """Ask why a player is away and in which rounds; without rounds until he returns. None if he stays."""
    facts = {"player": conversation.tournament.player(player).full_name, "id": player}
    wish = yield from _wish(conversation, say("keizer.ask-reason", conversation.language, **facts))
    if wish is None:
        return None
    letter, rounds = wish
    if letter == BACK:
        return CancelAbsence(player, rounds) if rounds else ReturnPlayer(player)
    reason = REASONS[letter]
    return PlanAbsence(player, rounds, reason) if rounds else LeaveTournament(player, reason)


def state_told(conversation: Conversation, player: PlayerId) -> Tell:
    """The current state of a player."""
    facts = {"player": conversation.tournament.player(player).full_name, "id": player}
    state = state_text(conversation.tournament, player, conversation.language)
    return Tell(
        say("keizer.is-away" if state else "keizer.is-here", conversation.language, **facts, state=state)
    )


def _wish(
    conversation: Conversation, question: str
) -> Generator[Step, str, tuple[str, tuple[int, ...]] | None]:
    """A letter and perhaps rounds, asked for until they are clear; None if the arbiter gives up."""
    while True:
        text = (yield Ask(question)).strip()
        if not text:
            return None
        letter, *numbers = text.lower().replace(",", " ").split() or [""]
        rounds = tuple(number for number in map(whole, numbers) if number is not None)
        if letter in (*REASONS, BACK) and len(rounds) == len(numbers):
            return letter, rounds
        yield Tell(say("keizer.no-reason", conversation.language, text=text), refused=True)
