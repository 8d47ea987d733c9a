"""The codes of C.07: a tie-break and its variants, `BH/C1`, `SB/P`, `KS/L+1`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

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
