"""Three limits of our own: the size of a head, the time to a whole request, the connections of an address.

uvicorn takes a head of any length and waits for the rest of a request for ever. What else a server on the
open internet needs, its proxy does: see docs/guides/server.md. The other numbers here belong to these three:
what may be sent around the limit of a head, and who makes way when connections or memory run out.
"""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ronde.i18n import LANGUAGES, say
from ronde.web.server.request import source_of

LARGEST_HEAD: Final = 32_768
"""Bytes of the first line and all header lines; cookies of other programs on localhost come along."""
PATIENCE: Final = 30.0
"""Seconds for a whole request, and for an answer of which nothing is read."""
EACH: Final = 1_000
"""Connections of one address; a whole hall may share it, and has at most 500 streams."""
TOGETHER: Final = 6_000

SLOWEST: Final = 32_000
"""Bytes a second of a long body; its request may take that much longer."""
LONGEST_BODY: Final = 8_000_000
"""Bytes for which a request may take longer."""
REST: Final = 2.0
"""Seconds for which a client that was refused may still send: a reset would undo the answer."""
STREAMS: Final = 500
"""Streams of one address; always fewer than connections, so that there is room for other pages."""
BODIES: Final = 64
"""Unfinished bodies of one address: each may be half a megabyte."""
ALL_BODIES: Final = 500
MOST_AHEAD: Final = 16
"""Requests sent before the one in front of them is answered; no browser sends any."""
SMALLEST: Final = 8
"""Bytes that one byte of a body may take on the wire, with what stands around the pieces it comes in."""
UNSENT: Final = 65_536
"""Bytes of an answer that the kernel takes before the other end has room for them."""
_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""Closing waits for nothing (socket(7), SO_LINGER)."""
_ALL: Final = "*"
_AFTER_AUTHORITY: Final = re.compile(rb"[/?#]")


class Connections:
    """All connections of a server. One that waits for its client makes way when there is no room left."""

    def __init__(
        self,
        each: int = EACH,
        together: int = TOGETHER,
        exempt: Callable[[str], bool] = lambda address: False,
    ) -> None:
        self.each, self.together = each, together
        self._exempt = exempt
        """Proxies, whose address many visitors share."""
        self._open: Counter[str] = Counter()
        self._waiting: defaultdict[str, dict[LimitedProtocol, None]] = defaultdict(dict)
        """Those that can be closed without losing an answer, by address and in all, the oldest first."""
        self._bodies: defaultdict[str, dict[LimitedProtocol, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return self._open[_ALL]

    def source(self, address: str) -> str:
        """Whose connections are counted together; nobody's if the address is a proxy's."""
        return "" if self._exempt(address) else source_of(address)

    def take(self, source: str) -> bool:
        """A place for one more; False if there is none."""
        for name, most in ((source, self.each), (_ALL, self.together)):
            if name and self._open[name] >= most and not _make_way(self._waiting[name]):
                return False
        self._open.update((source, _ALL))
        return True

    def give_back(self, connection: LimitedProtocol, source: str) -> None:
        """A connection has ended."""
        self.go_on(connection, source)
        for name in (source, _ALL):
            self._open[name] -= 1
            if not self._open[name]:
                del self._open[name]
        for kept in (self._waiting, self._bodies):
            if not kept[source]:
                del kept[source]

    def wait(self, connection: LimitedProtocol, source: str, *, body: bool = False) -> None:
        """A connection waits for its client: the rest of a request, or the next one."""
        for name, most in ((source, BODIES), (_ALL, ALL_BODIES)):
            self._waiting[name][connection] = None
            if body:
                self._bodies[name][connection] = None
                if name and len(self._bodies[name]) > most:
                    _make_way(self._bodies[name])

    def go_on(self, connection: LimitedProtocol, source: str) -> None:
        """It does not wait any more."""
        for name in (source, _ALL):
            self._waiting[name].pop(connection, None)
            self._bodies[name].pop(connection, None)


@dataclass
class Streams:
    """Open streams, by address."""

    each: int = STREAMS
    _counts: Counter[str] = field(default_factory=Counter)

    def take(self, source: str) -> bool:
        """A place for one more; False if there is none."""
        if self._counts[source] >= self.each:
            return False
        self._counts[source] += 1
        return True

    def give_back(self, source: str) -> None:
        """A page has disconnected."""
        self._counts[source] -= 1
        self._counts += Counter()  # forget those who have none


def _make_way(lines: dict[LimitedProtocol, None]) -> bool:
    """Close the oldest; False if there is none."""
    oldest = next(iter(lines), None)
    if oldest is not None:
        oldest.make_way()
    return oldest is not None


class LimitedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *args: Any, connections: Connections, **more: Any) -> None:
        super().__init__(*args, **more)
        self._places = connections
        self._source = ""
        self._counted = self._refused = False
        self._in_head = self._in_request = False
        self._beside = 0
        """Bytes that came since a head began and are no part of a body."""
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # whatever is not read at once pauses, so one timer is enough
        _leave_little_to_the_kernel(transport)
        self._source = self._places.source(self.client[0] if self.client else "")
        self._counted = self._places.take(self._source)
        if self._counted:
            self._wait(PATIENCE)
        else:
            self._refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._stop_unread()
        if self._counted:
            self._counted = False
            self._places.give_back(self, self._source)
        super().connection_lost(exc)

    def make_way(self) -> None:
        """Close it, because there is no room for others."""
        if self._in_request and not self._answering:
            self.transport.write(_answer(503))
        self._refused = True
        self._go_on()
        self._close()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._beside += len(data)
        super().data_received(data)
        if self._refused or self.transport.is_closing():
            return
        if not self._in_request:
            self._go_on()
        elif self._beside > 2 * LARGEST_HEAD:
            self._refuse(431)
        elif self._timer is None:
            self._wait(PATIENCE)

    def on_message_begin(self) -> None:
        self._in_head = self._in_request = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of a head; lines behind a body are read by nobody, and would be added to the head."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._beside = False, 0
        if self._refused:
            return
        if self._head_size() > LARGEST_HEAD:
            self._refuse(431)
            return
        if len(self.pipeline) >= MOST_AHEAD:
            self._refused = True
            self.transport.close()
            return
        if not self.url.startswith((b"/", b"*")):
            self._heed_target()
        super().on_headers_complete()
        self._wait_for_body()

    def on_body(self, body: bytes) -> None:
        self._beside -= SMALLEST * len(body)
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_request, self._beside = False, 0
        self._go_on()
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._refused or self.transport.is_closing():
            return
        if self._in_request and not self._in_head:  # what is still sent is heard for a moment only
            self._go_on()
            self._wait(REST)
        elif self.timeout_keep_alive_task is not None:
            self._places.wait(self, self._source)

    def pause_writing(self) -> None:
        """The client has not read all of its answer."""
        super().pause_writing()
        self._expect_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_unread()

    def _head_size(self) -> int:
        return len(self.url) + sum([len(name) + len(value) + 4 for name, value in self.headers])

    def _heed_target(self) -> None:
        """A request line that names a server outranks the Host line (RFC 9112, 3.2.2)."""
        rest = self.url.partition(b"://")[2] or self.url
        authority = _AFTER_AUTHORITY.split(rest, maxsplit=1)[0]
        if self.parser.get_http_version() == "1.0" and b"host" not in dict(self.headers):
            self.headers.append((b"host", b""))  # such a client need not send one
        self.headers[:] = [(name, authority if name == b"host" else value) for name, value in self.headers]

    def _wait_for_body(self) -> None:
        """A request with a body gets time for it, if it comes later than its head."""
        if self.parser.get_method() not in (b"GET", b"HEAD"):
            length = dict(self.headers).get(b"content-length", b"")
            size = int(length) if length.isdigit() and len(length) < 12 else 0
            self._go_on()
            self._wait(PATIENCE + min(size, LONGEST_BODY) / SLOWEST, body=True)

    def _wait(self, seconds: float, *, body: bool = False) -> None:
        self._timer = self.loop.call_later(seconds, self._late)
        self._places.wait(self, self._source, body=body)

    def _go_on(self) -> None:
        self._stop_timer()
        self._places.go_on(self, self._source)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _late(self) -> None:
        self._timer = None
        answered = self.cycle is not None and self.cycle.response_complete and not self._in_head
        if self._in_request and not answered:
            self._refuse(408)
        else:
            self._close()

    def _close(self) -> None:
        """Close it, at once if the last answer is not read: the kernel would wait for ever."""
        if self.transport.get_write_buffer_size():
            self._reset()
        else:
            self.transport.close()

    def _expect_reader(self) -> None:
        """The rest of an answer that nobody reads is not kept for ever, whoever closes the connection."""
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(PATIENCE, self._reset_unread, left)

    def _reset_unread(self, before: int) -> None:
        """Reset it, unless some of the rest was read meanwhile; nothing is added to it until all is read."""
        if self.transport.get_write_buffer_size() >= before:
            self._reset()
        else:
            self._expect_reader()

    @property
    def _answering(self) -> bool:
        """Whether an answer has begun, for which ours would be taken."""
        return self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete

    def _reset(self) -> None:
        """Close it at once: the kernel would keep for minutes what the client does not read."""
        connection = self.transport.get_extra_info("socket")
        with suppress(OSError, AttributeError):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()

    def _refuse(self, status: int) -> None:
        """Say why and hang up, unless an answer has begun, for which ours would be taken."""
        self._refused = True
        self._go_on()
        begun = self._answering
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if begun:
            self._reset()
            return
        self.transport.write(_answer(status))
        self.transport.write_eof()
        self._timer = self.loop.call_later(REST, self._reset)


def _leave_little_to_the_kernel(transport: asyncio.Transport) -> None:
    """What nobody reads stays with us, where it is noticed; the kernel would take megabytes of each."""
    connection = transport.get_extra_info("socket")
    with suppress(OSError, AttributeError):  # another system, or a socket of another family
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)


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
