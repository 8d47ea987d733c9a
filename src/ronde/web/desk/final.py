"""A final after the last round: who goes on, and how."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde import systems as scoring
from ronde.app.command import Right
from ronde.app.commands import BeginFinal
from ronde.app.keys import needs_last_round
from ronde.web.desk.pages import DeskPage, DeskPages, number_of, text_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of

SIZES = (2, 4, 8, 16)
GAMES = (1, 2, 3, 5, 7)


def final_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    page = FinalPage(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/final", page.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/final", page.begin, Right.ROUNDS, methods=["POST"]),
    ]


class FinalPage(DeskPage):
    template = "desk/final.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """Everybody who is here, in the order of the standings."""
        tournament = live.tournament
        here = [row for row in scoring.standings(tournament).rows if tournament.absence(row.player) is None]
        countries = {tournament.player(row.player).country for row in here} - {""}
        return {
            "refused": needs_last_round(tournament),
            "rows": here,
            "sizes": [size for size in SIZES if size <= len(here)],
            "games": GAMES,
            "countries": sorted(countries),
            "typed": BeginFinal(),
        }

    def begin(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        command = BeginFinal(
            players=number_of(text_of(form, "players", 4) or "2") or 1,  # one is refused, like nonsense
            who=tuple(number_of(str(one)) for one in form.getlist("who")),
            country=text_of(form, "country"),
            best_of=number_of(text_of(form, "best_of", 2) or "1"),
            third_place=form.get("third_place") == "yes",
        )
        return self.desk_pages.act(
            request,
            command,
            again=lambda trouble: self.page(request, live, 409, trouble=trouble, typed=command),
        )
