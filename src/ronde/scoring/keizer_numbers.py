"""Single-precision numbers, and how KeizerForClubs formats them.

Its values and points are .NET `float`s, so ours must round after every step as an IEEE single does.
"""

from __future__ import annotations

import struct
from decimal import ROUND_HALF_UP, Decimal

_SINGLE = struct.Struct("f")
_DIGITS = 7
"""Significant digits of a single in a custom .NET format (keizer 1.6)."""


def single(number: float) -> float:
    """The nearest single-precision number.

    >>> single(25.525)
    25.524999618530273
    """
    rounded: float = _SINGLE.unpack(_SINGLE.pack(number))[0]
    return rounded


def shown(number: float, decimals: int = 2) -> str:
    """Format with fixed decimals in two steps: seven significant digits, then half up.

    >>> shown(single(25.525)), shown(single(0.005)), shown(3.0, 0)
    ('25.53', '0.01', '3')
    """
    digits = Decimal(f"{number:.{_DIGITS}g}")
    return str(digits.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def shortest(number: float) -> str:
    """The shortest text that reads back as this single.

    >>> shortest(single(3.15)), shortest(16.0), shortest(0.5)
    ('3.15', '16', '0.5')
    """
    text = next(text for digits in range(1, 10) if single(float(text := f"{number:.{digits}g}")) == number)
    return format(Decimal(text), "f")
