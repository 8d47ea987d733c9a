"""The public names of the course."""

from __future__ import annotations

from ronde.course.folder import CourseFolder, CourseVersion
from ronde.course.ladder_book import LadderBook, LadderResult
from ronde.course.outcome import Fate, VersionOutcome
from ronde.course.report import keep_report, not_built, version_report
from ronde.course.rules import CourseRules, course_rules
from ronde.course.standing import CourseRung, course_standing
from ronde.course.students import Student, programs_of, read_students, write_students
from ronde.course.submission import judge, receive

CHECKER = "ronde.course.checker"
LADDER = "ronde.course.ladder"
"""The modules that run in separate processes."""
