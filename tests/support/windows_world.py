"""The world as Ronde finds it on Windows.

Modules, functions and constants that Windows lacks are hidden from the modules of Ronde, and only from them:
the standard library goes on working with the system that is really there. `msvcrt` locks like the real one,
on top of the locks of this system. What this cannot show is how paths, consoles and the disk of Windows
behave.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import fcntl
import os
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.support.processes import plain_environment
from tests.support.root import ROOT

MISSING: Final = frozenset(
    {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "uvloop", "curses"}
)
"""Modules that Windows has not."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LACKS: Final[Mapping[str, frozenset[str]]] = {
    "os": _words("""
        CLD_EXITED O_ACCMODE O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NOATIME O_NOCTTY
        O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC O_TMPFILE P_ALL P_PID P_PIDFD POSIX_SPAWN_DUP2
        POSIX_SPAWN_OPEN SCHED_BATCH SCHED_OTHER SF_NODISKIO WCONTINUED WEXITED WNOHANG WNOWAIT
        WSTOPPED chown chroot copy_file_range fchdir fchmod fchown fdatasync fork forkpty fpathconf
        fstatvfs geteuid getegid getgid getgroups getloadavg getpgid getpgrp getpriority getresuid
        getsid getuid getxattr killpg lchown listxattr lockf major makedev memfd_create minor mkfifo
        mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn
        posix_spawnp pread preadv pwrite pwritev register_at_fork removexattr sched_getaffinity
        sched_get_priority_max sched_setaffinity sched_setscheduler sched_yield sendfile setegid
        seteuid setgid setgroups setns setpgid setpriority setregid setresgid setresuid setreuid
        setsid setuid setxattr splice statvfs sync sysconf sysconf_names tcgetpgrp tcsetpgrp ttyname
        uname unshare wait wait3 wait4 waitid
    """),
    "signal": _words("""
        SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF SIGPWR SIGQUIT SIGRTMAX
        SIGRTMIN SIGSTOP SIGSYS SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM
        SIGWINCH SIGXCPU SIGXFSZ alarm getitimer pause pidfd_send_signal pthread_kill
        pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait sigwaitinfo SIG_BLOCK
        SIG_UNBLOCK SIG_SETMASK
    """),
    "socket": _words("""
        AF_UNIX SOCK_SEQPACKET CMSG_LEN CMSG_SPACE SCM_RIGHTS SO_PEERCRED send_fds recv_fds
    """),
    "ctypes": frozenset({"pythonapi"}),
    "select": frozenset({"poll", "epoll", "kqueue"}),
    "time": frozenset({"clock_gettime", "clock_settime", "CLOCK_MONOTONIC", "CLOCK_REALTIME", "tzset"}),
}
_LK_UNLCK, _LK_LOCK, _LK_NBLCK = 0, 1, 2


class Poorer(types.ModuleType):
    """A module without the names that Windows lacks."""

    def __init__(self, real: types.ModuleType, lacks: frozenset[str]) -> None:
        super().__init__(real.__name__)
        self.__dict__["_real"], self.__dict__["_lacks"] = real, lacks

    def __getattr__(self, name: str) -> Any:
        if name in self._lacks:
            raise AttributeError(f"module {self._real.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)


def _locking(handle: int, mode: int, count: int) -> None:
    """`msvcrt.locking`: lock or free `count` bytes from the place where the file is read."""
    kind = {_LK_UNLCK: fcntl.LOCK_UN, _LK_LOCK: fcntl.LOCK_EX, _LK_NBLCK: fcntl.LOCK_EX | fcntl.LOCK_NB}[mode]
    try:
        fcntl.lockf(handle, kind, count, os.lseek(handle, 0, os.SEEK_CUR))
    except BlockingIOError as held:
        raise PermissionError(errno.EACCES, "Permission denied") from held


def _msvcrt() -> types.ModuleType:
    module = types.ModuleType("msvcrt")
    vars(module).update(
        locking=_locking, LK_UNLCK=_LK_UNLCK, LK_LOCK=_LK_LOCK, LK_NBLCK=_LK_NBLCK, LK_RLCK=_LK_LOCK
    )
    return module


def _cdll(name: str | None, *rest: Any, **more: Any) -> ctypes.CDLL:
    """`ctypes.CDLL`: Windows has no library that stands for the program itself."""
    if name is None:
        raise TypeError("argument of type 'NoneType' is not iterable")
    return ctypes.CDLL(name, *rest, **more)


def hide() -> None:
    """From now on, modules of Ronde that are imported see what there is on Windows."""
    real_import, msvcrt = builtins.__import__, _msvcrt()
    poorer: dict[str, Poorer] = {}

    def imported(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        importer = str((globals or {}).get("__name__", ""))
        if not importer.startswith("ronde") or level:
            return real_import(name, globals, locals, fromlist or (), level)
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
        if name == "msvcrt":
            return msvcrt
        found = real_import(name, globals, locals, fromlist or (), level)
        if name in LACKS:
            found = poorer.setdefault(name, Poorer(found, LACKS[name]))
        if name == "ctypes":
            found.__dict__["CDLL"] = _cdll
        return found

    builtins.__import__ = imported


def environment(folder: Path) -> dict[str, str]:
    """What makes every Python that is started, and those that it starts, see the world of Windows."""
    (folder / "sitecustomize.py").write_text(
        f"import sys\nsys.path.append({str(ROOT)!r})\nfrom tests.support.windows_world import hide\nhide()\n",
        encoding="utf-8",
    )
    return {**plain_environment(), "PYTHONPATH": str(folder), "PYTHONUTF8": "1"}
