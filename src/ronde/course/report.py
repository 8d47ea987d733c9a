"""The report about a version: for its student, and in its folder for the teacher."""

from __future__ import annotations

from ronde.core.errors import SubmissionRefused
from ronde.course.folder import CourseFolder, CourseVersion
from ronde.course.outcome import Fate, VersionOutcome
from ronde.formats.checkup_text import last_words, program_detail, report_lines
from ronde.i18n.door import say, tell


def version_report(version: CourseVersion, language: str) -> list[str]:
    """The report about a version, line by line; empty before its check."""
    outcome = version.outcome
    if outcome is None:
        return []
    if outcome.fate is Fate.BUILD:
        return [tell(not_built(version.name, outcome, language), language)]
    if outcome.fate is Fate.LOST:
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
