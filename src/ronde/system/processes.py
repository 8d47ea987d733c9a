"""Processes: limits, ports, signals, languages, and starting Python."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from locale import windows_locale
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import socket
    from asyncio import AbstractEventLoop


# The language of the operating system.


def system_language() -> str:
    """The language of Windows' own menus, such as `fr_FR`; empty elsewhere, where the environment has it."""
    import ctypes  # slow to import, and few commands need it

    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return ""
    return windows_locale.get(windows.kernel32.GetUserDefaultUILanguage(), "")


# Resource limits and usage of a process; Windows has neither.


try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]


def limit_process(*, memory: int, work: int) -> None:
    """End this process if it takes more bytes of memory or seconds of CPU time."""
    if resource is None:
        return
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_CPU, work)
    _limit(resource.RLIMIT_AS, memory)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):  # some systems lack a limit
        resource.setrlimit(what, (most, hard))


def reached_cpu_limit(status: int) -> bool:
    """Whether the exit status says that the limit of CPU time was reached."""
    killed = (getattr(signal, name, None) for name in ("SIGXCPU", "SIGKILL"))
    return any(number is not None and status == -number for number in killed)


def most_open_files() -> int | None:
    """How many files and sockets this process may have open; None without a limit."""
    if resource is None:
        return None
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if files == resource.RLIM_INFINITY else files


def raise_open_files() -> None:
    """Raise the limit of open files as far as allowed."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def lower_priority(steps: int) -> None:
    """Lower the priority of this process."""
    with suppress(AttributeError, OSError):
        os.nice(steps)


# Ports: those that browsers refuse, and sockets opened at a port or at the next free one.


_OTHERS = """
    1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115
    117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563
    587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667
    6668 6669 6679 6697 10080
"""
CLOSED = frozenset(map(int, _OTHERS.split()))
"""Ports of other protocols, from which browsers refuse pages: the "bad ports" of the Fetch standard."""


def listen(host: str, port: int, *, tries: int = 1) -> list[socket.socket]:
    """Sockets bound at `host` and `port`, or at one of the next ports if it is taken and `tries` allows."""
    candidates = _candidates(port, tries)
    for number in candidates[:-1]:
        try:
            return _bound(host, number)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    return _bound(host, candidates[-1])


def _candidates(port: int, tries: int) -> list[int]:
    """The requested port, and the following ones that browsers accept."""
    after = range(port + 1, min(port + tries, 65536))
    return [port, *(number for number in after if number not in CLOSED)]


def _bound(host: str, port: int) -> list[socket.socket]:
    """One socket for each address of the name; all of them or none."""
    opened: list[socket.socket] = []
    try:
        for family, place in _addresses(host, port):
            opened.append(_socket(family, place))
    except BaseException:
        for made in opened:
            made.close()
        raise
    return opened


def _addresses(host: str, port: int) -> list[tuple[int, tuple[Any, ...]]]:
    import socket

    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, place) for family, _kind, _protocol, _name, place in entries))


def _socket(family: int, place: tuple[Any, ...]) -> socket.socket:
    import socket

    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # On Windows SO_REUSEADDR would let two servers share one port.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(place)
        made.listen(2048)
    except BaseException:
        made.close()
        raise
    return made


# Starting Python so that no file of the current folder is imported as a module.
#
# `-I` would do it too, but hides the packages a user has installed for himself.


def python_command(module: str, *words: str) -> list[str]:
    """The command line that runs a module of ours in a separate process."""
    return [sys.executable, "-P", "-m", module, *words]


def python_environment() -> dict[str, str]:
    """Our environment without the entries of PYTHONPATH that lead into the current folder."""
    environment = dict(os.environ)
    whole = [one for one in environment.pop("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(one)]
    return environment | {"PYTHONPATH": os.pathsep.join(whole)} if whole else environment


def guard_python() -> None:
    """Make this process start Python safely, too: for libraries that start it by themselves."""
    safe = python_environment() | {"PYTHONSAFEPATH": "1"}  # as -P does
    os.environ.pop("PYTHONPATH", None)
    os.environ.update(safe)


# The signals that ask a program to end.


ENDING: Final[tuple[signal.Signals, ...]] = tuple(
    getattr(signal, name)
    for name in ("SIGHUP", "SIGTERM", "SIGQUIT", "SIGBREAK")  # the last is Ctrl-Break, or a closed console
    if hasattr(signal, name)
)
"""Those that ask for a clean end; Ctrl-C is not among them."""


def on_signal(loop: AbstractEventLoop, number: signal.Signals, act: Callable[[], object]) -> None:
    """Call a function in a loop when a signal comes; the loops of Windows have no signal handlers."""
    try:
        loop.add_signal_handler(number, act)
    except NotImplementedError:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))


STDIN: Final = 0


def end_with_input() -> None:
    """End this process when its standard input does, because its parent has ended."""

    def wait() -> None:
        while os.read(STDIN, 1 << 16):  # not through sys.stdin, which waits for its readers at exit
            pass
        os._exit(0)

    threading.Thread(target=wait, name="end with input", daemon=True).start()
