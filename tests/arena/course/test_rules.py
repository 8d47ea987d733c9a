"""What a course accepts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ronde.arena.course import CourseRules
from ronde.arena.course.rules import course_jail, read_course
from ronde.arena.sandbox import SandboxKind, best_kind
from ronde.model.errors import FormatError, SubmissionRefused

DEADLINE = datetime(2026, 12, 18, 18, 0, tzinfo=UTC)
BUILD = '[build]\ncommand = "true"\nsource = "a.c"\nprogram = "a"\n'


def test_every_line_of_the_file_is_optional() -> None:
    assert read_course(b"", "course.toml") == CourseRules()


def test_the_sandbox_is_named_and_otherwise_the_best() -> None:
    assert course_jail(read_course(b'jail = "none"', "course.toml")).kind is SandboxKind.NONE
    assert course_jail(CourseRules()).kind is best_kind()


def test_a_deadline_may_name_its_zone() -> None:
    rules = read_course(b"deadline = 2026-12-18T19:00:00+01:00", "course.toml")

    assert rules.deadline == DEADLINE


def test_a_version_is_taken_until_the_deadline_and_not_after_it() -> None:
    rules = CourseRules(deadline=DEADLINE)
    rules.check_submission("j07", DEADLINE)

    with pytest.raises(SubmissionRefused) as refused:
        rules.check_submission("j07", DEADLINE + timedelta(seconds=1))
    assert refused.value.facts["reason"] == "deadline"


@pytest.mark.parametrize("name", ["j1", "j07_ada", "j12-the-best", "jules"])
def test_names_of_programs_are_taken(name: str) -> None:
    CourseRules().check_submission(name, DEADLINE)


@pytest.mark.parametrize("name", ["", "j", "J1", "j/1", "j..", "j1.d", "j1.o", "j1.url", "j1\n", "j1-", "jé"])
def test_names_that_could_be_anything_else_are_refused(name: str) -> None:
    with pytest.raises(SubmissionRefused):
        CourseRules().check_submission(name, DEADLINE)


@pytest.mark.parametrize(
    "text",
    [
        "memory = true",
        "memory = 3",
        "seconds = nan",
        "jail = 1",
        'jail = "firejail"',
        "jail = true",
        'game = "go-fish"',
        "variant = { nothing = 1 }",
        "build = 1",
        BUILD.replace('"a.c"', '"../a.c"'),
        BUILD.replace('"a"', '".a"'),
        BUILD + "seconds = 0",
        BUILD + "more = 1",
        '[build]\ncommand = "true"',
    ],
)
def test_impossible_rules_are_refused(text: str) -> None:
    with pytest.raises(FormatError):
        read_course(text.encode(), "course.toml")


def test_text_that_is_no_toml_is_refused_with_its_place() -> None:
    with pytest.raises(FormatError) as refused:
        read_course(b'game = "othello"\nseconds =\n', "course.toml")

    (problem,) = refused.value.problems
    assert (problem.path, problem.line) == ("course.toml", 2)
