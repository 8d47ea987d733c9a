"""The steps of a dialogue, which the plain terminal and the full screen each perform in their own way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field

from ronde.core.names import NameIndex
from ronde.core.player import PlayerId


class GivenUp(Exception):
    """The arbiter leaves a question unanswered, by Esc or Ctrl-C; it is raised where the dialogue asks.

    A dialogue that catches it goes back one level; one that does not ends there.
    """


@dataclass(frozen=True, slots=True)
class Ask:
    """A line is wanted; an empty one gives up, unless it counts."""

    prompt: str
    names: NameIndex | None = None
    """Names that Tab completes."""
    text: str = ""
    """What stands in the line already, where it can be edited."""
    foresee: Callable[[str], str] | None = None
    """What Enter would do with the line so far, in words."""
    overview: Callable[[], str] | None = None
    """What Tab shows in an empty line."""
    hint: str = ""
    """What can be typed here, in a few words."""
    meant: Callable[[str], Collection[PlayerId]] | None = None
    """Whom the line so far may mean; their rows light up."""
    counts: bool = False
    """An empty line is an answer here; elsewhere it gives up, and the foot of the screen says so."""
    again: Callable[[], str] | None = None
    """The question as things are later, if another desk may change what it tells."""
    turns: tuple[str, ...] = ()
    """Lines that the arrows put into the full screen's line, one after the other."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Signs that answer at once behind one of these lines, and what each adds to it."""


@dataclass(frozen=True, slots=True)
class Press:
    """One of some keys is wanted, without Return."""

    prompt: str
    keys: str


@dataclass(frozen=True, slots=True)
class ShowPage:
    """A page to read."""

    text: str
    again: Callable[[int], str] | None = None
    """The same page as things are later, for so many columns, if it is worth keeping up to date."""
    from_end: bool = False
    """Whether its last lines are the ones to be read first."""
    held: bool = False
    """Whether the full screen waits for a key before it goes on; what comes next would hide the page."""
    whole: bool = False
    """Whether the full screen also waits if the page is longer than the window, so that all of it is read."""


@dataclass(frozen=True, slots=True)
class Tell:
    """A sentence in passing; `refused` rings the bell."""

    text: str
    refused: bool = False
    passing: bool = False
    """Whether the next answer may make it untrue, so that a full screen shows it no longer."""


Step = Ask | Press | ShowPage | Tell
Dialogue = Generator[Step, str, None]
"""Yields steps and is sent the answers: a line, a key, or nothing."""
