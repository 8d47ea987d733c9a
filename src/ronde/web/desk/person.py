"""The page with all that is kept about a person, and the button that erases it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app import person
from ronde.app.command import Right
from ronde.app.event_text import event_text, local_time
from ronde.i18n import error_text, say
from ronde.model.errors import RondeError
from ronde.model.player import PlayerId
from ronde.web.desk.pages import DeskPage, DeskPages, Notice, redirect_to, text_of
from ronde.web.desk.publishing import download
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of, language_of


def person_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages, place = PersonPage(desk_pages), "/desk/{slug}/player/{number:int}/data"
    return [
        GuardedRoute(f"{place}.json", pages.packed, Right.PLAYERS, download=True),
        GuardedRoute(place, pages.show, Right.PLAYERS),
        GuardedRoute(f"{place}/erase", pages.erase, Right.SETTINGS, methods=["POST"]),
    ]


class PersonPage(DeskPage):
    template = "desk/person.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        number, language = self._number(request, live), language_of(request)
        kept = live.use(lambda desk: person.person_view(desk, number))
        numbers = {one["number"] for one in kept.journal}
        entries = [entry for entry, _ in live.desk.history() if entry.number in numbers]
        return {
            "card": live.tournament.player(number),
            "kept": kept,
            "entries": [
                (local_time(one.at, language), event_text(live.tournament, one.event, language))
                for one in entries
            ],
            "erased_name": person.erased_name(number, language),
        }

    def _number(self, request: Request, live: LiveTournament) -> PlayerId:
        number = int(request.path_params["number"])
        if number not in live.tournament.players:
            raise HTTPException(404)
        return number

    def packed(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        number = self._number(request, live)
        kept = live.use(lambda desk: person.person_view(desk, number))
        data = msgspec.json.format(msgspec.json.encode(kept), indent=1)
        return download(f"{live.slug}-player-{number}.json", data)

    def erase(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        number, language = self._number(request, live), language_of(request)
        if text_of(form_of(request), "sure") != "yes":
            return self.again(request, live, say("person.tick", language))
        actor, folders = self.desk_pages.actor(request), self._folders(live)
        try:
            done = live.use(lambda desk: person.erase(desk, actor, number, language, folders))
        except RondeError as error:
            return self.again(request, live, error_text(error, language))
        self.desk_pages.remark(request, Notice(" ".join(person.sentences(done, language))))
        return redirect_to(live, f"/player/{number}")

    def _folders(self, live: LiveTournament) -> list[Path]:
        """Where this server publishes the tournament, if it has done so."""
        closings = self.desk_pages.closings
        folder = closings.wish.folder / live.slug if closings else None
        return [folder] if folder is not None and folder.is_dir() else []
