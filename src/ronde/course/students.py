"""The class list of a course: who hands in which program."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Student:
    """A line of the class list; a team has several of one program."""

    program: str
    name: str


def read_students(path: Path, known: Sequence[Student] = ()) -> list[Student]:
    """The students of a list, after those known already; refused whole if a line is wrong.

    The list is CSV with the columns `program` and `student`, or only names, which get the next free numbers.
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
    """Keep the class list, whole or not at all."""
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
        """Add the students of these rows."""
        titles = [fold(title) for title in rows[0][1]]
        program, name = _place(titles, _PROGRAM), _place(titles, _STUDENT)
        for line, cells in rows if program is None and name is None else rows[1:]:
            student = _cell(cells, 0 if program is None and name is None else name)
            self._add(line, student, _cell(cells, program), given=program is not None)
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


def _place(titles: Sequence[str], known: Iterable[str]) -> int | None:
    return next((titles.index(one) for one in known if one in titles), None)


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place].strip() if place is not None and place < len(cells) else ""
