"""A program that tries what a sandbox should prevent, one act per start, and reports whether it succeeded.

`probing.py` plays it as any other program is played. It runs by itself, with whatever Python the sandbox can
start: its first argument is the act and its target, its answer `done` or `stopped`.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import signal
import socket
import sys
import threading
import time
from functools import cache
from typing import Any

try:
    import resource
except ImportError:  # Windows, where this file is imported but never run
    resource = None  # type: ignore[assignment]

_MB = 1 << 20


@cache
def _libc() -> ctypes.CDLL:
    """The C library; Windows, which imports this module too, has none of this name."""
    return ctypes.CDLL(None, use_errno=True)


_NO_RESERVE = 0x4000
_SHMGET = {"x86_64": 29, "aarch64": 194}
_SHMCTL = {"x86_64": 31, "aarch64": 195}


_EXIT = {"x86_64": 60, "aarch64": 93}
_HELD = 2.0
"""Seconds for which something is held that the referee should notice and end the program for."""


def _reads(aim: dict[str, Any]) -> None:
    with open(aim["path"], "rb") as file:
        file.read(1)


def _writes(aim: dict[str, Any]) -> None:
    with open(aim["path"], "w") as file:
        file.write("x")


def _takes_rights(aim: dict[str, Any]) -> None:
    os.chmod(aim["path"], aim["mode"])


def _sets_limits(aim: dict[str, Any]) -> None:
    resource.prlimit(aim["pid"], resource.RLIMIT_CORE, tuple(aim["core"]))


def _sets_affinity(aim: dict[str, Any]) -> None:
    os.sched_setaffinity(aim["pid"], aim["cores"])


def _sets_priority(aim: dict[str, Any]) -> None:
    os.setpriority(os.PRIO_PROCESS, aim["pid"], aim["nice"])


def _signals(aim: dict[str, Any]) -> None:
    os.kill(aim["pid"], 0)


def _sees(aim: dict[str, Any]) -> None:
    with open(f"/proc/{aim['pid']}/cmdline", "rb") as file:
        file.read(1)


def _reaches_output(aim: dict[str, Any]) -> None:
    """Find the standard output of a supervisor or of the referee, where anything could then be written."""
    for pid in (*_supervisors(), aim["pid"]):
        try:
            os.readlink(f"/proc/{pid}/fd/1")
        except OSError:
            continue
        return
    raise PermissionError


def _supervisors() -> list[int]:
    """The parent process, and its parent if that is visible."""
    guard = os.getppid()
    try:
        with open(f"/proc/{guard}/stat") as file:
            return [guard, int(file.read().rpartition(")")[2].split()[1])]
    except OSError:
        return [guard]


def _opens_sockets(aim: dict[str, Any]) -> None:
    socket.socket().close()


def _sends_datagrams(aim: dict[str, Any]) -> None:
    """Get an unconnected socket, which can send to every address."""
    for side in socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM):
        side.close()


def _shares_memory(aim: dict[str, Any]) -> None:
    machine = os.uname().machine
    segment = _libc().syscall(_SHMGET[machine], 0, 4096, 0o1600)
    if segment < 0:
        raise OSError(ctypes.get_errno(), "shmget")
    _libc().syscall(_SHMCTL[machine], segment, 0, None)


def _keeps_memory_files(aim: dict[str, Any]) -> None:
    os.close(os.memfd_create("probe"))


def _hides_memory(aim: dict[str, Any]) -> None:
    """Hold more than is allowed, with little of it mapped at a time."""
    held = mmap.mmap(-1, aim["megabytes"] * _MB)
    for at in range(0, aim["megabytes"] * _MB, 8 * _MB):
        held[at : at + 8 * _MB] = b"x" * (8 * _MB)
        held.madvise(mmap.MADV_DONTNEED, at, 8 * _MB)
    time.sleep(_HELD)


def _hides_in_threads(aim: dict[str, Any]) -> None:
    """Hold more than is allowed after the first thread, by which a process is known, has ended."""
    threading.Thread(target=_leaderless, args=(aim["megabytes"],)).start()
    _libc().syscall(_EXIT[os.uname().machine], 0)


def _leaderless(megabytes: int) -> None:
    held = b"x" * (megabytes * _MB)
    time.sleep(_HELD)
    os.write(1, b"done" if held else b"")
    os._exit(0)


def _hoards_sockets(aim: dict[str, Any]) -> None:
    """Leave unread data in sockets of four processes, more than is allowed in total."""
    child = any(os.fork() == 0 for _ in range(3))
    left, kept = aim["megabytes"] * _MB // 4, []
    while left > 0:
        pair = socket.socketpair()
        kept.append(pair)
        for side in pair:
            side.setblocking(False)
            try:
                while left > 0:
                    left -= side.send(bytes(32_768))
            except BlockingIOError:
                pass
    time.sleep(_HELD)
    if child:
        os._exit(0)


def _hoards_tables(aim: dict[str, Any]) -> None:
    """Map so many places that the page tables take more than is allowed."""
    span = aim["megabytes"] * 256 * 2 * _MB
    _libc().mmap.restype = ctypes.c_void_p
    _libc().mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
    at = _libc().mmap(None, span, mmap.PROT_READ, private, -1, 0)
    if at == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno(), "mmap")
    zeros = sum(ctypes.c_ubyte.from_address(place).value for place in range(at, at + span, 2 * _MB))
    assert not zeros
    time.sleep(_HELD)


def _splices_memory(aim: dict[str, Any]) -> None:
    """Splice memory into a pipe, where it stays after the program has unmapped it."""
    writing = os.pipe()[1]
    page = ctypes.create_string_buffer(16)
    piece = (ctypes.c_size_t * 2)(ctypes.addressof(page), 16)
    if _libc().vmsplice(writing, piece, 1, 0) < 0:
        raise OSError(ctypes.get_errno(), "vmsplice")


def _changes_times(aim: dict[str, Any]) -> None:
    os.utime(aim["path"], tuple(aim["times"]))


def _fills_folder(aim: dict[str, Any]) -> None:
    for number in range(aim["megabytes"]):
        with open(f"file-{number}", "wb") as file:
            file.write(b"x" * _MB)
    time.sleep(_HELD)


def _crowds_folder(aim: dict[str, Any]) -> None:
    for number in range(aim["entries"]):
        os.mkdir(str(number))
    time.sleep(4 * _HELD)  # so many entries take a busy machine longer to count


def _outlives(aim: dict[str, Any]) -> None:
    """Leave a child without environment, session or parent, and kill a supervisor if possible."""
    guards = _supervisors()
    if os.fork() == 0:
        os.setsid()
        time.sleep(0.1)
        os.execve("/bin/sleep", ["sleep", "3"], {})
    for pid in reversed(guards):
        try:
            if pid > 1:
                os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    time.sleep(0.3)


ACTS = {
    "reads-others": _reads,
    "reads-opponent": _reads,
    "writes-outside": _writes,
    "takes-rights": _takes_rights,
    "changes-times": _changes_times,
    "sets-limits": _sets_limits,
    "sets-affinity": _sets_affinity,
    "sets-priority": _sets_priority,
    "signals-others": _signals,
    "sees-processes": _sees,
    "reaches-output": _reaches_output,
    "opens-sockets": _opens_sockets,
    "sends-datagrams": _sends_datagrams,
    "shares-memory": _shares_memory,
    "memory-files": _keeps_memory_files,
    "hides-memory": _hides_memory,
    "hides-in-threads": _hides_in_threads,
    "hoards-sockets": _hoards_sockets,
    "hoards-tables": _hoards_tables,
    "splices-memory": _splices_memory,
    "fills-folder": _fills_folder,
    "crowds-folder": _crowds_folder,
    "outlives": _outlives,
}


def main() -> None:
    aim = json.loads(sys.argv[1])
    try:
        ACTS[aim["act"]](aim)
    except (OSError, ValueError):
        print("stopped")
    else:
        print("done")


if __name__ == "__main__":
    main()
