"""The process that builds and checks one version, outside the server and at low priority.

python -m ronde.arena.course.checker FOLDER NAME NUMBER       # ends with its standard input
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from ronde.app.plugins import load_plugins
from ronde.arena.course.folder import CourseFolder, keep_report
from ronde.arena.course.rules import course_jail, course_rules
from ronde.arena.course.submission import judge
from ronde.arena.sandbox import clear_away
from ronde.system import end_with_input, lower_priority, system_language

NICE: Final = 5


def main(folder: str, name: str, number: str) -> None:
    """Judge a version; the outcome is written to its folder."""
    end_with_input()
    lower_priority(NICE)
    clear_away()
    load_plugins()
    course = CourseFolder(Path(folder))
    rules = course_rules(course.rules)
    judge(course, rules, course.place(name, int(number)), course_jail(rules))
    version = course.version(name, int(number))
    if version is not None:
        keep_report(course, version, system_language() or "en")


if __name__ == "__main__":
    main(*sys.argv[1:])
