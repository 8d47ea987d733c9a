"""Ctrl-C while games are played: the first one finishes the running games, the second one stops at once."""

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
    """The first Ctrl-C calls `pause` and prints what follows; the second raises KeyboardInterrupt."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield  # handlers can be set only in the main thread, and an ignored signal stays ignored
        return

    def first(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        sentence = f"\n{in_lines(spoken('programs.pausing'))}\n"
        os.write(2, sentence.encode())  # a signal handler must not re-enter a buffered stream
        pause()

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
