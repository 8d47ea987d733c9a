"""Parsing a typed line as a number."""

from __future__ import annotations

import math
import re

_WHOLE = re.compile("[0-9]{1,18}")


def whole(text: str) -> int | None:
    """The whole number of a line, or None; non-ASCII digits and very long numbers are refused."""
    typed = text.strip()
    return int(typed) if _WHOLE.fullmatch(typed) else None


def decimal(text: str, usual: float) -> float:
    """The number of a line; the default if it is not a finite number."""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return usual
    return number if math.isfinite(number) else usual
