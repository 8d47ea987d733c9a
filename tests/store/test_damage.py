"""Files that another program, or a disk, has changed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.store.halls import hall, play_round

from ronde.app.desk import Desk
from ronde.i18n import error_text
from ronde.model.errors import NotATournament
from ronde.store.schema import check_tables, migrate, with_checksum


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A tournament with one closed round, and therefore a backup."""
    place = tmp_path / "open.ronde"
    desk = hall(place)
    play_round(desk)
    desk.close()
    return place


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def refusal(path: Path) -> NotATournament:
    with pytest.raises(NotATournament) as refused:
        Desk.open(path)
    return refused.value


def spoil(path: Path, number: int, *way: str, value: object) -> None:
    """Write another value deep inside one event, with a correct checksum: as a person would, not a disk."""
    with closing(sqlite3.connect(path)) as connection:
        row = connection.execute("SELECT * FROM journal WHERE number = ?", (number,)).fetchone()
        tree: Any = json.loads(row[6])
        branch = tree
        for step in way[:-1]:
            branch = branch[step]
        branch[way[-1]] = value
        fact = with_checksum((*row[:6], json.dumps(tree)))
        connection.execute("REPLACE INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)", fact)
        connection.commit()


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("settings", "brightwell"), 1e308),
        (("settings", "cap"), 10**30),
        (("settings", "board", "bye"), 1e308),
        (("settings", "board", "colours"), ["", ""]),
        (("settings", "penalties", "elitism"), [2**64]),
        (("settings", "keizer", "ratio"), 1e308),
        (("name",), "two\nlines"),
    ],
)
def test_settings_nobody_could_choose_are_damage_with_the_fact_and_the_backup_named(
    path: Path, way: tuple[str, ...], value: object
) -> None:
    spoil(path, 1, *way, value=value)

    error = refusal(path)

    assert error.facts["reason"] == "damaged"
    assert str(error.facts["detail"]).startswith("1: TournamentOpened")
    assert "open.backups" in error_text(error, "en")


@pytest.mark.parametrize(("setting", "value"), [("tiebreaks", ["luck"]), ("system", "lottery")])
def test_a_setting_of_a_missing_package_is_named_instead(path: Path, setting: str, value: object) -> None:
    spoil(path, 1, "settings", setting, value=value)

    error = refusal(path)

    assert error.facts["reason"] == "setting"
    assert str(error.facts["detail"]).startswith(f"{setting}=")


@pytest.mark.parametrize(
    ("way", "value"),
    [(("player", "name"), "DOE\x1b[31m"), (("player", "rating"), 10**400), (("player", "id"), 10**30)],
)
def test_a_card_nobody_could_write_is_damage_at_its_fact(
    path: Path, way: tuple[str, ...], value: object
) -> None:
    spoil(path, 3, *way, value=value)

    assert str(refusal(path).facts["detail"]).startswith("3: ")


@pytest.mark.parametrize("version", [-1, -5, -(2**31)])
def test_a_file_of_a_version_below_nothing_is_damaged(path: Path, version: int) -> None:
    run(path, f"PRAGMA user_version = {version}")

    assert refusal(path).facts["reason"] == "damaged"


def test_a_version_below_nothing_is_never_lifted() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = -5")
        with pytest.raises(sqlite3.DatabaseError, match="-5"):
            migrate(connection)


LOOSE = (
    "CREATE TABLE loose AS SELECT * FROM journal",
    "DROP TABLE attachment",
    "DROP TABLE journal",
    "CREATE TABLE attachment (name TEXT PRIMARY KEY, number INTEGER, data BLOB, seal INTEGER) STRICT",
    "CREATE TABLE journal (number INTEGER PRIMARY KEY, action, at, actor, kind, version, data, seal)",
    "INSERT INTO journal SELECT * FROM loose",
    "DROP TABLE loose",
)


@pytest.mark.parametrize(
    "cell", ["kind = NULL", "version = 'one'", "data = NULL", "action = 'x'", "at = 7", "actor = x'00'"]
)
def test_a_table_that_promises_no_types_is_refused_whatever_its_cells_hold(path: Path, cell: str) -> None:
    run(path, *LOOSE, f"UPDATE journal SET {cell} WHERE number = 2")

    assert refusal(path).facts["reason"] == "strange"


def test_the_tables_we_make_are_the_tables_we_ask_for() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        check_tables(connection)
