"""Ctrl-C while games are played: the first one ends the running games, the second one stops at once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from ronde.cli.speech import in_lines, spoken


@contextmanager
def soft_pause(pause: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C calls `pause` and says what follows; the second is a KeyboardInterrupt."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # signals are for the main thread, and one that is ignored stays so
        return

    def first(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        sentence = f"\n{in_lines(spoken('programs.pausing'))}\n"
        os.write(2, sentence.encode())  # a buffered stream must not be entered twice
        pause()

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
