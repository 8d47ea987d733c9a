"""Colours by meaning: what is in, won or gained, what is missing, what is lost or refused.

Colour never says anything alone, and there is none with NO_COLOR (https://no-color.org).
"""

from __future__ import annotations

import os
import re

from rich.text import Text

GOOD, BAD, MISSING, KEY = "green", "red", "yellow", "cyan"
_ROW = re.compile(r"^ *(?P<table>\d+)  .*\(\d+\)  .*\(\d+\)(?P<score>.*)$")
"""A table of a round: its number, two players with theirs, and a result if it is in."""
_MARKS = ((re.compile("▲\\d+"), GOOD), (re.compile("▼\\d+"), BAD))
_STRIP = re.compile("(?<= )[▀▄─°·]+$")
"""The form of a player, at the end of his row."""
_FORM = {"▀": GOOD, "°": GOOD, "▄": BAD, "─": MISSING, "·": "dim"}
_LEFT = re.compile(r"\(\d+\) -(?: |$)")
_PLAYER = re.compile(r"\(\d+\)")


def hue(style: str) -> str:
    """A style, without its colour if none are wanted."""
    if not os.environ.get("NO_COLOR"):
        return style
    return " ".join(word for word in style.split() if word not in (GOOD, BAD, MISSING, KEY))


def inked(page: str) -> Text:
    """A page of the desk with the colours of what stands on it."""
    text = Text(page, no_wrap=True)
    at = 0
    for number, line in enumerate(lines := page.split("\n")):
        if number == 0 and len(lines) > 2 and not lines[1]:
            text.stylize("bold", 0, len(line))
        if _PLAYER.search(line):
            _ink_row(text, line, at)
        at += len(line) + 1
    return text


def _ink_row(text: Text, line: str, at: int) -> None:
    """One row that names a player."""
    if _LEFT.search(line):
        text.stylize("dim", at, at + len(line))
    row = _ROW.match(line)
    if row is not None:
        part, style = ("score", GOOD) if row["score"].strip() else ("table", f"bold {MISSING}")
        text.stylize(hue(style), at + row.start(part), at + row.end(part))
    for mark, style in _MARKS:
        for found in mark.finditer(line):
            text.stylize(hue(style), at + found.start(), at + found.end())
    strip = _STRIP.search(line)
    if strip is not None:
        for place in range(strip.start(), strip.end()):
            text.stylize(hue(_FORM[line[place]]), at + place, at + place + 1)
