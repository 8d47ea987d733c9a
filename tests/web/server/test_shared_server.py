"""Several web processes on one PostgreSQL server: what one takes, all show."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from tests.store.halls import hall
from tests.store.server import Server, running_server
from tests.support.web_server import Browser, server

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.player import Player

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    with running_server() as running:
        yield running


def _until_shown(browser: Browser, path: str, word: str) -> bool:
    """Ask for the page until it shows the word; a busy machine gets a minute."""
    for _ in range(600):
        if word in browser.get(path).words:
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


def test_more_tournaments_than_the_server_has_lines_are_shown_and_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PostgreSQL takes a hundred lines unless told otherwise; federations have more tournaments."""
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        hall(Path("pg:first"), players=2).close()
        with psycopg.connect(own.address, autocommit=True) as line:
            line.execute(
                "INSERT INTO ronde_journal SELECT 'open-' || n, number, action, at, actor, kind, version,"
                " data, token FROM ronde_journal, generate_series(1, 120) n WHERE tournament = 'first'"
            )
        with server(Path("pg:")) as (one, _, _), server(Path("pg:")) as (other, _, _):
            assert one.get("/tournaments.json").text.count('"slug"') == 121
            assert other.get("/t/open-120/standings").status == 200
            with closing(Desk.open(Path("pg:open-77"))) as desk:
                desk.act(CHIEF, enter_player, player=Player(77, "NEWCOMER"))
            assert _until_shown(one, "/t/open-77/standings", "NEWCOMER")
            assert _until_shown(other, "/t/open-77/standings", "NEWCOMER")
            with psycopg.connect(own.address, autocommit=True) as line:
                (lines,) = line.execute("SELECT count(*) FROM pg_stat_activity").fetchone() or (0,)

    assert lines < 30


def test_a_tournament_has_the_same_address_at_a_process_that_met_it_earlier_and_at_one_started_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        with server(Path("pg:")) as (early, _, _):
            hall(Path("pg:open-2026"), players=2).close()
            assert _until_shown(early, "/tournaments.json", '"open-2026"')
            hall(Path("pg:Open 2026"), players=5).close()
            assert _until_shown(early, "/t/open-2026-2/standings", "PLAYER 5")
            with server(Path("pg:")) as (late, _, _):
                assert "PLAYER 5" in late.get("/t/open-2026-2/standings").words
                assert "PLAYER 5" not in late.get("/t/open-2026/standings").words
