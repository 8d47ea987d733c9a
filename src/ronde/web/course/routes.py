"""The addresses of a course; those of the teacher first, since no program is called desk."""

from __future__ import annotations

from ronde.web.course.course_state import CourseState
from ronde.web.course.student_pages import StudentPages
from ronde.web.course.teacher_pages import TeacherPages
from ronde.web.server.guarded_route import GuardedRoute


def course_routes(course: CourseState) -> list[GuardedRoute]:
    return [*TeacherPages(course).routes(), *StudentPages(course).routes()]
