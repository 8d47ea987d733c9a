from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.store.halls import OPENED, history

from ronde.model.errors import JournalError, NotATournament
from ronde.store import SqliteJournal, schema, sqlite
from ronde.store.schema import APPLICATION_ID, migrate

TODAY = len(schema.MIGRATIONS)


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


@pytest.fixture
def open_file(tmp_path: Path) -> Path:
    """A closed tournament file with one fact, of the layout of today."""
    path = tmp_path / "open.ronde"
    journal = SqliteJournal.create(path)
    journal.append([OPENED], after=0, actor="arbiter")
    journal.close()
    return path


def test_a_new_file_carries_our_mark_and_the_version_of_its_tables(open_file: Path) -> None:
    assert ask(open_file, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert ask(open_file, "PRAGMA user_version") == [(len(schema.MIGRATIONS),)]
    assert open_file.read_bytes()[68:72] == b"Rond"


def test_all_tables_are_strict(open_file: Path) -> None:
    tables = ask(open_file, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")

    assert {name: strict for name, strict in tables if not str(name).startswith("sqlite_")} == {
        "journal": 1,
        "attachment": 1,
        "answered": 1,
    }


def test_the_journal_has_the_columns_people_can_read(open_file: Path) -> None:
    columns = ask(open_file, "SELECT name FROM pragma_table_info('journal')")

    assert [name for (name,) in columns] == [
        "number", "action", "at", "actor", "kind", "version", "data", "seal"
    ]  # fmt: skip


def test_a_strict_table_refuses_a_number_that_is_a_text(open_file: Path) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT"):
        ask(open_file, "INSERT INTO journal VALUES (2, 'two', '', '', '', 1, '', 0)")


def add_table_of_seats(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE seat (name TEXT PRIMARY KEY) STRICT")


def fail_half_way(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE half (name TEXT) STRICT")
    connection.execute("INSERT INTO nowhere VALUES (1)")


def with_steps(monkeypatch: pytest.MonkeyPatch, *steps: object) -> None:
    longer = (*schema.MIGRATIONS, *steps)
    monkeypatch.setattr(schema, "MIGRATIONS", longer)
    monkeypatch.setattr(sqlite, "MIGRATIONS", longer)


def test_an_older_file_is_brought_up_to_date_when_it_is_opened(
    open_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_steps(monkeypatch, add_table_of_seats)

    journal = SqliteJournal.open(open_file)
    journal.append(history(2)[1:], after=1, actor="arbiter")
    facts = [entry.event for entry in journal.read()]
    journal.close()

    assert facts == history(2)
    assert ask(open_file, "PRAGMA user_version") == [(TODAY + 1,)]
    assert ask(open_file, "SELECT count(*) FROM seat") == [(0,)]


def test_each_step_runs_once_however_often_a_file_is_opened(
    open_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_steps(monkeypatch, add_table_of_seats)

    for _ in range(3):
        SqliteJournal.open(open_file).close()

    assert ask(open_file, "PRAGMA user_version") == [(TODAY + 1,)]


def test_a_step_that_another_program_has_just_run_is_not_run_again(
    open_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_steps(monkeypatch, add_table_of_seats)
    first, second = (sqlite3.connect(open_file, isolation_level=None) for _ in range(2))

    migrate(first)
    migrate(second)
    first.close()
    second.close()

    assert ask(open_file, "PRAGMA user_version") == [(TODAY + 1,)]


def test_a_step_that_fails_leaves_the_file_as_it_was(
    open_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_steps(monkeypatch, add_table_of_seats, fail_half_way)

    with pytest.raises(JournalError, match="nowhere"):
        SqliteJournal.open(open_file)

    assert ask(open_file, "PRAGMA user_version") == [(TODAY + 1,)]
    assert ask(open_file, "SELECT name FROM sqlite_schema WHERE name = 'half'") == []


def test_a_file_of_a_newer_layout_is_refused_and_not_touched(open_file: Path) -> None:
    ask(open_file, "PRAGMA user_version = 99")
    before = open_file.read_bytes()

    with pytest.raises(NotATournament) as refused:
        SqliteJournal.open(open_file)

    assert refused.value.facts["reason"] == "newer"
    assert refused.value.facts["detail"] == "99"
    assert open_file.read_bytes() == before
