"""Results of the open round, and corrections of earlier ones."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.app.commands import CorrectResult, EnterLine
from ronde.app.desk import Desk
from ronde.app.event_text import complete_line, local_time, preview_text
from ronde.i18n import actor_text, error_text, say
from ronde.model.entry import LineReading, find_player, read_line, read_score, write_score
from ronde.model.errors import ResultDiffers, RondeError
from ronde.model.events import ResultEntered, RoundClosed
from ronde.model.player import PlayerId
from ronde.model.result import Result
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament
from ronde.render.text import game_score
from ronde.web.desk.history import latest
from ronde.web.desk.pages import DeskPage, DeskPages, new_key, number_of, text_of
from ronde.web.desk.players import leftover
from ronde.web.desk.rounds import read_proposals
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import allowed, form_of, language_of
from ronde.web.summaries import clock

# The open round: one input line with the usual result syntax, and a grid for keys and clicks.


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

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """The tables of the open round with the input line."""
        wishes, tournament, language = request.query_params, live.tournament, language_of(request)
        return {
            "typed": wishes.get("typed", "")[:LONGEST_LINE],
            "differs": None,
            "only": next((one for one in ONLY if one in wishes), ""),
            "board": tournament.settings.board,
            "played": tournament.open_round,
            "key": new_key(),
            "desk_state": read_proposals(self.desk_pages.accounts, live),
            "leads": self._leads(request, live),
            "leftover": leftover(tournament),
            "entered": entered_by(live.desk, tournament.open_round.number, language),
            "recent": latest(live.desk, self.desk_pages.actor_name(request), language, LATEST),
        }

    def _leads(self, request: Request, live: LiveTournament) -> bool:
        """Whether the requester may open and close rounds, rather than only enter results."""
        return allowed(request, Right.ROUNDS, live.slug)

    def foresee(self, request: Request) -> Response:
        """What Enter would do with the line: in words, at which tables, and the completion of a name."""
        live, _ = self.desk_pages.live_and_actor(request)
        text = request.query_params.get("text", "")[:LONGEST_LINE]
        reading = read_line(text, live.tournament, close=self._leads(request, live), chance=False)
        answer = _answer(text, reading, live.tournament, language_of(request))
        return Response(msgspec.json.encode(answer), media_type="application/json")

    def enter(self, request: Request) -> Response:
        """Take a line; a different stored result is shown beside it, never overwritten."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        command = EnterLine(text_of(form, "entry", LONGEST_LINE), replacing=form.get("replace") == "yes")
        try:
            outcome = self.desk_pages.run(request, command)
        except RondeError as error:
            return self._refused(request, live, command.line, error)
        closed = any(isinstance(event, RoundClosed) for event in outcome.events)
        return self.desk_pages.done(request, outcome, "/standings" if closed else "")

    def _refused(self, request: Request, live: LiveTournament, line: str, error: RondeError) -> Response:
        language = language_of(request)
        two = differing(live.desk, error, language) if isinstance(error, ResultDiffers) else None
        trouble = (
            say("webdesk.two-results", language, table=two.table) if two else error_text(error, language)
        )
        return self.page(request, live, 409, typed=line, trouble=trouble, differs=two)


class Differing(msgspec.Struct, frozen=True):
    """A table with two results: the stored one, when and by whom it was entered, and the new one."""

    table: int
    first: int
    second: int
    before: Result
    after: Result
    actor: str
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
    entry = desk.result_entry(current.number, table.number)
    actor, when = (actor_text(entry.actor, language), local_time(entry.at, language)) if entry else ("", "")
    return Differing(table.number, table.first, table.second, old, new, actor, when)


def entered_by(desk: Desk, round: int, language: str) -> dict[int, str]:
    """When the result of each table was entered, and by whom."""
    by_table: dict[int, str] = {}
    for entry, counts in desk.history():
        match entry.event:
            case ResultEntered() as event if counts and event.round == round:
                by_table[event.table] = f"{clock(entry.at)} {actor_text(entry.actor, language)}"
    return by_table


