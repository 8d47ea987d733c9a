"""A submission: it is received, built in the sandbox if it is a source, checked, and plays if it passes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from ronde.arena.course.folder import UPLOAD, CourseFolder, Fate, VersionOutcome
from ronde.arena.course.rules import CourseRules
from ronde.arena.referee import SHORT, Checkup, check_up, open_engine
from ronde.arena.sandbox import EngineFault, Jail, build

MOST_SAID: Final = 20_000
"""How many characters of the compiler's output are kept, from the end."""


def receive(folder: CourseFolder, rules: CourseRules, name: str, upload: bytes, now: datetime) -> Path:
    """Store a file as the next version of a program; refused if the rules do not allow it."""
    rules.check_submission(name, now)
    rules.is_source(upload)
    version = folder.next_version(name)
    folder.keep(version, upload)
    return version


def judge(folder: CourseFolder, rules: CourseRules, version: Path, jail: Jail) -> VersionOutcome:
    """Build and check a version, and let it play if it passes."""
    outcome = _outcome(folder, rules, version, jail)
    folder.conclude(version, outcome)
    return outcome


def _outcome(folder: CourseFolder, rules: CourseRules, version: Path, jail: Jail) -> VersionOutcome:
    upload = (version / UPLOAD).read_bytes()
    if rules.is_source(upload):
        assert rules.build is not None, "a source without a command was refused"
        try:
            upload = build(upload, rules.build, jail)
        except EngineFault as fault:
            said = (fault.reply.messages or fault.reply.text)[-MOST_SAID:]
            return VersionOutcome(Fate.BUILD, verdict=fault.verdict.value, detail=fault.detail, said=said)
    program = folder.keep_program(version, upload)
    with folder.data_beside(version):
        checkup = _checked(program, rules, jail)
    return VersionOutcome(Fate.ACCEPTED if checkup.fit else Fate.UNFIT, check=checkup.to_dict())


def _checked(program: Path, rules: CourseRules, jail: Jail) -> Checkup:
    game = rules.rules
    return check_up(lambda: open_engine(str(program), game, jail), game, seconds=rules.seconds, number=SHORT)
