"""The pages of a course for students and for the teacher."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ronde.app.command import Right
from ronde.arena.course import (
    MOST_FILES,
    MOST_UNPACKED,
    PROGRAM,
    CourseFolder,
    CourseRung,
    CourseVersion,
    LadderBook,
    LadderResult,
    course_rules,
    is_archive,
    languages,
    version_report,
)
from ronde.arena.pages import course_of, replay_data
from ronde.arena.pages.text import last_words
from ronde.arena.web.course import CourseState, StudentView, megabytes
from ronde.i18n import error_text, long_day, moment, say, section_words
from ronde.model.errors import RondeError, SubmissionRefused
from ronde.web.assets import qr_svg
from ronde.web.server.extension import Extension
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rendering import render
from ronde.web.server.request import address_of, client_of, form_of, language_of, only_here, source_of
from ronde.web.server.security import Buckets

# The page of a student, by personal link: hand in, read the report, see the games; and the ranking.


UPLOAD: Final = "/course/{name}/{word}"
LARGEST_UPLOAD: Final = 1_000_000_000
"""Bytes of an uploaded program that are read before it is refused: browsers answer after sending all."""
FORM: Final = 200_000
"""Bytes of a form in addition to its files."""
_STATUS: Final = {"large": 413, "often": 429, "deadline": 409, "waiting": 409, "many": 409}
COMPILER_LINES: Final = 60


class StudentPages:
    def __init__(self, course: CourseState) -> None:
        self.course = course
        self.misses = Buckets(rate=0.2, burst=20)
        self.uploads = Buckets(rate=1 / 120, burst=10)
        """Uploads of each link: ten, then one every two minutes."""
        self._receiving: set[str] = set()

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/course", self.ranking, Right.ANYBODY),
            GuardedRoute(UPLOAD, self.student, Right.ANYBODY),
            GuardedRoute(
                UPLOAD, self.upload, Right.ANYBODY, methods=["POST"], files=True, largest=LARGEST_UPLOAD
            ),
            GuardedRoute(UPLOAD + "/game/{number:int}", self.game, Right.ANYBODY),
            GuardedRoute(UPLOAD + "/game/{number:int}.json", self.game, Right.ANYBODY),
        ]

    def ranking(self, request: Request) -> Response:
        """The public ladder: programs by name, without their students."""
        rungs = self.course.ranking()
        rules = self.course.renewed()
        context = {"rungs": rungs, "rules": rules, "when": _deadline(rules.deadline, request)}
        return render(request, "course/ranking.html", **context)

    def student(self, request: Request) -> Response:
        return self._page(request, self._owner(request))

    def _owner(self, request: Request) -> str:
        """The program of this link; the rate of guesses is limited."""
        name, word = request.path_params["name"], request.path_params["word"]
        if name in self.course.students() and self.course.links.holds(name, word):
            return str(name)
        may_guess = self.misses.take(source_of(client_of(request)), time.monotonic())
        raise HTTPException(404 if may_guess else 429)

    def _page(self, request: Request, name: str, refused: RondeError | None = None) -> Response:
        view = self.course.view(name)
        context = student_facts(self.course, view, request)
        # A page that accepts nothing any more says so by itself.
        context["trouble"] = error_text(refused, language_of(request)) if refused and not view.frozen else ""
        context["own"] = request.url.path
        status = _STATUS.get(str(refused.facts.get("reason")), 422) if refused else 200
        return render(request, "course/student.html", status, **context)

    async def upload(self, request: Request) -> Response:
        """Store what was sent and queue its check."""
        name = await run_in_threadpool(self._owner, request)
        try:
            number = await self._received(name, await self._files(request))
        except RondeError as error:
            return await run_in_threadpool(self._page, request, name, error)
        self.course.checks.add(name, number)
        return RedirectResponse(request.url.path, status_code=303)

    async def _files(self, request: Request) -> list[tuple[str, bytes]]:
        """The files of a form; one that is too large is read to its end, or browsers would show no answer."""
        length = request.headers.get("content-length", "")
        if not length.isascii() or not length.isdecimal():
            raise HTTPException(411)
        most = self.course.rules.largest
        if int(length) > most + FORM:
            async for _ in request.stream():
                pass
            raise SubmissionRefused(reason="large", most=megabytes(most))
        async with request.form(max_files=MOST_FILES + 1, max_fields=4) as form:
            files = [one for one in form.getlist("file") if isinstance(one, UploadFile)]
            return [(one.filename or "", await one.read()) for one in files]

    async def _received(self, name: str, files: list[tuple[str, bytes]]) -> int:
        if name in self._receiving or self.course.checks.pending(name):
            raise SubmissionRefused(reason="waiting")
        if not self.uploads.take(name, time.monotonic()):
            raise SubmissionRefused(reason="often")
        self._receiving.add(name)
        try:
            return await run_in_threadpool(self.course.received, name, files)
        finally:
            self._receiving.discard(name)

    def game(self, request: Request) -> Response:
        """A game of the ladder, move by move, without what the other program wrote to standard error."""
        name, number = self._owner(request), request.path_params["number"]
        book, language = LadderBook(self.course.folder.ladder), language_of(request)
        played = book.played(number, name)
        if played is None:
            raise HTTPException(404)
        record = played.record.quiet(1 if played.record.players[0] == name else 2)
        data = replay_data(record, played.clock.to_dict(), title=" – ".join(record.players))
        if request.url.path.endswith(".json"):
            return JSONResponse(data, headers={"Cache-Control": "no-store"})
        context = {
            "replay": data,
            "course": course_of(data),
            "at": len(data["frames"]) - 1,
            "talkative": True,
        }
        winner = record.players[record.outcome.winner - 1] if record.outcome.winner else ""
        context["ending"] = ending_text(winner, record.outcome.reason, language)
        context["back"] = request.url.path.rsplit("/game/", 1)[0]
        return render(request, "course/game.html", **context)


def student_facts(course: CourseState, view: StudentView, request: Request) -> dict[str, Any]:
    language, checks = language_of(request), course.checks
    wish = request.query_params.get("version", "")
    shown = next((one for one in view.versions if str(one.number) == wish), None)
    shown = shown or next(iter(view.versions), None)
    return {
        "view": view,
        "when": lambda at: moment(at.astimezone(), language),
        "deadline": _deadline(view.rules.deadline, request),
        "pending": checks.pending(view.name),
        "before": checks.before(view.name),
        "shown": shown,
        "report": version_report(shown, language) if shown else [],
        "said": last_words(shown.outcome.said, COMPILER_LINES) if shown and shown.outcome else "",
        "largest": megabytes(view.rules.largest),
        "unpacked": megabytes(MOST_UNPACKED),
        "program": PROGRAM,
        "languages": [one.name for one in languages()],
        "result": lambda game: game_words(game, view.name, language),
    }


def game_words(game: LadderResult, name: str, language: str) -> tuple[str, str]:
    """The result of a game for a program, as a code and in words with its reason."""
    code = "drawn" if not game.winner else "won" if game.winner == game.side_of(name) else "lost"
    return code, f"{say(f'face.{code}', language)} ({reason_text(game.reason, language)})"


def reason_text(reason: str, language: str) -> str:
    """Why a game ended, in words."""
    verdict = f"verdict-{reason}"
    known = verdict in section_words("referee", language)
    return say(f"referee.{verdict}" if known else f"games.reason-{reason}", language)


def ending_text(winner: str, reason: str, language: str) -> str:
    """How a game ended, in one sentence."""
    cause = reason_text(reason, language)
    return (
        say("pages.won", language, player=winner, reason=cause)
        if winner
        else say("pages.drawn", language, reason=cause)
    )


def _deadline(deadline: datetime | None, request: Request) -> str:
    """The deadline in the reader's language; empty if there is none."""
    if deadline is None:
        return ""
    local = deadline.astimezone()
    return f"{long_day(local, language_of(request))}, {local:%H:%M}"


