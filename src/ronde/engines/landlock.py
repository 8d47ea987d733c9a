"""Landlock by its three system calls: a process permanently gives up files, TCP and signals to others.

Numbers and structures are those of the kernel's header linux/landlock.h; no library is needed.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Final

_CREATE: Final = 444
_ADD_RULE: Final = 445
_RESTRICT: Final = 446
_NO_NEW_PRIVS: Final = 38

_FILES: Final = 0b100_0000_0000_0111 | 1 << 15  # execute, write, read, truncate, ioctl: what a file can have
READ: Final = 0b1101
"""Execute, read a file, read a folder."""
WRITE: Final = 0xFFFF
"""Everything below a folder."""
DEVICE: Final = 0b100_0000_0000_0110 | 1 << 15
"""Read and write a device file."""


@cache
def _libc() -> ctypes.CDLL:
    """The C library; Windows, which imports this module too, has none of this name."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def version() -> int:
    """The version of Landlock in this kernel; 0 without Landlock."""
    return max(0, int(_libc().syscall(_CREATE, None, 0, 1)))


def no_new_privileges() -> None:
    """No program started from here on can gain privileges, setuid or not."""
    if _libc().prctl(_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def confine(rules: Iterable[tuple[str, int]]) -> None:
    """Restrict this process, and all it will start, to the rules: paths with what is allowed there.

    no_new_privs must be set before. Where the kernel is new enough, TCP, abstract sockets and signals to
    processes outside are forbidden too.
    """
    now = version()
    handled = (1 << (13 if now < 2 else 14 if now < 3 else 15 if now < 5 else 16)) - 1
    fields = struct.pack("QQQ", handled, 3, 3)[: 8 if now < 4 else 16 if now < 6 else 24]
    ruleset = _checked(_libc().syscall(_CREATE, fields, len(fields), 0))
    for path, wanted in rules:
        with suppress(FileNotFoundError, PermissionError):  # a missing path needs no rule
            _allow(ruleset, path, wanted & handled)
    _checked(_libc().syscall(_RESTRICT, ruleset, 0))
    os.close(ruleset)


def _allow(ruleset: int, path: str, wanted: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        allowed = wanted if os.path.isdir(path) else wanted & _FILES
        _checked(_libc().syscall(_ADD_RULE, ruleset, 1, struct.pack("=Qi", allowed, place), 0))
    finally:
        os.close(place)


def _checked(answer: int) -> int:
    if answer < 0:
        raise OSError(ctypes.get_errno(), "landlock")
    return int(answer)
