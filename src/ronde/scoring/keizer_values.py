"""What each rank is worth: the values of KeizerForClubs (keizer 1.1)."""

from __future__ import annotations

from ronde.core.keizer import KeizerSettings
from ronde.scoring.keizer_numbers import single


def rank_values(count: int, settings: KeizerSettings) -> tuple[float, ...]:
    if count < 1:
        return ()
    return _normalised(count, settings.ratio) if settings.normalised else _plain(count, settings.ratio)


def _plain(count: int, ratio: float) -> tuple[float, ...]:
    """Integers, each one less than the one before; only the first and the last keep close to the ratio."""
    quotient = single(single(ratio) / single(single(ratio) - 1))
    first = round((count - 1) * quotient)  # halves to even, as .NET
    return tuple(float(first - rank) for rank in range(count))


def _normalised(count: int, ratio: float) -> tuple[float, ...]:
    """From the ratio down to 1 in equal steps, with as many decimals as distinguish two neighbours."""
    first = single(ratio)
    if count == 1:  # KeizerForClubs crashes here
        return (first,)
    step = single(single(first - 1) / (count - 1))
    exact = [single(first - single(rank * step)) for rank in range(count)]
    places = decimals(exact[0], exact[1])
    return tuple(single(round(value, places)) for value in exact)


def decimals(highest: float, second: float) -> int:
    """How many decimals distinguish two values; 1 if nine are not enough."""
    gap = highest - second
    return next((places for places in range(10) if gap > 10.0**-places), 1)
