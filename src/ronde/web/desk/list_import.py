"""Import of a list of players into the open tournament."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.commands import AddPlayer, ImportPlayers
from ronde.core.errors import FormatError, Problem, RondeError
from ronde.core.events import PlayerEntered
from ronde.core.player import Player
from ronde.formats.isolated import people_apart
from ronde.i18n.door import say, tell
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.desk.page import DeskPage
from ronde.web.desk.uploads import plain_name
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right

LONGEST_TEXT = 200_000
"""Characters of a pasted list; a file may be as large as a form."""
PASTED = "list.csv"


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = ListPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/players/list", pages.show, Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/list", pages.take, Right.PLAYERS, methods=["POST"]),
    ]


class ListPages(DeskPage):
    template = "desk/list.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        return {"problems": [], "typed": ""}

    def take(self, request: Request) -> Response:
        """Read the list and register new players; every unreadable line is reported."""
        opened, _ = self.desk_pages.seated(request)
        language = language_of(request)
        form = form_of(request)
        file, typed = form.get("file"), text_of(form, "text", LONGEST_TEXT)
        name, data = PASTED, typed.encode()
        if isinstance(file, UploadFile) and file.filename:
            name, data = plain_name(file.filename), file.file.read()
        season = opened.tournament.settings.pairing_system.season
        try:
            people = _people(name, data, season)
        except FormatError as error:
            problems = tell(error, language).split("\n")
            return self.page(request, opened, 409, problems=problems, typed=typed)
        except RondeError as error:
            return self.page(request, opened, 409, problems=[tell(error, language)], typed=typed)
        return self._joined(request, opened, people, typed)

    def _joined(self, request: Request, opened: OpenTournament, people: list[Player], typed: str) -> Response:
        command = ImportPlayers(tuple(map(AddPlayer.of, people)))
        try:
            outcome = self.desk_pages.run(request, command)
        except RondeError as error:
            trouble = tell(error, language_of(request))
            return self.page(request, opened, 409, problems=[trouble], typed=typed)
        count = sum(isinstance(event, PlayerEntered) for event in outcome.events)
        said = say("cli.players-imported", language_of(request), count=count)
        return self.desk_pages.done(request, outcome, "/players", said)


def _people(name: str, data: bytes, season: bool) -> list[Player]:
    """The people of a list, read in another process; errors name the file as its owner does."""
    with tempfile.TemporaryDirectory(prefix="ronde-list-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            return people_apart(path, season=season)
        except FormatError as error:
            raise FormatError([_placed(problem, path) for problem in error.problems]) from error


def _placed(problem: Problem, path: Path) -> Problem:
    return replace(problem, path=path.name) if problem.path == str(path) else problem
