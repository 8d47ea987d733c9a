"""Request heads: parsed with limits on their size and on the time they take to arrive.

uvicorn's own protocol takes a head of any length and waits for its end for ever: httptools counts nothing.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import struct
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ronde.i18n.door import LANGUAGES, say
from ronde.web.server.connections import Connections, Place, Wait

LARGEST_HEAD: Final = 32_768
"""Bytes of the first line and all header lines; cookies of other programs on localhost come along."""
MOST_LINES: Final = 100
MOST_AHEAD: Final = 16
"""Requests sent before the one in front of them is answered; no browser sends any."""
SLOWEST: Final = 4_000
"""Bytes a second of a body, once the first seconds are over."""
SLOWEST_READER: Final = 1_000
"""Bytes a second of an answer that a client reads at least, while more of it waits."""
SMALLEST: Final = 8
"""Bytes that one byte of a body may take on the wire, with what stands around the pieces it comes in."""
IGNORED: Final = 2_000_000
"""Bytes that are heard after a refusal."""
UNSENT: Final = 65_536
"""Bytes of an answer that the kernel takes before the other end has room for them."""
_ODD: Final = ("Invalid HTTP request", "Unsupported upgrade", "No supported WebSocket")
_AFTER_AUTHORITY: Final = re.compile(rb"[/?#]")
_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""Closing waits for nothing (socket(7), SO_LINGER)."""
AGAIN: Final = 5.0
"""Seconds between two looks at a body that comes fast enough."""


class _OurTroubleOnly(logging.Filter):
    """Drops messages of uvicorn about malformed requests, and about pages that a stopping server gave up.

    A million of the former would fill the disk; the latter are no trouble, and came with a traceback each.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is to be written."""
        given_up = record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)
        return not given_up and not str(record.msg).startswith(_ODD)


logging.getLogger("uvicorn.error").addFilter(_OurTroubleOnly())


