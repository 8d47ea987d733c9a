"""Closing a round: what is missing, adjourning the rest, and the standings that follow."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde.core.decide.results import enter_at_table
from ronde.core.decide.rounds import reopen_round
from ronde.core.events import Event
from ronde.core.published import seen
from ronde.core.replay import replay
from ronde.core.result import adjourned
from ronde.core.tournament import Tournament
from ronde.scoring import door as scoring
from ronde.web.desk.desk_pages import DeskPages, to
from ronde.web.desk.page import DeskPage
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rights import Right
from ronde.web.tabs import is_over


def routes(office: DeskPages) -> list[GuardedRoute]:
    """The addresses of closing, reopening and the standings of the desk."""
    pages, standings = ClosePage(office), StandingsPage(office)
    return [
        GuardedRoute("/desk/{slug}/close", pages.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/close", pages.close, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/adjourn", pages.adjourn, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/reopen", pages.ask_to_reopen, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/reopen", pages.reopen, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/standings", office.aside(standings.show), Right.ROUNDS),
    ]


class ClosePage(DeskPage):
    """The round before its results become final."""

    template = "desk/close.html"

    def facts(self, request: Request, room: OpenTournament) -> dict[str, Any]:
        """What is missing; a cup needs winners, so nothing can be adjourned there."""
        tournament = room.tournament
        return {"played": tournament.open_round, "adjourns": not tournament.settings.pairing_system.knock_out}

    async def close(self, request: Request) -> Response:
        """Make the results of the open round final."""
        room, _ = self.office.seated(request)
        return await self.office.act(
            request,
            scoring.close_and_freeze,
            then="/standings",
            again=lambda trouble: self.again(request, room, trouble),
        )

    async def adjourn(self, request: Request) -> Response:
        """Every game without a result is to be finished later."""
        room, _ = self.office.seated(request)
        return await self.office.act(
            request, adjourn_the_rest, then="/close", again=lambda trouble: self.again(request, room, trouble)
        )

    async def ask_to_reopen(self, request: Request) -> Response:
        """Reopening is asked for once."""
        room, _ = self.office.seated(request)
        if not room.tournament.closed_rounds:
            return to(room)
        return self.office.page(request, "desk/reopen.html", room=room)

    async def reopen(self, request: Request) -> Response:
        """Open the last closed round again."""
        room, _ = self.office.seated(request)
        return await self.office.act(
            request, reopen_round, again=lambda trouble: self.again(request, room, trouble)
        )


def adjourn_the_rest(tournament: Tournament) -> list[Event]:
    """All games without a result count as draws until they are finished."""
    facts: list[Event] = []
    for table in tournament.open_round.missing:
        news = enter_at_table(tournament, table=table.number, result=adjourned(tournament.settings.board))
        facts, tournament = [*facts, *news], replay(news, tournament)
    return facts


class StandingsPage(DeskPage):
    """The table after the last closed round, and what is done with it: publish, print, go on."""

    template = "desk/standings.html"

    def facts(self, request: Request, room: OpenTournament) -> dict[str, Any]:
        """The standings with the changes since the round before."""
        tournament = room.tournament
        after = len(tournament.closed_rounds)
        table = scoring.standings(seen(tournament))
        before = scoring.standings(seen(tournament, after - 1), after - 1).rows if after > 1 else ()
        return {"table": table, "moved": scoring.moves(before, table.rows), "over": is_over(tournament)}
