"""When the bytes of an engine came to this machine, as the kernel knows it, and not when our loop read them.

Linux stamps what comes on a TCP connection (socket(7), SO_TIMESTAMPNS), and tells it to who looks before the
loop reads. Whatever else kept the loop busy meanwhile, and however long, is not the engine's time. Elsewhere,
and where bytes are encrypted, an answer came when it was read.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
import time
from typing import Final
from weakref import finalize

NOTICED: Final = 0.001
"""Seconds from which on our own delay is taken out of an engine's time; every machine is a little late."""
SOON: Final = 0.005
"""Seconds after a request within which nobody looks: no answer can have lain longer, and looks cost time."""
_STAMPS: Final = 35
"""SO_TIMESTAMPNS, SCM_TIMESTAMPNS (asm-generic/socket.h)."""
_STAMP: Final = struct.Struct("@qq")
_ROOM: Final = socket.CMSG_SPACE(_STAMP.size) if hasattr(socket, "CMSG_SPACE") else 0
_LAST_DATA: Final = slice(52, 56)
"""Where struct tcp_info (linux/tcp.h) has the milliseconds since the last data came, or the connection."""
_ROUND_TRIP: Final = slice(68, 72)
"""Where it has the microseconds that the other side took to agree to a new connection."""


class StampedSocket:
    """A socket whose kernel says when something came on it."""

    def __init__(self, own: socket.socket, buffer: bytearray) -> None:
        self._own, self._buffer = own, buffer
        self._seen, self._stamp = 0, 0.0
        self._leave = finalize(self, own.detach)
        """Called at the latest when nobody knows this any more: the number may be somebody else's by then."""

    def look(self, asked: float) -> None:
        """See when what waits to be read came, if it may have lain for long since that request."""
        late = time.monotonic() - asked > SOON
        self._seen, self._stamp = _look(self._own, self._buffer) if late else (0, 0.0)

    def came(self, size: int) -> float:
        """When that many bytes came, just read; if more came after the look, all of them came only now."""
        lain = max(0.0, time.time() - self._stamp) if self._stamp and size == self._seen else 0.0
        return time.monotonic() - lain  # looked at last: a pause in between is not given away

    def leave(self) -> None:
        """The transport closes it."""
        self._leave()


def stamped(transport: asyncio.BaseTransport, buffer: bytearray) -> StampedSocket | None:
    """Somebody who knows when what is read into the buffer came; None if nobody can say so."""
    shown = transport.get_extra_info("socket")
    if sys.platform != "linux" or shown is None or transport.get_extra_info("sslcontext") is not None:
        return None
    own = socket.socket(fileno=shown.fileno())  # the same socket: that of uvloop cannot be looked at
    try:
        own.setsockopt(socket.SOL_SOCKET, _STAMPS, 1)
    except OSError:
        own.detach()
        return None
    return StampedSocket(own, buffer)


def _look(own: socket.socket, buffer: bytearray) -> tuple[int, float]:
    """How many bytes wait to be read, and when the last of them came, by `time.time`; 0 if nobody knows."""
    try:
        seen, notes, _, _ = own.recvmsg_into([buffer], _ROOM, socket.MSG_PEEK)
    except OSError:
        return 0, 0.0
    for level, kind, data in notes:
        if level == socket.SOL_SOCKET and kind == _STAMPS and len(data) == _STAMP.size:
            seconds, nanoseconds = _STAMP.unpack(data)
            return seen, seconds + nanoseconds / 1e9
    return seen, 0.0


def unnoticed(transport: asyncio.BaseTransport | None, spent: float) -> float:
    """Seconds for which a new connection was there before we noticed, of those spent on making it.

    The kernel knows when the other side agreed, in its own coarse ticks, and exactly how long that took.
    """
    line = transport.get_extra_info("socket") if transport is not None else None
    try:
        noted = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _ROUND_TRIP.stop) if line else b""
    except OSError:
        return 0.0
    since, took = (int.from_bytes(noted[part], sys.byteorder) for part in (_LAST_DATA, _ROUND_TRIP))
    return max(0.0, min(since / 1e3, spent - took / 1e6))


def not_charged(since: float, arrival: float, now: float) -> float:
    """Seconds from an arrival until now that an engine asked at `since` does not pay for."""
    delay = now - max(arrival, since)
    return delay if delay >= NOTICED else 0.0
