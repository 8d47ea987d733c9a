"""Clocks: a fixed time per move, or a time for the game with an increment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from ronde.engines.door import MARGIN

_TIME: Final = r"(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,3})?)"
_FIXED: Final = re.compile(_TIME + r"/move")
_TOTAL: Final = re.compile(_TIME + r"(?:\+(\d{1,5}(?:\.\d{1,3})?))?")


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of each side: 15 minutes and 30 seconds a move unless said otherwise (manual 003).

    The margin is added to every move and never charged: it is the referee's own uncertainty.
    """

    seconds: float = 900.0
    increment: float = 30.0
    fixed: bool = False
    """Whether the seconds are for each move alone, as with the manuals' defi and TimeOut."""
    margin: float = MARGIN

    def allowance(self, left: float) -> float:
        """How long a side with that much time left may take for its move, margin included."""
        return left + self.margin

    def charged(self, elapsed: float) -> float:
        return max(0.0, elapsed - self.margin)

    def after(self, left: float, elapsed: float) -> float:
        return self.seconds if self.fixed else left - self.charged(elapsed) + self.increment

    def __str__(self) -> str:
        if self.fixed:
            return f"{self.seconds:g}/move"
        whole, rest = divmod(self.seconds, 60)
        minutes = f"{whole:g}:{rest:04.1f}" if rest % 1 else f"{whole:g}:{rest:02g}"
        return f"{minutes}+{self.increment:g}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "seconds": self.seconds,
            "increment": self.increment,
            "fixed": self.fixed,
            "margin": self.margin,
        }


def parse_clock(text: str) -> Clock:
    """Parse `15:00+30`, `900+30`, `60` or `5/move`; ValueError otherwise.

    >>> str(parse_clock("900+30")), str(parse_clock("5/move"))
    ('15:00+30', '5/move')
    """
    if match := _FIXED.fullmatch(text.strip()):
        return Clock(_positive(match[1], match[2]), 0.0, fixed=True)
    match = _TOTAL.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return Clock(_positive(match[1], match[2]), float(match[3] or 0))


def _positive(minutes: str | None, seconds: str) -> float:
    total = 60 * int(minutes or 0) + float(seconds)
    if total <= 0 or (minutes and float(seconds) >= 60):
        raise ValueError(seconds)
    return total
