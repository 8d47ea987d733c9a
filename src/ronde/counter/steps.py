"""The steps of a dialogue, which a plain terminal and the full screen perform each in its way."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from ronde.core.names import NameIndex


@dataclass(frozen=True, slots=True)
class Ask:
    """A line is wanted; an empty one gives up."""

    prompt: str
    names: NameIndex | None = None
    """Names that Tab completes."""
    text: str = ""
    """What stands in the line already."""
    foresee: Callable[[str], str] | None = None
    """What Enter would do with the line so far, in words."""
    overview: Callable[[], str] | None = None
    """What Tab shows in an empty line."""


@dataclass(frozen=True, slots=True)
class Press:
    """One of some keys is wanted, without Return."""

    prompt: str
    keys: str


@dataclass(frozen=True, slots=True)
class Show:
    """A page to read."""

    text: str


@dataclass(frozen=True, slots=True)
class Tell:
    """A sentence in passing; `refused` rings the bell."""

    text: str
    refused: bool = False


Step = Ask | Press | Show | Tell
Dialogue = Generator[Step, str, None]
"""Yields steps and is sent the answers: a line, a key, or nothing."""
