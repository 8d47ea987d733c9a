"""Between two seasons: the next season, an empty list, new numbers."""

from __future__ import annotations

from datetime import date as Date
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.commands import NextSeason, RemoveEverybody, RenumberPlayers
from ronde.core.errors import RondeError
from ronde.i18n.door import say, tell
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.desk.page import DeskPage
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    season, clearing = SeasonPage(desk_pages), ClearingPage(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/season", season.show, Right.HOUSE),
        GuardedRoute("/desk/{slug}/season", season.begin, Right.HOUSE, methods=["POST"]),
        GuardedRoute("/desk/{slug}/players/clear", clearing.show, Right.PLAYERS),
        GuardedRoute("/desk/{slug}/players/clear", clearing.clear, Right.PLAYERS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/players/renumber", clearing.renumber, Right.PLAYERS, methods=["POST"]),
    ]


class SeasonPage(DeskPage):
    template = "desk/season.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        kept = len(NextSeason(opened.tournament, "").staying)
        typed = {"name": "", "date": Date.today().strftime("%d/%m/%Y")}
        return {"kept": kept, "gone": len(opened.tournament.players) - kept, "typed": typed, "along": True}

    def begin(self, request: Request) -> Response:
        """Create it in a new file beside this one."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        typed = {name: text_of(form, name) for name in ("name", "date")}
        along = "players" in form
        command = NextSeason(opened.tournament, players=along, **typed)
        try:
            made = self.desk_pages.begin(request, command)
        except RondeError as error:
            sentence = tell(error, language_of(request))
            return self.page(request, opened, 409, trouble=sentence, typed=typed, along=along)
        return RedirectResponse(f"/desk/{made.slug}/players", status_code=303)


class ClearingPage(DeskPage):
    template = "desk/clear.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """Ask for confirmation."""
        return {}

    def clear(self, request: Request) -> Response:
        """Remove all players; one undo brings them back."""
        opened, _ = self.desk_pages.seated(request)
        try:
            outcome = self.desk_pages.run(request, RemoveEverybody())
        except RondeError as error:
            return self.again(request, opened, tell(error, language_of(request)))
        said = say("club.cleared", language_of(request), count=len(outcome.before.players))
        return self.desk_pages.done(request, outcome, "/players", said)

    def renumber(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        try:
            outcome = self.desk_pages.run(request, RenumberPlayers())
        except RondeError as error:
            return self.again(request, opened, tell(error, language_of(request)))
        said = say("cli.renumbered", language_of(request), count=len(outcome.after.players))
        return self.desk_pages.done(request, outcome, "/players", said)
