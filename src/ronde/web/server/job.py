"""The protocol between the server and its worker processes: one framed request, one framed response."""

from __future__ import annotations

from typing import Any, Final

import msgspec

SIZE: Final = 4
"""Bytes of the length prefix of a frame."""
LARGEST: Final = 1 << 30
"""Maximum length of a frame in bytes."""


class Job(msgspec.Struct):
    """A page to be rendered, with what the worker must know about its visitor."""

    place: str
    """The tournament: a file, or its name on a database server."""
    slug: str
    serial: int
    """The number of the open tournament: another file under the same name is another tournament."""
    path: str
    query: str = ""
    scheme: str = "http"
    headers: list[tuple[str, str]] = msgspec.field(default_factory=list)
    """The headers a page depends on, and no others: no secret of a visitor leaves the server's process."""
    given: dict[str, Any] = msgspec.field(default_factory=dict)
    """What only the server's process knows: the account, the address of the server, links of players."""
    pack: bool = False
    """Whether the body is to be compressed, because the server caches it."""


class Done(msgspec.Struct):
    status: int
    body: bytes = b""
    headers: dict[str, str] = msgspec.field(default_factory=dict)
    tag: str = ""
    """The ETag of a compressed body, computed here because a long body takes a while."""
    peak: int = 0
    """The worker's peak memory in megabytes."""


def framed(what: Job | Done) -> bytes:
    data = msgspec.msgpack.encode(what)
    return len(data).to_bytes(SIZE, "big") + data


def length(head: bytes) -> int:
    """The length of a frame; ValueError if it is invalid."""
    size = int.from_bytes(head, "big")
    if size > LARGEST:
        raise ValueError(size)
    return size


def read_job(data: bytes) -> Job:
    return msgspec.msgpack.decode(data, type=Job)


def read_done(data: bytes) -> Done:
    return msgspec.msgpack.decode(data, type=Done)
