"""The open round: one input line with the usual result syntax, and a grid for keys and clicks."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.desk import Desk
from ronde.core.entry import Effect, Reading, line_facts, read_line
from ronde.core.errors import ResultDiffers, ResultNotYours
from ronde.core.events import Event, ResultCleared, ResultCorrected, ResultEntered
from ronde.core.result import Result
from ronde.core.tournament import Tournament
from ronde.formats.chronicle import local_time
from ronde.formats.entry_text import completed, foretold
from ronde.formats.shown import game_score
from ronde.i18n.door import say, seat_name
from ronde.scoring.door import close_and_freeze
from ronde.storage.door import JournalEntry
from ronde.web.desk.closing import closed_told
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.desk.hall import phones_given, phones_state
from ronde.web.desk.history import latest
from ronde.web.desk.presence import leftover
from ronde.web.serving.guarded_route import GuardedRoute, allowed
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right
from ronde.web.story import clock

LONGEST_LINE = 200
ONLY = ("missing", "proposed")
"""Filters of the tables."""
LATEST = 4
"""How many of the last actions are shown beside the tables."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = ResultPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}", desk_pages.aside(pages.show, more=phones_given), Right.RESULTS),
        GuardedRoute("/desk/{slug}/result", pages.enter, Right.RESULTS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/foresee", pages.foresee, Right.RESULTS),
    ]


class ResultPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    async def show(self, request: Request) -> Response:
        """The tables of the open round with the input line."""
        opened, _ = self.desk_pages.seated(request)
        hall = await phones_state(self.desk_pages, request, opened)
        typed = request.query_params.get("typed", "")[:LONGEST_LINE]
        return self._page(request, opened, typed=typed, hall=hall)

    def _page(self, request: Request, opened: OpenTournament, status: int = 200, /, **facts: Any) -> Response:
        usual = {
            "typed": "",
            "differs": None,
            "only": next((one for one in ONLY if one in request.query_params), ""),
        }
        language, seat = language_of(request), self.desk_pages.signed(request)
        board = opened.tournament.settings.board
        more = {"opened": opened, "played": opened.tournament.open_round, "key": self.desk_pages.key(request)}
        more["leads"] = self._leads(request, opened)
        more["leftover"] = leftover(opened.tournament)
        more["entered"] = entered_by(opened.desk, opened.tournament.open_round.number, language)
        more["recent"] = latest(opened.desk, seat, language, LATEST)
        return self.desk_pages.page(request, "desk/results.html", status, board=board, **usual | more | facts)

    def _leads(self, request: Request, opened: OpenTournament) -> bool:
        """Whether the requester may open and close rounds, rather than only enter results."""
        return allowed(request, Right.ROUNDS, opened.slug)

    async def foresee(self, request: Request) -> Response:
        """What Enter would do with the line: in words, at which tables, and the completion of a name."""
        opened, _ = self.desk_pages.seated(request)
        text = request.query_params.get("text", "")[:LONGEST_LINE]
        reading = read(text, opened.tournament, leads=self._leads(request, opened))
        answer = _answer(text, reading, opened.tournament, language_of(request))
        return Response(msgspec.json.encode(answer), media_type="application/json")

    async def enter(self, request: Request) -> Response:
        """Take a line; a different stored result is shown beside it, never overwritten."""
        opened, seat = self.desk_pages.seated(request)
        form = await request.form()
        line, replacing = text_of(form, "entry", LONGEST_LINE), form.get("replace") == "yes"
        differs: list[Differing] = []
        leads = self._leads(request, opened)
        hall = await phones_state(self.desk_pages, request, opened)

        def decide(tournament: Tournament) -> list[Event]:
            try:
                facts = entered(tournament, line, replacing, leads=leads)
                if not leads:
                    check_own(opened.desk, tournament, facts, seat)
                return facts
            except ResultDiffers as error:
                differs.append(differing(opened.desk, tournament, error, language_of(request)))
                raise

        def again(trouble: str) -> Response:
            two = differs[-1] if differs else None
            sentence = say("webdesk.two-results", language_of(request), table=two.table) if two else trouble
            return self._page(request, opened, 409, typed=line, trouble=sentence, differs=two, hall=hall)

        closes = read(line, opened.tournament, leads=leads).effect is Effect.CLOSE
        then = "/standings" if closes else ""
        return await self.desk_pages.act(
            request,
            decide,
            then=then,
            again=again,
            key=text_of(form, "key", 80),
            more=lambda facts: closed_told(opened.tournament, facts, language_of(request)),
        )


class Differing(msgspec.Struct, frozen=True):
    """A table with two results: the stored one, when and by whom it was entered, and the new one."""

    table: int
    first: int
    second: int
    before: Result
    after: Result
    seat: str
    when: str


def differing(desk: Desk, tournament: Tournament, error: ResultDiffers, language: str) -> Differing:
    table = tournament.open_round.table(int(str(error.facts["table"])))
    old, new = error.facts["old"], error.facts["new"]
    assert isinstance(old, Result)
    assert isinstance(new, Result)
    entry = _who_entered(desk, tournament.open_round.number, table.number)
    seat, when = (seat_name(entry.actor, language), local_time(entry.at, language)) if entry else ("", "")
    return Differing(table.number, table.first, table.second, old, new, seat, when)


def _who_entered(desk: Desk, round: int, table: int) -> JournalEntry | None:
    """The event that entered the result of a table."""
    for entry, counts in reversed(desk.history()):
        match entry.event:
            case ResultEntered() | ResultCorrected() as event if counts:
                if (event.round, event.table) == (round, table):
                    return entry
    return None


def entered_by(desk: Desk, round: int, language: str) -> dict[int, str]:
    """When the result of each table was entered, and by whom."""
    by_table: dict[int, str] = {}
    for entry, counts in desk.history():
        match entry.event:
            case ResultEntered() as event if counts and event.round == round:
                by_table[event.table] = f"{clock(entry.at)} {seat_name(entry.actor, language)}"
    return by_table


def read(line: str, tournament: Tournament, *, leads: bool) -> Reading:
    """The meaning of a line at this desk: only arbiters close rounds, and nobody enters random results."""
    return read_line(line, tournament, close=leads, chance=False)


def entered(tournament: Tournament, line: str, replacing: bool, *, leads: bool) -> list[Event]:
    reading = read(line, tournament, leads=leads)
    if reading.effect is Effect.CLOSE:
        return close_and_freeze(tournament)
    return line_facts(tournament, reading=reading, replacing=replacing)


def check_own(desk: Desk, tournament: Tournament, facts: list[Event], seat: str) -> None:
    """Refuse to change what somebody else has entered: a helper may change his own results only."""
    for fact in facts:
        match fact:
            case ResultEntered() | ResultCleared():
                if tournament.open_round.table(fact.table).result is None:
                    continue
                entry = _who_entered(desk, fact.round, fact.table)
                if entry is None or entry.actor != seat:
                    raise ResultNotYours(table=fact.table, seat=entry.actor if entry else "")


def _answer(text: str, reading: Reading, tournament: Tournament, language: str) -> dict[str, Any]:
    """The sentence, the tables a line may mean, the score, and the completion by Tab."""
    seated = tournament.open_round.seated
    tables = [reading.table] if reading.table else [seated[player].number for player in reading.players]
    score = game_score(tournament, reading.result, language) if reading.result else ""
    tab = completed(text, reading, tournament)
    said = foretold(reading, tournament, language) if text.strip() else ""
    return {"said": said, "tables": tables, "score": score, "common": tab.common, "names": tab.lines}
