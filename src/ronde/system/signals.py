"""The signals by which a system asks a program to end."""

from __future__ import annotations

import signal
from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Final

ENDING: Final[tuple[signal.Signals, ...]] = tuple(
    getattr(signal, name)
    for name in ("SIGHUP", "SIGTERM", "SIGQUIT", "SIGBREAK")  # the last is Ctrl-Break, or a closed console
    if hasattr(signal, name)
)
"""Those that ask for a clean end; Ctrl-C is not among them."""


def on_signal(loop: AbstractEventLoop, number: signal.Signals, act: Callable[[], object]) -> None:
    """Do something in a loop when a signal comes; the loops of Windows take no signals themselves."""
    try:
        loop.add_signal_handler(number, act)
    except NotImplementedError:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))
