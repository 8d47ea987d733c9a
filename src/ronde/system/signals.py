"""The signals that ask a program to end."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # slow to import, and few commands have a loop
    from asyncio import AbstractEventLoop

ENDING: Final[tuple[signal.Signals, ...]] = tuple(
    getattr(signal, name)
    for name in ("SIGHUP", "SIGTERM", "SIGQUIT", "SIGBREAK")  # the last is Ctrl-Break, or a closed console
    if hasattr(signal, name)
)
"""Those that ask for a clean end; Ctrl-C is not among them."""


def on_signal(loop: AbstractEventLoop, number: signal.Signals, act: Callable[[], object]) -> None:
    """Call a function in a loop when a signal comes; the loops of Windows have no signal handlers."""
    try:
        loop.add_signal_handler(number, act)
    except NotImplementedError:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))


STDIN: Final = 0


def end_with_input() -> None:
    """End this process when its standard input does, because its parent has ended."""

    def wait() -> None:
        while os.read(STDIN, 1 << 16):  # not through sys.stdin, which waits for its readers at exit
            pass
        os._exit(0)

    threading.Thread(target=wait, name="end with input", daemon=True).start()
