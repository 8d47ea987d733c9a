"""The input of the Dutch system for a round: who is present, and their past rounds."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.scoring.fide.door import Past, ResultKind


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """A player of the tournament, known by the pairing number (TPN)."""

    number: int
    past: tuple[Past, ...]
    """One entry for every round already paired."""
    here: bool = True
    """Whether this player is to be paired."""
    virtual: tuple[int, ...] = ()
    """Virtual points by round, that of the round to be paired last; empty means none."""
    seated: bool = False
    """Whether this player already has an opponent or the bye in this round."""

    def virtual_in(self, round_index: int) -> int:
        """The virtual points in a round, counted from 0."""
        return self.virtual[round_index] if round_index < len(self.virtual) else 0

    @property
    def took_part(self) -> bool:
        """Whether this player was ever considered for a pairing."""
        return any(past.kind.paired or past.kind is ResultKind.BYE for past in self.past)


@dataclass(frozen=True, slots=True)
class DutchPosition:
    """A tournament before a round is paired. Points are whole numbers in a unit of the caller's choice."""

    entrants: tuple[DutchPlayer, ...]
    """Everybody, ordered by number."""
    win: int
    loss: int
    final: bool = False
    """Whether the round to be paired is the last one."""
    white_first: bool = True
    """The colour drawn before round 1: whether odd numbers get White where no other rule decides."""
    forbidden: frozenset[frozenset[int]] = frozenset()
    """Pairs of numbers that may not meet in this round."""

    @property
    def rounds(self) -> int:
        return len(self.entrants[0].past) if self.entrants else 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A paired round: (White, Black) by number, best table first, and who has the bye (0 for nobody)."""

    pairs: tuple[tuple[int, int], ...]
    bye: int = 0
