"""National rows of a report, and which of two ratings a tournament uses (record 172)."""

from __future__ import annotations

import re

from ronde.formats.trf.model import Trf, TrfPlayer

METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
"""FIDE's rating; the national one; one where the other is missing; the higher; the lower; another way."""
_ROW = re.compile(r"([A-Z]{3}) +([0-9]{1,4}) ")


def method_of(trf: Trf) -> tuple[str, str]:
    """The federation and the method of record 172; FIDE's ratings where there is none."""
    text = next(iter(trf.head.get("172", ())), "")
    federation, method = text[:3].strip().upper(), text[4:9].strip().upper()
    return federation, method if method in METHODS else "FIDE"


def rating_of(trf: Trf, player: TrfPlayer) -> int:
    """The rating that the tournament uses."""
    federation, method = method_of(trf)
    if method in ("FIDE", "OTHER"):
        return player.rating
    national = national_ratings(trf, federation).get(player.number, 0)
    both = [rating for rating in (player.rating, national) if rating]
    return {
        "NRO": national,
        "FIDON": player.rating or national,
        "NIDOF": national or player.rating,
        "HBFN": max(both, default=0),
        "LBFN": min(both, default=0),
    }[method]


def national_ratings(trf: Trf, federation: str) -> dict[int, int]:
    """The ratings of the national rows of a federation, by the number of the player."""
    ratings = {}
    for line in trf.others:
        match = _ROW.match(line)
        if match and match[1] == federation and line[48:52].strip().isdecimal():
            ratings[int(match[2])] = int(line[48:52])
    return ratings
