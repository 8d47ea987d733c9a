"""How many connections one address, its network and everybody may have."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.web.server.connections import Connections, Most, Place, Wait, network_of
from ronde.web.server.request import payer_of


@dataclass(eq=False)
class Stub:
    """A connection that only notes that it was closed."""

    waiting: Wait | None = None
    pending: int = 0
    places: tuple[Place, ...] = ()
    closed: bool = False

    def overdue(self, now: float) -> float:
        self.closed = True
        return 0.0

    def make_way(self) -> None:
        self.closed = True


def test_an_idle_connection_makes_way_for_a_new_one_of_its_address() -> None:
    crowd, lines = Connections(Most(2, 10, 10)), [Stub() for _ in range(3)]
    assert all(crowd.welcome(line, "192.0.2.1") for line in lines)

    assert [line.closed for line in lines] == [True, False, False]
    assert len(crowd) == 2


def test_whoever_is_busy_is_not_closed_and_the_new_one_is_refused() -> None:
    crowd, lines = Connections(Most(2, 10, 10)), [Stub() for _ in range(2)]
    for line in lines:
        crowd.welcome(line, "192.0.2.1")
        crowd.go_on(line)

    assert not crowd.welcome(Stub(), "192.0.2.1")
    assert crowd.welcome(Stub(), "198.51.100.1")
    crowd.leave(lines[0])
    assert crowd.welcome(Stub(), "192.0.2.1")


def test_nobody_is_waited_for_longer_than_a_minute_at_a_time() -> None:
    waits = {what.name: what.value for what in Wait if what is not Wait.IDLE}

    assert all(1 <= seconds <= 60 for seconds in waits.values()), waits


def test_a_network_is_bounded_too_and_a_proxy_is_not() -> None:
    crowd = Connections(Most(5, 3, 10), exempt=lambda address: address == "127.0.0.1")
    for last in range(3):
        line = Stub()
        crowd.welcome(line, f"192.0.2.{last}")
        crowd.go_on(line)

    assert not crowd.welcome(Stub(), "192.0.2.9")
    assert all(crowd.welcome(Stub(), "127.0.0.1") for _ in range(7))


def test_the_payer_of_ipv6_is_the_network() -> None:
    assert payer_of("2001:db8::1") == payer_of("2001:db8::2") != payer_of("2001:db9::1")
    assert payer_of("192.0.2.1") != payer_of("192.0.2.2")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.200")
