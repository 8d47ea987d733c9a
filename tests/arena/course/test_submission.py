"""A version that is judged: it is checked as it will play."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.arena.course.classroom import BUILD, GOOD, classroom

from ronde.arena.course import CourseFolder, VersionOutcome, VersionState, course_rules, judge, receive
from ronde.arena.course.project import pack
from ronde.arena.course.rules import course_jail, read_course
from ronde.arena.course.submission import all_watchers, read_submission
from ronde.model.errors import SubmissionRefused

READS = GOOD.replace("p=$1", "cat book >/dev/null || exit 3\np=$1")
"""A program that plays only with its data file in the current folder."""


def test_data_files_that_lie_beside_the_program_that_plays_are_there_in_the_check(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    rules = course_rules(folder.rules)
    without = receive(folder, rules, "j01", READS.encode(), datetime.now(UTC))
    assert judge(folder, rules, without, course_jail(rules)).fate is VersionState.UNFIT

    (folder.players / "j01.d").mkdir(parents=True)
    (folder.players / "j01.d" / "book").write_text("e4")
    version = receive(folder, rules, "j01", READS.encode(), datetime.now(UTC))

    assert judge(folder, rules, version, course_jail(rules)).fate is VersionState.ACCEPTED
    assert (folder.players / "j01").read_text() == READS
    assert not (version / "program.d").exists()


def test_only_what_the_system_cannot_start_is_built() -> None:
    plain, rules = read_course(b"", "course.toml"), read_course(BUILD.encode(), "course.toml")

    assert read_submission(b"\x7fELF...", plain).way == b"\x7fELF..."
    assert read_submission(b"#!/bin/sh\n", rules).way == b"#!/bin/sh\n"
    assert read_submission(b"int main", rules).files == {"player.txt": b"int main"}
    with pytest.raises(SubmissionRefused):
        read_submission(b"int main", plain)


@pytest.mark.full
def test_a_file_alone_is_kept_as_it_is_unless_its_name_says_its_language() -> None:
    plain, rules = read_course(b"", "course.toml"), read_course(BUILD.encode(), "course.toml")

    assert all_watchers([("j07", b"data")], plain) == b"data"
    assert all_watchers([("main.py", b"#!/bin/python")], plain) == b"#!/bin/python"
    assert all_watchers([("main.py", b"print(1)")], rules) == b"print(1)"
    named = read_submission(all_watchers([("main.py", b"print(1)")], plain), plain)
    assert named.way == b'#!/bin/sh\nexec python3 main.py "$@"\n'
    assert all_watchers([], plain) == b""


def handed_in(folder: CourseFolder, *files: tuple[str, str]) -> VersionOutcome:
    """The outcome of a version of j01 that was sent as several files."""
    rules = course_rules(folder.rules)
    upload = all_watchers([(name, text.encode()) for name, text in files], rules)
    version = receive(folder, rules, "j01", upload, datetime.now(UTC))
    return judge(folder, rules, version, course_jail(rules))


FIRST = "p = open('book').read().strip() and sys.argv[1]\nprint(p.index('0') + 1)\n"
C = """#include <stdio.h>
#include "first.h"
int main(int n, char **v) { FILE *f = fopen("book", "r"); return f ? printf("%d\\n", first(v[1])) < 0 : 9; }
"""
H = "static int first(const char *p) { int i = 0; while (p[i] != '0') i++; return i + 1; }\n"
JAVA = """import java.nio.file.*;
class Main { public static void main(String[] a) throws Exception {
    Files.readString(Path.of("book")); System.out.println(Rule.first(a[0])); } }
"""
RULE = "class Rule { static int first(String p) { return p.indexOf('0') + 1; } }\n"
MAKE = "player: brain.c first.h\n\tcc -o player brain.c\n"
NODE = "require('fs').readFileSync('book'); console.log(process.argv[2].indexOf('0') + 1)\n"
PHP = "<?php file_get_contents('book') || exit(3); echo strpos($argv[1], '0') + 1;\n"


@pytest.mark.full
@pytest.mark.parametrize(
    ("tool", "files"),
    [
        ("python3", [("brain.py", "import sys\n" + FIRST)]),
        ("gcc", [("brain.c", C), ("first.h", H)]),
        ("g++", [("brain.cpp", C), ("first.h", H)]),
        ("make", [("brain.c", C), ("first.h", H), ("Makefile", MAKE)]),
        ("javac", [("Main.java", JAVA), ("Rule.java", RULE)]),
        ("node", [("main.js", NODE)]),
        ("php", [("player.php", PHP)]),
        ("sh", [("run", READS)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_project_of_a_known_language_plays_with_its_data(
    tmp_path: Path, tool: str, files: list[tuple[str, str]]
) -> None:
    folder = classroom(tmp_path)
    if shutil.which(tool, path="/usr/local/bin:/usr/bin:/bin") is None:
        with pytest.raises(SubmissionRefused):
            handed_in(folder, *files, ("book", "e4"))
        return

    outcome = handed_in(folder, *files, ("book", "e4"))

    assert (outcome.fate, outcome.said) == (VersionState.ACCEPTED, "")
    assert (folder.players / "j01").stat().st_mode & 0o777 == 0o755
    assert (folder.players / "j01.d" / "book").read_text() == "e4"


def test_a_project_replaces_its_data_only_if_it_is_accepted_and_a_file_alone_leaves_them(
    tmp_path: Path,
) -> None:
    folder = classroom(tmp_path)
    handed_in(folder, ("player", READS), ("book", "e4"), ("old", ""))
    assert handed_in(folder, ("player", "#!/bin/sh\necho 77\n"), ("book", "bad")).fate is VersionState.UNFIT
    assert (folder.players / "j01.d" / "book").read_text() == "e4"

    assert handed_in(folder, ("player", READS), ("book", "d4")).fate is VersionState.ACCEPTED
    assert sorted(one.name for one in (folder.players / "j01.d").iterdir()) == ["book", "player"]
    assert handed_in(folder, ("player", READS + "# alone\n")).fate is VersionState.ACCEPTED

    assert (folder.players / "j01.d" / "book").read_text() == "d4"
    assert sorted(one.name for one in folder.path.iterdir()) == [
        "course.toml",
        "joueurs",
        "students.csv",
        "versions",
    ]


@pytest.mark.full
def test_what_the_compiler_says_of_a_project_is_kept(tmp_path: Path) -> None:
    folder = classroom(tmp_path)

    outcome = handed_in(folder, ("Makefile", "player:\n\t@echo line 3 >&2; exit 1\n"), ("book", "e4"))

    assert outcome.fate is VersionState.BUILD
    assert "line 3" in outcome.said
    assert not folder.players.exists()


def test_a_project_that_is_refused_leaves_nothing(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    rules = course_rules(folder.rules)

    with pytest.raises(SubmissionRefused):
        receive(folder, rules, "j01", pack([("../j02", b"#!/bin/sh\n")]), datetime.now(UTC))

    assert not (folder.path / "versions").exists()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["course", "list.txt"]
