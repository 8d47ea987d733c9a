"""A submission: it is received, built in the sandbox if it has sources, checked, and plays if it passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from ronde.arena.course.folder import UPLOAD, CourseFolder, VersionOutcome, VersionState, install_project
from ronde.arena.course.project import (
    BUILT,
    MOST_UNPACKED,
    build_rule,
    is_archive,
    is_source,
    languages,
    pack,
    read_project,
)
from ronde.arena.course.rules import CourseRules
from ronde.arena.referee import ARCHIVE, SHORT, Checkup, check_up, open_engine
from ronde.arena.sandbox import BuildRule, EngineFault, Jail, build, parts
from ronde.model.errors import SubmissionRefused

MOST_SAID: Final = 20_000
"""How many characters of the compiler's output are kept, from the end."""


class Submission(NamedTuple):
    """What was handed in: how it becomes a program, from which files, and the data beside the program."""

    way: BuildRule | bytes
    files: Mapping[str, bytes]
    data: Mapping[str, bytes] | None

    def made(self, jail: Jail) -> bytes:
        """The program; EngineFault if it cannot be built."""
        return self.way if isinstance(self.way, bytes) else build(self.files, self.way, jail)


def all_watchers(files: Sequence[tuple[str, bytes]], rules: CourseRules) -> bytes:
    """What is stored of files that came at once: one as it is, several as a ZIP.

    A ZIP too keeps the name of a source, unless the course says how its source is called.
    """
    (name, data), *others = files or [("", b"")]
    named = is_source(name) and not data.startswith(BUILT) and rules.build is None
    return pack(files) if others or named else data


def read_submission(upload: bytes, rules: CourseRules) -> Submission:
    """The parts of a stored upload; refused if nothing can be started."""
    if is_archive(upload):
        files = read_project(upload)
        return Submission(build_rule(files, rules.build, languages()), files, files)
    if upload.startswith(BUILT):
        return Submission(upload, {}, None)
    if rules.build is None:
        raise SubmissionRefused(reason="source")
    return Submission(rules.build, {rules.build.source: upload}, None)


def receive(folder: CourseFolder, rules: CourseRules, name: str, upload: bytes, now: datetime) -> Path:
    """Store an upload as the next version of a program; refused if the rules do not allow it."""
    rules.check_submission(name, now)
    read_submission(upload, rules)
    version = folder.next_version(name)
    folder.keep(version, upload)
    return version


def judge(folder: CourseFolder, rules: CourseRules, version: Path, jail: Jail) -> VersionOutcome:
    """Build and check a version, and let it play if it passes."""
    outcome = _outcome(folder, rules, version, jail)
    folder.conclude(version, outcome)
    return outcome


def _outcome(folder: CourseFolder, rules: CourseRules, version: Path, jail: Jail) -> VersionOutcome:
    found = read_submission((version / UPLOAD).read_bytes(), rules)
    try:
        made = found.made(jail)
    except EngineFault as fault:
        return failed_build(fault)
    program = folder.keep_program(version, made)
    with folder.data_beside(version, found.data):
        checkup = _checked(program, rules, jail)
    return VersionOutcome(
        VersionState.ACCEPTED if checkup.fit else VersionState.UNFIT, check=checkup.to_dict()
    )


def failed_build(fault: EngineFault) -> VersionOutcome:
    """The outcome of a build that failed, with what the compiler said."""
    said = (fault.reply.messages or fault.reply.text)[-MOST_SAID:]
    return VersionOutcome(VersionState.BUILD, verdict=fault.verdict.value, detail=fault.detail, said=said)


def _checked(program: Path, rules: CourseRules, jail: Jail) -> Checkup:
    game = rules.rules
    return check_up(lambda: open_engine(str(program), game, jail), game, seconds=rules.seconds, number=SHORT)


# A folder of programs may have projects too: `j07.zip` is built beside it, into `j07` and `j07.d`.


def unbuilt(folder: Path) -> list[Path]:
    """The projects of a folder that are newer than their programs."""
    found = sorted(folder.glob(f"j*{ARCHIVE}"))
    return [one for one in found if one.is_file() and not _newer(one.with_suffix(""), one)]


def _newer(program: Path, archive: Path) -> bool:
    return program.is_file() and program.stat().st_mtime >= archive.stat().st_mtime


def build_project(archive: Path, jail: Jail) -> None:
    """Build a project beside its ZIP; SubmissionRefused or EngineFault if that fails."""
    with closing(parts(archive, executable=False)) as found:  # it follows no link of a stranger
        part = next(found)
        if part.kind.st_size > MOST_UNPACKED:
            raise SubmissionRefused(reason="large", most=MOST_UNPACKED // 10**6)
        files = read_project(b"".join(part.read()))
    made = Submission(build_rule(files, None, languages()), files, files).made(jail)
    install_project(archive.with_suffix(""), made, files)
