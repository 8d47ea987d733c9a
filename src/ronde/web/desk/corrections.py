"""Correcting a game of any round: colours and score."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde.app.commands import CorrectResult
from ronde.core.choose import find_player
from ronde.core.coupon import read_score, write_score
from ronde.core.errors import RondeError
from ronde.core.player import PlayerId
from ronde.core.result import Result
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.i18n.door import tell
from ronde.web.desk.desk_pages import DeskPages, number_of, text_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right

FIELDS = ("round", "first", "second", "score")
USUAL = ("1", "0.5", "0", "w", "f", "ff", "a", "u")
"""The results of a game without discs, as they are typed."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
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
        opened, _ = self.desk_pages.seated(request)
        asked = {name: request.query_params.get(name, "")[:200] for name in FIELDS}
        return self._page(request, opened, typed=_filled(opened.tournament, asked))

    def _page(self, request: Request, opened: OpenTournament, status: int = 200, /, **facts: Any) -> Response:
        played = [one for one in opened.tournament.rounds if one.tables]
        wanted = number_of(facts["typed"]["round"].strip())
        numbers = [one.number for one in played]
        at = numbers.index(wanted) if wanted in numbers else _last_with_results(played)
        around = {
            "shown": played[at] if played else None,
            "before": numbers[at - 1] if at > 0 else 0,
            "after": numbers[at + 1] if at + 1 < len(numbers) else 0,
            "typing": write_score,
            "usual": {one: read_score(one, opened.tournament.settings.board) for one in USUAL},
        }
        return self.desk_pages.page(request, "desk/correct.html", status, opened=opened, **around | facts)

    def correct(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        typed = {name: text_of(form, name) for name in FIELDS}
        try:
            outcome = self.desk_pages.run(request, _correction(opened.tournament, typed))
        except RondeError as error:
            trouble = tell(error, language_of(request))
            return self._page(request, opened, 409, typed=typed, trouble=trouble)
        return self.desk_pages.done(request, outcome, f"/correct?round={number_of(typed['round'].strip())}")


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
    return read_score(typed["score"], tournament.settings.board)
