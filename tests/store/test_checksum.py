"""Checksums: a changed row is detected."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.test_kept_files import KEPT

from ronde.app.desk import Desk
from ronde.store.schema import check_row, checksum_column, checksum_of, with_checksum

CELLS = st.lists(st.one_of(st.integers(), st.text(), st.binary()), min_size=1, max_size=8)


@given(CELLS)
def test_a_row_passes_under_its_own_seal(cells: list[object]) -> None:
    *row, checksum = with_checksum(tuple(cells))

    assert row == cells
    check_row(tuple(row), checksum)


@given(st.text(min_size=1), st.data())
def test_one_letter_that_is_another_breaks_it(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    other = text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]

    assert checksum_of((1, text)) != checksum_of((1, other))


def test_cells_that_read_the_same_together_have_different_seals() -> None:
    assert (
        len({checksum_of(row) for row in ((1, "23"), (12, "3"), ("1", "2", "3"), ("123",), (b"123", ""))})
        == 5
    )
    assert with_checksum((1, "a"))[:2] == (1, "a")
    check_row((1, "a"), None)
    with pytest.raises(ValueError, match="checksum"):
        check_row((1, "a"), 7)


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_file_of_before_seals_gets_them_when_it_is_opened_to_be_written(kept: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(kept, tmp_path))
    Desk.open(path).close()

    with closing(sqlite3.connect(path)) as connection:
        assert checksum_column(connection, "journal") == checksum_column(connection, "attachment") == "seal"
        for row in connection.execute("SELECT * FROM journal"):
            check_row(row[:-1], row[-1])


def test_a_table_of_before_seals_is_asked_for_none() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE journal (number INTEGER)")
        assert checksum_column(connection, "journal") == "NULL"
