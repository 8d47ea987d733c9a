"""Landlock, seccomp and a tmpfs by their system calls."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Final

# Landlock by its three system calls: a process permanently gives up files, TCP and signals to others.
#
# Numbers and structures are those of the kernel's header linux/landlock.h; no library is needed.


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


# A seccomp filter through prctl: blocks system calls that no player needs and that would leave the
# sandbox.
#
# It lists what is refused, not what is allowed, because a program may be written in any language. The
# numbers
# of the calls are those of the kernel's tables for x86-64 and arm64 (asm/unistd_64.h, asm-
# generic/unistd.h).


_SET_SECCOMP: Final = 22
_FILTER: Final = 2
_ALLOW: Final = 0x7FFF_0000
_ERRNO: Final = 0x0005_0000
_LOAD: Final = 0x20
_EQUAL: Final = 0x15
_AT_LEAST: Final = 0x35
_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06

# The new namespaces of clone(2); clone3 hides its flags in memory and is reported as missing.
_NAMESPACES: Final = 0x7E02_0000
_FOREIGN: Final = 0x4000_0000  # the x32 numbers of an x86-64 kernel
_CLONE3: Final = 435

_MACHINES: Final = {"x86_64": (0xC000_003E, 0), "aarch64": (0xC000_00B7, 1)}
"""By machine: the kernel's AUDIT_ARCH, and the column of the tables below."""

_REFUSED: Final = {
    # other processes, other namespaces, the kernel itself
    "socket": (41, 198), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "migrate_pages": (256, 238),
    "move_pages": (279, 239), "kcmp": (312, 272), "pidfd_getfd": (438, 438),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280), "perf_event_open": (298, 241),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "open_by_handle_at": (304, 265), "syslog": (103, 116),
    # memory that belongs to no process and outlives it
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "shmat": (30, 196),
    "shmctl": (31, 195), "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "mq_open": (240, 180), "vmsplice": (278, 75), "io_setup": (206, 0),
}  # fmt: skip
_RIGHTS: Final = {
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "removexattrat": (466, 466), "file_setattr": (469, 469),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
}  # fmt: skip
"""Permissions and times of files, which Landlock does not restrict (landlock(7), "Current limitations")."""
_OF_OTHERS: Final = {
    "prlimit64": (302, 261), "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274),
}  # fmt: skip
"""Calls whose first argument is a process; 0 is the caller."""
_WHOSE: Final = {"setpriority": (141, 140), "ioprio_set": (251, 30)}
"""Calls whose first argument tells what the second refers to; 0 there is the caller, or all of its user."""
_ALL_OF_USER: Final = {"setpriority": 2, "ioprio_set": 3}
_PRCTL: Final = (157, 167)
_SET_DUMPABLE: Final = 4  # would hide the process from a referee of the same user
_SETSOCKOPT: Final = (54, 208)
_SEND_ROOM: Final = 7  # SO_SNDBUF: data in a socket counts as no process's memory; the default size is enough
_SOCKETPAIR: Final = (53, 199)
_LOCAL: Final = 1  # AF_UNIX
_TO_ANYBODY: Final = (
    2  # a bit of SOCK_DGRAM and SOCK_RAW: such a socket can send to any address, paired or not
)
_CLONE: Final = (56, 220)


def available() -> bool:
    """Whether the call numbers of this machine are known and its kernel supports seccomp."""
    return os.uname().machine in _MACHINES and os.path.exists("/proc/sys/kernel/seccomp")


def refuse_dangerous_calls(*, rights: bool = False) -> None:
    """Install the filter for this process and all it will start; no_new_privs must be set before.

    With `rights`, nobody may change the permissions or times of files: where referee, program and opponent
    are one user, they own the same files.
    """
    program = _program(rights=rights)
    buffer = ctypes.create_string_buffer(program, len(program))
    descriptor = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_SET_SECCOMP, _FILTER, descriptor, 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


def _program(*, rights: bool) -> bytes:
    arch, column = _MACHINES[os.uname().machine]
    steps = [_step(_LOAD, 4), _step(_EQUAL, arch, 1, 0), _refuse(errno.ENOSYS), _step(_LOAD, 0)]
    steps += [_step(_AT_LEAST, _FOREIGN, 0, 1), _refuse(errno.ENOSYS)]
    for numbers in (*_REFUSED.values(), *(_RIGHTS.values() if rights else ())):
        if numbers[column] is not None:
            steps += [_step(_EQUAL, numbers[column], 0, 1), _refuse(errno.EPERM)]
    steps += [_step(_EQUAL, _CLONE3, 0, 1), _refuse(errno.ENOSYS)]
    for numbers in _OF_OTHERS.values():
        steps += _when(numbers[column], _only(0, 0))
    for name, numbers in _WHOSE.items():
        steps += _when(numbers[column], [*_never(0, _ALL_OF_USER[name]), *_only(1, 0)])
    steps += _when(_PRCTL[column], _never(0, _SET_DUMPABLE))
    steps += _when(_SETSOCKOPT[column], _never(2, _SEND_ROOM))
    steps += _when(_SOCKETPAIR[column], [*_only(0, _LOCAL), *_no_bit(1, _TO_ANYBODY)])
    steps += _when(_CLONE[column], _no_bit(0, _NAMESPACES))
    return b"".join([*steps, _step(_RETURN, _ALLOW)])


def _when(number: int, steps: Iterable[bytes]) -> list[bytes]:
    """Steps for one call; they must decide, because the number is not loaded any more after them."""
    decided = [*steps, _step(_RETURN, _ALLOW)]
    return [_step(_EQUAL, number, 0, len(decided)), *decided]


def _only(at: int, value: int) -> list[bytes]:
    """Refuse the call unless an argument has that value."""
    return [_argument(at), _step(_EQUAL, value, 1, 0), _refuse(errno.EPERM)]


def _never(at: int, value: int) -> list[bytes]:
    """Refuse the call if an argument has that value."""
    return [_argument(at), _step(_EQUAL, value, 0, 1), _refuse(errno.EPERM)]


def _no_bit(at: int, bits: int) -> list[bytes]:
    """Refuse the call if an argument has one of these bits."""
    return [_argument(at), _step(_ANY_BIT, bits, 0, 1), _refuse(errno.EPERM)]


def _argument(at: int) -> bytes:
    """Load the low half of an argument: processes and flags are ints."""
    return _step(_LOAD, 16 + 8 * at)


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("HBBI", code, then, otherwise, value)


def _refuse(number: int) -> bytes:
    return _step(_RETURN, _ERRNO | number)


# A tmpfs for the folder of a program: limited by the kernel, gone with the program.
#
# Mounting needs root or a user namespace; in the latter, bubblewrap does it (`jail.wrapping`).


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
