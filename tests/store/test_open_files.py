"""Looking at a file this process holds open never gives up its locks."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.store.halls import hall
from tests.support.processes import python

from ronde.app.desk import Desk
from ronde.model.errors import Busy
from ronde.store import restore
from ronde.store.writeahead import held, hold, identity, peek, release

LAST_TO_LEAVE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("SELECT count(*) FROM journal").fetchone()
connection.close()
"""
"""Whoever leaves last takes the log into the file and removes it."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "open.ronde"
    hall(place).close()
    return place


def test_the_first_bytes_of_a_file_are_read_whether_it_is_held_or_not(path: Path) -> None:
    assert peek(path, 6) == b"SQLite"
    open_file = hold(path)
    assert peek(path, 6) == b"SQLite"
    release(open_file)
    assert peek(path, 10**6) == path.read_bytes()


def test_a_file_is_held_until_the_last_one_lets_go(path: Path) -> None:
    first, second = hold(path), hold(path)
    assert first == second == identity(path)
    release(first)
    assert held(path)
    release(second)
    assert not held(path)


def test_a_file_that_is_not_there_is_held_by_nobody(tmp_path: Path) -> None:
    assert hold(tmp_path / "none") is None
    release(None)
    assert not held(tmp_path / "none")


def test_a_refused_file_is_not_held(tmp_path: Path) -> None:
    (tmp_path / "x.ronde").write_bytes(b"nothing of ours")
    with pytest.raises(Exception, match="not-a-tournament"):
        Desk.open(tmp_path / "x.ronde")

    assert not held(tmp_path / "x.ronde")


def test_another_program_that_leaves_does_not_take_our_log_with_it(path: Path) -> None:
    desk = Desk.open(path)
    for _ in range(3):
        Desk.open(path).close()
        peek(path, 20)
    python(LAST_TO_LEAVE, path)

    assert Path(f"{path}-wal").exists()
    desk.close()
    desk.close()
    assert not held(path)
    assert not Path(f"{path}-wal").exists()


def test_a_tournament_open_in_this_very_process_is_not_replaced(path: Path, tmp_path: Path) -> None:
    desk = Desk.open(path)
    backup = desk.journal.backup(tmp_path / "kept.ronde")

    with pytest.raises(Busy):
        restore(path, backup)
    desk.close()
    assert restore(path, backup) is not None
