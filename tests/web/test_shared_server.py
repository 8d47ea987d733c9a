"""Several web processes on one PostgreSQL server: what one takes, all show."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.storage.halls import hall
from tests.storage.server import Server, running_server
from tests.web.serving import Browser, server

from ronde.core.decide.players import enter_player
from ronde.core.player import Player
from ronde.desk import CHIEF, Desk


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    with running_server() as running:
        yield running


def _until_shown(browser: Browser, path: str, word: str) -> bool:
    """Ask for the page until it shows the word; a tenth of a minute is more than anybody waits."""
    for _ in range(100):
        if word in browser.get(path).text:
            return True
        time.sleep(0.1)
    return False


def test_two_servers_show_what_a_third_program_writes(
    database: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RONDE_DATABASE", database.address)
    with (
        closing(hall(Path("pg:spring open"), players=4)),
        server(Path("pg:")) as (one, _, _),
        server(Path("pg:spring open")) as (other, _, _),
    ):
        assert one.get("/t/spring-open/standings").status == 200
        with closing(Desk.open(Path("pg:spring open"))) as desk:
            desk.act(CHIEF, enter_player, player=Player(77, "NEWCOMER"))

        assert _until_shown(one, "/t/spring-open/standings", "NEWCOMER")
        assert _until_shown(other, "/t/spring-open/standings", "NEWCOMER")


def test_a_restarted_database_server_is_called_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        with closing(hall(Path("pg:open"), players=2)) as desk, server(Path("pg:")) as (browser, _, _):
            own.restart("immediate")
            desk.act(CHIEF, enter_player, player=Player(9, "BACK"))

            assert _until_shown(browser, "/t/open/standings", "BACK")
