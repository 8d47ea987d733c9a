"""Bringing what lies beside a file into it, so that a copy of the one file is the whole tournament."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.store.halls import hall, register

from ronde.app.desk import Desk
from ronde.store import SqliteJournal


def test_a_settled_file_copied_alone_holds_every_fact(tmp_path: Path) -> None:
    with closing(hall(tmp_path / "open.ronde")) as desk:
        desk.journal.settle()
        shutil.copy(tmp_path / "open.ronde", tmp_path / "stick.ronde")
        with closing(Desk.open(tmp_path / "stick.ronde")) as copy:
            assert copy.number == desk.number


def test_whoever_reads_meanwhile_is_neither_disturbed_nor_waited_for(tmp_path: Path) -> None:
    with closing(hall(tmp_path / "open.ronde")) as desk, closing(_reading(tmp_path / "open.ronde")) as reader:
        register(desk, 90)
        desk.journal.settle()
        register(desk, 91)

        assert reader.execute("SELECT count(*) FROM journal").fetchone() == (desk.number - 2,)
    with closing(Desk.open(tmp_path / "open.ronde")) as again:
        assert {90, 91} <= set(again.tournament.players)


def _reading(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM journal").fetchone()
    return connection


def test_a_journal_that_is_not_born_yet_or_only_looked_at_has_nothing_to_settle(tmp_path: Path) -> None:
    SqliteJournal.create(tmp_path / "new.ronde").settle()
    hall(tmp_path / "open.ronde").close()
    before = _written(tmp_path / "open.ronde")
    with closing(SqliteJournal.open(tmp_path / "open.ronde", looking=True)) as looked:
        looked.settle()

    assert _written(tmp_path / "open.ronde") == before
    assert not (tmp_path / "new.ronde").exists()


def _written(path: Path) -> tuple[int, int, bytes]:
    """Which file it is, when it was written, and what is in it; when it was last read is no part of it."""
    about = path.stat()
    return about.st_ino, about.st_mtime_ns, path.read_bytes()
