"""Settings of FIDE's Dutch system before the first round, and what the first pairing stores."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.keizer import Limit

FIRST_COLOURS = ("draw", "first", "second")
"""Who of the highest pair begins in round 1 where nothing else decides: by the seed, or as chosen."""
ACCELERATIONS = ("none", "baku")


@dataclass(frozen=True, slots=True)
class DutchSettings:
    """The choices that C.04.3 and C.04.7 leave to the arbiter."""

    first_colour: str = "draw"
    """Which colour odd pairing numbers get; the first draw writes down what it drew."""
    acceleration: str = "none"
    last_accelerated: int = 0
    """The last player of the upper group of the acceleration, written down by the first draw."""


def dutch_limits(settings: DutchSettings) -> tuple[Limit, ...]:
    """Every setting with whether it is possible, its value, and what it may be."""
    last = settings.last_accelerated
    return (
        ("dutch.first_colour", settings.first_colour in FIRST_COLOURS, settings.first_colour, FIRST_COLOURS),
        ("dutch.acceleration", settings.acceleration in ACCELERATIONS, settings.acceleration, ACCELERATIONS),
        ("dutch.last_accelerated", 0 <= last < 2**31, last, f"0-{2**31 - 1}"),
    )
