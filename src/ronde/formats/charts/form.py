"""The form of a player, one mark a round: up is won, down is lost, filled is the first colour."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.formats.charts.svg import number, picture
from ronde.scoring.door import RoundLine

STEP, HIGH = 9, 20
"""The distance of two marks, and the height of the strip."""
_SIZES = {"w": (0.5, 8), "l": (11.5, 8), "d": (7.5, 5)}
"""The top and the height of each kind of mark."""


def form_letters(lines: Sequence[RoundLine]) -> str:
    """The form as letters: w, d, l, upper case for the first colour, a dash for a round not played.

    A round without a game but with points, such as a bye, is a plus.
    """
    return "".join(map(_letter, lines))


def _letter(line: RoundLine) -> str:
    if not line.opponent:
        return "+" if line.half_points else "-"
    kind = "ldw"[min(line.half_points, 2)]
    return kind.upper() if line.first else kind


def form_strip(letters: str, label: str = "", rounds: int = 0, scale: float = 1) -> str:
    """The strip of these letters, with a dash for every future round up to `rounds`."""
    letters = letters.ljust(rounds, "-")
    paths: dict[str, list[str]] = {}
    for at, letter in enumerate(letters):
        paths.setdefault(letter, []).append(_mark(letter, at * STEP + 0.5))
    body = "".join(f'<path class="{_CLASSES[letter]}" d="{"".join(d)}"/>' for letter, d in paths.items())
    width = max(len(letters) * STEP - 3, 1)
    size = {"width": number(scale * width), "height": number(scale * HIGH)}
    return picture(body, box=(0, 0, width, HIGH), label=label, class_="form", **size)


_CLASSES = {"W": "v b", "w": "v", "L": "l b", "l": "l", "D": "d b", "d": "d", "+": "v x", "-": "x"}


def _mark(letter: str, x: float) -> str:
    if letter in "+-":
        return f"M{number(x)} {4.5 if letter == '+' else 10.5}h5"
    top, high = _SIZES[letter.lower()]
    return f"M{number(x)} {number(top)}h5v{high}h-5z"
