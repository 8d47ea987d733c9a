"""A tmpfs for the folder of a program: limited by the kernel, gone with the program.

Mounting needs root or a user namespace; in the latter, bubblewrap does it (`jail.wrapping`).
"""

from __future__ import annotations

import ctypes
import os
from typing import Final

_NEW_MOUNTS: Final = 0x0002_0000
_PRIVATE: Final = 1 << 18
_RECURSIVE: Final = 1 << 14
_NO_SETUID: Final = 2
_NO_DEVICES: Final = 4


def mount_memory(folder: str, *, user: int, megabytes: int, entries: int) -> bool:
    """Mount a tmpfs of that size over a folder, visible to this process and its children only.

    False if it is not permitted: root without the capability, as in many containers, or not root.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_MOUNTS) or libc.mount(b"none", b"/", None, _RECURSIVE | _PRIVATE, None):
        return False
    options = f"size={megabytes}m,nr_inodes={entries},mode=0700,uid={user},gid={user}"
    flags = _NO_SETUID | _NO_DEVICES
    return not libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", flags, options.encode())
