"""A version that is judged: it is checked as it will play."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.arena.course.classroom import GOOD, classroom

from ronde.arena.course import Fate, course_rules, judge, receive
from ronde.arena.course.rules import course_jail

READS = GOOD.replace("p=$1", "cat book >/dev/null || exit 3\np=$1")
"""A program that plays only with its data file in the current folder."""


def test_data_files_that_lie_beside_the_program_that_plays_are_there_in_the_check(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    rules = course_rules(folder.rules)
    without = receive(folder, rules, "j01", READS.encode(), datetime.now(UTC))
    assert judge(folder, rules, without, course_jail(rules)).fate is Fate.UNFIT

    (folder.players / "j01.d").mkdir(parents=True)
    (folder.players / "j01.d" / "book").write_text("e4")
    version = receive(folder, rules, "j01", READS.encode(), datetime.now(UTC))

    assert judge(folder, rules, version, course_jail(rules)).fate is Fate.ACCEPTED
    assert (folder.players / "j01").read_text() == READS
    assert not (version / "program.d").exists()
