"""Attendance: a square a round, filled for a game, hollow for a bye, a dash for an absence."""

from __future__ import annotations

from collections.abc import Sequence

from ronde.formats.charts.svg import number, path, picture

STEP = 12


def attendance(letters: str, label: str) -> str:
    """The strip of these letters: `g` played, `b` had the bye, `-` was away."""
    kinds: dict[str, list[str]] = {}
    for at, letter in enumerate(letters):
        kinds.setdefault(letter, []).append(_mark(letter, at * STEP + 1))
    classes = {"g": "win", "b": "win hollow", "-": "axis"}
    body = "".join(path("".join(marks), classes[letter]) for letter, marks in kinds.items())
    width = max(len(letters) * STEP, 1)
    return picture(body, box=(0, 0, width, 12), label=label, width=width, height=12)


def _mark(letter: str, x: float) -> str:
    return f"M{number(x)} 6h8" if letter == "-" else f"M{number(x)} 2h8v8h-8z"


def present_bars(counts: Sequence[int], whole: int, label: str) -> str:
    """The number present in each round, of `whole` registered, as bars."""
    width = max(len(counts) * 16, 1)
    body = ""
    for at, count in enumerate(counts):
        high = 40 * count / whole if whole else 0.0
        body += path(f"M{at * 16 + 2} 42v{number(-high)}h12v{number(high)}z", "win")
    return picture(body + path(f"M0 42h{width}", "axis"), box=(0, 0, width, 44), label=label, height=44)
