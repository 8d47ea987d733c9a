"""The protocol between the server and its worker processes: one framed request, one framed response."""

from __future__ import annotations

from typing import Any, Final

import msgspec

SIZE: Final = 4
"""Bytes before every frame that say how long it is."""
LARGEST: Final = 1 << 30
"""Bytes of a frame; no page of ours comes near."""


class Job(msgspec.Struct):
    """A page to be rendered, with what the worker must know about its visitor."""

    place: str
    """The place of the tournament: a file, or its name on a database server."""
    slug: str
    serial: int
    """The number of the open tournament: another file under the same name is another tournament."""
    path: str
    query: str = ""
    scheme: str = "http"
    headers: list[tuple[str, str]] = msgspec.field(default_factory=list)
    """The headers a page depends on, and no others: no secret of a visitor leaves the server's process."""
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    """What only the server's process knows: the seat, the address of the hall, links of players."""
    pack: bool = False
    """Whether the body is to be sent packed, because the server keeps it."""


class Done(msgspec.Struct):
    """The answer to a job."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = msgspec.field(default_factory=dict)
    tag: str = ""
    """The tag of the body, if it is packed: to make it takes a while for a long one."""
    peak: int = 0
    """Megabytes the worker has held at most so far."""


def framed(what: Job | Done) -> bytes:
    """A frame as it is sent."""
    data = msgspec.msgpack.encode(what)
    return len(data).to_bytes(SIZE, "big") + data


def length(head: bytes) -> int:
    """The length of a frame; ValueError if it is not one of ours."""
    size = int.from_bytes(head, "big")
    if size > LARGEST:
        raise ValueError(size)
    return size


def read_job(data: bytes) -> Job:
    """The job in a frame."""
    return msgspec.msgpack.decode(data, type=Job)


def read_done(data: bytes) -> Done:
    """The answer in a frame."""
    return msgspec.msgpack.decode(data, type=Done)
