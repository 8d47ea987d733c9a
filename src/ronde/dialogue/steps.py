"""The steps of a dialogue, which the plain terminal and the full screen each perform in their own way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field

from ronde.core.names import NameIndex
from ronde.core.player import PlayerId


class GivenUp(Exception):
    """The arbiter left a question by Esc or Ctrl-C; raised where the dialogue asks.

    A dialogue that catches it goes back one level; one that does not ends there.
    """


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks for a line; an empty one gives up, unless it `counts`."""

    prompt: str
    names: NameIndex | None = None
    """Names that Tab completes."""
    text: str = ""
    """The editable default text."""
    foresee: Callable[[str], str] | None = None
    """What Enter would do with the line so far, in words."""
    overview: Callable[[], str] | None = None
    """What Tab shows in an empty line."""
    hint: str = ""
    """What can be typed here, in a few words."""
    meant: Callable[[str], Collection[PlayerId]] | None = None
    """The players the line so far may mean; their rows are highlighted."""
    counts: bool = False
    """Whether an empty line is an answer; elsewhere it gives up, and the footer says so."""
    again: Callable[[], str] | None = None
    """Makes the question again, if another desk may change what it says."""
    turns: tuple[str, ...] = ()
    """Lines that the arrow keys put into the full screen's line, in turn."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Signs that complete one of these lines at once, and what each appends."""


@dataclass(frozen=True, slots=True)
class Press:
    """Asks for one of some keys, without Return."""

    prompt: str
    keys: str


@dataclass(frozen=True, slots=True)
class ShowPage:
    text: str
    again: Callable[[int], str] | None = None
    """Renders the page again for a number of columns, if it is to be kept up to date."""
    from_end: bool = False
    """Whether to scroll to its end."""
    held: bool = False
    """Whether the full screen waits for a key before the next step hides the page."""
    whole: bool = False
    """Whether the full screen also waits if the page is longer than the window."""


@dataclass(frozen=True, slots=True)
class Tell:
    """A message; `refused` rings the bell."""

    text: str
    refused: bool = False
    passing: bool = False
    """Whether the full screen removes it after the next answer, which may make it untrue."""


Step = Ask | Press | ShowPage | Tell
Dialogue = Generator[Step, str, None]
"""Yields steps and is sent the answers: a line, a key, or nothing."""
