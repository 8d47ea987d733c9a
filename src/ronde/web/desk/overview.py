"""The round at a glance: its state, what is missing, and the next step."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

from starlette.requests import Request

from ronde.app.desk import Desk
from ronde.core.events import ResultEntered, RoundPaired
from ronde.core.schedule import is_over
from ronde.core.tournament import Tournament
from ronde.i18n.door import say
from ronde.web.desk.desk_pages import DeskPages
from ronde.web.desk.hall import look_around
from ronde.web.desk.history import latest
from ronde.web.desk.page import DeskPage
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import language_of
from ronde.web.server.rights import Right
from ronde.web.story import drawn_at

LATEST = 4
"""How many of the last actions are shown."""
CHARTED = 8
"""How many of the last rounds are in the chart of arrivals."""
Arrivals = list[tuple[str, list[float]]]


@dataclass(frozen=True, slots=True)
class Next:
    """The next step: its name, its text, its address, and whether it is executed at once."""

    step: str
    title: str
    act: str
    place: str
    posts: bool = False


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    return [GuardedRoute("/desk/{slug}/overview", OverviewPage(desk_pages).show, Right.ROUNDS)]


class OverviewPage(DeskPage):
    template = "desk/overview.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """The step, its numbers, the latest actions, and when results came in."""
        language, tournament = language_of(request), opened.tournament
        _, seat = self.desk_pages.seated(request)
        rounds, now = arrivals_of(opened.desk, tournament, language)
        return {
            "next": next_step(tournament, opened.slug, language),
            "recent": latest(opened.desk, seat, language, LATEST),
            "rounds": rounds,
            "now": now,
            "ends": ends_about(rounds, now),
            "since": drawn_at(opened.desk.history(), tournament.open_round.number),
            "hall": look_around(self.desk_pages.seats, opened),
        }


def next_step(tournament: Tournament, slug: str, language: str) -> Next:
    """The arbiter's next step, in the order of an evening."""
    current, base = tournament.open_round, f"/desk/{slug}"
    here, missing = len(tournament.present), len(current.missing)

    def step_to(step: str, place: str, *, posts: bool = False, **facts: object) -> Next:
        return Next(
            step,
            say(f"webdesk.next-{step}", language, **facts),
            say(f"webdesk.do-{step}", language, **facts),
            base + place,
            posts,
        )

    if not tournament.players:
        return step_to("enter", "/players")
    if current.tables and len(tournament.unpaired) > 1 and not tournament.settings.pairing_system.scheduled:
        return step_to("rest", "/pair", posts=True, count=len(tournament.unpaired))
    if missing:
        return step_to("results", "", count=missing)
    if current.tables:
        return step_to("close", "/close", posts=True, round=current.number)
    if is_over(tournament):
        return step_to("over", "/standings")
    if here < 2:
        return step_to("who", "/players", count=here)
    return step_to("pair", "/pair", posts=True, count=here, round=current.number)


def arrivals_of(desk: Desk, tournament: Tournament, language: str) -> tuple[Arrivals, float | None]:
    """The minutes after its pairing at which the results of each round came in, and the minutes now.

    Imported rounds are one action, which says nothing about when they were played.
    """
    begun: dict[int, datetime] = {}
    drawn_by: dict[int, int] = {}
    came: dict[int, dict[int, datetime]] = {}
    for entry, counts in desk.history():
        match entry.event:
            case RoundPaired() as drawn if counts:
                begun[drawn.round] = datetime.fromisoformat(entry.at)
                drawn_by[drawn.round] = entry.action
            case ResultEntered() as entered if counts and entry.action != drawn_by.get(entered.round):
                came.setdefault(entered.round, {})[entered.table] = datetime.fromisoformat(entry.at)
    current = tournament.open_round
    shown = [number for number in sorted(begun) if number in came or number == current.number][-CHARTED:]
    rounds = [
        (
            say("webdesk.round-short", language, round=number),
            [(at - begun[number]).total_seconds() / 60 for at in came.get(number, {}).values()],
        )
        for number in shown
    ]
    playing = bool(current.missing) and shown[-1:] == [current.number]
    now = (datetime.now(UTC) - begun[current.number]).total_seconds() / 60 if playing else None
    return _plausible(rounds), now if now is None or now < MOST_MINUTES else None


def ends_about(rounds: Arrivals, now: float | None) -> str:
    """When the round ends if it takes as long as the median of those before; "" if unknown."""
    took = [max(minutes) for _, minutes in rounds[:-1] if minutes]
    if now is None or not took or median(took) <= now:
        return ""
    return f"{datetime.now().astimezone() + timedelta(minutes=median(took) - now):%H:%M}"


MOST_MINUTES = 600
"""Beyond this a round was paired on another day, and minutes mean nothing."""


def _plausible(rounds: Arrivals) -> Arrivals:
    return [(word, [minute for minute in minutes if 0 <= minute < MOST_MINUTES]) for word, minutes in rounds]
