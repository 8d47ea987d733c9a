"""Reads one HTTP/1 answer in whatever pieces it comes (RFC 9112), and of it only what a move needs.

It knows no connection and no clock. What an engine sends without end is refused after a few bytes. Small
faults that change no meaning are forgiven: many a server of an engine is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

LARGEST_BODY: Final = 65_536
MOST_INTERIM: Final = 8
"""Interim answers ("continue", "early hints") before the answer itself."""
LARGEST_HEAD: Final = 32_768
"""Bytes until the end of the head of the answer itself, and of all lines between and after chunks."""
_LEAST: Final = 16
"""Bytes that a line between or after chunks counts at least: thousands of tiny ones keep the loop busy."""
_MOST_LINES: Final = 128
_LONGEST_LINE: Final = 8_190
_LONGEST_SIZE: Final = 256
"""Bytes of the line with the size of a chunk and its extensions."""
_PIECE: Final = 1_024
_FINAL: Final = 200
_SWITCHING: Final = 101
_WITHOUT_BODY: Final = (_SWITCHING, 204, 304)
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_BEFORE_END: Final = 3
"""Bytes of the end of a head that may be there without its last one."""
_HEAD: Final = re.compile(
    rb"HTTP/(1\.[01]|2\.0|0\.9) ([1-9][0-9]{2})(?: [^\r\n\0]*)?"
    rb"(?:\r?\n[!#$%&'*+.^_`|~\w-]+[ \t]*:[^\r\n\0]*)*",
    re.ASCII,
)
_FOLD: Final = re.compile(rb"\r?\n[ \t]+")
_BEGINNING: Final = b"HTTP/"
_FIELDS: Final = re.compile(
    rb"\n(content-length|transfer-encoding|connection|x-ronde-signature)[ \t]*:([^\r\n]*)", re.IGNORECASE
)
_SIZE: Final = re.compile(rb"0*([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n\0]*)?\r?\n")


class NotHttp(ValueError):
    """The answer is not HTTP."""


class AnswerReader:
    """What was read of an answer so far."""

    def __init__(self) -> None:
        self.status = 0
        """That of the answer; 0 until its head is read."""
        self.signature = ""
        self.body = bytearray()
        """What came of it; one byte longer than the largest if it was cut."""
        self.whole = False
        """Whether there is nothing more to be read."""
        self.kept = False
        """Whether the other side wants to be asked again on the same connection."""
        self._read: Callable[[AnswerReader], bool] = AnswerReader._head_read
        """The next step; a function of the class, since a bound one would keep the reader alive."""
        self._unread = b""
        self._searched = 0
        """Bytes of what is unread in which no head ends."""
        self._head, self._interim = 0, 0
        self._expected = 0

    @property
    def spotless(self) -> bool:
        """Whether the connection is as it was before the answer."""
        return self.whole and self.kept and not self._unread

    def feed(self, data: bytes) -> None:
        """Read on; NotHttp if no answer can begin or go on like that."""
        if len(data) <= _PIECE:
            self._feed(data)
            return
        for start in range(0, len(data), _PIECE):  # tiny chunks are not copied again and again
            self._feed(data[start : start + _PIECE])

    def _feed(self, data: bytes) -> None:
        self._unread = self._unread + data if self._unread else data
        while not self.whole and self._read(self):
            pass

    def end(self) -> bool:
        """The other side hung up: whether that is the end of an answer."""
        self.whole = self.whole or self._read is AnswerReader._all_read
        self.kept = False
        return self.whole

    def _head_read(self) -> bool:
        if self._unread[:1] in (b"\r", b"\n"):  # some servers end their last page with an empty line too many
            self._count(len(self._unread))
            self._unread = self._unread.lstrip(b"\r\n")
        end = _HEAD_END.search(self._unread, self._searched)
        if end is None:
            self._check_beginning()
            self._searched = max(0, len(self._unread) - _BEFORE_END)
            return False
        self._count(end.end())
        head, self._unread = self._unread[: end.start()], self._unread[end.end() :]
        self._searched = 0
        self._understand(_unfolded(head))
        return True

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > LARGEST_HEAD:
            raise NotHttp("a head or chunks without end")

    def _check_beginning(self) -> None:
        size = len(self._unread)
        if not _BEGINNING.startswith(self._unread[: len(_BEGINNING)]):
            raise NotHttp("no answer begins like that")
        if self._head + size > LARGEST_HEAD:
            raise NotHttp("a head without end")

    def _understand(self, head: bytes) -> None:
        parts = None if _overlong(head) else _HEAD.fullmatch(head)
        if parts is None:
            raise NotHttp("this is no head of an answer")
        status = int(parts[2])
        if status < _FINAL and status != _SWITCHING:
            self._interim += 1
            if self._interim > MOST_INTERIM:
                raise NotHttp("interim answers without end")
            return
        self.status = status
        self._expect(parts[1], _fields(head))

    def _expect(self, version: bytes, fields: dict[bytes, bytes]) -> None:
        """Find out where the body ends."""
        wish = fields.get(b"connection", b"").lower()
        self.kept = b"close" not in wish if version == b"1.1" else b"keep-alive" in wish
        self.signature = fields.get(b"x-ronde-signature", b"").decode("latin-1")
        coding, length = fields.get(b"transfer-encoding"), fields.get(b"content-length")
        if coding and length is not None:
            raise NotHttp("two lengths")
        if self.status in _WITHOUT_BODY:
            self.whole, self.kept = True, self.kept and self.status != _SWITCHING
        elif coding and coding.lower().rpartition(b",")[2].strip() == b"chunked":
            self._read = AnswerReader._size_read
        elif not coding and length is not None:
            self._expected = _number(length)
            self.whole, self._read = not self._expected, AnswerReader._body_read
        else:
            self._read = AnswerReader._all_read

    def _take(self, size: int) -> None:
        """Move that much of what is unread to the body, which is cut if it becomes too long."""
        piece = self._unread[:size]
        self._unread = self._unread[size:]
        self.body += piece
        if len(self.body) > LARGEST_BODY:
            del self.body[LARGEST_BODY + 1 :]
            self.whole, self.kept = True, False

    def _body_read(self) -> bool:
        size = min(self._expected, len(self._unread))
        self._expected -= size
        self._take(size)
        self.whole = self.whole or not self._expected
        return False

    def _all_read(self) -> bool:
        self._take(len(self._unread))
        return False

    def _size_read(self) -> bool:
        end = self._unread.find(b"\n") + 1
        if not end and len(self._unread) < _LONGEST_SIZE:
            return False
        size = _SIZE.fullmatch(self._unread[:end]) if end <= _LONGEST_SIZE else None
        if size is None:
            raise NotHttp("a chunk has a size")
        self._count(max(end, _LEAST))
        self._unread, self._expected = self._unread[end:], int(size[1], 16)
        self._read = AnswerReader._chunk_read if self._expected else AnswerReader._rest_read
        return True

    def _chunk_read(self) -> bool:
        size = min(self._expected, len(self._unread))
        self._expected -= size
        self._take(size)
        if self._expected:
            return False
        self._read = AnswerReader._chunk_ended
        return True

    def _chunk_ended(self) -> bool:
        end = self._unread[:2]
        if end in (b"", b"\r"):
            return False
        if end != b"\r\n" and end[:1] != b"\n":
            raise NotHttp("a chunk has an end")
        self._unread = self._unread[2 if end == b"\r\n" else 1 :]
        self._read = AnswerReader._size_read
        return True

    def _rest_read(self) -> bool:
        """Skip the fields that may follow a body in chunks, up to an empty line."""
        end = self._unread.find(b"\n") + 1
        if not end:
            self._check_rest()
            return False
        self._count(max(end, _LEAST))
        line, self._unread = self._unread[:end], self._unread[end:]
        self.whole = not line.rstrip(b"\r\n")
        return True

    def _check_rest(self) -> None:
        if self._head + len(self._unread) > LARGEST_HEAD:
            raise NotHttp("fields without end")


def _overlong(head: bytes) -> bool:
    if len(head) <= _LONGEST_LINE:
        return head.count(b"\n") > _MOST_LINES
    lines = head.split(b"\n")
    return len(lines) - 1 > _MOST_LINES or max(map(len, lines)) > _LONGEST_LINE


def _unfolded(head: bytes) -> bytes:
    """A head with every field in one line; only old servers and hand-written heads have some in several."""
    return _FOLD.sub(b" ", head) if b"\n " in head or b"\n\t" in head else head


def _fields(head: bytes) -> dict[bytes, bytes]:
    """Those fields of a head that mean something here; what comes twice is joined as in RFC 9110, 5.3."""
    fields: dict[bytes, bytes] = {}
    for name, value in _FIELDS.findall(head):
        key, said = name.lower(), value.strip(b" \t")
        fields[key] = fields[key] + b"," + said if key in fields else said
    return fields


def _number(length: bytes) -> int:
    if not length.isdigit() or len(length) > 18:
        raise NotHttp("a length is a number")
    return int(length)
