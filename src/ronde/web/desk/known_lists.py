"""The lists of known people: which there are, and the page that takes a newer one."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.app.isolated import read_people_isolated, take_fide_list_isolated
from ronde.app.people import FIDE, check_not_empty, known_sources, list_changes, source_name, take_people
from ronde.formats.fidelist import is_fide_list
from ronde.formats.files import LARGEST
from ronde.i18n import error_text, say
from ronde.model.errors import FileMissing, FormatError, RondeError
from ronde.model.player import PersonChange, clean_name
from ronde.render.text import MOST_CHANGES, change_lines
from ronde.web.desk.pages import DeskPage, DeskPages, text_of
from ronde.web.desk.players import named_as_uploaded
from ronde.web.desk.uploads import plain_name
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of, language_of


@dataclass(frozen=True, slots=True)
class ListUpdate:
    """What a newer list said: the counts as a sentence, and the changes a line each."""

    summary: str
    changes: list[str]


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = KnownListPages(desk_pages)
    path = "/desk/{slug}/players/lists"
    return [
        GuardedRoute(path, pages.show, Right.TOURNAMENTS),
        GuardedRoute(path, pages.take, Right.TOURNAMENTS, methods=["POST"], largest=LARGEST),
    ]


class KnownListPages(DeskPage):
    template = "desk/known_lists.html"

    @property
    def base(self) -> Path:
        """The base of this user; all tournaments of the server share it."""
        path = self.desk_pages.known.path
        if path is None:
            raise FileMissing(path="$HOME")
        return path

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        return {"sources": known_sources(self.base), "problems": [], "update": None, "fide": FIDE}

    def take(self, request: Request) -> Response:
        """Take a list, and say what changed; every unreadable line is reported."""
        live, _ = self.desk_pages.live_and_actor(request)
        language = language_of(request)
        try:
            update = self._taken(form_of(request), language)
        except RondeError as error:
            return self.page(request, live, 409, problems=error_text(error, language).split("\n"))
        return self.page(request, live, update=update)

    def _taken(self, form: FormData, language: str) -> ListUpdate:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            raise FileMissing(path=say("webdesk.choose-files", language))
        with tempfile.TemporaryDirectory(prefix="ronde-list-") as folder:
            path = Path(folder) / plain_name(file.filename)
            with path.open("wb") as copy:
                shutil.copyfileobj(file.file, copy)
            try:
                return self._read(
                    path, clean_name(text_of(form, "source"), field="source", needed=False), language
                )
            except FormatError as error:
                raise named_as_uploaded(error, path) from error

    def _read(self, path: Path, source: str, language: str) -> ListUpdate:
        if is_fide_list(path):
            counts = take_fide_list_isolated(path, self.base)
            summary = say(
                "fidelist.taken",
                language,
                new=counts.new,
                changed=counts.changed,
                gone=counts.gone,
                same=counts.same,
            )
            return ListUpdate(summary, change_lines(_fide_changes(self.base), language))
        name = source or source_name(path)
        people = read_people_isolated(path, season=False)
        check_not_empty(path, people)
        taken = take_people(people, name, self.base)
        summary = say(
            "cli.people-taken",
            language,
            source=name,
            new=taken.new,
            changed=taken.changed,
            gone=taken.gone,
            same=taken.same,
        )
        return ListUpdate(summary, change_lines(taken.changes, language) if taken.known else [])


def _fide_changes(base: Path) -> list[PersonChange]:
    """The first changes of FIDE's newest list."""
    return [
        PersonChange(one.was.card() if one.was else None, one.now.card() if one.now else None)
        for one in islice(list_changes(base=base), MOST_CHANGES)
    ]
