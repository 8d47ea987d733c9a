"""The personal links of students, derived from a key in the folder of the course."""

from __future__ import annotations

from pathlib import Path

from ronde.course.door import CourseFolder, programs_of, read_students
from ronde.web.server.account_store import Register, open_register
from ronde.web.server.accounts import PersonalLinks


class CourseLinks:
    """The link of every program of a course; a new link invalidates the old one."""

    def __init__(self, folder: CourseFolder) -> None:
        self.folder = folder
        self.register: Register = open_register([folder.path])
        self._links = PersonalLinks(self.register)

    def students(self) -> dict[str, list[str]]:
        """The students of each program, as the class list says."""
        return programs_of(read_students(self.folder.students)) if self.folder.students.exists() else {}

    def path(self, name: str) -> str:
        """The address of a program's page on this server."""
        return f"/course/{name}/{self._links.word(_slug(name), 0)}"

    def holds(self, name: str, word: str) -> bool:
        """Whether that is the current token of a program."""
        return self._links.holds(_slug(name), 0, word)

    def renew(self, name: str) -> None:
        """Replace the link of a program, because it was lost or shared."""
        self._links.renew(_slug(name), 0)

    def close(self) -> None:
        self.register.close()


def _slug(name: str) -> str:
    """Cannot collide with a tournament, whose slug has no slash."""
    return f"course/{name}"


def course_links(folder: Path, address: str, renewed: str = "") -> list[tuple[str, list[str], str]]:
    """Every program of a course with its students and its link; those in `renewed` get a new link first."""
    links = CourseLinks(CourseFolder(folder))
    try:
        there = address.rstrip("/")
        if renewed:
            links.renew(renewed)
        return [(name, names, there + links.path(name)) for name, names in links.students().items()]
    finally:
        links.close()


def course_address(folder: Path) -> str:
    """The address of the last server of a course; empty if there was none."""
    register = open_register([folder])
    try:
        return register.address()
    finally:
        register.close()
