"""The host names of this server, and the proxies in front of it.

Another site may point its own name at this machine once the browser trusts it (DNS rebinding): the browser
then treats our pages as that site's. Only the `Host` header of the request reveals it.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Hosts that mean all addresses of this machine."""
_NAME: Final = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")
_AUTHORITY: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:/@]+)(:\d{0,5})?")


class Hosts:
    """The names by which this server may be requested."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = {"localhost", *machine_names(), *names}
        self.knows = lru_cache(1024)(self._knows)
        """Whether a Host header means this server; the second argument is the address it was reached at."""

    def _knows(self, line: str, here: str) -> bool:
        host = host_in(line)
        if host is None:
            return False
        address = _address(host)
        if host in self.names or address is None:
            return host in self.names
        return address.is_loopback or address == _address(here)


def host_in(line: str) -> str | None:
    """The name or address in a Host header, without its port; None if there is none.

    >>> host_in("Open.Example.:8765"), host_in("[::1]:80"), host_in("a b")
    ('open.example', '::1', None)
    """
    match = _AUTHORITY.fullmatch(line)
    if match is None:
        return None
    host = match[1].strip("[]").lower().removesuffix(".")
    return host if _NAME.fullmatch(host) or _address(host) else None


def parse_name(text: str) -> str:
    """A configured name in the form browsers send; ValueError if it is invalid."""
    plain = text.strip().strip("[]")
    try:
        host = plain if plain.isascii() else plain.encode("idna").decode()
    except UnicodeError as trouble:
        raise ValueError(text) from trouble
    name = host_in(f"[{host}]" if ":" in host else host)
    if name is None or (":" in host and _address(host) is None):
        raise ValueError(text)
    return str(_address(name) or name)


def parse_proxies(text: str) -> tuple[Network, ...]:
    """Addresses and ranges of proxies; ValueError with the invalid one."""
    networks = []
    for word in filter(None, (one.strip() for one in text.split(","))):
        try:
            networks.append(ipaddress.ip_network(word, strict=False))
        except ValueError as trouble:
            raise ValueError(word) from trouble
    return tuple(networks)


def among(address: str, networks: Iterable[Network]) -> bool:
    numeric = _address(address)
    return numeric is not None and any(numeric in network for network in networks)


def machine_names() -> set[str]:
    """The names of this machine; nobody else can point these names here."""
    name = socket.gethostname().lower()
    if not _NAME.fullmatch(name):
        return set()
    first = name.partition(".")[0]
    return {name, first, f"{first}.local"}


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        numeric = ipaddress.ip_address(text)
    except ValueError:
        return None
    return numeric.ipv4_mapped or numeric if isinstance(numeric, ipaddress.IPv6Address) else numeric
