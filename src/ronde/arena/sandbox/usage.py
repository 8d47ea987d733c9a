"""What a program uses: the memory of all its processes, and the disk space of its folder.

Memory is more than the resident pages of processes: shared pages stay when nobody has them mapped, the kernel
holds page tables and socket buffers, and a tmpfs is memory too.
"""

from __future__ import annotations

import mmap
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from ronde.arena.launcher import tree
from ronde.arena.sandbox.engine import EngineFault, Verdict
from ronde.arena.sandbox.removal import readable

MOST_ENTRIES: Final = 8_192
"""The largest number of files and folders in the folder of a program."""
_MOST_LEVELS: Final = 64
_PAGE: Final = mmap.PAGESIZE
_REST: Final = 20
"""Counting takes one part in so many of the time: a full folder must not slow the referee down."""
_LONGEST_REST: Final = 0.5
_RECENT: Final = 0.2
"""Seconds for which the last count of the folder is recent enough when a program ends."""
_GONE: Final = (FileNotFoundError, ProcessLookupError, PermissionError)
_SHARED: Final = b"/dev/zero (deleted)"
"""How anonymous shared memory appears in the maps of a process (proc_pid_maps(5))."""
_TABLES: Final = re.compile(rb"VmPTE:\s*(\d+) kB")
_FEW: Final = 8
"""With this few open files, sockets are not counted."""


class Usage:
    """Samples what one program uses and checks the limits."""

    def __init__(self, folder: int, *, bounded: bool, memory: int, room: int) -> None:
        self._folder = folder
        self._bounded = bounded
        """Whether the folder is its own file system, whose size the kernel limits."""
        self._memory = memory
        self._room = room
        self._next = 0.0
        """When the folder may be counted again."""
        self._counted = time.monotonic()
        """When it was counted last."""

    def check(self, pids: list[int]) -> None:
        """EngineFault if the processes, or the folder, exceed their limits."""
        if memory_of(pids, self._memory << 20) + self._in_memory() > self._memory << 20:
            raise EngineFault(Verdict.MEMORY, f"{self._memory} MB")
        self.check_folder(pids)

    def check_folder(self, pids: Iterable[int] = ()) -> None:
        """EngineFault if the folder exceeds its limit."""
        if self._bounded:
            room = os.fstatvfs(self._folder)
            if room.f_files - room.f_ffree > MOST_ENTRIES:
                raise EngineFault(Verdict.FLOOD, f"entries {MOST_ENTRIES}")
            return
        if time.monotonic() >= self._next:
            self._count(pids)

    def check_at_end(self) -> None:
        """The same when the program has ended, on nobody's clock; quick moves share a count."""
        now = time.monotonic()
        if now - self._counted < _RECENT:
            return
        if self._bounded:
            self._counted = now
            self.check_folder()
        else:  # counting pauses for longer than some programs run
            self._count(())

    def _count(self, pids: Iterable[int]) -> None:
        self._counted = time.monotonic()
        _count(self._folder, pids, self._room)
        ended = time.monotonic()
        self._next = ended + min((ended - self._counted) * _REST, _LONGEST_REST)

    def _in_memory(self) -> int:
        if not self._bounded:
            return 0
        room = os.fstatvfs(self._folder)
        return (room.f_blocks - room.f_bfree) * room.f_frsize


def memory_of(pids: Iterable[int], enough: int) -> int:
    """The bytes that processes hold; pages of files count once for each process that has them mapped.

    Anonymous shared memory counts fully, once, whether it is mapped or not, and so does every socket with its
    whole buffer. Only a process with an address space larger than `enough` can hide that much, or need so
    many page tables: only for those are maps and tables read.
    """
    total = 0
    shared: dict[bytes, int] = {}
    sockets: set[int] = set()
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            threads = tree.threads(pid)
            place, (size, resident, common) = _pages_of(threads)
            total += resident * _PAGE
            try:
                sockets |= _sockets_of(threads)
                own = _shared_by(place) if size * _PAGE > enough else {}
            except PermissionError:
                if os.geteuid():  # one of our own that cannot be read has hidden itself: it executed a file
                    return enough + 1  # that nobody may read. Root without the capability can read nobody.
                continue
            if size * _PAGE > enough:
                total += _tables_of(place) - min(common * _PAGE, sum(own.values()))
                shared |= own
    return total + sum(shared.values()) + len(sockets) * (_socket_room() if sockets else 0)


