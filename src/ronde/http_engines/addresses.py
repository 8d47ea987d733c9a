"""The addresses of engines: which may be registered, and the check at the moment a socket is opened.

The text alone proves nothing: a name may resolve to the loopback, now or at the next lookup. So `check_url`
only gives early feedback; the protection is `guarded_socket`, which checks the address actually connected to.
"""

from __future__ import annotations

import re
import socket
import unicodedata
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from yarl import URL

from ronde.core.errors import AddressRefused
from ronde.http_engines.ranges import NOTHING_LOCAL, Allowed, judge

LONGEST: Final = 1000
"""Characters of an address; a large board and the other parameters come on top."""

PARAMETERS: Final = frozenset(
    {
        "Set", "Game", "MoveId", "Turn", "Tray", "Move1", "Move2", "Gain1", "Gain2", "Level", "Opponent",
        "TimeOut", "Status", "Referee", "Legend", "Value",
    }
)  # fmt: skip
"""The names of the manual; an engine's own query string keeps clear of them."""

_WEB_PORTS: Final = frozenset({80, 443})
_FIRST_FREE_PORT: Final = 1024
_OTHERS_PORTS: Final = frozenset(
    {
        1080, 1433, 1521, 2049, 2375, 2376, 2379, 2380, 3128, 3268, 3269, 3306, 3389, 4369, 5432, 5433, 5672,
        5900, 5984, 5985, 5986, 6000, 6379, 6380, 6443, 7001, 9042, 9092, 9200, 9300, 9418,
        10250, 10255, 11211, 15672, 26379, 27017, 27018,
    }
)  # fmt: skip
"""Above 1023 too some ports belong to databases, brokers and desktops, and no engine listens there."""

_NAME = re.compile(r"(?=.{1,253}\.?$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*"
                   r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?")  # fmt: skip
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?")
_PLAIN_IPV4 = re.compile(r"(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})")


class AddressRefusal(OSError):
    """A refused address, as the only exception aiohttp passes on even if a name has several addresses."""

    def __init__(self, refused: AddressRefused) -> None:
        super().__init__(str(refused.facts["reason"]))
        self.refused = refused


def refusal(error: BaseException | None) -> AddressRefused | None:
    """The refusal inside an error that aiohttp raised, or None if there is none."""
    while error is not None:
        if isinstance(error, AddressRefusal):
            return error.refused
        error = error.__cause__
    return None


def check_url(text: str, allow: Allowed = NOTHING_LOCAL) -> str:
    """The address of an engine, ready to be called; AddressRefused if it can never be."""
    text = text.strip(" ")
    reason = _spelling_fault(text)
    if reason:
        raise AddressRefused(url=_discreet(text), reason=reason)
    url = _parsed(text)
    reason = _host_fault(url.raw_host or "", allow) or port_fault(url.port) or _query_fault(url)
    if reason or len(str(url)) > LONGEST:
        raise AddressRefused(url=text, reason=reason or "too-long")
    return str(url)


def port_fault(port: int | None) -> str | None:
    """`port` if engines may not listen there: below 1024 only 80 and 443, and no port of a known service."""
    free = port is not None and (
        port in _WEB_PORTS or (port >= _FIRST_FREE_PORT and port not in _OTHERS_PORTS)
    )
    return None if free else "port"


def guarded_socket(allow: Allowed = NOTHING_LOCAL) -> Callable[[tuple[Any, ...]], socket.socket]:
    """A socket factory for aiohttp's connector that checks the address about to be connected to."""

    def make(info: tuple[Any, ...]) -> socket.socket:
        family, kind, protocol, _, place = info
        if family not in (socket.AF_INET, socket.AF_INET6):
            raise AddressRefusal(AddressRefused(url=str(place), reason="bad-host"))
        reason = judge(str(place[0]), allow) or port_fault(place[1])
        if reason:
            raise AddressRefusal(AddressRefused(url=f"{place[0]}, {place[1]}", reason=reason))
        made = socket.socket(family, kind, protocol)
        made.setblocking(False)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    return make


def _spelling_fault(text: str) -> str | None:
    """What is wrong with the characters, before parsing: parsers disagree about unusual ones."""
    if not text:
        return "empty"
    if len(text) > LONGEST:
        return "too-long"
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in text):
        return "control-characters"
    if "\\" in text:
        return "backslash"
    scheme, _, rest = text.partition(":")
    if scheme.lower() not in ("http", "https"):
        return "scheme"
    if not rest.startswith("//"):
        return "no-host"
    return "credentials" if "@" in _authority(text) else None


def _authority(text: str) -> str:
    return re.split(r"[/?#]", text.partition("://")[2], maxsplit=1)[0]


def _discreet(text: str) -> str:
    """The address without a password contained in it, because errors are shown and logged."""
    head, mark, rest = text.partition("://")
    authority = _authority(text)
    return f"{head}{mark}…@{rest.partition('@')[2]}" if "@" in authority else text


def _parsed(text: str) -> URL:
    try:
        if urlsplit(text).netloc and not _authority(text).startswith(":"):
            return URL(text).with_fragment(None)
    except ValueError as error:
        reason = "port" if "port" in str(error).lower() else "bad-host"
        raise AddressRefused(url=text, reason=reason) from None
    raise AddressRefused(url=text, reason="no-host")


def _host_fault(host: str, allow: Allowed) -> str | None:
    """Why the host, as normalised by yarl, cannot be that of an engine."""
    host = host.lower()
    if "%" in host:
        return "zone" if ":" in host else "bad-host"
    if ":" in host or _PLAIN_IPV4.fullmatch(host.rstrip(".")):
        return judge(host.rstrip("."), allow)
    if not _NAME.fullmatch(host):
        return "bad-host" if host else "no-host"
    if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
        # 2130706433, 0x7f000001, 017700000001 and 127.1 are all 127.0.0.1 to some resolver.
        return "number"
    name = host.rstrip(".")
    return judge("127.0.0.1", allow) if name == "localhost" or name.endswith(".localhost") else None


def _query_fault(url: URL) -> str | None:
    return "parameter" if PARAMETERS & set(url.query) else None
