"""Importing: files are uploaded, read, shown with all remarks, then accepted or discarded."""

from __future__ import annotations

import asyncio

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import FileExists, FormatError, Problem, RondeError, UploadRefused
from ronde.formats.disk import file_error
from ronde.formats.door import IMPORTS
from ronde.i18n.door import problem_text, tell
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.desk.uploads import MOST_FILES, Upload
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import language_of
from ronde.web.server.rights import Right

LARGEST = 7_500_000
"""Bytes of all files together; the request may be a little larger."""
READING = 2
"""Uploads read at a time; each may take a gigabyte."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = ImportPages(desk_pages)
    return [
        GuardedRoute("/house/import", pages.show, Right.HOUSE),
        GuardedRoute("/house/import", pages.take, Right.HOUSE, methods=["POST"], files=True),
        GuardedRoute("/house/import/{token}", pages.preview, Right.HOUSE),
        GuardedRoute("/house/import/{token}", pages.accept, Right.HOUSE, methods=["POST"]),
        GuardedRoute("/house/import/{token}/forget", pages.forget, Right.HOUSE, methods=["POST"]),
    ]


class ImportPages:
    """Makes tournaments of files of other programs."""

    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages
        self.intakes = desk_pages.intakes
        self._reading = asyncio.Semaphore(READING)

    def show(self, request: Request) -> Response:
        self.desk_pages.signed(request)
        return self._page(request)

    def _page(self, request: Request, refusal: RondeError | None = None) -> Response:
        problems = tell(refusal, language_of(request)).split("\n") if refusal else []
        status = 200 if refusal is None else 413 if refusal.facts.get("reason") == "large" else 409
        return self.desk_pages.page(
            request, "desk/import.html", status, formats=list(IMPORTS), problems=problems
        )

    async def take(self, request: Request) -> Response:
        """Read the files and show a summary; nothing is stored yet."""
        async with request.form(max_files=MOST_FILES, max_fields=20) as form:
            uploads = [value for _, value in form.multi_items() if isinstance(value, UploadFile)]
            sent = [(upload.filename or "", await upload.read()) for upload in uploads]
            format = text_of(form, "format")
        async with self._reading:
            return await run_in_threadpool(self._read, request, sent, format)

    def _read(self, request: Request, sent: list[tuple[str, bytes]], format: str) -> Response:
        try:
            files = _by_name(sent)
            if not files:
                raise UploadRefused(reason="nothing")
            if sum(map(len, files.values())) > LARGEST:
                raise UploadRefused(reason="large", most=LARGEST // 10**6)
            intake = self.intakes.read(files, format, self.desk_pages.signed(request))
        except RondeError as error:
            return self._page(request, error)
        return RedirectResponse(f"/house/import/{intake.token}", status_code=303)

    def _waiting(self, request: Request) -> Upload:
        self.desk_pages.signed(request)
        intake = self.intakes.get(request.path_params["token"])
        if intake is None:
            raise HTTPException(404)
        return intake

    def preview(self, request: Request) -> Response:
        """The summary of an import, with every remark."""
        intake = self._waiting(request)
        summary = intake.summary
        remarks = [problem_text(remark, language_of(request)) for remark in summary.remarks]
        return self.desk_pages.page(
            request, "desk/intake.html", intake=intake, summary=summary, remarks=remarks
        )

    def accept(self, request: Request) -> Response:
        """Move the tournament into the served folder."""
        intake = self._waiting(request)
        try:
            opened = self._placed(intake)
        except RondeError as error:
            return self._page(request, error)
        return RedirectResponse(f"/desk/{opened.slug}/overview", status_code=303)

    def _placed(self, intake: Upload) -> OpenTournament:
        path = self.desk_pages.tournaments.new_place(intake.summary.name or intake.names[0])
        try:
            self.intakes.accept(intake, path)
        except FileExists as error:  # the name was taken at the same moment
            raise FileExists(path=path.name) from error
        except OSError as error:
            raise file_error(path, error) from error
        return self.desk_pages.tournaments.add(path)

    def forget(self, request: Request) -> Response:
        """Discard an upload."""
        self.intakes.forget(self._waiting(request).token)
        return RedirectResponse("/house/import", status_code=303)


def _by_name(sent: list[tuple[str, bytes]]) -> dict[str, bytes]:
    """The files of a form by name; a browser sends an empty one where none was chosen.

    Files of the same name in two dropped folders are refused, because one would hide the other.
    """
    by_name: dict[str, bytes] = {}
    for name, data in sent:
        if name in by_name:
            raise FormatError([Problem(name, 0, 0, "formats.same-name", name)])
        if name:
            by_name[name] = data
    return by_name
