"""All connections of a server: limits on their number, per client, and on waiting.

An idle connection costs memory and a file. When there is no room left, the connection that has
been idle longest is closed; if none is idle, the new connection is refused.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final, Protocol


class Wait(Enum):
    """What we wait for on a connection, and for how many seconds at most."""

    FIRST = 15.0
    """The first byte of the first request; browsers connect before they need to."""
    HEAD = 10.0
    """The rest of a header that has begun."""
    BODY = 20.0
    """A body; after that its rate is checked."""
    REST = 2.0
    """The rest of a body after the answer is complete."""
    STUCK = 60.0
    """The client reading an answer."""
    IDLE = 0.0
    """The next request; the web server itself checks this time."""


IDLING: Final = (Wait.FIRST, Wait.HEAD, Wait.IDLE)
"""States in which a connection can be closed without losing an answer."""
HELD: Final = {Wait.HEAD: 8_000_000, Wait.BODY: 48_000_000, Wait.STUCK: 32_000_000}
"""Bytes of unfinished heads and bodies, and of answers that nobody reads, of all connections together."""


class Connection(Protocol):
    """A connection, as the limits see it."""

    waiting: Wait | None
    pending: int
    places: tuple[Place, ...]

    def overdue(self, now: float) -> float:
        """Its time is up: close it, or return how many more seconds it may wait."""
        ...

    def make_way(self) -> None:
        """Close it to make room for others."""
        ...


@dataclass(eq=False, slots=True)
class Place:
    """The source of connections: an address, a network, or everything."""

    name: str
    most: int
    lines: int = 0
    held: int = 0
    """Bytes of unfinished heads and bodies, and of unread answers."""
    idle: dict[Connection, None] = field(default_factory=dict)
    """Those that wait, the longest first."""


@dataclass(frozen=True, slots=True)
class Most:
    """The limits per address, per network, and in all."""

    address: int
    network: int
    all: int


LINES: Final = Most(1_000, 3_000, 6_000)
"""Connections; a page briefly uses up to six, and a whole hall may share one address."""
STREAMS: Final = Most(500, 2_000, 5_000)
"""Open pages with a stream; always fewer than connections, so that there is room for other pages."""


class Connections:
    """Everybody who is connected."""

    def __init__(self, most: Most = LINES, exempt: Callable[[str], bool] = lambda address: False) -> None:
        self._most = most
        self._exempt = exempt
        """Proxies, whose address many visitors share."""
        self._all = Place("", most.all)
        self._places: dict[str, Place] = {}
        self._waiting: dict[Wait, dict[Connection, float]] = {what: {} for what in Wait}
        self._held = dict.fromkeys(HELD, 0)

    def __len__(self) -> int:
        return self._all.lines

    def welcome(self, line: Connection, address: str) -> bool:
        """Accept a connection, closing an idle one if necessary; False if there is no room."""
        places = self._places_of(address)
        for place in places:
            if place.lines >= place.most and not self._clear(place):
                return False
        line.places = places
        for place in places:
            place.lines += 1
            self._places.setdefault(place.name, place)
        self.wait(line, Wait.FIRST)
        return True

    def _places_of(self, address: str) -> tuple[Place, ...]:
        if self._exempt(address):
            return (self._all,)
        network = network_of(address)
        return self._place(address, self._most.address), self._place(network, self._most.network), self._all

    def _place(self, name: str, most: int) -> Place:
        return self._places.get(name) or Place(name, most)

    def _clear(self, place: Place) -> bool:
        """Close the connection of a place that has been idle for longest; whether there was one."""
        line = next(iter(place.idle), None)
        if line is None:
            return False
        line.make_way()
        self.leave(line)
        return True

    def leave(self, line: Connection) -> None:
        """A connection has ended; calling this twice is harmless."""
        self.go_on(line)
        for place in line.places:
            place.lines -= 1
            if not place.lines and place is not self._all:
                self._places.pop(place.name, None)
        line.places = ()

    def wait(self, line: Connection, what: Wait) -> None:
        """Start waiting for that connection."""
        self.go_on(line)
        line.waiting = what
        self._waiting[what][line] = time.monotonic() + what.value
        if what in IDLING:
            for place in line.places:
                place.idle[line] = None

    def go_on(self, line: Connection) -> None:
        """Stop waiting for it."""
        if line.waiting is None:
            return
        self._waiting[line.waiting].pop(line, None)
        if line.pending:
            self._held[line.waiting] -= line.pending
        line.waiting = None
        for place in line.places:
            place.idle.pop(line, None)
            place.held -= line.pending
        line.pending = 0

    def hold(self, line: Connection, size: int) -> None:
        """Count more bytes that are unfinished or unread; if there are too many, close a connection.

        It is the one with most of them at the source with most of them.
        """
        what = line.waiting
        if what is None or what not in HELD:
            return
        line.pending += size
        self._held[what] += size
        for place in line.places:
            place.held += size
        while self._held[what] > HELD[what]:
            most = max(self._waiting[what], key=lambda one: (one.places[0].held, one.pending))
            most.make_way()
            self.leave(most)

    def tick(self) -> None:
        """Close the connections that have waited too long; the first of each kind is the oldest."""
        now = time.monotonic()
        for what, lines in self._waiting.items():
            while what is not Wait.IDLE and (line := next(iter(lines), None)) and lines[line] <= now:
                more = line.overdue(now)
                if more > 0:
                    lines[line] = lines.pop(line) + more
                elif line.waiting is what:  # else it got a refusal, and is read for a moment longer
                    self.leave(line)


@dataclass(eq=False)
class Streams:
    """Open streams by address, by network and in all."""

    most: Most = STREAMS
    total: int = 0
    _counts: dict[str, int] = field(default_factory=dict)

    def take(self, address: str) -> bool:
        """A place for one more; False if there is none."""
        network = network_of(address)
        here, near = self._counts.get(address, 0), self._counts.get(network, 0)
        if here >= self.most.address or near >= self.most.network or self.total >= self.most.all:
            return False
        self.total += 1
        self._counts |= {address: here + 1, network: near + 1}
        return True

    def give_back(self, address: str) -> None:
        """A page has disconnected."""
        self.total -= 1
        for name in (address, network_of(address)):
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]


@lru_cache(4096)
def network_of(address: str) -> str:
    """The network of an address: a /24 in IPv4, a /64 in IPv6.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::7")
    ('192.0.2.0/24', '192.0.2.0/24', '2001:db8::/64')
    """
    try:
        numeric = ipaddress.ip_address(address)
    except ValueError:
        return f"{address}/"
    if isinstance(numeric, ipaddress.IPv6Address):
        numeric = numeric.ipv4_mapped or numeric
    return str(ipaddress.ip_network((numeric, 24 if numeric.version == 4 else 64), strict=False))
