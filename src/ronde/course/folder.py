"""The folder of a course: its rules, every version that was handed in, and the programs that play.

course.toml             what is accepted
students.csv            who hands in which program
versions/j07/3/upload   the third file of j07 as it came; `program` is what plays, `outcome.json` the check
joueurs/j07             the last version that was accepted: the folder of `tournoi`
ladder.db               the games of the permanent ladder
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ronde.course.outcome import VersionOutcome
from ronde.disk.door import settled, take_place, write_over
from ronde.system.door import sole_writer

COURSE: Final = "course.toml"
STUDENTS: Final = "students.csv"
PLAYERS: Final = "joueurs"
VERSIONS: Final = "versions"
LADDER: Final = "ladder.db"
UPLOAD: Final = "upload"
PROGRAM: Final = "program"
REPORT: Final = "report.txt"
OUTCOME: Final = "outcome.json"


@dataclass(frozen=True, slots=True)
class CourseVersion:
    """A submitted file: its number, its time, and its outcome if known."""

    name: str
    number: int
    at: datetime
    outcome: VersionOutcome | None


@dataclass(frozen=True, slots=True)
class CourseFolder:
    path: Path

    @property
    def rules(self) -> Path:
        return self.path / COURSE

    @property
    def students(self) -> Path:
        return self.path / STUDENTS

    @property
    def players(self) -> Path:
        """The folder of the programs that play."""
        return self.path / PLAYERS

    @property
    def ladder(self) -> Path:
        return self.path / LADDER

    def place(self, name: str, number: int) -> Path:
        return self.path / VERSIONS / name / str(number)

    def next_version(self, name: str) -> Path:
        """An empty folder for the next file of a student; safe against concurrent calls."""
        above = self.path / VERSIONS / name
        above.mkdir(parents=True, exist_ok=True)
        number = max(self._numbers(name), default=0) + 1
        while True:
            try:
                (above / str(number)).mkdir()
                return above / str(number)
            except FileExistsError:
                number += 1

    def _numbers(self, name: str) -> list[int]:
        above = self.path / VERSIONS / name
        there = above.iterdir() if above.is_dir() else ()
        return sorted(int(one.name) for one in there if one.name.isascii() and one.name.isdecimal())

    def names(self) -> list[str]:
        """Everybody who has submitted something."""
        above = self.path / VERSIONS
        return sorted(one.name for one in above.iterdir() if one.is_dir()) if above.is_dir() else []

    def versions(self, name: str) -> list[CourseVersion]:
        """The versions of a student, the oldest first; incomplete ones are left out."""
        kept = (self.version(name, number) for number in self._numbers(name))
        return [one for one in kept if one is not None]

    def version(self, name: str, number: int) -> CourseVersion | None:
        try:
            came = (self.place(name, number) / UPLOAD).stat().st_mtime
        except OSError:
            return None
        return CourseVersion(name, number, datetime.fromtimestamp(came, UTC), self._outcome(name, number))

    def _outcome(self, name: str, number: int) -> VersionOutcome | None:
        try:
            return VersionOutcome.from_dict(json.loads((self.place(name, number) / OUTCOME).read_bytes()))
        except (OSError, ValueError, TypeError):  # not checked yet, or written by somebody else
            return None

    def upload(self, name: str, number: int) -> bytes | None:
        """The submitted file, if there is one of that number."""
        try:
            return (self.place(name, number) / UPLOAD).read_bytes()
        except OSError:
            return None

    def playing(self, name: str) -> int:
        """The number of the version that plays; 0 if none was accepted."""
        for number in reversed(self._numbers(name)):
            outcome = self._outcome(name, number)
            if outcome is not None and outcome.accepted:
                return number
        return 0

    def keep(self, version: Path, upload: bytes) -> None:
        write_over(version / UPLOAD, upload)

    def keep_program(self, version: Path, program: bytes) -> Path:
        """Store the program where it can be checked."""
        place = version / PROGRAM
        _install(place, program)
        return place

    @contextmanager
    def data_beside(self, version: Path) -> Iterator[None]:
        """Copy the data files of the playing program beside a version while it is checked."""
        data, copy = self.players / f"{version.parent.name}.d", version / f"{PROGRAM}.d"
        shutil.rmtree(copy, ignore_errors=True)
        try:
            if data.is_dir():
                shutil.copytree(data, copy, symlinks=True)
            yield
        finally:
            shutil.rmtree(copy, ignore_errors=True)

    def keep_report(self, version: Path, text: str) -> None:
        """Store the readable report of a check."""
        write_over(version / REPORT, text.encode())

    def conclude(self, version: Path, outcome: VersionOutcome) -> None:
        """Store the outcome of a version; an accepted one plays from now on, unless a later one does already.

        Serialised by name: of two versions that are checked at once the later one plays.
        """
        name, number = version.parent.name, int(version.name)
        with sole_writer(version.parent):
            if outcome.accepted and number > self.playing(name):
                self.accept(name, (version / PROGRAM).read_bytes())
            write_over(version / OUTCOME, json.dumps(outcome.to_dict()).encode())

    def accept(self, name: str, program: bytes) -> Path:
        """Install a program in place of the earlier version, all or nothing."""
        place = self.players / name
        place.parent.mkdir(exist_ok=True)
        _install(place, program)
        return place


def _install(place: Path, program: bytes) -> None:
    """Write an executable; an existing link is replaced, not followed."""
    draft = settled(place, program)
    try:
        draft.chmod(0o755)
        take_place(draft, place)
    finally:
        draft.unlink(missing_ok=True)
