"""Colours of the command line: only on a terminal, and none with NO_COLOR (https://no-color.org)."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click


def coloured(stream: TextIO | None = None) -> bool:
    stream = sys.stdout if stream is None else stream
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown")
    return not plain and stream is not None and stream.isatty()


def heading(text: str) -> str:
    return click.style(text, bold=True) if coloured() else text


def key(text: str) -> str:
    """Something to type: a command, an option, an argument."""
    return click.style(text, fg="cyan") if coloured() else text


def refusal(text: str) -> str:
    return click.style(text, fg="red") if coloured(sys.stderr) else text


def inked(page: str) -> str:
    """Colour the parts of a printed list."""
    if not coloured():
        return page
    from ronde.formats.marks import marks

    styles = [""] * len(page)
    for begin, end, style in marks(page):
        styles[begin:end] = [f"{before} {style}" for before in styles[begin:end]]
    ends = [at for at in range(1, len(page)) if styles[at] != styles[at - 1]]
    parts = zip([0, *ends], [*ends, len(page)], strict=True)
    return "".join(_styled(page[begin:end], styles[begin].split()) for begin, end in parts) if page else page


def _styled(text: str, words: list[str]) -> str:
    hues = [word for word in words if word not in ("bold", "dim")]
    if not words:
        return text
    weight = {word: True for word in ("bold", "dim") if word in words}
    return click.style(text, fg=hues[-1] if hues else None, **weight)
