"""The open round: overview, tables by hand, closing, and the beginning of a final."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from statistics import median
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde import systems as scoring
from ronde.app.command import Command, Right, RuleBroken
from ronde.app.commands import AdjournRest, BeginFinal, CloseRound, ReopenRound
from ronde.app.desk import Desk
from ronde.app.files import last_backup
from ronde.app.keys import needs_last_round
from ronde.app.queries import WhyNot
from ronde.i18n import error_text, say
from ronde.model.errors import RondeError
from ronde.model.events import ResultEntered, RoundPaired
from ronde.model.result import Kind
from ronde.model.schedule import is_over
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament, as_of_round
from ronde.render.lists import podium, price_in_groups, why_not_text
from ronde.web.desk.history import latest
from ronde.web.desk.pages import DeskPage, DeskPages, number_of, redirect_to, text_of
from ronde.web.desk.pairing import VERBS, chosen_of, cost_table, free_players, ranks_or_points, refusal_of
from ronde.web.public.phone import Proposal, Proposals, signed_off
from ronde.web.public.screen import stored_choice
from ronde.web.server.accounts import Accounts
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.rendering import money
from ronde.web.server.request import form_of, language_of
from ronde.web.summaries import paired_at

# The stored tables of the open round: swap, split, pair, lock; and why a pair was not chosen.


def table_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = TablePages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/tables", pages.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/tables/do", pages.do, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/whynot", pages.whynot, Right.ROUNDS),
    ]


class TablePages(DeskPage):
    """Tables after they were accepted; every change can be undone."""

    template = "desk/tables.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """The tables with their costs, and the players without one."""
        with_costs = request.query_params.get("bills") == "yes"
        return {
            "bills": with_costs,
            "proposal": live.tournament,
            "broken": [],
            "breakdown": cost_table(live.tournament.open_round),
            "stands": ranks_or_points(live.tournament, language_of(request)),
            "free": free_players(live.tournament),
        }

    def do(self, request: Request) -> Response:
        """Apply a verb to the selected players."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        verb, language = text_of(form, "verb"), language_of(request)
        try:
            chosen = chosen_of(form, live.tournament)
        except RondeError as error:
            return self.again(request, live, error_text(error, language))
        trouble = refusal_of(verb, chosen)
        if trouble:
            return self.again(request, live, say(f"webdesk.{trouble}", language))
        if verb == "whynot":
            return redirect_to(live, f"/whynot?one={chosen[0]}&other={chosen[1]}")
        if verb not in VERBS:
            return redirect_to(live, "/tables")
        if verb == "meet" and is_over(live.tournament) and form.get("beyond") != "yes":
            asked = {"verb": verb, "one": chosen[0], "other": chosen[1], "back": text_of(form, "back")}
            return self.desk_pages.page(
                request, "desk/beyond.html", 409, live=live, to="tables/do", asked=asked
            )
        command = VERBS[verb][1](live.tournament, chosen)
        try:
            broken = [] if form.get("sure") == "yes" else self._broken(request, live, command)
        except RondeError as error:
            return self.again(request, live, error_text(error, language))
        if broken:
            context = {"broken": broken, "verb": verb, "chosen": chosen}
            return self.page(request, live, 409, trouble="", **context)
        return self.desk_pages.act(
            request,
            command,
            then="" if form.get("back") == "results" else "/tables",
            again=lambda sentence: self.again(request, live, sentence),
        )

    def _broken(self, request: Request, live: LiveTournament, command: Command) -> list[RuleBroken]:
        """The pairs of a command that break a rule."""
        actor = self.desk_pages.actor(request)
        outcome = live.use(lambda desk: desk.preview(command, actor))
        return [notice for notice in outcome.notices if isinstance(notice, RuleBroken)]

    def whynot(self, request: Request) -> Response:
        """The cost of a pair that was not chosen, and of the whole round with it."""
        live, _ = self.desk_pages.live_and_actor(request)
        asked = {name: request.query_params.get(name, "")[:200] for name in ("one", "other", "preview")}
        pending = self.desk_pages.previews.get(asked["preview"])
        proposal = pending.proposal if pending and pending.slug == live.slug else None
        tournament = proposal.tournament if proposal else live.tournament
        answer, trouble, said = None, "", ""
        if asked["one"] and asked["other"]:
            try:
                answer = WhyNot(asked["one"], asked["other"]).inquiry(tournament)
                number, language = tournament.open_round.number, language_of(request)
                forbidden = "webdesk.whynot-forbidden"
                price = price_in_groups(tournament) or money
                said = why_not_text(number, answer, language, forbidden=forbidden, price=price)
            except RondeError as error:
                trouble = error_text(error, language_of(request))
        token = pending.token if pending and proposal else ""
        context = {"answer": answer, "conclusion": said, "asked": asked, "token": token, "trouble": trouble}
        return self.desk_pages.page(
            request, "desk/whynot.html", 409 if trouble else 200, live=live, **context
        )


