"""Lists of marks: what is read of them, and where they are wrong."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from ronde.arena.pages.grades import Grade, averages, read_grades
from ronde.model.errors import FormatError


def listed(folder: Path, text: str) -> Path:
    path = folder / "marks.csv"
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(FormatError) as refused:
        read_grades(listed(folder, text))
    return [(one.line, one.column, one.key) for one in refused.value.problems]


def test_marks_are_read_with_decimal_commas_and_points(tmp_path: Path) -> None:
    found = read_grades(listed(tmp_path, "note;programme\n14,5;j07\n12.25;j1\n"))

    assert found == [Grade(2, "j07", Fraction(29, 2)), Grade(3, "j1", Fraction(49, 4))]


def test_the_team_is_the_program_and_other_columns_do_not_count(tmp_path: Path) -> None:
    text = "\ufeffnom,équipe,note,moyenne\r\nAda,j1,3,11\r\n"

    assert read_grades(listed(tmp_path, text)) == [Grade(2, "j1", Fraction(11))]


def test_the_average_of_a_team_is_exact_and_leaves_absences_out(tmp_path: Path) -> None:
    text = "team;mark\nj1;0.1\nj1;0.2\nj1;\nj2;0.15\n"

    assert averages(read_grades(listed(tmp_path, text))) == {"j1": Fraction(3, 20), "j2": Fraction(3, 20)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, 1, "formats.list-empty")]),
        ("programme;age\nj1;3\n", [(1, 1, "formats.grades-no-mark")]),
        ("a;b\nj1;3\n", [(1, 1, "formats.grades-no-program"), (1, 1, "formats.grades-no-mark")]),
        ("program;mark;mark\nj1;3;4\n", [(1, 3, "formats.column-twice")]),
        ("program;mark\nj1;good\nj2;1e3\n", [(2, 2, "formats.grades-mark"), (3, 2, "formats.grades-mark")]),
        ("mark;program\n12;\n", [(2, 2, "formats.grades-program")]),
        ("program,mark\nj1,14,5\n", [(2, 3, "formats.grades-cells")]),
        ('program;mark\n"j1;3\n', [(2, 1, "formats.csv-unreadable")]),
    ],
)
def test_what_is_wrong_is_named_with_its_line_and_column(
    tmp_path: Path, text: str, expected: list[tuple[int, int, str]]
) -> None:
    assert problems(tmp_path, text) == expected
