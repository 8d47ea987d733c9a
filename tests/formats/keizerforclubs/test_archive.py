"""What a KeizerForClubs file holds, row by row, and files that are none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.formats.keizerforclubs.season import FOOTER, season

from ronde.formats.keizerforclubs import write_s3db
from ronde.formats.keizerforclubs.archive import read_archive
from ronde.model.errors import FormatError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "club.s3db"
    made.write_bytes(write_s3db(season(), "en", FOOTER))
    return made


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute(statement)
        base.commit()


@pytest.mark.parametrize(
    ("statement", "key"),
    [
        ("DROP TABLE Pairing", "formats.s3db-foreign"),
        ("UPDATE Player SET rating = 99999999", "formats.s3db-value"),
        ("UPDATE Player SET name = 7.5 WHERE id = 1", ""),
        ("UPDATE Pairing SET Rnd = 0", "formats.s3db-value"),
        ("UPDATE Pairing SET PID_W = 'x'", "formats.s3db-value"),
        ("CREATE TABLE Strange (x)", "formats.s3db-strange"),
    ],
)
def test_a_file_with_something_else_in_it_is_refused_by_its_reason(
    path: Path, statement: str, key: str
) -> None:
    change(path, statement)

    if key:
        with pytest.raises(FormatError) as refused:
            read_archive(path)
        assert refused.value.problems[0].key == key
    else:
        assert read_archive(path).players[0].name == "7.5", "a column of text keeps figures as text"


def test_a_stored_table_that_names_nobody_is_left_out_by_name(path: Path) -> None:
    name = f"tStand_{max(read_archive(path).tables)}"
    change(path, f"UPDATE {name} SET line = 'nothing'")

    assert name in read_archive(path).unreadable