# The pages of the teacher: everybody with what was handed in, reports, files, and the links to print.


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
        context = {
            "rows": rows,
            "handed": sum(1 for row in rows if row.count),
            "playing": sum(1 for row in rows if row.playing),
            "when": lambda at: moment(at.astimezone(), language),
            "deadline": moment(deadline.astimezone(), language) if deadline else "",
            "trouble": error_text(trouble, language) if trouble else "",
        }
        return render(request, "course/teacher.html", **context)

    def _rows(self) -> list[CourseRow]:
        students = self.course.students()
        rungs = {one.entrant.name: one for one in self.course.ranking()}
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
        context = student_facts(self.course, view, request)
        return render(request, "course/student.html", trouble="", own="", **context)

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
        end = ".zip" if is_archive(data) else ""
        headers = {
            "Content-Disposition": f'attachment; filename="{name}-{number}{end}"',
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


# The addresses of a course; those of the teacher first, since no program is called desk.


class ServedCourse(CourseState, Extension):
    name = "course"

    def routes(self) -> list[GuardedRoute]:
        return [*TeacherPages(self).routes(), *StudentPages(self).routes()]


def open_course(folder: Path, address: str = "") -> ServedCourse:
    """A course on the disk, served at that address; refused if its rules cannot be read."""
    live = CourseFolder(folder)
    course = ServedCourse(live, course_rules(live.rules))
    if address:
        course.links.store.move(address)
    return course
