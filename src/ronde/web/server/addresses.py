"""The addresses of engines: which may be registered, and the check at the moment a socket is opened.

The text alone proves nothing: a name may resolve to the loopback, now or at the next lookup. So `check_url`
only gives early feedback; the protection is `guarded_socket`, which checks the address actually connected to.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from yarl import URL

from ronde.model.errors import AddressRefused

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

METADATA = frozenset(
    ipaddress.ip_address(text)
    for text in (
        "169.254.169.254", "169.254.169.253", "169.254.170.2", "169.254.170.23", "100.100.100.200",
        "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd00:ec2::253", "fd00:ec2::23", "fd20:ce::254",
    )
)  # fmt: skip
"""Cloud metadata services, which hand out the machine's keys; some addresses are in public ranges."""

RANGES: tuple[tuple[Network, str], ...] = tuple(
    (ipaddress.ip_network(text), reason)
    for reason, texts in {
        "broadcast": "255.255.255.255/32",
        "unspecified": "0.0.0.0/8 ::/128",
        "loopback": "127.0.0.0/8 ::1/128",
        "link-local": "169.254.0.0/16 fe80::/10",
        "private": "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10",
        "shared": "100.64.0.0/10",
        "multicast": "224.0.0.0/4 ff00::/8",
        "documentation": "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20",
        "reserved": "192.0.0.0/24 192.88.99.0/24 198.18.0.0/15 240.0.0.0/4 64:ff9b:1::/48 2001::/23",
    }.items()
    for text in texts.split()
)
"""The first range that holds an address gives the reason; Python's `is_global` differs by release."""

_UNICAST = ipaddress.IPv6Network("2000::/3")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
_LOW = tuple(
    ipaddress.IPv6Network(text) for text in ("::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
)
"""Forms with an IPv4 address in the last 32 bits: IPv4-compatible, IPv4-translated, NAT64."""
_ISATAP = (0x00005EFE, 0x02005EFE)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The non-public networks in which a host allows engines."""

    networks: tuple[Network, ...] = ()

    def __contains__(self, address: Address) -> bool:
        return any(address in network for network in self.networks if network.version == address.version)

    def __str__(self) -> str:
        """The networks as `parse_allowed` reads them."""
        return ",".join(map(str, self.networks))


NOTHING_LOCAL = Allowed()


def parse_allowed(text: str) -> Allowed:
    """Read ranges such as `127.0.0.0/8,10.1.0.0/16,fd12::/64`, separated by commas; single addresses too."""
    parts = [part.strip() for part in text.split(",")]
    return Allowed(tuple(_network(part) for part in parts if part))


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise AddressRefused(url=text, reason="not-a-range") from None


def usual_spelling(address: str) -> str:
    """A numeric address normalised: proxies write the IPv4-mapped `::ffff:192.0.2.7` for 192.0.2.7."""
    try:
        return str(_numeric(address))
    except ValueError:
        return address


def _numeric(address: str) -> Address:
    numeric: Address = ipaddress.ip_address(address.partition("%")[0])
    # The kernel connects an IPv4-mapped address to the IPv4 address.
    return getattr(numeric, "ipv4_mapped", None) or numeric


def judge(address: str, allow: Allowed) -> str | None:
    """Why this numeric address may not be called, as a code; None if it may."""
    try:
        numeric = _numeric(address)
    except ValueError:
        return "bad-host"
    if numeric in METADATA:
        return "metadata"
    if numeric in allow:
        return None
    return next((reason for inner in _inside(numeric) if (reason := _plain(inner))), None) or _plain(numeric)


def _plain(address: Address) -> str | None:
    if address in METADATA:
        return "metadata"
    for network, reason in RANGES:
        if address.version == network.version and address in network:
            return reason
    if isinstance(address, ipaddress.IPv6Address):
        return None if address in _UNICAST or address in _TRANSLATED else "reserved"
    return None if address.is_global else "reserved"


def _inside(address: Address) -> Iterator[ipaddress.IPv4Address]:
    """The IPv4 addresses that a gateway would reach when asked for this IPv6 one."""
    if not isinstance(address, ipaddress.IPv6Address) or int(address) < 2:
        return
    bits = int(address)
    if any(address in network for network in _LOW) or bits >> 32 & 0xFFFFFFFF in _ISATAP:
        yield ipaddress.IPv4Address(bits & 0xFFFFFFFF)
    if address.sixtofour is not None:
        yield address.sixtofour
    yield from address.teredo or ()


LONGEST: Final = 1000
"""Characters of an address; a large board and the other parameters come on top."""

PARAMETERS: Final = frozenset(
    {
        "Set", "Game", "MoveId", "Turn", "Tray", "Move1", "Move2", "Gain1", "Gain2", "Level", "Opponent",
        "TimeOut", "Status", "Referee", "Legend", "Value",
    }
)  # fmt: skip
"""The names of the manual; an engine's own query string keeps clear of them."""

RECEIVED: Final = 16_384
"""Bytes that lie unread at most: a flood of tiny answers in megabytes would be read for seconds."""

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
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
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


class HostAddresses:
    """The last resolved addresses of each host, from where alone a pinned engine may call back.

    They are kept while the name does not resolve.
    """

    def __init__(self) -> None:
        self._known: dict[str, frozenset[str]] = {}

    async def of(self, url: str) -> frozenset[str]:
        """The addresses of the host of a URL; empty if it was never resolved."""
        host = urlsplit(url).hostname or ""
        try:
            entries = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except OSError:
            return self._known.get(host, frozenset())
        found = frozenset(usual_spelling(str(one[4][0])) for one in entries)
        if found != self._known.get(host):  # every move of an engine shares one set
            self._known[host] = found
        return self._known[host]
