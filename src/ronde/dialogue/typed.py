"""Reading a typed line as a number, whatever was typed or pasted."""

from __future__ import annotations

import math
import re

_WHOLE = re.compile("[0-9]{1,18}")


def whole(text: str) -> int | None:
    """The whole number of a line, None if it is none: digits of other scripts and endless ones are none."""
    typed = text.strip()
    return int(typed) if _WHOLE.fullmatch(typed) else None


def decimal(text: str, usual: float) -> float:
    """The number of a line; anything that is no finite number means the usual one."""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return usual
    return number if math.isfinite(number) else usual
