"""Signals as PAPP handles them: HUP, TERM and QUIT end cleanly, INT does not end the program (papp 2)."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ronde.system.door import ENDING


class EndOfInput(Exception):
    """The input has ended, or a signal asks to end: leave with everything stored."""


class Ending:
    """Whether a signal asked to end; it takes effect only between two actions."""

    def __init__(self) -> None:
        self.asked = False
        self.waiting = False

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: at once while the desk waits for a line, else before it waits again."""
        self.asked = True
        if self.waiting:
            raise EndOfInput

    @contextmanager
    def wait(self) -> Iterator[None]:
        """A block in which the desk waits for a line and may be ended."""
        self.waiting = True
        try:
            if self.asked:
                raise EndOfInput
            yield
        finally:
            self.waiting = False

    @contextmanager
    def heeded(self) -> Iterator[None]:
        """Install the handlers; only the main thread can."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.ask) for number in ENDING}
        try:
            with deaf_to_interrupts():
                yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C and SIGINT, also in child processes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
