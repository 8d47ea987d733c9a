"""The open round: one input line with the usual result syntax, and a grid for keys and clicks."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.commands import EnterLine
from ronde.app.desk import Desk
from ronde.core.entry import Reading, read_line
from ronde.core.errors import ResultDiffers, RondeError
from ronde.core.events import ResultEntered, RoundClosed
from ronde.core.result import Result
from ronde.core.tournament import Tournament
from ronde.formats.chronicle import local_time
from ronde.formats.entry_text import completed, foretold
from ronde.formats.shown import game_score
from ronde.i18n.door import say, seat_name, tell
from ronde.web.desk.desk_pages import DeskPages, new_key, text_of
from ronde.web.desk.hall import listen
from ronde.web.desk.history import latest
from ronde.web.desk.page import DeskPage
from ronde.web.desk.presence import leftover
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import allowed, form_of, language_of
from ronde.web.server.rights import Right
from ronde.web.story import clock

LONGEST_LINE = 200
ONLY = ("missing", "proposed")
"""Filters of the tables."""
LATEST = 4
"""How many of the last actions are shown beside the tables."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = ResultPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}", pages.show, Right.RESULTS),
        GuardedRoute("/desk/{slug}/result", pages.enter, Right.RESULTS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/foresee", pages.foresee, Right.RESULTS),
    ]


class ResultPages(DeskPage):
    template = "desk/results.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """The tables of the open round with the input line."""
        wishes, tournament, language = request.query_params, opened.tournament, language_of(request)
        return {
            "typed": wishes.get("typed", "")[:LONGEST_LINE],
            "differs": None,
            "only": next((one for one in ONLY if one in wishes), ""),
            "board": tournament.settings.board,
            "played": tournament.open_round,
            "key": new_key(),
            "hall": listen(self.desk_pages.seats, opened),
            "leads": self._leads(request, opened),
            "leftover": leftover(tournament),
            "entered": entered_by(opened.desk, tournament.open_round.number, language),
            "recent": latest(opened.desk, self.desk_pages.signed(request), language, LATEST),
        }

    def _leads(self, request: Request, opened: OpenTournament) -> bool:
        """Whether the requester may open and close rounds, rather than only enter results."""
        return allowed(request, Right.ROUNDS, opened.slug)

    def foresee(self, request: Request) -> Response:
        """What Enter would do with the line: in words, at which tables, and the completion of a name."""
        opened, _ = self.desk_pages.seated(request)
        text = request.query_params.get("text", "")[:LONGEST_LINE]
        reading = read_line(text, opened.tournament, close=self._leads(request, opened), chance=False)
        answer = _answer(text, reading, opened.tournament, language_of(request))
        return Response(msgspec.json.encode(answer), media_type="application/json")

    def enter(self, request: Request) -> Response:
        """Take a line; a different stored result is shown beside it, never overwritten."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        command = EnterLine(text_of(form, "entry", LONGEST_LINE), replacing=form.get("replace") == "yes")
        try:
            outcome = self.desk_pages.run(request, command)
        except RondeError as error:
            return self._refused(request, opened, command.line, error)
        closed = any(isinstance(event, RoundClosed) for event in outcome.events)
        return self.desk_pages.done(request, outcome, "/standings" if closed else "")

    def _refused(self, request: Request, opened: OpenTournament, line: str, error: RondeError) -> Response:
        language = language_of(request)
        two = differing(opened.desk, error, language) if isinstance(error, ResultDiffers) else None
        trouble = say("webdesk.two-results", language, table=two.table) if two else tell(error, language)
        return self.page(request, opened, 409, typed=line, trouble=trouble, differs=two)


class Differing(msgspec.Struct, frozen=True):
    """A table with two results: the stored one, when and by whom it was entered, and the new one."""

    table: int
    first: int
    second: int
    before: Result
    after: Result
    seat: str
    when: str


def differing(desk: Desk, error: ResultDiffers, language: str) -> Differing | None:
    """Both results of a table; None if it was dissolved meanwhile."""
    old, new = error.facts["old"], error.facts["new"]
    assert isinstance(old, Result)
    assert isinstance(new, Result)
    current = desk.tournament.open_round
    table = current.tables.get(int(str(error.facts["table"])))
    if table is None:
        return None
    entry = desk.entered(current.number, table.number)
    seat, when = (seat_name(entry.actor, language), local_time(entry.at, language)) if entry else ("", "")
    return Differing(table.number, table.first, table.second, old, new, seat, when)


def entered_by(desk: Desk, round: int, language: str) -> dict[int, str]:
    """When the result of each table was entered, and by whom."""
    by_table: dict[int, str] = {}
    for entry, counts in desk.history():
        match entry.event:
            case ResultEntered() as event if counts and event.round == round:
                by_table[event.table] = f"{clock(entry.at)} {seat_name(entry.actor, language)}"
    return by_table


def _answer(text: str, reading: Reading, tournament: Tournament, language: str) -> dict[str, Any]:
    """The sentence, the tables a line may mean, the score, and the completion by Tab."""
    seated = tournament.open_round.seated
    tables = [reading.table] if reading.table else [seated[player].number for player in reading.players]
    score = game_score(tournament, reading.result, language) if reading.result else ""
    tab = completed(text, reading, tournament)
    said = foretold(reading, tournament, language) if text.strip() else ""
    return {"said": said, "tables": tables, "score": score, "common": tab.common, "names": tab.lines}
