"""What C.07 computes from: codes of tie-breaks, and the history of a tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from ronde.model.player import Absence, PlayerId
from ronde.model.tournament import Tournament, seeding
from ronde.standings.record import RoundLine, record

# A tournament as FIDE reports it: for each player and round an opponent, a colour, points and a kind.


class ResultKind(Enum):
    GAME = "game"
    """Played over the board; the only kind that counts as a meeting and has a colour."""
    FORFEIT = "forfeit"
    """Paired, but not played; the points tell who was present."""
    BYE = "bye"
    """The pairing-allocated bye."""
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"
    """Absent; also every round before a late arrival and after a withdrawal."""

    @property
    def paired(self) -> bool:
        """Whether the pairing gave this player an opponent."""
        return self is ResultKind.GAME or self is ResultKind.FORFEIT


@dataclass(frozen=True, slots=True)
class Past:
    """One round of one player."""

    kind: ResultKind
    points: int
    opponent: int = 0
    """The pairing number of the opponent, 0 if there was none."""
    white: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each outcome, in tenths of a point."""

    win: int = 10
    draw: int = 5
    loss: int = 0


@dataclass(frozen=True, slots=True)
class FideRow:
    """A player: the pairing number, the rating (0 for none) and every round so far."""

    number: int
    past: tuple[Past, ...]
    rating: int = 0


@dataclass(frozen=True)
class FideReport:
    """The rounds that count for a list of standings."""

    rows: Mapping[int, FideRow]
    points: Points = Points()
    rounds: int = 0
    """How many rounds are counted."""
    finished: bool = True
    """Whether the last of them is the final one."""
    all_meet: bool = False
    """Whether the pairings were known beforehand (a round robin)."""
    edition: int = 2026
    """The year of the rules: 2023, 2024 or 2026."""

    def score(self, number: int) -> int:
        return self.scores[number]

    @cached_property
    def scores(self) -> dict[int, int]:
        return {number: sum(past.points for past in row.past) for number, row in self.rows.items()}

    def forfeit_loss(self, past: Past) -> bool:
        """Whether this is the absent side of a forfeited game."""
        return past.kind is ResultKind.FORFEIT and past.points < self.points.win

    def voluntary(self, past: Past) -> bool:
        """Whether the round was voluntarily unplayed (VUR)."""
        kind = past.kind
        if kind is ResultKind.GAME:
            return False
        return kind is ResultKind.HALF_BYE or kind is ResultKind.ZERO_BYE or self.forfeit_loss(past)


# A tournament as FIDE reports it, made from its closed rounds.


TENTHS = 5
"""Tenths of a point in a half-point."""
_BYES = {Absence.HALF_BYE: ResultKind.HALF_BYE, Absence.FULL_BYE: ResultKind.FULL_BYE}


def report_of(tournament: Tournament, upto: int | None = None) -> FideReport:
    """Everybody's closed rounds, or the first `upto` of them, by pairing number."""
    lines = record(tournament, upto)
    number = {player: at for at, player in enumerate(seeding(tournament), start=1)}
    after = len(tournament.closed_rounds) if upto is None else upto
    rows = {
        number[player]: FideRow(
            number[player],
            tuple(_past(line, number) for line in own),
            max(0, tournament.players[player].rating),
        )
        for player, own in lines.items()
    }
    finished = after >= tournament.settings.rounds
    dutch = tournament.settings.dutch
    points = Points(*(round(10 * one) for one in (dutch.win, dutch.draw, dutch.loss)))
    if not tournament.settings.pairing_system.numbered:
        points = Points()
    return FideReport(dict(sorted(rows.items())), points, after, finished, edition=dutch.edition)


def _past(line: RoundLine, number: dict[PlayerId, int]) -> Past:
    points = line.worth * TENTHS
    if line.opponent in number:
        kind = ResultKind.GAME if line.played else ResultKind.FORFEIT
        return Past(kind, points, number[line.opponent], line.first)
    if line.bye:
        return Past(ResultKind.BYE, points)
    return Past(_BYES.get(line.absence or Absence.ABSENT, ResultKind.ZERO_BYE), points)


# The codes of C.07: a tie-break and its variants, `BH/C1`, `SB/P`, `KS/L+1`.


_CODE = re.compile(r"([A-Z]+)((?:/(?:C[12]|M[12]|P|F|R|L[+-]?\d{1,2}))*)")

VARIANTS: Mapping[str, str] = {
    "PTS": "", "DE": "P", "WIN": "", "WON": "", "BPG": "", "BWG": "", "PS": "C", "REP": "", "STD": "",
    "TPN": "R", "RTNG": "R", "BH": "CMP", "FB": "CMP", "AOB": "F", "SB": "CMP", "KS": "L", "ARO": "CM",
    "TPR": "", "PTP": "", "APRO": "", "APPO": "",
}  # fmt: skip
"""Every code of an individual tournament, with its variants."""


class UnknownCode(ValueError):
    """A tie-break that C.07 does not have, or a variant that does not apply to it."""


@dataclass(frozen=True, slots=True)
class TiebreakCode:
    name: str
    low: int = 0
    high: int = 0
    """How many of the least and of the most significant values are dropped (/C1, /M2)."""
    forfeits: bool = False
    """Forfeited games count as played (/P)."""
    fore: bool = False
    """The Fore Buchholz of the opponents instead of their Buchholz (AOB/F)."""
    reverse: bool = False
    limit: int = 0
    """Half-points by which the threshold of the Koya system moves (/L)."""

    @property
    def lower_is_better(self) -> bool:
        return (self.name == "TPN") != self.reverse


def parse_code(text: str) -> TiebreakCode:
    """Read a code.

    >>> parse_code("BH/C1/P")
    TiebreakCode(name='BH', low=1, high=0, forfeits=True, fore=False, reverse=False, limit=0)
    """
    match = _CODE.fullmatch(text.strip().upper())
    if match is None or match[1] not in VARIANTS:
        raise UnknownCode(text)
    variants = {variant[0]: variant[1:] for variant in match[2].split("/")[1:]}
    if len(variants) != match[2].count("/") or not set(variants) <= set(VARIANTS[match[1]]):
        raise UnknownCode(text)
    if {"C", "M"} <= set(variants):
        raise UnknownCode(text)
    high = int(variants.get("M", 0))
    return TiebreakCode(
        match[1],
        low=int(variants.get("C", high)),
        high=high,
        forfeits="P" in variants,
        fore="F" in variants,
        reverse="R" in variants,
        limit=int(variants.get("L", 0)),
    )
