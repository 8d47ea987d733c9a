"""A course with real programs of tic-tac-toe."""

from __future__ import annotations

from pathlib import Path

from ronde.arena.course import CourseFolder

RULES = 'game = "tictactoe"\nseconds = 10\nladder = "20+0"\n'
BUILD = '[build]\ncommand = "cat player.txt > player"\nsource = "player.txt"\nprogram = "player"\n'
GOOD = '#!/bin/sh\np=$1\ni=1\nwhile [ "$(echo "$p" | cut -c$i)" != 0 ]; do i=$((i+1)); done\necho $i\n'
"""Plays the first free field."""
LAST = (
    '#!/bin/sh\np=$1\ni=9\nwhile [ "$(echo "$p" | cut -c$i)" != 0 ]; do i=$((i-1)); done\n'
    "echo secret thoughts >&2\necho $i\n"
)
"""Plays the last free field, and talks."""
BAD = "#!/bin/sh\necho 77\n"


def classroom(folder: Path, students: str = "Ada\nBea\n", more: str = "") -> CourseFolder:
    """The folder of a course with a class list."""
    from ronde.arena.course import read_students, write_students

    made = folder / "course"
    made.mkdir()
    (made / "course.toml").write_text(RULES + more)
    (folder / "list.txt").write_text(students)
    found = CourseFolder(made)
    write_students(found.students, read_students(folder / "list.txt"))
    return found
