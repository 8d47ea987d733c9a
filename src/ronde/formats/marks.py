"""Highlighted parts of a page of text: entered, won or gained; missing; lost.

Colour never carries information alone. Each face draws these marks in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

GOOD, BAD, MISSING, KEY = "green", "red", "yellow", "cyan"
TITLE, GONE, OPEN = "bold", "dim", f"bold {MISSING}"
_ROW = re.compile(r"^ *(?P<table>\d+)  .*\(\d+\)  .*\(\d+\)(?P<score>.*)$")
"""A table of a round: its number, two players with theirs, and the result, if any."""
_MOVES = ((re.compile("▲\\d+"), GOOD), (re.compile("▼\\d+"), BAD))
_STRIP = re.compile("(?<= )[▀▄─°·]+$")
"""The form of a player, at the end of his row."""
_FORM = {"▀": GOOD, "°": GOOD, "▄": BAD, "─": MISSING, "·": GONE}
_LEFT = re.compile(r"\(\d+\) -(?: |$)")
_PLAYER = re.compile(r"\(\d+\)")

Mark = tuple[int, int, str]
"""Start and end of a mark on the page, and its style."""


def marks(page: str) -> Iterator[Mark]:
    """The marks of a page, in drawing order."""
    at = 0
    for number, line in enumerate(lines := page.split("\n")):
        if number == 0 and len(lines) > 2 and not lines[1]:
            yield 0, len(line), TITLE
        if _PLAYER.search(line):
            yield from ((at + begin, at + end, style) for begin, end, style in _row(line))
        at += len(line) + 1


def _row(line: str) -> Iterator[Mark]:
    """The marks of one row that names a player."""
    if _LEFT.search(line):
        yield 0, len(line), GONE
    row = _ROW.match(line)
    if row is not None:
        part, style = ("score", GOOD) if row["score"].strip() else ("table", OPEN)
        yield row.start(part), row.end(part), style
    for mark, style in _MOVES:
        yield from ((match.start(), match.end(), style) for match in mark.finditer(line))
    strip = _STRIP.search(line)
    if strip is not None:
        yield from ((place, place + 1, _FORM[line[place]]) for place in range(strip.start(), strip.end()))
