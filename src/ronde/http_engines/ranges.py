"""Which IP addresses a referee may call, and which it never may, in whatever notation."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass

from ronde.core.errors import AddressRefused

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
_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
_LOW = tuple(
    ipaddress.IPv6Network(text) for text in ("::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
)
"""Forms with an IPv4 address in the last 32 bits: IPv4-compatible, IPv4-translated, NAT64."""
_SIX_TO_FOUR = ipaddress.IPv6Network("2002::/16")
_TEREDO = ipaddress.IPv6Network("2001::/32")
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
    if isinstance(numeric, ipaddress.IPv6Address) and numeric in _MAPPED:
        # The kernel connects an IPv4-mapped address to the IPv4 address.
        return ipaddress.IPv4Address(int(numeric) & 0xFFFFFFFF)
    return numeric


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
    if address in _SIX_TO_FOUR:
        yield ipaddress.IPv4Address(bits >> 80 & 0xFFFFFFFF)
    if address in _TEREDO:
        # A Teredo address contains its client's address inverted and its server's address as it is.
        yield ipaddress.IPv4Address(~bits & 0xFFFFFFFF)
        yield ipaddress.IPv4Address(bits >> 64 & 0xFFFFFFFF)
