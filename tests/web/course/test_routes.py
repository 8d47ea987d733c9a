"""The addresses of a course."""

from __future__ import annotations

from pathlib import Path

from tests.course.classroom import classroom

from ronde.web.course.course_state import open_course
from ronde.web.course.routes import course_routes
from ronde.web.server.rights import Right


def test_only_the_pages_of_students_are_open_to_anybody(tmp_path: Path) -> None:
    routes = course_routes(open_course(classroom(tmp_path).path))

    for route in routes:
        wanted = Right.HOST if route.path.startswith("/course/desk") else Right.ANYBODY
        assert route.right is wanted, route.path