class RequestHeads(HttpToolsProtocol):
    """One connection of the crowd."""

    def __init__(self, *args: Any, crowd: Connections, **more: Any) -> None:
        super().__init__(*args, **more)
        self.crowd = crowd
        self.waiting: Wait | None = None
        self.pending = 0
        self.places: tuple[Place, ...] = ()
        self._heading = False
        self._fed = 0
        """Bytes in which the head lies that is being read."""
        self._body_open = False
        self._body_since, self._body = 0.0, 0
        self._content = 0
        """Bytes of the body itself, of all that came for it."""
        self._unsent = 0
        """Bytes of an answer that waited when they were last looked at."""
        self._refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or refuse it if there is no room."""
        super().connection_made(transport)
        _leave_little_to_the_kernel(transport)
        if not self.crowd.welcome(self, self.client[0] if self.client else ""):
            self._refused = True
            transport.write(_answer(503))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or its connection was closed."""
        self.crowd.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and see that a head ends and a body arrives."""
        if self._refused:
            self._ignore(data)
            return
        if self.waiting is Wait.FIRST or self.waiting is Wait.IDLE:
            self.crowd.go_on(self)
        going_on = self._heading
        self._fed = self._fed + len(data) if going_on else len(data)
        super().data_received(data)
        if self._refused or self.transport.is_closing():
            return
        if self._heading:
            self._unfinished(data, going_on)
        elif self._body_open:
            self._body += len(data)
            if self._body > 4 * LARGEST_HEAD + SMALLEST * self._content:
                self._refuse(431)
                return
            if self.waiting is None:
                self.crowd.wait(self, Wait.BODY)
            self.crowd.hold(self, len(data))

    def _ignore(self, data: bytes) -> None:
        self._body += len(data)
        if self._body > IGNORED:
            self.transport.abort()

    def _unfinished(self, data: bytes, going_on: bool) -> None:
        """The head did not end with these bytes, of which the first may have been of requests before it."""
        if not going_on:
            self._fed -= max(data.rfind(b"\r\n\r\n"), 0)
        if self._fed > LARGEST_HEAD or len(self.headers) > MOST_LINES:
            self._refuse(431)
            return
        if self.waiting is Wait.STUCK:
            return
        if self.waiting is not Wait.HEAD:
            self.crowd.wait(self, Wait.HEAD)
        self.crowd.hold(self, self._fed - self.pending)

    def on_message_begin(self) -> None:
        """A head begins."""
        self._heading = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of a head; lines behind a body are read by nobody, and would be added to the head."""
        if self._heading:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A head is complete; one that is too large, or one too many, goes no further."""
        self._heading, self._body_open = False, True
        self._body_since, self._body, self._content = time.monotonic(), 0, 0
        if self._refused:
            return
        if self.waiting is Wait.HEAD:
            self.crowd.go_on(self)
        if len(self.headers) > MOST_LINES or (self._fed > LARGEST_HEAD and self._size() > LARGEST_HEAD):
            self._refuse(431)
        elif len(self.pipeline) >= MOST_AHEAD:
            self._refused = True
            self.transport.close()
        else:
            if not self.url.startswith((b"/", b"*")):
                self._heed_target()
            super().on_headers_complete()

    def _heed_target(self) -> None:
        """A request line that names a server outranks the Host line (RFC 9112, 3.2.2)."""
        rest = self.url.partition(b"://")[2] or self.url
        authority = _AFTER_AUTHORITY.split(rest, maxsplit=1)[0]
        if self.parser.get_http_version() == "1.0" and b"host" not in dict(self.headers):
            self.headers.append((b"host", b""))  # such a client need not send one
        self.headers[:] = [(name, authority if name == b"host" else value) for name, value in self.headers]

    def _size(self) -> int:
        return len(self.url) + sum([len(name) + len(value) + 4 for name, value in self.headers])

    def on_body(self, body: bytes) -> None:
        """A part of a body; nobody reads that of a request which was refused."""
        self._content += len(body)
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self._body_open = False
        if self.waiting is Wait.BODY or self.waiting is Wait.REST:
            self.crowd.go_on(self)
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answer is complete; what is still sent of its request is heard for a moment only."""
        super().on_response_complete()
        if self._refused or self.transport.is_closing() or self.waiting in (Wait.HEAD, Wait.STUCK):
            return
        if self._body_open:
            self.crowd.wait(self, Wait.REST)
        elif self.timeout_keep_alive_task is not None:
            self.crowd.wait(self, Wait.IDLE)

    def pause_writing(self) -> None:
        """The client does not read the answer; nothing else that it does or says changes that."""
        super().pause_writing()
        if not self._refused:
            self._unsent = self.transport.get_write_buffer_size()
            self.crowd.wait(self, Wait.STUCK)
            self.crowd.hold(self, self._unsent)

    def resume_writing(self) -> None:
        """The client reads on."""
        super().resume_writing()
        if self.waiting is not Wait.STUCK:
            return
        if self._heading:
            self.crowd.wait(self, Wait.HEAD)
        elif self._body_open:
            self.crowd.wait(self, Wait.BODY if self._answering else Wait.REST)
        elif self.timeout_keep_alive_task is not None and not self._answering:
            self.crowd.wait(self, Wait.IDLE)
        else:
            self.crowd.go_on(self)

    def overdue(self, now: float) -> float:
        """Hang up, unless a body comes or an answer is read as fast as it must, or it waits for ourselves."""
        if self.waiting is Wait.BODY:
            enough = (now - self._body_since - Wait.BODY.value) * SLOWEST
            if self.flow.read_paused or self._body > enough:
                return AGAIN
        if self.waiting is Wait.STUCK:
            before, self._unsent = self._unsent, self.transport.get_write_buffer_size()
            if before - self._unsent > SLOWEST_READER * Wait.STUCK.value:
                return Wait.STUCK.value
        if self.waiting is Wait.HEAD or self.waiting is Wait.BODY:
            self._refuse(408)
        else:
            self._hang_up()
        return 0.0

    def make_way(self) -> None:
        """Close it to make room for others."""
        unread = self.waiting is Wait.BODY and not self.cycle.response_started
        if unread or (self.waiting is Wait.HEAD and not self._answering):
            self.transport.write(_answer(503))
        self._refused = True
        self._hang_up()

    def _hang_up(self) -> None:
        """Close the connection; reset it if the client does not read.

        It would stay for ever else, and what the kernel has of the answer for minutes; nobody counts that.
        """
        if not self.transport.get_write_buffer_size():
            self.transport.close()
            return
        line = self.transport.get_extra_info("socket")
        if line is not None:
            with suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()

    @property
    def _answering(self) -> bool:
        """Whether an answer is on its way, for which ours would be taken."""
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, status: int) -> None:
        """Say why and hang up; what is still being sent is heard for a moment, or it would undo the answer.

        A socket that is closed before everything was read from it is reset, and that may be all one sees.
        """
        self._refused = True
        silent = self._answering and (self.waiting is not Wait.BODY or self.cycle.response_started)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if silent:
            self._hang_up()
            return
        self.transport.write(_answer(status))
        self.transport.write_eof()
        self.crowd.wait(self, Wait.REST)


def _leave_little_to_the_kernel(transport: asyncio.Transport) -> None:
    """What nobody reads stays with us, where it is counted; the kernel would take megabytes of each."""
    line = transport.get_extra_info("socket")
    if line is not None and hasattr(socket, "TCP_NOTSENT_LOWAT"):
        with suppress(OSError):  # a socket of another family has no such option
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)


def _answer(status: int) -> bytes:
    """A complete answer in every language: half a header does not say which one the reader prefers."""
    text = "".join(f"{say(f'public.wire-{status}', language)}\n" for language in LANGUAGES).encode()
    lines = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(text)}",
        "Connection: close",
        *(("Retry-After: 5",) if status == 503 else ()),
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + text
