"""Closing a round: what is missing, adjourning games, and the standings that follow."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde.core.decide.results import enter_at_table
from ronde.core.decide.rounds import reopen_round
from ronde.core.events import Event, RoundClosed
from ronde.core.published import seen
from ronde.core.replay import replay
from ronde.core.result import Kind, adjourned
from ronde.core.schedule import is_over
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.formats.attendance import robin_text
from ronde.i18n.door import say
from ronde.scoring import door as scoring
from ronde.web.desk.desk_pages import DeskPages, to
from ronde.web.desk.page import DeskPage
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages, standings = ClosePage(desk_pages), StandingsPage(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/close", desk_pages.aside(pages.show), Right.ROUNDS),
        GuardedRoute("/desk/{slug}/close", pages.close, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/adjourn", pages.adjourn, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/reopen", desk_pages.aside(pages.ask_to_reopen), Right.ROUNDS),
        GuardedRoute("/desk/{slug}/reopen", pages.reopen, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/standings", desk_pages.aside(standings.show), Right.ROUNDS),
    ]


class ClosePage(DeskPage):
    template = "desk/close.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """What is missing; in a cup nothing can be adjourned, because it needs winners."""
        tournament = opened.tournament
        current = tournament.open_round
        adjourns = not tournament.settings.pairing_system.knock_out
        return {"played": current, "adjourns": adjourns, "adjourned": adjourned_of(current)}

    async def close(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        return await self.desk_pages.act(
            request,
            scoring.close_and_freeze,
            then="/standings",
            again=lambda trouble: self.again(request, opened, trouble),
            more=lambda facts: closed_told(opened.tournament, facts, language_of(request)),
        )

    async def adjourn(self, request: Request) -> Response:
        """Adjourn every game without a result."""
        opened, _ = self.desk_pages.seated(request)
        return await self.desk_pages.act(
            request,
            adjourn_the_rest,
            then="/close",
            again=lambda trouble: self.again(request, opened, trouble),
        )

    async def ask_to_reopen(self, request: Request) -> Response:
        """Ask for confirmation."""
        opened, _ = self.desk_pages.seated(request)
        if not opened.tournament.closed_rounds:
            return to(opened)
        return self.desk_pages.page(request, "desk/reopen.html", opened=opened)

    async def reopen(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        return await self.desk_pages.act(
            request, reopen_round, again=lambda trouble: self.again(request, opened, trouble)
        )


def adjourn_the_rest(tournament: Tournament) -> list[Event]:
    """All games without a result count as draws until they are finished."""
    facts: list[Event] = []
    for table in tournament.open_round.missing:
        news = enter_at_table(tournament, table=table.number, result=adjourned(tournament.settings.board))
        facts, tournament = [*facts, *news], replay(news, tournament)
    return facts


def adjourned_of(played: Round) -> list[Table]:
    """The tables of a round with an adjourned game."""
    return [table for table in played if table.result and table.result.kind is Kind.ADJOURNED]


def closed_told(tournament: Tournament, facts: list[Event], language: str) -> str:
    """Remarks about the round just closed: a Swiss that became a round robin, and adjourned games."""
    closed = [fact.round for fact in facts if isinstance(fact, RoundClosed)]
    tables = [str(table.number) for number in closed for table in adjourned_of(tournament.round(number))]
    left = tables and say("webdesk.adjourned-left", language, count=len(tables), tables=", ".join(tables))
    became = closed and robin_text(tournament, language)
    return " ".join(sentence for sentence in (became, left) if sentence)


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
