"""The standings of a report file by the tie-breaks it names, and where its own ranks differ."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.errors import FormatError, Problem
from ronde.formats.trf.model import Trf
from ronde.formats.trf.position import report_after
from ronde.scoring.fide.door import TiebreakCode, UnknownCode, parse_code, ranked


@dataclass(frozen=True, slots=True)
class WrongRank:
    """A rank in the file that differs from the tie-breaks'; equal players share `first` to `last`."""

    number: int
    written: int
    first: int
    last: int


def tiebreaks_of(trf: Trf, path: str) -> list[TiebreakCode]:
    """The codes of record 202, or of 212 without its points."""
    for code in ("202", "212"):
        for text in trf.head.get(code, ()):
            names = [name.strip() for name in text.split(",") if name.strip()]
            return [_code(name, path) for name in names if name.upper() != "PTS"]
    return []


def _code(name: str, path: str) -> TiebreakCode:
    try:
        return parse_code(name)
    except UnknownCode:
        raise FormatError([Problem(path, 1, 1, "trf.tie-break", name)]) from None


def wrong_ranks(trf: Trf, codes: list[TiebreakCode]) -> list[WrongRank]:
    """Every rank that is outside the places its player shares."""
    rank = {player.number: player.rank for player in trf.players}
    wrong, first = [], 1
    for group in ranked(report_after(trf, trf.played), codes):
        last = first + len(group) - 1
        wrong += [
            WrongRank(one, rank[one], first, last)
            for one in group
            if rank[one] and not first <= rank[one] <= last
        ]
        first = last + 1
    return wrong
