"""`course.toml` and the class list."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from ronde.arena.games import COURSE_GAME, Game, GameError, find_game
from ronde.arena.referee import Clock, parse_clock
from ronde.arena.sandbox import BuildRule, Jail, SandboxKind, best_kind
from ronde.formats.csv import MOST_PROBLEMS, ListProblems, csv_rows, read_text, write_rows
from ronde.formats.files import read_file
from ronde.model.errors import FormatError, Problem, SubmissionRefused
from ronde.model.names import fold
from ronde.system import replace_file

# `course.toml`: the game, the sandbox, how sources are built, and the deadline.


MOST_RULES: Final = 100_000
"""Bytes of `course.toml`."""
NO_LADDER: Final = "off"

_NAME: Final = re.compile(r"j[0-9A-Za-z][0-9A-Za-z_-]{0,38}")
_FILE: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,60}")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class CourseRules:
    game: str = COURSE_GAME
    variant: Mapping[str, Any] = field(default_factory=dict)
    jail: str | None = None
    """The name of a sandbox; None for the best."""
    memory: int = 1024
    """Megabytes, as for `tournoi`."""
    seconds: float = 5.0
    """For an answer in the check."""
    largest: int = 16_000_000
    """Bytes of a file."""
    deadline: datetime | None = None
    ladder: str = "1:00+1"
    """The clock of the permanent ladder, or `off`."""
    build: BuildRule | None = None

    @property
    def rules(self) -> Game[Any]:
        return find_game(self.game, self.variant)

    @property
    def ladder_clock(self) -> Clock | None:
        """The clock of the ladder; None if there is no ladder."""
        return None if self.ladder == NO_LADDER else parse_clock(self.ladder)

    def frozen(self, now: datetime) -> bool:
        return self.deadline is not None and now > self.deadline

    def check_submission(self, name: str, now: datetime) -> None:
        """Refuse what comes after the deadline, and an impossible name of a program."""
        if self.deadline is not None and self.frozen(now):
            raise SubmissionRefused(reason="deadline", name=name, deadline=f"{self.deadline:%Y-%m-%d %H:%M}")
        if not is_program_name(name):
            raise SubmissionRefused(reason="name", name=name)


def is_program_name(name: str) -> bool:
    """Whether a program may have this name: j, then letters, digits, - or _."""
    return _NAME.fullmatch(name) is not None and not name.endswith(("-", "_"))


def course_rules(path: Path) -> CourseRules:
    return read_course(read_file(path, MOST_RULES), str(path))


def course_jail(rules: CourseRules) -> Jail:
    kind = best_kind() if rules.jail is None else SandboxKind.of(rules.jail)
    return Jail(kind, memory=rules.memory)


def read_course(data: bytes, path: str) -> CourseRules:
    """Parse the rules; an error names the position or the key."""
    try:
        plain = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise FormatError([Problem(path, 0, 0, "formats.binary")]) from wrong
    except tomllib.TOMLDecodeError as wrong:
        raise _unreadable(path, str(wrong)) from wrong
    wrong_key = next((key for key, value in plain.items() if not _possible(key, value)), None)
    if wrong_key is not None:
        raise FormatError([Problem(path, 0, 0, "programs.course-key", wrong_key)])
    if "build" in plain:
        plain["build"] = BuildRule(**plain["build"])
    if "deadline" in plain:
        plain["deadline"] = plain["deadline"].astimezone()
    rules = CourseRules(**plain)
    try:
        rules.rules  # noqa: B018
    except GameError as wrong:
        raise FormatError([Problem(path, 0, 0, "programs.course-key", "game, variant")]) from wrong
    return rules


def _unreadable(path: str, said: str) -> FormatError:
    place = _PLACE.search(said)
    line, column = (int(part or 0) for part in place.groups()) if place else (0, 0)
    return FormatError([Problem(path, line, column, "programs.course-toml", _PLACE.sub("", said))])


def _possible(key: str, value: Any) -> bool:
    """Whether a key exists, and its value has the right type and is within its bounds."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    bounds = {"memory": (16, 1 << 20), "seconds": (0.1, 3600), "largest": (1, 64_000_000)}
    if key in bounds:
        low, high = bounds[key]
        return number and low <= value <= high and (key == "seconds" or isinstance(value, int))
    return {
        "game": isinstance(value, str),
        "variant": isinstance(value, dict),
        "jail": value in [kind.option for kind in SandboxKind],
        "deadline": isinstance(value, datetime),
        "ladder": isinstance(value, str) and _clock(value),
        "build": isinstance(value, dict) and _buildable(value),
    }.get(key, False)


def _clock(text: str) -> bool:
    try:
        return text == NO_LADDER or bool(parse_clock(text))
    except ValueError:
        return False


def _buildable(value: Mapping[str, Any]) -> bool:
    files = [value.get(key) for key in ("source", "program")]
    seconds = value.get("seconds", 60)
    return (
        value.keys() <= {one.name for one in fields(BuildRule)}
        and isinstance(value.get("command"), str)
        and all(isinstance(file, str) and _FILE.fullmatch(file) for file in files)
        and isinstance(seconds, int | float)
        and not isinstance(seconds, bool)
        and 0 < seconds <= 3600
    )


# The class list of a course: who submits which program.


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
_BARE_NUMBER: Final = re.compile(r"[0-9]{1,6}")
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
    problems = ListProblems(str(path), [])
    rows = list(csv_rows(read_text(path), problems))
    if not rows and not problems.problems:
        problems.remark(1, 1, "formats.list-empty")
    class_list = _Class(list(known), problems)
    if rows and not problems.problems:
        class_list.take(rows)
    if problems.problems:
        raise FormatError(problems.problems[:MOST_PROBLEMS])
    return class_list.students


def write_students(path: Path, students: Iterable[Student]) -> None:
    replace_file(path, write_rows(HEAD, [(one.program, one.name) for one in students]))


def programs_of(students: Iterable[Student]) -> dict[str, list[str]]:
    """The names of the students of each program, in the order of the list."""
    by_program: dict[str, list[str]] = {}
    for one in students:
        by_program.setdefault(one.program, []).append(one.name)
    return by_program


@dataclass
class _Class:
    students: list[Student]
    problems: ListProblems

    def take(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        columns = _headed([fold(title) for title in rows[0][1]])
        body = rows if columns is None else rows[1:]
        columns = columns or _bare([cells for _, cells in rows])
        for line, cells in body:
            program = _program(_cell(cells, columns.program))
            self._add(line, columns.name(cells), program, given=columns.program is not None)
        if len(self.students) > MOST:
            self.problems.remark(rows[-1][0], 1, "course.too-many", str(MOST))

    def _add(self, line: int, name: str, program: str, *, given: bool) -> None:
        if given and not is_program_name(program):
            self.problems.remark(line, 1, "course.list-program", program[:40])
        elif not given and not name:
            self.problems.remark(line, 1, "course.list-name")
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


def _program(text: str) -> str:
    """The name of a program of which a list may give only the number."""
    return f"j{int(text):02}" if _BARE_NUMBER.fullmatch(text) else text


def _cell(cells: Sequence[str], place: int | None) -> str:
    return cells[place].strip() if place is not None and place < len(cells) else ""
