"""What a command is, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import ClassVar

import msgspec

from ronde.app.notices import Arrivals, Notice, notice_text
from ronde.app.rights import Actor, Right
from ronde.core.errors import RondeError
from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision may need to know beside the tournament."""

    actor: Actor = field(default_factory=Actor)
    known: Callable[[], Collection[PlayerId]] = tuple
    """The numbers of the people known beside the tournament, which newcomers are not given."""

    @property
    def leads(self) -> bool:
        """Whether the actor may open and close rounds, rather than only enter results."""
        return self.actor.may(Right.ROUNDS)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that an arbiter can do. Its first line says what, in the documents of the HTTP interface."""

    right: ClassVar[Right] = Right.ROUNDS

    @property
    def rights(self) -> frozenset[Right]:
        return frozenset({self.right})

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        """The events that follow; an error if the rules forbid it. It may run twice."""
        raise NotImplementedError

    def notices(self, before: Tournament, events: list[Event], after: Tournament) -> list[Notice]:
        """What the arbiter should know about what was done."""
        return []


def applied(command: Command, now: Tournament) -> Tournament:
    """The tournament after a command that nobody writes down, as in a simulation."""
    return replay(command.decide(now, Context()), now)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command."""

    number: int
    """The number of the journal after it."""
    events: list[Event]
    before: Tournament
    after: Tournament
    notices: list[Notice]
    troubles: list[RondeError]
    """What went wrong beside it, such as a backup; reported once, to whoever acted."""

    def sentences(self, language: str, without: tuple[type[Notice], ...] = ()) -> list[str]:
        """The notices in words, without those that the face tells in another way."""
        return [
            notice_text(one, self.before if isinstance(one, Arrivals) else self.after, language)
            for one in self.notices
            if not isinstance(one, without)
        ]
