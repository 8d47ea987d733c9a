"""The folder of a course: every version that was handed in, what became of it, and its report."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from ronde.arena.pages.text import last_words, program_detail, report_lines
from ronde.arena.sandbox import write_files
from ronde.i18n import error_text, say
from ronde.model.errors import SubmissionRefused
from ronde.system import rename_draft, replace_file, sole_writer, write_draft

# The outcome of a version: codes and facts, translated by the reports.


class VersionState(StrEnum):
    ACCEPTED = "accepted"
    UNFIT = "unfit"
    """It would lose games by faults."""
    BUILD = "build"
    """It could not be built."""
    LOST = "lost"
    """The check did not finish."""


@dataclass(frozen=True, slots=True)
class VersionOutcome:
    """The outcome of a version, with the findings or the compiler's output."""

    fate: VersionState
    check: Mapping[str, Any] = field(default_factory=dict)
    """As `ronde check --json` gives it."""
    verdict: str = ""
    detail: str = ""
    """Why the build failed, as codes."""
    said: str = ""
    """What the compiler printed."""

    @property
    def accepted(self) -> bool:
        return self.fate is VersionState.ACCEPTED

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> VersionOutcome:
        """The inverse of `to_dict`; ValueError or TypeError if the data is invalid."""
        return cls(**{**data, "fate": VersionState(data.get("fate", ""))})


# The folder of a course: its rules, every version that was handed in, and the programs that play.
#
# course.toml             what is accepted
# students.csv            who hands in which program
# versions/j07/3/upload   the third file of j07 as it came; `program` is what plays, `outcome.json` the
# check
# joueurs/j07             the last version that was accepted: the folder of `tournoi`; j07.d has its data
# ladder.db               the games of the permanent ladder


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
        replace_file(version / UPLOAD, upload)

    def keep_program(self, version: Path, program: bytes) -> Path:
        """Store the program where it can be checked."""
        place = version / PROGRAM
        install_program(place, program)
        return place

    @contextmanager
    def data_beside(self, version: Path, own: Mapping[str, bytes] | None = None) -> Iterator[None]:
        """Put data files beside a version: its own, or while it is checked those of the playing program."""
        data, copy = self.players / f"{version.parent.name}.d", version / f"{PROGRAM}.d"
        shutil.rmtree(copy, ignore_errors=True)
        if own is not None:
            write_files(copy, own)
            yield
            return
        try:
            if data.is_dir():
                shutil.copytree(data, copy, symlinks=True)
            yield
        finally:
            shutil.rmtree(copy, ignore_errors=True)

    def keep_report(self, version: Path, text: str) -> None:
        """Store the readable report of a check."""
        replace_file(version / REPORT, text.encode())

    def conclude(self, version: Path, outcome: VersionOutcome) -> None:
        """Store the outcome of a version; an accepted one plays from now on, unless a later one does already.

        Serialised by name: of two versions that are checked at once the later one plays.
        """
        name, number = version.parent.name, int(version.name)
        with sole_writer(version.parent):
            if outcome.accepted and number > self.playing(name):
                self.accept(name, (version / PROGRAM).read_bytes(), version / f"{PROGRAM}.d")
            replace_file(version / OUTCOME, json.dumps(outcome.to_dict()).encode())

    def accept(self, name: str, program: bytes, data: Path | None = None) -> Path:
        """Install a program in place of the earlier version, after the data of a project if it is one."""
        place = self.players / name
        place.parent.mkdir(exist_ok=True)
        if data is not None and data.is_dir():
            with TemporaryDirectory(prefix=".data-", dir=self.path) as aside:
                shutil.copytree(data, Path(aside, "new"))
                _replace_data(self.players / f"{name}.d", aside)
        install_program(place, program)
        return place


def install_project(place: Path, program: bytes, files: Mapping[str, bytes]) -> None:
    """Write a program, after its data."""
    with TemporaryDirectory(prefix=".data-", dir=place.parent) as aside:
        write_files(Path(aside, "new"), files)
        _replace_data(place.with_name(f"{place.name}.d"), aside)
    install_program(place, program)


def _replace_data(place: Path, aside: str) -> None:
    """Exchange the data of a program by two renames, so that it never has a part of them."""
    with suppress(FileNotFoundError):
        place.rename(Path(aside, "old"))
    Path(aside, "new").rename(place)


def install_program(place: Path, program: bytes) -> None:
    """Write an executable; an existing link is replaced, not followed."""
    draft = write_draft(place, program)
    try:
        draft.chmod(0o755)
        rename_draft(draft, place)
    finally:
        draft.unlink(missing_ok=True)


# The report about a version: for its student, and in its folder for the teacher.


def version_report(version: CourseVersion, language: str) -> list[str]:
    """The report about a version, line by line; empty before its check."""
    outcome = version.outcome
    if outcome is None:
        return []
    if outcome.fate is VersionState.BUILD:
        return [error_text(not_built(version.name, outcome, language), language)]
    if outcome.fate is VersionState.LOST:
        return [say("course.lost", language)]
    return report_lines(version.name, outcome.check, language)


def not_built(name: str, outcome: VersionOutcome, language: str) -> SubmissionRefused:
    """The refusal of a source that could not be built."""
    detail = program_detail(outcome.detail, "", language)
    detail = detail or say(f"referee.verdict-{outcome.verdict}", language)
    return SubmissionRefused(reason="build", name=name, detail=detail)


def keep_report(folder: CourseFolder, version: CourseVersion, language: str) -> list[str]:
    """Store the report beside the version, with the compiler's output; returns its lines."""
    lines = version_report(version, language)
    said = last_words(version.outcome.said) if version.outcome else ""
    text = "\n".join([*([said] if said else []), *lines, ""])
    folder.keep_report(folder.place(version.name, version.number), text)
    return lines
