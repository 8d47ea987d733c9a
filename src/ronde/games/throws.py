"""Pictures of ChiFouMi: rock, paper, scissors, and the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ronde.games.picture import box, dot, group, path, touch, word

WIDE: Final = 360
LOW: Final = 190
HIGH: Final = 300
"""With the three throws to choose from."""
_COLOURS: Final = ("blue", "orange")


def throw(sign: str) -> Iterator[str]:
    """A throw in a square of 100 by 100: 1 rock, 2 paper, 3 scissors, anything else a question mark."""
    if sign == "1":
        yield path("M16 66 26 34 52 20 78 32 88 62 70 82 34 84Z", "rock")
        yield path("M26 34 46 46 52 20M46 46 40 74 16 66M46 46 78 32M40 74 70 82", "facet")
    elif sign == "2":
        yield path("M24 12H64L80 28V88H24Z", "paper-page")
        yield path("M64 12V28H80", "paper-fold")
        yield path("M34 40H70M34 52H70M34 64H70M34 76H56", "ruled")
    elif sign == "3":
        yield path("M40 66 66 12M60 66 34 12", "blade")
        yield dot(33, 77, 11, "grip")
        yield dot(67, 77, 11, "grip")
        yield dot(50, 46, 3, "rivet")
    else:
        yield word(50, 52, "?", "unknown", 44)


def table(
    throws: tuple[str, str], points: tuple[int, int], won: tuple[bool, bool], *, choose: bool
) -> Iterator[str]:
    """Both throws with the points under them, the better one framed; below, the three to choose from."""
    for at, colour in enumerate(_COLOURS):
        x = 20 + 180 * at
        yield box(x, 10, 140, 130, "panel ahead" if won[at] else "panel", 12)
        yield box(x, 10, 140, 6, f"band {colour}", 3)
        yield group(throw(throws[at]), at=(x + 20, 28))
        yield word(x + 70, 165, str(points[at]), "big-number", 26)
    if choose:
        for at, sign in enumerate("123"):
            x = 20 + 113 * at
            inside = [box(0, 0, 94, 100, "touch panel", 12), *throw(sign)]
            yield group(inside, kind="choose", touch=touch("move", sign), at=(x, 190))
