"""A score bracket: players moved down from above, the residents of one scoregroup, and those below."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ronde.pairing.dutch.field import Bits, Field, Whole


@dataclass(frozen=True)
class ScoreBracket:
    """One bracket of a round, by places of the field. The members' own numbers (BSN) count from 0."""

    people: Field
    moved_down: tuple[int, ...]
    """In ranking order."""
    residents: tuple[int, ...]
    below: tuple[int, ...] = ()
    """Everybody of lower scoregroups, in ranking order."""
    next_group: int = 0
    """How many of those below form the next scoregroup."""
    bye_score: int | None = None
    """The score of the player who will get the bye, until it is given."""
    members: Whole = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", np.array([*self.moved_down, *self.residents], dtype=np.int64))

    def __len__(self) -> int:
        return len(self.moved_down) + len(self.residents)

    @property
    def score(self) -> int:
        return int(self.people.score[self.residents[0]])

    @cached_property
    def is_moved_down(self) -> Bits:
        return np.arange(len(self)) < len(self.moved_down)

    @cached_property
    def levels(self) -> list[Bits]:
        """The members moved down by their scores, the highest first."""
        scores = self.people.score[self.members]
        return [scores == score for score in sorted(set(scores[self.is_moved_down].tolist()), reverse=True)]

    @cached_property
    def allowed(self) -> Bits:
        """Which members may meet: two who were moved down never do (fide 1.4.2)."""
        allowed: Bits = self.people.allowed[np.ix_(self.members, self.members)].copy()
        allowed[: len(self.moved_down), : len(self.moved_down)] = False
        return allowed

    def may_have_bye(self, places: Whole) -> Bits:
        """Which of these places may have the bye (C2, C5)."""
        eligible: Bits = self.people.may_have_bye[places] & (self.people.score[places] == self.bye_score)
        return eligible
