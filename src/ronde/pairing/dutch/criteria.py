"""The quality criteria of C.04.3 that are counted inside a bracket, as data: what each counts, and how.

C1 to C5 decide what is legal (`field.py`, `bye.py`); C6 and C8 look beyond the bracket and C9 at the bye
(`exact.py`, `relaxed.py`). A criterion counts pairs or floaters; a criterion by score counts each score of
the moved-down players separately, the highest first (fide 1.3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.field import ABSOLUTE, DOWN, NEITHER, STRONG, UP, Bits, Whole


class Over(Enum):
    """What a criterion counts."""

    PAIRS = "pairs"
    FLOATERS = "floaters"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: minimise the number of pairs or floaters that `marks` selects."""

    name: str
    over: Over
    marks: Callable[[ScoreBracket], Bits]
    """A square matrix of members for pairs, a row of members for floaters."""
    by_score: bool = False

    def counts(self, bracket: ScoreBracket) -> list[Bits]:
        """What is counted, part by part; empty parts are left out."""
        marks = self.marks(bracket)
        if not marks.any():
            return []
        if not self.by_score:
            return [marks]
        parts = [marks & _at_level(self.over, level) for level in bracket.levels]
        return [part for part in parts if part.any()]


def _at_level(over: Over, level: Bits) -> Bits:
    return level if over is Over.FLOATERS else level[:, None] | level


def _wants(bracket: ScoreBracket) -> Whole:
    wants: Whole = bracket.people.wants[bracket.members]
    return wants


def _strength(bracket: ScoreBracket) -> Whole:
    strength: Whole = bracket.people.strength[bracket.members]
    return strength


def _same_colour(bracket: ScoreBracket) -> Bits:
    wants = _wants(bracket)
    same: Bits = (wants[:, None] == wants) & (wants != NEITHER)
    return same


def _both(mark: Bits) -> Bits:
    return mark[:, None] & mark


def _same_absolute(bracket: ScoreBracket) -> Bits:
    return _same_colour(bracket) & _both(_strength(bracket) == ABSOLUTE)


def _far_from_balance(bracket: ScoreBracket) -> Bits:
    return _same_absolute(bracket) & _both(np.abs(bracket.people.difference[bracket.members]) > 1)


def _third_in_a_row(bracket: ScoreBracket) -> Bits:
    """The smaller colour difference yields; of two equal ones rule 5.2.3 spares the only streak."""
    third = bracket.people.streak[bracket.members] == -_wants(bracket)
    size = np.abs(bracket.people.difference[bracket.members])
    first_yields, second_yields = size[:, None] < size, size[:, None] > size
    suffers = np.where(first_yields, third[:, None], np.where(second_yields, third, _both(third)))
    marks: Bits = _same_absolute(bracket) & suffers
    return marks


def _strong_denied(bracket: ScoreBracket) -> Bits:
    strength = _strength(bracket)
    return _same_colour(bracket) & _both(strength >= STRONG) & ~_both(strength == ABSOLUTE)


def _floaters(moved_down: bool, ago: int) -> Callable[[ScoreBracket], Bits]:
    """Members moved down, or residents, who floated down that many rounds ago."""

    def marks(bracket: ScoreBracket) -> Bits:
        floated: Bits = _floats(bracket, ago) == DOWN
        return floated & (bracket.is_moved_down if moved_down else ~bracket.is_moved_down)

    return marks


def _opponents(ago: int) -> Callable[[ScoreBracket], Bits]:
    """Pairs of a moved-down player with a resident who floated up that many rounds ago."""

    def marks(bracket: ScoreBracket) -> Bits:
        risen = ~bracket.is_moved_down & (_floats(bracket, ago) == UP)
        pairs: Bits = bracket.is_moved_down[:, None] & risen
        return pairs | pairs.T

    return marks


def _floats(bracket: ScoreBracket, ago: int) -> Whole:
    floats = bracket.people.last_float if ago == 1 else bracket.people.float_before
    members: Whole = floats[bracket.members]
    return members


SCORES_OF_FLOATERS = Criterion("C7", Over.FLOATERS, lambda bracket: bracket.is_moved_down, by_score=True)
COLOURS = (
    Criterion("C10", Over.PAIRS, _far_from_balance),
    Criterion("C11", Over.PAIRS, _third_in_a_row),
    Criterion("C12", Over.PAIRS, _same_colour),
    Criterion("C13", Over.PAIRS, _strong_denied),
)
FLOATS = (
    Criterion("C14", Over.FLOATERS, _floaters(moved_down=False, ago=1)),
    Criterion("C15", Over.PAIRS, _opponents(ago=1)),
    Criterion("C16", Over.FLOATERS, _floaters(moved_down=False, ago=2)),
    Criterion("C17", Over.PAIRS, _opponents(ago=2)),
    Criterion("C18", Over.FLOATERS, _floaters(moved_down=True, ago=1), by_score=True),
    Criterion("C19", Over.PAIRS, _opponents(ago=1), by_score=True),
    Criterion("C20", Over.FLOATERS, _floaters(moved_down=True, ago=2), by_score=True),
    Criterion("C21", Over.PAIRS, _opponents(ago=2), by_score=True),
)
QUALITY = (*COLOURS, *FLOATS)
"""C10 to C21, in their order."""
