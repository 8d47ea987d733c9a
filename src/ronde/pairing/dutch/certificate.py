"""The proof that a bracket paired by itself is paired by the rules, whatever lies below.

The floaters must leave the next bracket as well off as parity allows, with the fewest left over and none of
them moved down twice, and everybody below that must be pairable (fide 1.9, step 6). Without such a proof the
exact path decides.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.exact import Paired
from ronde.pairing.dutch.field import Bits, Whole
from ronde.pairing.dutch.pairable import pairable, with_bye

_TRIES = 4


def proved(bracket: ScoreBracket, paired: Paired) -> bool:
    """Whether this pairing of the bracket is proved right."""
    if not bracket.below:
        return not paired.floaters
    return Below(bracket, paired).fine()


class Below:
    """The floaters and everybody below the bracket."""

    def __init__(self, bracket: ScoreBracket, paired: Paired) -> None:
        self.people = bracket.people
        self.floaters = np.array(paired.floaters, dtype=np.int64)
        self.near = np.array(bracket.below[: bracket.next_group], dtype=np.int64)
        self.far = np.array(bracket.below[bracket.next_group :], dtype=np.int64)
        self.bye_score = bracket.bye_score if paired.bye is None else None
        score = int(self.people.score[self.near[0]])
        self.bye_near = self.bye_score is not None and self.bye_score >= score

    def fine(self) -> bool:
        """Whether the next bracket can have the fewest left over with the rest pairable."""
        return any(self._near_fine(left) and self._far_fine(left) for left in self._left_over())

    def _left_over(self) -> Iterator[int | None]:
        """Who of the next bracket may float on: nobody, or one of its last residents."""
        if (len(self.floaters) + len(self.near) + self.bye_near) % 2 == 0:
            yield None
        else:
            yield from self.near[::-1][:_TRIES].tolist()

    def _near_fine(self, left: int | None) -> bool:
        near = self.near if left is None else self.near[self.near != left]
        who = np.concatenate([self.floaters, near])
        allowed: Bits = self.people.allowed[np.ix_(who, who)]
        allowed[: len(self.floaters), : len(self.floaters)] = False
        return pairable(with_bye(allowed, self._eligible(who)) if self.bye_near else allowed)

    def _far_fine(self, left: int | None) -> bool:
        who = self.far if left is None else np.concatenate([np.array([left]), self.far])
        allowed: Bits = self.people.allowed[np.ix_(who, who)]
        if self.bye_score is None or self.bye_near:
            return pairable(allowed)
        return pairable(with_bye(allowed, self._eligible(who)))

    def _eligible(self, who: Whole) -> Bits:
        eligible: Bits = self.people.may_have_bye[who] & (self.people.score[who] == self.bye_score)
        return eligible
