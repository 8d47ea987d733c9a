"""The class list of a course: who submits which program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ronde.core.errors import FormatError
from ronde.core.names import fold
from ronde.course.rules import is_program_name
from ronde.disk.door import write_over
from ronde.formats.csv import MOST_PROBLEMS, ListProblems, csv_rows, decoded, write_rows

HEAD: Final = ("program", "student")
MOST: Final = 500
_PROGRAM: Final = ("program", "programme", "programm", "programma", "team", "equipe")
_STUDENT: Final = (
    "student", "etudiant", "etudiante", "eleve", "studierende", "schuler", "name", "nom", "naam",
)  # fmt: skip
_SURNAME: Final = (
    "surname",
    "last name",
    "lastname",
    "family name",
    "nom de famille",
    "nachname",
    "achternaam",
)
_GIVEN: Final = ("given name", "first name", "firstname", "prenom", "vorname", "voornaam")
_NUMBERED: Final = re.compile(r"j[0-9]")
"""How program names start in a list without a heading, so that a student called Jean is not taken for one."""
_NO_NAME: Final = re.compile(r"[0-9@]")
"""Characters of class names, marks and addresses beside a name."""


@dataclass(frozen=True, slots=True)
class Student:
    """A line of the class list; a team has several lines for one program."""

    program: str
    name: str


def read_students(path: Path, known: Sequence[Student] = ()) -> list[Student]:
    """Read a list of students, after the known ones; refused as a whole if a line is wrong.

    The list is CSV with the columns `program` and `student`, or only names, which get the next free numbers;
    a surname and a given name in separate columns are one student.
    """
    sheet = ListProblems(str(path), [])
    rows = list(csv_rows(decoded(path), sheet))
    if not rows and not sheet.problems:
        sheet.remark(1, 1, "formats.list-empty")
    class_list = _Class(list(known), sheet)
    if rows and not sheet.problems:
        class_list.take(rows)
    if sheet.problems:
        raise FormatError(sheet.problems[:MOST_PROBLEMS])
    return class_list.students


def write_students(path: Path, students: Iterable[Student]) -> None:
    write_over(path, write_rows(HEAD, [(one.program, one.name) for one in students]))


def programs_of(students: Iterable[Student]) -> dict[str, list[str]]:
    """The names of the students of each program, in the order of the list."""
    by_program: dict[str, list[str]] = {}
    for one in students:
        by_program.setdefault(one.program, []).append(one.name)
    return by_program


@dataclass
class _Class:
    students: list[Student]
    sheet: ListProblems

    def take(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        columns = _headed([fold(title) for title in rows[0][1]])
        body = rows if columns is None else rows[1:]
        columns = columns or _bare([cells for _, cells in rows])
        for line, cells in body:
            program = _cell(cells, columns.program)
            self._add(line, columns.name(cells), program, given=columns.program is not None)
        if len(self.students) > MOST:
            self.sheet.remark(rows[-1][0], 1, "course.too-many", str(MOST))

    def _add(self, line: int, name: str, program: str, *, given: bool) -> None:
        if given and not is_program_name(program):
            self.sheet.remark(line, 1, "course.list-program", program[:40])
        elif not given and not name:
            self.sheet.remark(line, 1, "course.list-name")
        elif given:
            self._keep(Student(program, name))
        elif all(fold(one.name) != fold(name) for one in self.students):
            self._keep(Student(self._free(), name))

    def _keep(self, student: Student) -> None:
        if student not in self.students:
            self.students.append(student)

    def _free(self) -> str:
        taken = {one.program for one in self.students}
        return next(name for number in range(1, 10_000) if (name := f"j{number:02}") not in taken)


@dataclass(frozen=True, slots=True)
class _Columns:
    program: int | None
    names: tuple[int, ...]
    """The columns of a name, the surname first."""
    sure: bool
    """Whether a heading says that the second column is part of the name."""

    def name(self, cells: Sequence[str]) -> str:
        first, *others = [_cell(cells, place) for place in self.names] or [""]
        words = [first, *(word for word in others if self.sure or not _NO_NAME.search(word))]
        return " ".join(filter(None, words))


def _headed(titles: Sequence[str]) -> _Columns | None:
    """The columns that a heading names; None if it is not a heading."""
    program, student = _place(titles, _PROGRAM), _place(titles, _STUDENT)
    surname, given = _place(titles, _SURNAME), _place(titles, _GIVEN)
    if surname is not None and given is not None:
        student = None
    names = tuple(place for place in (surname, student, given) if place is not None)
    return _Columns(program, names, sure=True) if names or program is not None else None


def _bare(rows: Sequence[Sequence[str]]) -> _Columns:
    """The columns of a list without a heading."""
    if all(_NUMBERED.match(cells[0]) for cells in rows):
        return _Columns(0, (1, 2), sure=False)
    return _Columns(None, (0, 1), sure=False)


def _place(titles: Sequence[str], known: Iterable[str]) -> int | None:
    return next((titles.index(one) for one in known if one in titles), None)


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place].strip() if place is not None and place < len(cells) else ""