def _answer(text: str, reading: LineReading, tournament: Tournament, language: str) -> dict[str, Any]:
    """The sentence, the tables a line may mean, the score, and the completion by Tab."""
    seated = tournament.open_round.seated
    tables = [reading.table] if reading.table else [seated[player].number for player in reading.players]
    score = game_score(tournament, reading.result, language) if reading.result else ""
    tab = complete_line(text, reading, tournament)
    said = preview_text(reading, tournament, language) if text.strip() else ""
    return {"said": said, "tables": tables, "score": score, "common": tab.common, "names": tab.lines}


# Correcting a game of any round: colours and score.


FIELDS = ("round", "first", "second", "score")
USUAL = ("1", "0.5", "0", "w", "f", "ff", "a", "u")
"""The results of a game without discs, as they are typed."""
GO = ("ll", "ww", "df", "wf")
"""Those that only Go has."""


def correction_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = CorrectionPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/correct", pages.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/correct", pages.correct, Right.ROUNDS, methods=["POST"]),
    ]


class CorrectionPages:
    """Corrects old results; the pairing stays."""

    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def show(self, request: Request) -> Response:
        """The form, filled from a table of a round if the address names one."""
        live, _ = self.desk_pages.live_and_actor(request)
        asked = {name: request.query_params.get(name, "")[:200] for name in FIELDS}
        return self._page(request, live, typed=_filled(live.tournament, asked))

    def _page(self, request: Request, live: LiveTournament, status: int = 200, /, **context: Any) -> Response:
        played = [one for one in live.tournament.rounds if one.tables]
        wanted = number_of(context["typed"]["round"].strip())
        numbers = [one.number for one in played]
        at = numbers.index(wanted) if wanted in numbers else _last_with_results(played)
        around = {
            "shown": played[at] if played else None,
            "before": numbers[at - 1] if at > 0 else 0,
            "after": numbers[at + 1] if at + 1 < len(numbers) else 0,
            "typing": write_score,
            "usual": _usual(live.tournament),
        }
        return self.desk_pages.page(request, "desk/correct.html", status, live=live, **around | context)

    def correct(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        typed = {name: text_of(form, name) for name in FIELDS}
        try:
            outcome = self.desk_pages.run(request, _correction(live.tournament, typed))
        except RondeError as error:
            trouble = error_text(error, language_of(request))
            return self._page(request, live, 409, typed=typed, trouble=trouble)
        return self.desk_pages.done(request, outcome, f"/correct?round={number_of(typed['round'].strip())}")


def _usual(tournament: Tournament) -> dict[str, Result]:
    """The results of a choice, as they are typed."""
    go = tournament.pairing_system.go
    return {one: read_score(one, tournament.settings.board, go=go) for one in USUAL + (GO if go else ())}


def _last_with_results(played: list[Round]) -> int:
    """The last round that has results."""
    places = [at for at, one in enumerate(played) if len(one.missing) < len(one.tables)]
    return places[-1] if places else len(played) - 1


def _filled(tournament: Tournament, asked: dict[str, str]) -> dict[str, str]:
    """The fields, filled with what is known about the game they name."""
    table = _table(tournament, asked["round"], number_of(asked["first"]))
    if table is None:
        return asked
    score = write_score(table.result) if table.result else ""
    first, second = (tournament.player(one).full_name for one in (table.first, table.second))
    return {"round": asked["round"], "first": first, "second": second, "score": score}


def _table(tournament: Tournament, round: str, player: PlayerId) -> Table | None:
    """The table of a player in a round, if both exist."""
    number = number_of(round.strip())
    known = player and 1 <= number <= len(tournament.rounds)
    return tournament.round(number).table_of(player) if known else None


def _correction(tournament: Tournament, typed: dict[str, str]) -> CorrectResult:
    first, second = (find_player(tournament, typed[name]) for name in ("first", "second"))
    result = _score(tournament, typed, first)
    return CorrectResult(number_of(typed["round"].strip()), first, second, result)


def _score(tournament: Tournament, typed: dict[str, str], first: PlayerId) -> Result:
    """The typed score; the text that the form itself wrote means the stored result.

    Other programs give forfeits scores of their own, which no letter expresses.
    """
    table = _table(tournament, typed["round"], first)
    if table and table.result:
        there = table.result if table.first == first else table.result.swapped
        if typed["score"].strip() == write_score(there):
            return there
    return read_score(typed["score"], tournament.settings.board, go=tournament.pairing_system.go)
