"""FIDE's rating list: columns by the head line, the ZIP around it, and broken rows."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from tests.support.fidelists import HEAD, ROWS, row, write_list

from ronde.formats.fidelist import is_fide_list, read_fide_list
from ronde.model.errors import FileMissing, FormatError, NotAFile
from ronde.model.player import FidePlayer


def test_a_row_is_read_by_the_columns_of_the_head(tmp_path: Path) -> None:
    found = list(read_fide_list(write_list(tmp_path / "list.txt", *ROWS)))

    assert found[0] == FidePlayer(
        1503014, "Carlsen, Magnus", "NOR", "m", "GM", "1990", False, (2839, 2824, 2881), (10, 0, 0)
    )
    assert (found[2].sex, found[2].title, found[2].inactive) == ("w", "WFM", True)
    assert (found[3].birth, found[3].ratings) == ("", (0, 0, 0))


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_the_older_list_without_the_arena_column_and_longer_rows_are_read(tmp_path: Path, end: str) -> None:
    older = tmp_path / "older.txt"
    head = HEAD.replace("FOA ", "")
    rows = [one[:109] + one[113:] + "x" for one in ROWS]
    older.write_bytes("".join(f"{line}{end}" for line in (head, *rows)).encode("latin-1"))

    assert [one.ratings[0] for one in read_fide_list(older)] == [2839, 1500, 2101, 0, 1900]


def test_a_list_of_one_speed_names_its_month(tmp_path: Path) -> None:
    path = tmp_path / "standard.txt"
    head = HEAD[: HEAD.index(" SRtng")] + "  OCT26 Gms K  B-day Flag"
    line = row(1503014, "Carlsen, Magnus", "NOR", "", "GM")[:113] + f" {2839:<6}{9:<4}{10:<3}{1990:<6}"
    path.write_text(f"{head}\n{line}\n")

    (one,) = read_fide_list(path)

    assert (one.ratings, one.coefficients, one.birth) == ((2839, 0, 0), (10, 0, 0), "1990")


def test_the_list_is_read_out_of_its_zip(tmp_path: Path) -> None:
    plain = write_list(tmp_path / "players_list_foa.txt", *ROWS)
    with zipfile.ZipFile(tmp_path / "list.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(plain, plain.name)

    assert list(read_fide_list(tmp_path / "list.zip")) == list(read_fide_list(plain))


def test_a_list_is_told_from_other_files(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("name;rating\nDoe;1800\n")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 oops")

    assert is_fide_list(write_list(tmp_path / "list.txt", *ROWS))
    assert not is_fide_list(tmp_path / "other.csv")
    assert not is_fide_list(tmp_path / "broken.zip")
    assert not is_fide_list(tmp_path / "missing.txt")


@pytest.mark.parametrize(
    ("broken", "column", "key"),
    [
        (row("12x", "Doe, Jane"), 1, "fidelist.number"),
        (row(0, "Doe, Jane"), 1, "fidelist.number"),
        (row(12, ""), 16, "fidelist.name"),
        (row(12, "Doe,\x07 Jane"), 16, "fidelist.name"),
        (row(12, "Doe, Jane", standard="21o5"), 114, "fidelist.rating"),
        (row(12, "Doe, Jane", blitz="-5"), 140, "fidelist.rating"),
        ("12", 16, "fidelist.name"),
    ],
)
def test_a_broken_row_is_told_with_line_and_column(
    tmp_path: Path, broken: str, column: int, key: str
) -> None:
    path = write_list(tmp_path / "list.txt", ROWS[0], broken, ROWS[1])

    with pytest.raises(FormatError) as refused:
        list(read_fide_list(path))

    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.key) == (3, column, key)


def test_what_is_no_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("hello\n")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 oops")

    for name in ("other.txt", "broken.zip"):
        with pytest.raises(FormatError):
            list(read_fide_list(tmp_path / name))
    with pytest.raises(FileMissing):
        list(read_fide_list(tmp_path / "missing.txt"))
    with pytest.raises(NotAFile):
        list(read_fide_list(tmp_path))