def _pages_of(threads: list[str]) -> tuple[str, tuple[int, int, int]]:
    """A thread that knows the memory of its process, and its pages; ended threads know none."""
    for place in threads:
        with suppress(*_GONE):
            size, resident, common = map(int, Path(f"{place}/statm").read_bytes().split()[:3])
            if size:
                return place, (size, resident, common)
    return "", (0, 0, 0)


def _tables_of(place: str) -> int:
    """The bytes of the page tables of a process."""
    match = _TABLES.search(Path(f"{place}/status").read_bytes())
    return int(match[1]) * 1024 if match else 0


def _sockets_of(threads: list[str]) -> set[int]:
    """The sockets of a process, by inode; a thread can have its own files."""
    sockets: set[int] = set()
    for thread in threads:
        try:
            sockets |= _sockets_in(f"{thread}/fd")
        except PermissionError:
            if not _has_ended(thread):
                raise
    return sockets


def _sockets_in(place: str) -> set[int]:
    """The sockets among open files; none if there are too few files to matter."""
    sockets: set[int] = set()
    with suppress(FileNotFoundError, ProcessLookupError):
        if 0 < os.stat(place).st_size <= _FEW:  # kernels before 6.2 do not tell how many there are
            return sockets
        for number in os.listdir(place):
            with suppress(FileNotFoundError, ProcessLookupError):
                kind = os.stat(f"{place}/{number}")
                if stat.S_ISSOCK(kind.st_mode):
                    sockets.add(kind.st_ino)
    return sockets


def _has_ended(thread: str) -> bool:
    """Whether a thread has no memory any more; /proc then shows its files as root's (fs/proc/base.c)."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"{thread}/statm").read_bytes().startswith(b"0 ")
    return True


@cache
def _socket_room() -> int:
    """The bytes that a socket may hold: its default buffer (socket(7)), and the message that overfills it."""
    return 2 * int(Path("/proc/sys/net/core/wmem_default").read_bytes())


def _shared_by(place: str) -> dict[bytes, int]:
    """The sizes of the anonymous shared memory of a process, by identity."""
    sizes: dict[bytes, int] = {}
    for line in Path(f"{place}/maps").read_bytes().splitlines():
        if line.endswith(_SHARED):
            span, _, _, device, inode, *_ = line.split()
            begin, _, end = span.partition(b"-")
            key = device + inode
            sizes[key] = sizes.get(key, 0) + int(end, 16) - int(begin, 16)
    return sizes


def _count(folder: int, pids: Iterable[int], room: int) -> None:
    """Count a folder on a disk, including open deleted files; EngineFault if it is too much."""
    held = 0
    kinds = chain(_inside(folder), _nameless(pids, os.fstat(folder).st_dev))
    for number, kind in enumerate(kinds, start=1):
        held += kind.st_blocks * 512
        if held > room << 20:
            raise EngineFault(Verdict.FLOOD, f"folder {room}")
        if number > MOST_ENTRIES:
            raise EngineFault(Verdict.FLOOD, f"entries {MOST_ENTRIES}")


def _inside(folder: int, level: int = 0) -> Iterator[os.stat_result]:
    """The entries of a folder and below; too deep a nesting counts as too many entries."""
    if level > _MOST_LEVELS:
        raise EngineFault(Verdict.FLOOD, f"entries {MOST_ENTRIES}")
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                kind = entry.stat(follow_symlinks=False)
                yield kind
                if stat.S_ISDIR(kind.st_mode):
                    yield from _below(folder, entry.name, level)


def _below(folder: int, name: str, level: int) -> Iterator[os.stat_result]:
    place = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        inner = readable(place)
    finally:
        os.close(place)
    try:
        yield from _inside(inner, level + 1)
    finally:
        os.close(inner)


def _nameless(pids: Iterable[int], device: int) -> Iterator[os.stat_result]:
    """The deleted files that processes still have open."""
    seen: set[int] = set()
    for place in _files_of(pids):
        with suppress(OSError):
            kind = os.stat(place)
            removed = stat.S_ISREG(kind.st_mode) and kind.st_nlink == 0 and kind.st_dev == device
            if removed and kind.st_ino not in seen:
                seen.add(kind.st_ino)
                yield kind


def _files_of(pids: Iterable[int]) -> Iterator[str]:
    """The open files of processes in /proc; a thread can have its own files."""
    for pid in pids:
        for thread in tree.threads(pid):
            with suppress(*_GONE):
                for number in os.listdir(f"{thread}/fd"):
                    yield f"{thread}/fd/{number}"
