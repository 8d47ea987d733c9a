"""A list of marks as CSV, by which a teacher seeds the programs of the students."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from ronde.formats.csv import MOST_PROBLEMS, ListProblems, csv_rows, read_text
from ronde.model.errors import FormatError
from ronde.model.names import fold

_PROGRAM: Final = (
    "program", "programme", "programm", "programma", "team", "equipe", "player", "joueur", "spieler",
    "speler", "name", "nom", "naam",
)  # fmt: skip
_MARK: Final = (
    "average", "moyenne", "durchschnitt", "gemiddelde", "mark", "marks", "grade", "note", "notes", "cijfer",
)  # fmt: skip
"""Heads of the two columns; the first that is present counts, so that a list may have other columns too."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}([.,][0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class Grade:
    """A mark of a list, with its line and program."""

    line: int
    program: str
    value: Fraction


def read_grades(path: Path) -> list[Grade]:
    """The marks of a list; lines without one are skipped. Refused whole if a line is wrong."""
    problems = ListProblems(str(path), [])
    rows = list(csv_rows(read_text(path), problems))
    if not rows and not problems.problems:
        problems.remark(1, 1, "formats.list-empty")
    grades: list[Grade] = []
    if not problems.problems:
        head = rows[0][1]
        program = _column(head, _PROGRAM, "formats.grades-no-program", problems)
        mark = _column(head, _MARK, "formats.grades-no-mark", problems)
        rows = [] if problems.problems else rows[1:]
        grades = [grade for row in rows for grade in _grades(row, program, mark, len(head), problems)]
    if problems.problems:
        raise FormatError(problems.problems[:MOST_PROBLEMS])
    return grades


def _column(head: Sequence[str], known: Iterable[str], lacking: str, problems: ListProblems) -> int:
    titles = [fold(title) for title in head]
    title = next((one for one in known if one in titles), None)
    if title is None:
        problems.remark(1, 1, lacking, ", ".join(head)[:200])
        return 0
    place = titles.index(title)
    if titles.count(title) > 1:
        again = titles.index(title, place + 1)
        problems.remark(1, again + 1, "formats.column-twice", head[again])
    return place


def _grades(
    row: tuple[int, list[str]], program: int, mark: int, width: int, problems: ListProblems
) -> list[Grade]:
    """The mark of a line, if there is one; problems are collected."""
    line, cells = row
    if any(cells[width:]):  # such as 14,5 between commas, which would be read as 14
        problems.remark(line, width + 1, "formats.grades-cells")
        return []
    name, text = (cells[place] if place < len(cells) else "" for place in (program, mark))
    if not text:
        return []
    if not name:
        problems.remark(line, program + 1, "formats.grades-program")
        return []
    if _NUMBER.fullmatch(text) is None:
        problems.remark(line, mark + 1, "formats.grades-mark", text[:40])
        return []
    return [Grade(line, name, Fraction(text.replace(",", ".")))]


def averages(grades: Iterable[Grade]) -> dict[str, Fraction]:
    """The exact average of each program, so that equal ones compare equal."""
    values: defaultdict[str, list[Fraction]] = defaultdict(list)
    for grade in grades:
        values[grade.program].append(grade.value)
    return {program: sum(each, Fraction(0)) / len(each) for program, each in values.items()}
