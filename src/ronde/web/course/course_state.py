"""The state shared by the pages of a course: folder, rules, links, ranking and running checks."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from ronde.core.errors import RondeError, SubmissionRefused
from ronde.course.door import (
    CourseFolder,
    CourseRules,
    CourseRung,
    CourseVersion,
    LadderBook,
    LadderResult,
    course_rules,
    course_standing,
    receive,
)
from ronde.web.course.check_queue import CheckQueue, LadderProcess
from ronde.web.course.course_links import CourseLinks

MOST_VERSIONS: Final = 200
"""How many files one link may hand in."""
GAMES: Final = 20
"""How many games of the ladder a page lists."""


@dataclass(frozen=True, slots=True)
class StudentView:
    name: str
    students: list[str]
    versions: list[CourseVersion]
    """The newest first."""
    playing: int
    rung: CourseRung | None
    games: list[LadderResult]
    rules: CourseRules
    frozen: bool


@dataclass
class CourseState:
    """One course on a server."""

    folder: CourseFolder
    rules: CourseRules
    trouble: RondeError | None = None
    """What is wrong with the rules or the class list on disk."""
    _ranked: tuple[object, list[CourseRung]] = field(default=(None, []))

    def __post_init__(self) -> None:
        self.links = CourseLinks(self.folder)
        self.checks = CheckQueue(self.folder)
        self.ladder = LadderProcess(self.folder)
        self._students: dict[str, list[str]] = {}

    async def open(self) -> None:
        await self.checks.resume()
        self.ladder.open()

    async def close(self) -> None:
        await self.ladder.close()
        await self.checks.close()
        self.links.close()

    def renewed(self) -> CourseRules:
        """The current rules, since a teacher may move the deadline; invalid ones are ignored."""
        try:
            self.rules, self._students = course_rules(self.folder.rules), self.links.students()
            self.trouble = None
        except RondeError as error:
            self.trouble = error
        return self.rules

    def students(self) -> dict[str, list[str]]:
        self.renewed()
        return self._students

    def ranking(self) -> list[CourseRung]:
        """The programs that play, best first; computed again only after a change."""
        book, playing = LadderBook(self.folder.ladder), self._playing()
        key, (known, ranking) = (book.number(), playing), self._ranked
        if known != key:
            ranking = course_standing(book.meetings(), playing)
            self._ranked = key, ranking
        return ranking

    def _playing(self) -> dict[str, int]:
        numbers = {name: self.folder.playing(name) for name in self.folder.names()}
        return {name: number for name, number in numbers.items() if number}

    def view(self, name: str) -> StudentView:
        students, now = self.students(), datetime.now().astimezone()
        rung = next((one for one in self.ranking() if one.name == name), None)
        return StudentView(
            name=name,
            students=[one for one in students.get(name, []) if one],
            versions=self.folder.versions(name)[::-1],
            playing=self.folder.playing(name),
            rung=rung,
            games=LadderBook(self.folder.ladder).games_of(name, GAMES),
            rules=self.rules,
            frozen=self.rules.frozen(now),
        )

    def received(self, name: str, data: bytes) -> int:
        """Store a file of a student; the number of its version, or a refusal in one sentence."""
        rules = self.renewed()
        if not data:
            raise SubmissionRefused(reason="nothing")
        if len(data) > rules.largest:
            raise SubmissionRefused(reason="large", most=megabytes(rules.largest))
        if len(self.folder.versions(name)) >= MOST_VERSIONS:
            raise SubmissionRefused(reason="many", most=MOST_VERSIONS)
        now = datetime.now().astimezone()
        return int(receive(self.folder, rules, name, data, now).name)


def megabytes(count: int) -> str:
    """A number of bytes in megabytes, as people write it.

    >>> megabytes(16_000_000), megabytes(10_000)
    ('16', '0.01')
    """
    return f"{count / 10**6:g}"


def open_course(folder: Path) -> CourseState:
    """A course on the disk; refused if its rules cannot be read."""
    opened = CourseFolder(folder)
    return CourseState(opened, course_rules(opened.rules))
