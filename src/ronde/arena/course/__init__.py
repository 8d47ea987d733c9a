"""A course: students hand in programs, which are built, checked, and play a permanent ladder."""

from ronde.arena.course.folder import (
    CourseFolder,
    CourseVersion,
    VersionOutcome,
    VersionState,
    keep_report,
    not_built,
    version_report,
)
from ronde.arena.course.ladder_book import CourseRung, LadderBook, LadderResult, Rival
from ronde.arena.course.project import (
    MOST_FILES,
    MOST_UNPACKED,
    PROGRAM,
    is_archive,
    languages,
)
from ronde.arena.course.rules import (
    CourseRules,
    Student,
    course_rules,
    programs_of,
    read_students,
    write_students,
)
from ronde.arena.course.submission import all_watchers, build_project, failed_build, judge, receive, unbuilt
