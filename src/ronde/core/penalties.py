"""The five tables of penalties that price a pair, with PAPP's defaults (spec section 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from ronde.core.errors import PenaltiesImpossible

CAP = 10_000_000
"""PAPP's INFINI: the largest single penalty, and in its own profile the largest cost of a pair."""

_FLOATS = (
    0, 20_000, 40_588, 62_785, 87_119, 114_041, 143_998, 177_453, 214_908, 256_910, 304_062, 357_037,
    416_582, 483_534, 558_828, 643_514, 738_767, 845_906, 966_413, 1_101_949, 1_254_381, 1_425_805,
    1_618_578, 1_835_345, 2_079_081,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColourPenalties:
    """For a player's colour imbalance, and for the same colour twice running."""

    imbalance: tuple[int, ...] = (0, 20, 105, 225, 530, 1075)
    again: int = 15


@dataclass(frozen=True, slots=True)
class FloatPenalties:
    """By half-points between two opponents; for floating the same way again; a discount for the way back."""

    half_points: tuple[int, ...] = _FLOATS
    again: int = 25
    compensation: int = 10


@dataclass(frozen=True, slots=True)
class RepetitionPenalties:
    """For meeting again with the same or with opposite colours, a second bye, and either twice running."""

    same_colours: int = CAP
    opposite_colours: int = 5_000_000
    bye_again: int = CAP
    in_a_row: int = 1


@dataclass(frozen=True, slots=True)
class Penalties:
    """All five sections; the last entry of a table holds for everything beyond it."""

    colour: ColourPenalties = field(default_factory=ColourPenalties)
    float: FloatPenalties = field(default_factory=FloatPenalties)
    repetition: RepetitionPenalties = field(default_factory=RepetitionPenalties)
    chauvinism: tuple[int, ...] = (2, 0)
    """By round, from round 1."""
    elitism: tuple[int, ...] = (100, 100, 100, 200, 200, 300, 300, 300, 300, 400)
    """By round, from round 1."""


def at(table: tuple[int, ...], index: int) -> int:
    """The entry of a table; the last one holds for every larger index."""
    return table[min(index, len(table) - 1)] if table else 0


def check_penalties(penalties: Penalties) -> None:
    """Refuse tables that break the conditions of the PAPP manual, 3.2, or leave 0..10,000,000."""
    for section, values in _tables(penalties).items():
        for value in values:
            if not 0 <= value <= CAP:
                raise PenaltiesImpossible(section=section, reason="range", value=value, limit=CAP)
    _check_growth("colour", penalties.colour.imbalance)
    _check_growth("float", penalties.float.half_points)
    if 2 * penalties.float.compensation > at(penalties.float.half_points, 1):
        raise PenaltiesImpossible(
            section="float", reason="compensation", value=penalties.float.compensation, limit=0
        )


def _check_growth(section: str, table: tuple[int, ...]) -> None:
    if not table:
        raise PenaltiesImpossible(section=section, reason="empty", value="", limit=0)
    if table[0] != 0:
        raise PenaltiesImpossible(section=section, reason="start", value=table[0], limit=0)
    for before, after in pairwise(table):
        if after < before:
            raise PenaltiesImpossible(section=section, reason="growth", value=after, limit=before)


def _tables(penalties: Penalties) -> dict[str, tuple[int, ...]]:
    colour, floats, repetition = penalties.colour, penalties.float, penalties.repetition
    return {
        "colour": (*colour.imbalance, colour.again),
        "float": (*floats.half_points, floats.again, floats.compensation),
        "repetition": (
            repetition.same_colours,
            repetition.opposite_colours,
            repetition.bye_again,
            repetition.in_a_row,
        ),
        "chauvinism": penalties.chauvinism,
        "elitism": penalties.elitism,
    }
