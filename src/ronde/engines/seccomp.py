"""A seccomp filter through prctl: no sockets, no tracing, no mounts, no name spaces, no io_uring.

It lists what is refused, not what is allowed, because a program may be written in any language.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from typing import Final

_SET_SECCOMP: Final = 22
_FILTER: Final = 2
_ALLOW: Final = 0x7FFF_0000
_ERRNO: Final = 0x0005_0000
_LOAD: Final = 0x20
_EQUAL: Final = 0x15
_AT_LEAST: Final = 0x35
_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06

# The new name spaces of clone(2); clone3 hides its flags in memory and is said not to exist.
_NAMESPACES: Final = 0x7E02_0000
_FOREIGN: Final = 0x4000_0000  # the x32 numbers of an x86-64 kernel

# By machine: the kernel's AUDIT_ARCH, the number of clone, and the refused calls, in this order: socket
# ptrace process_vm_readv process_vm_writev mount umount2 pivot_root chroot unshare setns bpf perf_event_open
# keyctl add_key request_key userfaultfd io_uring_setup io_uring_enter io_uring_register kcmp pidfd_getfd
# init_module finit_module delete_module reboot swapon swapoff kexec_load open_by_handle_at syslog.
_MACHINES: Final = {
    "x86_64": (
        0xC000_003E, 56, (41, 101, 310, 311, 165, 166, 155, 161, 272, 308, 321, 298, 250, 248, 249, 323, 425,
        426, 427, 312, 438, 175, 313, 176, 169, 167, 168, 246, 304, 103),
    ),
    "aarch64": (
        0xC000_00B7, 220, (198, 117, 270, 271, 40, 39, 41, 51, 97, 268, 280, 241, 219, 217, 218, 282, 425,
        426, 427, 272, 438, 105, 273, 106, 142, 224, 225, 104, 265, 116),
    ),
}  # fmt: skip
_CLONE3: Final = 435


def available() -> bool:
    """Whether the numbers of this machine are known and its kernel filters."""
    return os.uname().machine in _MACHINES and os.path.exists("/proc/sys/kernel/seccomp")


def refuse_dangerous_calls() -> None:
    """Set the filter on this process and all it will start; no_new_privs must be set before."""
    program = _program()
    buffer = ctypes.create_string_buffer(program, len(program))
    descriptor = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_SET_SECCOMP, _FILTER, descriptor, 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


def _program() -> bytes:
    arch, clone, refused = _MACHINES[os.uname().machine]
    steps = [_step(_LOAD, 4), _step(_EQUAL, arch, 1, 0), _refuse(errno.ENOSYS), _step(_LOAD, 0)]
    steps += [_step(_AT_LEAST, _FOREIGN, 0, 1), _refuse(errno.ENOSYS)]
    for number in refused:
        steps += [_step(_EQUAL, number, 0, 1), _refuse(errno.EPERM)]
    steps += [_step(_EQUAL, _CLONE3, 0, 1), _refuse(errno.ENOSYS)]
    steps += [_step(_EQUAL, clone, 0, 3), _step(_LOAD, 16), _step(_ANY_BIT, _NAMESPACES, 0, 1)]
    return b"".join([*steps, _refuse(errno.EPERM), _step(_RETURN, _ALLOW)])


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("HBBI", code, then, otherwise, value)


def _refuse(number: int) -> bytes:
    return _step(_RETURN, _ERRNO | number)
