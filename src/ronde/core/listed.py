"""A player of FIDE's rating list: three ratings, of which the time control selects one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ronde.core.fidecard import FideCard
from ronde.core.player import Player, split_name

RATES = ("standard", "rapid", "blitz")
"""The three lists, in the order of the columns."""
_MOVES = 60
"""How many moves count when the thinking time of a game is added up (B.02)."""
_RAPID, _BLITZ = 60 * 60, 10 * 60
"""Seconds: a game below the first is rapid, one up to the second is blitz (Laws, appendices A and B)."""
_PERIOD = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")


@dataclass(frozen=True, slots=True)
class FidePlayer:
    """A row of the list."""

    number: int
    name: str
    """`Carlsen, Magnus`"""
    federation: str = ""
    sex: str = ""
    title: str = ""
    birth: str = ""
    """The year."""
    inactive: bool = False
    ratings: tuple[int, int, int] = (0, 0, 0)
    coefficients: tuple[int, int, int] = (0, 0, 0)

    def card(self, rate: str = "standard") -> Player:
        """This person as an unregistered player, with the rating for that speed."""
        at = RATES.index(rate)
        family, first = split_name(self.name) if "," in self.name else (self.name, "")
        fide = FideCard(self.number, self.title, self.sex, self.birth, self.coefficients[at])
        return Player(0, family, first, self.federation, rating=self.ratings[at], fide=fide)


@dataclass(frozen=True, slots=True)
class ListChange:
    """A person whose row differs from the previous list."""

    kind: str
    """`new`, `changed` or `gone`."""
    was: FidePlayer | None
    now: FidePlayer | None


def rate_of(time_control: str) -> str:
    """Which list counts for an encoded time control (TRF26, record 222); standard if it is empty.

    >>> rate_of("5400+30"), rate_of("900+10"), rate_of("180+2"), rate_of("")
    ('standard', 'rapid', 'blitz', 'standard')
    """
    periods = [_PERIOD.fullmatch(part) for part in time_control.strip().split(":")]
    if not all(periods):
        return "standard"
    seconds = sum(int(period[2]) for period in periods if period)
    increment = next((int(period[3] or 0) for period in periods if period), 0)
    whole = seconds + _MOVES * increment
    return "blitz" if whole <= _BLITZ else "rapid" if whole < _RAPID else "standard"


def renewed(card: Player, listed: FidePlayer, rate: str = "standard") -> Player:
    """A registered player updated from the list; the name stays as typed, blank fields are ignored."""
    fresh = listed.card(rate)
    fide = card.fide
    born = fide.birth if fide.birth.startswith(fresh.fide.birth) else fresh.fide.birth
    entry = FideCard(
        fide.number, fresh.fide.title or fide.title, fresh.fide.sex or fide.sex, born, fresh.fide.k or fide.k
    )
    return replace(
        card, country=fresh.country or card.country, rating=fresh.rating or card.rating, fide=entry
    )


def differences(before: Player, after: Player) -> dict[str, tuple[str, str]]:
    """The fields in which two players differ, before and after."""
    compared = {
        "country": (before.country, after.country),
        "rating": (str(before.rating or ""), str(after.rating or "")),
        "title": (before.fide.title, after.fide.title),
        "sex": (before.fide.sex, after.fide.sex),
        "birth": (before.fide.birth, after.fide.birth),
        "k": (str(before.fide.k or ""), str(after.fide.k or "")),
    }
    return {field: both for field, both in compared.items() if both[0] != both[1]}
