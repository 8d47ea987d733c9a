"""Between two seasons: the next season, an empty list, new numbers."""

from __future__ import annotations

from datetime import date as Date
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.desk import Desk
from ronde.core.decide.players import renumber_by_rating
from ronde.core.decide.rounds import open_tournament
from ronde.core.decide.season import next_season, remove_everybody, staying
from ronde.core.errors import RondeError
from ronde.core.tournament import Tournament
from ronde.i18n.door import say, tell
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.desk.page import DeskPage
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right


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
        kept = len(staying(opened.tournament))
        typed = {"name": "", "date": Date.today().strftime("%d/%m/%Y")}
        return {"kept": kept, "gone": len(opened.tournament.players) - kept, "typed": typed, "along": True}

    async def begin(self, request: Request) -> Response:
        """Create it in a new file beside this one."""
        opened, seat = self.desk_pages.seated(request)
        form = await request.form()
        typed = {name: text_of(form, name) for name in ("name", "date")}
        along = "players" in form
        try:
            made = await run_in_threadpool(partial(self._begun, seat, opened.tournament, typed, along))
        except RondeError as error:
            sentence = tell(error, language_of(request))
            return self.page(request, opened, 409, trouble=sentence, typed=typed, along=along)
        shown = self.desk_pages.tournaments.welcome(made)
        return RedirectResponse(f"/desk/{shown.slug}/players", status_code=303)

    def _begun(self, seat: str, before: Tournament, typed: dict[str, str], along: bool) -> OpenTournament:
        open_tournament(Tournament(), settings=before.settings, **typed)  # refused before a file is created
        path = self.desk_pages.tournaments.new_place(typed["name"])
        desk = Desk.create(path)
        try:
            desk.act(seat, next_season, before=before, players=along, **typed)
        finally:
            desk.close()
        return self.desk_pages.tournaments.open(path)


class ClearingPage(DeskPage):
    template = "desk/clear.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """Ask for confirmation."""
        return {}

    async def clear(self, request: Request) -> Response:
        """Remove all players; one undo brings them back."""
        opened, _ = self.desk_pages.seated(request)
        count, language = len(opened.tournament.players), language_of(request)
        return await self.desk_pages.act(
            request,
            remove_everybody,
            then="/players",
            again=lambda trouble: self.again(request, opened, trouble),
            sentence=lambda facts: say("club.cleared", language, count=count),
        )

    async def renumber(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        language = language_of(request)
        return await self.desk_pages.act(
            request,
            renumber_by_rating,
            then="/players",
            again=lambda trouble: self.again(request, opened, trouble),
            sentence=lambda facts: say("cli.renumbered", language, count=len(opened.tournament.players)),
        )
