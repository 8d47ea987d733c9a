"""The process that builds and checks one version, outside the server and at low priority.

python -m ronde.course.checker FOLDER NAME NUMBER       # ends with its standard input
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from ronde.course.folder import CourseFolder
from ronde.course.report import keep_report
from ronde.course.rules import course_jail, course_rules
from ronde.course.submission import judge
from ronde.engines.door import clear_away
from ronde.plugins import load_plugins
from ronde.system.door import end_with_input, give_way, system_language

NICE: Final = 5


def main(folder: str, name: str, number: str) -> None:
    """Judge a version; the outcome is written to its folder."""
    end_with_input()
    give_way(NICE)
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
