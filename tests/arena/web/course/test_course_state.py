"""What the pages of a course share."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.course.classroom import GOOD, RULES, classroom

from ronde.arena.web import course as course_state
from ronde.arena.web.course_pages import open_course
from ronde.model.errors import FormatError, SubmissionRefused


def test_a_link_hands_in_so_many_versions_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course_state, "MOST_VERSIONS", 2)
    course = open_course(classroom(tmp_path).path)
    numbers = [course.received("j01", [("x", GOOD.encode())]) for _ in range(2)]

    with pytest.raises(SubmissionRefused) as refused:
        course.received("j01", [("x", GOOD.encode())])

    assert numbers == [1, 2]
    assert refused.value.facts["reason"] == "many"
    assert len(course.folder.versions("j01")) == 2


def test_a_deadline_that_moves_holds_at_once(tmp_path: Path) -> None:
    course = open_course(classroom(tmp_path).path)
    course.folder.rules.write_text(RULES + "deadline = 2020-01-31T18:00:00\n")

    with pytest.raises(SubmissionRefused):
        course.received("j01", [("x", GOOD.encode())])
    assert course.view("j01").frozen


def test_a_course_without_rules_is_refused(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    folder.rules.write_text("largest = 0")

    with pytest.raises(FormatError):
        open_course(folder.path)
