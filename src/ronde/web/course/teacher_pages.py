"""The pages of the teacher: everybody with what was handed in, reports, files, and the links to print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.course.door import CourseRung, CourseVersion
from ronde.i18n.door import moment, tell
from ronde.web.course.course_state import CourseState
from ronde.web.course.student_pages import student_facts
from ronde.web.qr_codes import qr_svg
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rendering import render
from ronde.web.server.request import address_of, form_of, language_of, only_here
from ronde.web.server.rights import Right

TEACHER: Final = "/course/desk"


@dataclass(frozen=True, slots=True)
class CourseRow:
    name: str
    students: list[str]
    count: int
    latest: CourseVersion | None
    playing: int
    rung: CourseRung | None
    pending: bool


class TeacherPages:
    """Pages for the chief arbiter, who is the teacher."""

    def __init__(self, course: CourseState) -> None:
        self.course = course

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute(TEACHER, self.overview, Right.HOST),
            GuardedRoute(TEACHER + "/cards", self.cards, Right.HOST),
            GuardedRoute(TEACHER + "/renew", self.renew, Right.HOST, methods=["POST"]),
            GuardedRoute(TEACHER + "/{name}", self.program, Right.HOST),
            GuardedRoute(TEACHER + "/{name}/{number:int}/upload", self.file, Right.HOST),
        ]

    def overview(self, request: Request) -> Response:
        """Every program: what was handed in and when, the check, and the rank."""
        rows, language = self._rows(), language_of(request)
        deadline, trouble = self.course.rules.deadline, self.course.trouble
        facts = {
            "rows": rows,
            "handed": sum(1 for row in rows if row.count),
            "playing": sum(1 for row in rows if row.playing),
            "when": lambda at: moment(at.astimezone(), language),
            "deadline": moment(deadline.astimezone(), language) if deadline else "",
            "trouble": tell(trouble, language) if trouble else "",
        }
        return render(request, "course/teacher.html", **facts)

    def _rows(self) -> list[CourseRow]:
        students = self.course.students()
        rungs = {one.name: one for one in self.course.ranking()}
        names = [*students, *(one for one in self.course.folder.names() if one not in students)]
        return [self._row(name, students.get(name, []), rungs.get(name)) for name in names]

    def _row(self, name: str, students: list[str], rung: CourseRung | None) -> CourseRow:
        versions = self.course.folder.versions(name)
        latest = versions[-1] if versions else None
        playing, pending = self.course.folder.playing(name), self.course.checks.pending(name)
        return CourseRow(name, students, len(versions), latest, playing, rung, pending)

    def program(self, request: Request) -> Response:
        """The page of a program as its student sees it, without the form."""
        name = self._known(request)
        view = self.course.view(name)
        facts = student_facts(self.course, view, request)
        return render(request, "course/student.html", trouble="", own="", **facts)

    def _known(self, request: Request) -> str:
        name = str(request.path_params["name"])
        if name not in {*self.course.students(), *self.course.folder.names()}:
            raise HTTPException(404)
        return name

    def file(self, request: Request) -> Response:
        """A file as it was handed in, as a download."""
        name, number = self._known(request), request.path_params["number"]
        data = self.course.folder.upload(name, number)
        if data is None:
            raise HTTPException(404)
        headers = {
            "Content-Disposition": f'attachment; filename="{name}-{number}"',
            "Cache-Control": "no-store",
        }
        return Response(data, media_type="application/octet-stream", headers=headers)

    def cards(self, request: Request) -> Response:
        """The links of all students as cards to print."""
        address = address_of(request)
        drawn = self._cards(address)
        return render(request, "course/cards.html", cards=drawn, here=only_here(address))

    def _cards(self, address: str) -> list[tuple[str, list[str], str, str]]:
        cards = [
            (name, who, address + self.course.links.path(name))
            for name, who in self.course.students().items()
        ]
        return [(name, who, link, qr_svg(link)) for name, who, link in cards]

    def renew(self, request: Request) -> Response:
        name = str(form_of(request).get("program", ""))
        if name not in self.course.students():
            raise HTTPException(404)
        self.course.links.renew(name)
        return RedirectResponse(f"{TEACHER}/cards", status_code=303)
