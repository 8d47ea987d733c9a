"""Ports: those that browsers refuse, and sockets opened at a port or at the next free one."""

from __future__ import annotations

import errno
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # slow to import, and few commands open a socket
    import socket

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
