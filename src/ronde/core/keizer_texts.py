"""Two settings of KeizerForClubs written as `key=value, key=value`: categories and time bonus."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

OFF = "#"
"""A text that begins with this is kept but has no effect."""
_FOREIGN = {"categories": re.compile(r"[^-_A-Za-z0-9]"), "time": re.compile(r"[^-._A-Za-z0-9]")}
UNKNOWN = -1
"""The minutes KeizerForClubs prints for impossible numbers."""
MOST_MINUTES = 100_000
"""A total above this is impossible, too."""


def categories(text: str) -> dict[str, str]:
    """Long names by abbreviation, in order.

    >>> categories("r 15 = Rating<1500 ,f=Frauen ,")
    {'r15': 'Rating<1500', 'f': 'Frauen'}
    """
    return {} if text.startswith(OFF) else dict(_entries(text, "categories"))


def plainly_named(text: str) -> bool:
    """Whether every part is an abbreviation of letters and digits, `=`, and a name.

    >>> plainly_named("u12=Under 12, w=Women"), plainly_named("u-12=Under 12"), plainly_named("w=Women,u12")
    (True, False, False)
    """
    parts = [part.partition("=") for part in text.split(",") if part.strip()]
    return all(re.fullmatch("[A-Za-z0-9]+", key.strip()) and name.strip() for key, _, name in parts)


def _entries(text: str, kind: str) -> list[tuple[str, str]]:
    parts = (part.split("=", 1) for part in text.split(",") if "=" in part)
    entries = [(_FOREIGN[kind].sub("", key), value.strip()) for key, value in parts]
    return [(key, value) for key, value in entries if key]


@dataclass(frozen=True, slots=True)
class TimeBonus:
    """How a total of minutes is split between two players by the difference of their ratings."""

    least: int
    total: int
    factor: float

    def minutes(self, white: int, black: int) -> tuple[int, int]:
        """The minutes of both: the stronger has fewer."""
        sensible = 0 <= self.least <= MOST_MINUTES and 2 < self.total <= MOST_MINUTES
        if not (sensible and 0.0001 < self.factor < MOST_MINUTES):
            return UNKNOWN, UNKNOWN
        steepness = min(self.factor * abs(white - black), 700.0)  # above this the power overflows
        shared = (self.total - 2 * self.least) / (1 + math.exp(steepness))
        stronger = round(self.least + shared)
        weaker = self.total - stronger
        return (stronger, weaker) if white >= black else (weaker, stronger)


def time_bonus(text: str) -> TimeBonus | None:
    """The bonus a setting describes; None if it is off or the curve is unknown."""
    if text.startswith(OFF):
        return None
    wishes = {key.lower(): value for key, value in _entries(text, "time")}
    if wishes.get("curve", "").lower() != "expo":
        return None
    try:
        return TimeBonus(int(wishes["min"]), int(wishes["sum"]), float(wishes["fak"].replace(",", ".")))
    except (KeyError, ValueError):
        return TimeBonus(0, 0, 0.0)
