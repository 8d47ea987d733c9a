"""The colours of the terminal desk, and none with NO_COLOR (https://no-color.org)."""

from __future__ import annotations

import os

from rich.text import Text

from ronde.formats.marks import BAD, GOOD, KEY, MISSING, marks


def hue(style: str) -> str:
    """A style, without its colour if none are wanted."""
    if not os.environ.get("NO_COLOR"):
        return style
    return " ".join(word for word in style.split() if word not in (GOOD, BAD, MISSING, KEY))


def inked(page: str) -> Text:
    """Colour the parts of a page."""
    text = Text(page, no_wrap=True)
    for begin, end, style in marks(page):
        text.stylize(hue(style), begin, end)
    return text
