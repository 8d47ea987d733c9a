"""A version 2 cgroup for one sandbox: limits memory and processes of the whole tree, and kills it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_ROOT: Final = Path("/sys/fs/cgroup")
_NEEDED: Final = {"memory", "pids"}


def delegated() -> Path | None:
    """Our own group, if it was delegated to us with the controllers we need (systemd: Delegate=yes)."""
    with suppress(OSError):
        line = next(
            line for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")
        )
        home = _ROOT / line[3:].lstrip("/")
        given = set((home / "cgroup.subtree_control").read_text().split())
        if given >= _NEEDED and os.access(home / "cgroup.procs", os.W_OK):
            return home
    return None


def make(name: str, *, memory: int, processes: int) -> Path | None:
    """A group of that name with these limits (megabytes, processes), or None without delegation."""
    home = delegated()
    if home is None:
        return None
    group = home / name
    group.mkdir()
    (group / "memory.max").write_text(str(memory << 20))
    (group / "pids.max").write_text(str(processes + 2))  # the launcher has two threads itself
    with suppress(OSError):  # without swap accounting there is nothing to forbid
        (group / "memory.swap.max").write_text("0")
    return group


def ran_out(group: Path) -> bool:
    """Whether the kernel killed something here because of the memory limit."""
    with suppress(OSError):
        events = dict(line.split() for line in (group / "memory.events").read_text().splitlines())
        return int(events.get("oom_kill", 0)) > 0
    return False


def remove(group: Path) -> None:
    """Kill everything in the group and remove it."""
    with suppress(OSError):
        (group / "cgroup.kill").write_text("1")
    for _ in range(100):
        try:
            group.rmdir()
        except FileNotFoundError:
            return
        except OSError:  # the last process is still exiting
            os.sched_yield()
