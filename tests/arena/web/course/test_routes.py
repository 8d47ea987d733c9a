"""The addresses of a course."""

from __future__ import annotations

from pathlib import Path

from tests.arena.course.classroom import classroom

from ronde.app.command import Right
from ronde.arena.web.course_pages import open_course


def test_only_the_pages_of_students_are_open_to_anybody(tmp_path: Path) -> None:
    routes = open_course(classroom(tmp_path).path).routes()

    for route in routes:
        wanted = Right.HOST if route.path.startswith("/course/desk") else Right.ANYBODY
        assert route.right is wanted, route.path
