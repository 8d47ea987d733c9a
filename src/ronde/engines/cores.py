"""Cores: a referee sits on the core of the guards it talks to; waking another core costs more than asking.

Only they sit there. The guard gives every program it starts all cores back, so that players are not held.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

ALL: Final = frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset[int]()
"""The cores this process was given."""

_lock = threading.Lock()
_taken: Counter[int] = Counter()
_here = threading.local()


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this thread, and the guards it starts meanwhile, on the core that has the fewest of them."""
    if len(ALL) < 2 or getattr(_here, "sitting", False):
        yield
        return
    core = _take()
    try:
        _move({core})
        _here.sitting = True
        yield
    finally:
        _here.sitting = False
        _move(ALL)
        with _lock:
            _taken[core] -= 1


def to_give_back() -> frozenset[int]:
    """The cores that a guard started now owes its programs; none if it has them all itself."""
    return ALL if getattr(_here, "sitting", False) else frozenset()


def _take() -> int:
    """The least taken core; at equality the one this thread had before, where its guards still are."""
    last = getattr(_here, "last", -1)
    with _lock:
        core = min(ALL, key=lambda number: (_taken[number], number != last, number))
        _taken[core] += 1
    _here.last = core
    return core


def _move(cores: frozenset[int] | set[int]) -> None:
    with suppress(OSError):  # a host may forbid it; then only speed is lost
        os.sched_setaffinity(0, cores)
