"""The reaper of a sandbox: a process outside it that adopts every orphan from inside and kills it.

A program may kill its launcher, which runs as the same user. Its children then go to the nearest ancestor
that is a subreaper (prctl(2), PR_SET_CHILD_SUBREAPER), whatever environment, group or session they have. The
reaper is that ancestor. A program cannot signal it if the reaper is root or Landlock supports scopes.
"""

from __future__ import annotations

import ctypes
import os
import select
from typing import Final

_SUBREAPER: Final = 36
_SET_DUMPABLE: Final = 4
_STREAMS: Final = (5, 6, 7)
"""What the referee opened for the programs; the reaper must not hold their ends open."""


def adopt_orphans() -> None:
    """Become the parent of all orphans below this process."""
    ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)


def hide() -> None:
    """Hide memory, files and environment of this process in /proc from programs of the same user (proc(5)).

    Forked processes inherit it; executed programs do not.
    """
    ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


def stay_outside(talk: int) -> None:
    """Fork: the child goes on as the launcher; the parent stays here until launcher or referee has gone."""
    from ronde.engines import tree

    adopt_orphans()
    launcher = os.fork()
    if launcher == 0:
        return
    for stream in _STREAMS:
        os.close(stream)
    _wait(talk, os.pidfd_open(launcher))
    while tree.fell(os.getpid()):
        pass
    os._exit(0)


def _wait(talk: int, launcher: int) -> None:
    gone = select.poll()
    gone.register(talk, select.POLLRDHUP)
    gone.register(launcher, select.POLLIN)
    gone.poll()
