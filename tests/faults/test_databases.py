"""PostgreSQL goes away while two web processes and a program write: all they were told is there."""

from __future__ import annotations

import queue
from contextlib import closing
from pathlib import Path

import pytest
from tests.faults.databases import killed, restarted_database
from tests.store.halls import hall
from tests.store.server import running_server

from ronde.app.command import CHIEF
from ronde.model.decisions.players import enter_player
from ronde.model.player import Player
from ronde.store import listening


def test_a_database_killed_under_two_web_processes_has_every_fact_that_was_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        tally = restarted_database(own, seed=1, restarts=2, tables=40)

    assert tally.stories == []
    assert tally.restarts == 2
    assert tally.checked > 41


def test_whoever_listens_hears_again_after_the_database_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: queue.Queue[str] = queue.Queue()
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        with closing(hall(Path("pg:news"), players=1)) as desk, listening(heard.put):
            assert heard.get(timeout=60) == ""
            killed(own)
            assert heard.get(timeout=60) == "", "the line is there again: whatever was missed may be new"
            desk.act(CHIEF, enter_player, player=Player(5, "NEW"))

            assert heard.get(timeout=60) == "pg:news"


def test_the_killing_is_real() -> None:
    with running_server() as own:
        before = (own.data / "postmaster.pid").read_text().split()[0]
        killed(own)

        assert (own.data / "postmaster.pid").read_text().split()[0] != before
        assert "not properly shut down" in (own.folder / "log").read_text()
