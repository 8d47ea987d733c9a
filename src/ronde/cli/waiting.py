"""The progress line of a command that takes longer than two seconds."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

from ronde.cli.speech import spoken

PATIENCE: Final = 2.0
"""Seconds before anything is shown: most commands are done by then."""
_PACE: Final = 0.5
T = TypeVar("T")


class Waiting:
    """One line on standard error that says how long a command has been running."""

    def __init__(self, words: str) -> None:
        self.words, self.done, self.length = words, 0, 0
        self._begun, self._shown = time.monotonic(), False
        self._stop, self._lock = threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._watch, name="waiting", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        pause = PATIENCE
        while not self._stop.wait(pause):
            self._draw()
            pause = _PACE

    def _draw(self) -> None:
        part = f"{100 * self.done // self.length} %, " if self.length else ""
        line = f"{self.words}… {part}{time.monotonic() - self._begun:.0f} s"
        with self._lock:
            if not self._stop.is_set():
                print(f"\r\x1b[2K{line}\r", end="", file=sys.stderr, flush=True)
                self._shown = True

    def end(self) -> None:
        """Erase the line and show nothing more."""
        with self._lock:
            self._stop.set()
            if self._shown:
                print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
                self._shown = False


_NOW: ContextVar[Waiting | None] = ContextVar("waiting", default=None)


@contextmanager
def shown_waiting() -> Iterator[None]:
    """Show on a terminal that a command is running, once it takes long."""
    if sys.stderr is None or not sys.stderr.isatty() or _NOW.get() is not None:
        yield
        return
    waiting = Waiting(spoken("cli.working"))
    token = _NOW.set(waiting)
    try:
        yield
    finally:
        _NOW.reset(token)
        waiting.end()


def end_waiting() -> None:
    """Erase the line because something is printed now."""
    waiting = _NOW.get()
    if waiting is not None:
        waiting.end()


def counted(things: Iterable[T], length: int, words: str) -> Iterator[T]:
    """The same items, while the line shows how many of them are done."""
    waiting = _NOW.get()
    if waiting is None:
        yield from things
        return
    waiting.words, waiting.done, waiting.length = words, 0, length
    for thing in things:
        yield thing
        waiting.done += 1
