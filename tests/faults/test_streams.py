"""One address cannot take all live pages, nor can one network."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.faults.wires import held, memory
from tests.store.halls import hall
from tests.support.web_server import server

from ronde.web.server.limits import STREAMS, Streams
from ronde.web.server.request import source_of

LIVE = b"GET /t/open/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    hall(tmp_path / "open.ronde", players=4).close()
    return tmp_path / "open.ronde"


def test_one_address_gets_a_share_of_the_streams_and_other_pages_stay(path: Path) -> None:
    async def attack(port: int) -> list[int]:
        told = asyncio.create_task(held(port, 900, LIVE, ["127.0.0.9"]))
        return await told

    with server(path) as (browser, _, _):
        statuses = asyncio.run(attack(browser.port))
        assert statuses.count(200) == STREAMS
        assert statuses.count(503) + statuses.count(429) == 900 - STREAMS
        assert browser.get("/t/open").status == 200
        again = asyncio.run(held(browser.port, 3, LIVE, ["127.0.0.9"]))
        assert again == [200] * 3, "the places of those who hung up are free again"


def test_a_stream_does_not_keep_the_layers_around_a_page(path: Path) -> None:
    with server(path, cold=True) as (browser, _, process):
        asyncio.run(held(browser.port, 20, LIVE, ["127.0.0.9"]))
        before = memory(process.pid)
        assert asyncio.run(held(browser.port, 450, LIVE, ["127.0.0.9"])) == [200] * 450
        assert (memory(process.pid) - before) / 450 < 40, "kilobytes"


def test_every_address_has_its_own_streams() -> None:
    streams = Streams(2)

    assert [streams.take(payer) for payer in ("a", "a", "a", "b")] == [True, True, False, True]
    streams.give_back("a")
    assert streams.take("a")


def test_addresses_of_one_household_are_one() -> None:
    assert source_of("2001:db8::1") == source_of("2001:db8::ffff:0:1") != source_of("2001:db8:0:1::1")
    assert source_of("192.0.2.1") != source_of("192.0.2.2")
    assert source_of("::ffff:192.0.2.1") == source_of("192.0.2.1")
    assert source_of("somewhere") == "somewhere"
