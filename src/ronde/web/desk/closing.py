"""Closing a round: what is missing, adjourning games, and the standings that follow."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde.app.commands import AdjournRest, CloseRound, ReopenRound
from ronde.core.published import seen
from ronde.core.result import Kind
from ronde.core.schedule import is_over
from ronde.core.table import Table
from ronde.core.tournament import Round
from ronde.scoring import door as scoring
from ronde.web.desk.desk_pages import DeskPages, to
from ronde.web.desk.page import DeskPage
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.rights import Right


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages, standings = ClosePage(desk_pages), StandingsPage(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/close", pages.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/close", pages.close, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/adjourn", pages.adjourn, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/reopen", pages.ask_to_reopen, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/reopen", pages.reopen, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/standings", standings.show, Right.ROUNDS),
    ]


class ClosePage(DeskPage):
    template = "desk/close.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """What is missing; in a cup nothing can be adjourned, because it needs winners."""
        tournament = opened.tournament
        current = tournament.open_round
        system = tournament.settings.pairing_system
        return {
            "played": current,
            "adjourns": not system.knock_out,
            "adjourned": adjourned_of(current),
            "idle": system.season and len(tournament.unpaired) < 2,
        }

    def close(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        return self.desk_pages.act(
            request,
            CloseRound(),
            then="/standings",
            again=lambda trouble: self.again(request, opened, trouble),
        )

    def adjourn(self, request: Request) -> Response:
        """Adjourn every game without a result."""
        opened, _ = self.desk_pages.seated(request)
        return self.desk_pages.act(
            request,
            AdjournRest(),
            then="/close",
            again=lambda trouble: self.again(request, opened, trouble),
        )

    def ask_to_reopen(self, request: Request) -> Response:
        """Ask for confirmation."""
        opened, _ = self.desk_pages.seated(request)
        if not opened.tournament.closed_rounds:
            return to(opened)
        return self.desk_pages.page(request, "desk/reopen.html", opened=opened)

    def reopen(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        return self.desk_pages.act(
            request, ReopenRound(), again=lambda trouble: self.again(request, opened, trouble)
        )


def adjourned_of(played: Round) -> list[Table]:
    """The tables of a round with an adjourned game."""
    return [table for table in played if table.result and table.result.kind is Kind.ADJOURNED]


class StandingsPage(DeskPage):
    """The standings after the last closed round, and what follows: publish, print, continue."""

    template = "desk/standings.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """The standings with the changes since the round before."""
        tournament = opened.tournament
        after = len(tournament.closed_rounds)
        table = scoring.standings(seen(tournament))
        before = scoring.standings(seen(tournament, after - 1), after - 1).rows if after > 1 else ()
        waiting = [(one.number, table) for one in tournament.closed_rounds for table in adjourned_of(one)]
        return {
            "table": table,
            "moved": scoring.moves(before, table.rows),
            "over": is_over(tournament),
            "waiting": waiting,
        }