# Closing a round: what is missing, adjourning games, and the standings that follow.


def closing_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
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

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """What is missing; in a cup nothing can be adjourned, because it needs winners."""
        tournament = live.tournament
        current = tournament.open_round
        system = tournament.pairing_system
        return {
            "played": current,
            "adjourns": not system.knock_out,
            "adjourned": adjourned_tables(current),
            "idle": system.season and len(tournament.unpaired) < 2,
        }

    def close(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        return self.desk_pages.act(
            request,
            CloseRound(),
            then="/standings",
            again=lambda trouble: self.again(request, live, trouble),
        )

    def adjourn(self, request: Request) -> Response:
        """Adjourn every game without a result."""
        live, _ = self.desk_pages.live_and_actor(request)
        return self.desk_pages.act(
            request,
            AdjournRest(),
            then="/close",
            again=lambda trouble: self.again(request, live, trouble),
        )

    def ask_to_reopen(self, request: Request) -> Response:
        """Ask for confirmation."""
        live, _ = self.desk_pages.live_and_actor(request)
        if not live.tournament.closed_rounds:
            return redirect_to(live)
        return self.desk_pages.page(request, "desk/reopen.html", live=live)

    def reopen(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        return self.desk_pages.act(
            request, ReopenRound(), again=lambda trouble: self.again(request, live, trouble)
        )


def adjourned_tables(played: Round) -> list[Table]:
    """The tables of a round with an adjourned game."""
    return [table for table in played if table.result and table.result.kind is Kind.ADJOURNED]


class StandingsPage(DeskPage):
    """The standings after the last closed round, and what follows: publish, print, continue."""

    template = "desk/standings.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """The standings with the changes since the round before."""
        tournament = live.tournament
        after = len(tournament.closed_rounds)
        table = scoring.standings(as_of_round(tournament))
        before = scoring.standings(as_of_round(tournament, after - 1), after - 1).rows if after > 1 else ()
        waiting = [(one.number, table) for one in tournament.closed_rounds for table in adjourned_tables(one)]
        return {
            "table": table,
            "podium": podium(tournament, table, None),
            "moved": scoring.moves(before, table.rows),
            "over": is_over(tournament),
            "waiting": waiting,
            "final_possible": needs_last_round(tournament) is None,
        }


# The state around a desk: proposals from phones, screens, signed-in browsers, the last backup.


@dataclass(frozen=True, slots=True)
class DeskState:
    heard: tuple[Proposal, ...] = ()
    """Proposals from phones, by table."""
    view: str = ""
    """What the screens show."""
    accounts: int = 0
    """Browsers that are signed in for this tournament."""
    saved: str = ""
    """When the last backup was made: the time, or the day if it was not today."""

    @property
    def tables(self) -> list[tuple[int, list[Proposal]]]:
        """The proposals, by table."""
        return [(number, list(proposals)) for number, proposals in groupby(self.heard, lambda one: one.table)]


def read_proposals(accounts: Accounts, live: LiveTournament) -> DeskState:
    """The proposals only, for a page that is requested after every result; a past state has none."""
    return DeskState() if live.past else DeskState(tuple(Proposals(accounts.store).of(live)))


def read_desk_state(accounts: Accounts, live: LiveTournament) -> DeskState:
    """Read the state from the account store and the disk; a past state has none."""
    if live.past:
        return DeskState()
    now = time.time()
    return replace(
        read_proposals(accounts, live),
        view=stored_choice(accounts.store, live).view,
        accounts=sum(
            one.until >= now and one.account.may(Right.RESULTS, live.slug) for one in accounts.sessions()
        ),
        saved=_saved(live),
    )


def _saved(live: LiveTournament) -> str:
    made = last_backup(live.path)
    if made is None:
        return ""
    return f"{made:%H:%M}" if made.date() == datetime.now().astimezone().date() else f"{made:%Y-%m-%d}"


# The round at a glance: its state, what is missing, and the next step.


LATEST = 4
"""How many of the last actions are shown."""
CHARTED = 8
"""How many of the last rounds are in the chart of arrivals."""
Arrivals = list[tuple[str, list[float]]]


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step: its name, its text, its address, and whether it is executed at once."""

    step: str
    title: str
    act: str
    place: str
    posts: bool = False


def overview_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    return [GuardedRoute("/desk/{slug}/overview", OverviewPage(desk_pages).show, Right.ROUNDS)]


class OverviewPage(DeskPage):
    template = "desk/overview.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """The step, its numbers, the latest actions, and when results came in."""
        language, tournament = language_of(request), live.tournament
        _, seat = self.desk_pages.live_and_actor(request)
        rounds, now = arrivals_of(live.desk, tournament, language)
        return {
            "next": next_step(tournament, live.slug, language),
            "recent": latest(live.desk, seat, language, LATEST),
            "rounds": rounds,
            "now": now,
            "ends": expected_end(rounds, now),
            "since": paired_at(live.desk.history(), tournament.open_round.number),
            "desk_state": read_desk_state(self.desk_pages.accounts, live),
            "signed_off": signed_off(live.desk),
        }


def next_step(tournament: Tournament, slug: str, language: str) -> NextStep:
    """The arbiter's next step, in the order of an evening."""
    current, base = tournament.open_round, f"/desk/{slug}"
    here, missing = len(tournament.present), len(current.missing)

    def step_to(step: str, place: str, *, posts: bool = False, **context: object) -> NextStep:
        return NextStep(
            step,
            say(f"webdesk.next-{step}", language, **context),
            say(f"webdesk.do-{step}", language, **context),
            base + place,
            posts,
        )

    if not tournament.players:
        return step_to("enter", "/players")
    if current.tables and len(tournament.unpaired) > 1 and not tournament.pairing_system.scheduled:
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
    paired_by: dict[int, int] = {}
    came: dict[int, dict[int, datetime]] = {}
    for entry, counts in desk.history():
        match entry.event:
            case RoundPaired() as drawn if counts:
                begun[drawn.round] = datetime.fromisoformat(entry.at)
                paired_by[drawn.round] = entry.action
            case ResultEntered() as entered if counts and entry.action != paired_by.get(entered.round):
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


def expected_end(rounds: Arrivals, now: float | None) -> str:
    """When the round ends if it takes as long as the median of those before; "" if unknown."""
    took = [max(minutes) for _, minutes in rounds[:-1] if minutes]
    if now is None or not took or median(took) <= now:
        return ""
    return f"{datetime.now().astimezone() + timedelta(minutes=median(took) - now):%H:%M}"


MOST_MINUTES = 600
"""Beyond this a round was paired on another day, and minutes mean nothing."""


def _plausible(rounds: Arrivals) -> Arrivals:
    return [(word, [minute for minute in minutes if 0 <= minute < MOST_MINUTES]) for word, minutes in rounds]


# A final after the last round: who goes on, and how.


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
