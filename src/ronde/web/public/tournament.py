"""Public pages of a tournament: permanent addresses, readable without scripts, live with them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde import systems as scoring
from ronde.app.command import Right
from ronde.app.queries import Players
from ronde.app.views import CrosstableView, RoundView, SheetView, StandingsView, SummaryView, TeamView
from ronde.i18n import figures, say
from ronde.model.errors import RuleError
from ronde.model.result import write_number
from ronde.model.schedule import State, state_of
from ronde.model.tournament import AsOf, Round, Tournament, as_of_round
from ronde.render.charts import CURVED, MOST, tint
from ronde.render.lists import known_groups, podium, podiums, shortest_points, within_category
from ronde.render.public import keeps_robots_away, public_data
from ronde.render.text import own_score
from ronde.standings import RoundLine, members, teams
from ronde.web.openapi import ListedSummaryView
from ronde.web.public.players import GridRow, PlayerPageCache, keizer_grid, player_facts
from ronde.web.public.programs import programs_of
from ronde.web.server.guarded_route import GuardedRoute, Version
from ronde.web.server.live import stream
from ronde.web.server.live_tournament import (
    LiveTournament,
    PastTournaments,
    as_public,
    public_snapshot,
    requested_event,
    snapshot,
)
from ronde.web.server.rendering import render, words_for
from ronde.web.server.request import language_of
from ronde.web.server.tournaments import Tournaments
from ronde.web.summaries import latest_results, paired_at, player_results, provisional

# Lists of one category of players: which there are, and which one an address asks for.


View = tuple[str, str, bool, str]
"""A tab: address, label, whether it is shown, and icon."""


def category_of(request: Request, tournament: Tournament) -> str | None:
    """The category in `?category=`; None for all players, 404 for an unknown one."""
    wish = request.query_params.get("category", "")
    if wish and wish not in known_groups(tournament, language_of(request)):
        raise HTTPException(404)
    return wish or None


def category_views(
    known: Mapping[str, str], path: str, chosen: str | None, language: str, more: str = ""
) -> list[View]:
    """A tab for all players and one for each category; empty without categories."""
    if not known:
        return []
    whole: View = (f"{path}{f'?{more}' if more else ''}", say("web.everybody", language), not chosen, "")
    rest = f"&{more}" if more else ""
    return [
        whole,
        *(
            (f"{path}?category={quote(short)}{rest}", name, short == chosen, "")
            for short, name in known.items()
        ),
    ]


# Public pages of a tournament: permanent addresses, readable without scripts, live with them.


Context = dict[str, Any]


class PublicPages:
    def __init__(self, tournaments: Tournaments) -> None:
        self.tournaments = tournaments
        self.moments = PastTournaments()
        self.books = PlayerPageCache()

    def live_tournament(self, request: Request) -> LiveTournament:
        """The tournament of the address for a page, as of an event if `?at=` names one."""
        live, number = self.open_now(request), requested_event(request)
        shown = snapshot(live) if number is None else self.moments.of(live, number)
        return as_public(shown, shown.tournament if number is None else live.tournament)

    def open_now(self, request: Request) -> LiveTournament:
        """The tournament of the address in its current state."""
        live = self.tournaments.by_slug.get(request.path_params["slug"])
        if live is None:
            raise HTTPException(404)
        return live

    def routes(self) -> list[GuardedRoute]:
        routes = [
            GuardedRoute("/t/{slug}/live", self.live, Right.ANYBODY),
            *self.page_and_data("/t/{slug}", self.home, self.live_version),
        ]
        for path, page in (
            ("/round/{number:int}", self.round),
            ("/standings", self.standings),
            ("/standings/{number:int}", self.standings),
            ("/crosstable", self.crosstable),
            ("/crosstable/{number:int}", self.crosstable),
            ("/teams", self.teams),
            ("/player/{player:int}", self.player),
            ("/players", self.players),
        ):
            routes += self.page_and_data("/t/{slug}" + path, page)
        return [
            *routes,
            GuardedRoute("/", self.index, Right.ANYBODY, version=self.list_version),
            GuardedRoute("/tournaments.json", self.index, Right.ANYBODY, version=self.list_version),
        ]

    def list_version(self, request: Request) -> Hashable:
        """What the list of tournaments depends on."""
        return self.tournaments.changes

    def version(self, request: Request) -> Hashable:
        """What the pages of a tournament depend on; an unknown tournament has none."""
        live = self.tournaments.by_slug.get(request.path_params["slug"])
        return None if live is None else (live.serial, live.desk.number)

    def live_version(self, request: Request) -> Hashable:
        """The same for pages that also show what is not in the journal, such as boards of running games."""
        live = self.tournaments.by_slug.get(request.path_params["slug"])
        return None if live is None else (live.serial, live.desk.number, live.side, live.moved)

    def players(self, request: Request) -> Response:
        """All registered players: by name as a page, in order of registration as JSON."""
        live = self.live_tournament(request)
        return self.show(
            request,
            live,
            "public/players.html",
            lambda: _everybody(live.tournament),
            lambda: Players().answer(live.tournament),
        )

    def index(self, request: Request) -> Response:
        """All tournaments; a redirect if there is only one."""
        tournaments_open = [public_snapshot(live) for live in list(self.tournaments.by_slug.values())]
        if request.url.path.endswith(".json"):
            return self.plain([_listed(live) for live in tournaments_open])
        if len(tournaments_open) == 1 and "all" not in request.query_params:
            return RedirectResponse(f"/t/{tournaments_open[0].slug}")
        language = language_of(request)
        return render(request, "public/index.html", **_shown(tournaments_open, language))

    def home(self, request: Request) -> Response:
        live = self.live_tournament(request)
        return self.show(
            request,
            live,
            "public/home.html",
            lambda: _home(request, live),
            lambda: SummaryView.of(live.tournament),
        )

    def round(self, request: Request) -> Response:
        """One round by table, by name with `?by=name`, or the costs of every table with `?by=bill`."""
        live = self.live_tournament(request)
        number = _number(request, "number", live.tournament.open_round.number)
        played = _or_404(lambda: live.tournament.round(number))
        by = request.query_params.get("by")
        context: Context = {"played": played, "by": by if by in ("name", "bill") else ""}
        context |= _decided(request, live, number)
        return self.show(
            request,
            live,
            "public/round.html",
            lambda: context | _beside(live, played),
            lambda: RoundView.of(live.tournament, played),
        )

    def standings(self, request: Request) -> Response:
        live, as_of = self.live_tournament(request), as_of_in(request)
        after = _number(request, "number", len(live.tournament.closed_rounds))
        state, group = (
            _or_404(lambda: live.closed.seen(live.tournament, after, as_of)),
            category_of(request, live.tournament),
        )
        whole = _or_404(lambda: live.closed.standings(live.tournament, after, as_of))
        table = within_category(live.tournament, whole, group)
        context = {
            "table": table,
            "state": state,
            "as_of": as_of,
            "explain": "explain" in request.query_params,
        }
        context |= _groups(request, live.tournament, group)
        context["podium"] = podium(live.tournament, table, group)
        context |= _podiums(request, live.tournament, whole, context["groups"])
        return self.show(
            request,
            live,
            "public/standings.html",
            lambda: context | _story(live, table, as_of, language_of(request)),
            lambda: StandingsView.of(state, table, explain=_explained(request, state), as_of=as_of),
        )

    def crosstable(self, request: Request) -> Response:
        live, as_of = self.live_tournament(request), as_of_in(request)
        after = _number(request, "number", len(live.tournament.closed_rounds))
        state = _or_404(lambda: as_of_round(live.tournament, after, as_of))
        table = _or_404(lambda: scoring.crosstable(state, after))
        group, keizer = (
            category_of(request, live.tournament),
            live.tournament.settings.pairing_system.by_value,
        )
        return self.show(
            request,
            live,
            "public/crosstable.html",
            lambda: {
                "keizer": keizer,
                "table": table,
                "ranks": {row.standing.player: row.standing.rank for row in table.rows},
                "state": state,
                "as_of": as_of,
                "member": lambda player: not group or player in members(live.tournament, group),
                "grid": _grid(state, table, group) if keizer else [],
                "group_asked": group,
                **_groups(request, live.tournament, group),
                **_square(request, state, table),
            },
            lambda: CrosstableView.of(state, table, as_of=as_of),
        )

    def teams(self, request: Request) -> Response:
        live = self.live_tournament(request)
        ranked = teams(as_of_round(live.tournament, as_of=as_of_in(request)))
        return self.show(
            request,
            live,
            "public/teams.html",
            lambda: {"teams": ranked},
            lambda: [TeamView.of(team) for team in ranked],
        )

    def player(self, request: Request) -> Response:
        live, as_of = self.live_tournament(request), as_of_in(request)
        number = _number(request, "player", 0)
        _or_404(lambda: live.tournament.player(number))  # before anything is computed
        book = self.books.of(live.tournament, as_of)
        page, places = book.cards[number], book.places_of(number)
        context = {
            "sheet": page,
            "state": as_of_round(live.tournament, as_of=as_of),
            "as_of": as_of,
            "places": places,
            "table": live.tournament.open_round.table_of(number),
            "met": [
                (one.number, seat) for one in live.tournament.closed_rounds if (seat := one.table_of(number))
            ],
            "decided": programs_of(request).ties_of(live, page, language_of(request)),
        }
        return self.show(
            request,
            live,
            "public/player.html",
            lambda: context | player_facts(live.tournament, book, number, language_of(request)),
            lambda: SheetView.of(live.tournament, page, as_of=as_of),
        )

    async def live(self, request: Request) -> Response:
        """The event stream."""
        return await stream(request, self.tournaments, self.open_now(request))

    def show(
        self,
        request: Request,
        live: LiveTournament,
        template: str,
        context: Callable[[], Context],
        plain: Callable[[], Any],
    ) -> Response:
        """A page, or its data if the address ends with `.json`."""
        if request.url.path.endswith(".json"):
            robots = not keeps_robots_away(live.tournament)
            return self.plain(public_data(live.tournament, plain()), robots=robots)
        return render(request, template, live=live, **context())

    def page_and_data(
        self, path: str, page: Callable[[Request], Response], version: Version | None = None
    ) -> list[GuardedRoute]:
        """The route of a page and, with `.json`, of its data."""
        # The data first, or `.json` would match as part of a name.
        return [
            GuardedRoute(path + end, page, Right.ANYBODY, version=version or self.version)
            for end in (".json", "")
        ]

    def plain(self, content: Any, *, robots: bool = True) -> Response:
        """Data that any other site may read; robots may be asked not to list them."""
        headers = {"Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        headers |= {} if robots else {"X-Robots-Tag": "noindex"}
        return Response(msgspec.json.encode(content), media_type="application/json", headers=headers)


def as_of_in(request: Request) -> AsOf:
    """The presence a list uses, by `?as_of=`; 404 for an unknown value."""
    try:
        return AsOf(request.query_params.get("as_of", AsOf.CLOSING.value))
    except ValueError as error:
        raise HTTPException(404) from error


def _explained(request: Request, state: Tournament) -> bool:
    """Whether to explain: Keizer points always, tie-breaks on request, because that is long."""
    return state.settings.pairing_system.by_value or "explain" in request.query_params


def _number(request: Request, name: str, usual: int) -> int:
    return int(request.path_params.get(name, usual))


def _or_404(look: Callable[[], Any]) -> Any:
    try:
        return look()
    except RuleError as error:
        raise HTTPException(404) from error


def round_shown(tournament: Tournament) -> Round:
    """The current round: the open one once it is paired, else the last closed one."""
    current = tournament.open_round
    return current if current.tables or not tournament.closed_rounds else tournament.closed_rounds[-1]


def _listed(live: LiveTournament) -> ListedSummaryView:
    summary = msgspec.structs.asdict(SummaryView.of(live.tournament))
    return ListedSummaryView(**summary, slug=live.slug)


def _home(request: Request, live: LiveTournament) -> Context:
    """The current round, the current standings, and the latest results."""
    tournament, history = live.tournament, live.desk.history()
    played, running = round_shown(tournament), provisional(tournament)
    last = len(tournament.closed_rounds)
    before = live.closed.standings(tournament, last)
    state = running or live.closed.seen(tournament, last)
    table = scoring.standings(state) if running else before
    earlier = before if running else live.closed.standings(tournament, max(last - 1, 0))
    return {
        "played": played,
        "table": table,
        "state": state,
        "running": running is not None,
        "podium": podium(tournament, table, None),
        "moved": scoring.moves(earlier.rows, table.rows),
        "latest": player_results(state) if running else live.closed.forms(tournament, last),
        "feed": latest_results(tournament, history, played.number) if not played.closed else [],
        "since": paired_at(history, played.number),
        "games": programs_of(request).featured_games(live),
        **_beside(live, played),
    }


def _beside(live: LiveTournament, played: Round) -> Context:
    """What is shown beside the names of a round: points and results before it."""
    tournament, kept = live.tournament, live.closed
    closed = min(played.number - 1, len(tournament.closed_rounds))
    points = kept.points_before(tournament, played.number) if closed else {}
    return {"before": points, "form": kept.forms(tournament, closed) if closed else {}}


def _decided(request: Request, live: LiveTournament, number: int) -> Context:
    ties = programs_of(request).decided_ties(live, language_of(request))
    return {"decided": [sentence for (round, _), sentence in ties.items() if round == number]}


def _everybody(tournament: Tournament) -> Context:
    """All players by name, with their results so far."""
    published_now = as_of_round(tournament)
    rows = {row.player: row for row in scoring.standings(published_now).rows}
    cards = sorted(tournament.players.values(), key=lambda card: card.full_name.casefold())
    return {
        "cards": cards,
        "rows": rows,
        "form": player_results(tournament),
        "clubs": any(card.club for card in cards),
        "rated": any(card.rating for card in cards),
    }


def _shown(tournaments_open: list[LiveTournament], language: str) -> Context:
    """Running tournaments with their leaders, future ones, and finished ones with their winners."""

    def words(live: LiveTournament) -> dict[str, Callable[..., str]]:
        return words_for(live.tournament, language, programs=live.programs)

    playing, coming, finished = [], [], []
    for live in tournaments_open:
        tournament, state = live.tournament, state_of(live.tournament)
        if state is State.FINISHED:
            rows = live.closed.standings(tournament, len(tournament.closed_rounds)).rows
            finished.append((live, tournament.player(rows[0].player) if rows else None))
        elif state in (State.RUNNING, State.BETWEEN):
            closed = len(tournament.closed_rounds)
            leaders = live.closed.standings(tournament, closed).rows[:3] if closed else ()
            playing.append((live, leaders))
        else:
            coming.append(live)
    return {"playing": playing, "coming": coming, "finished": finished, "words": words}


def _story(live: LiveTournament, table: scoring.Standings, as_of: AsOf, language: str) -> Context:
    """The course of the tournament: the lines of the bump chart, results, rank changes, Keizer blocks."""
    tournament, kept = live.tournament, live.closed
    players = [row.player for row in table.rows]
    before = table.after - 1
    earlier = kept.standings(tournament, before, as_of).rows if before > 0 else ()
    system = tournament.settings.pairing_system
    drawn = table.after > 0 and len(players) > 1 and not (system.by_value or system.knock_out)
    return {
        "story": kept.ranks_over(tournament, table.after, players, as_of) if drawn else {},
        "moved": scoring.moves(earlier, table.rows),
        "form": kept.forms(tournament, table.after),
        "lean": len(players) > CURVED,
        "rated": any(tournament.player(player).rating for player in players),
        "most": max([row.keizer.total for row in table.rows if row.keizer], default=0.0),
        "blocks": lambda row: keizer_blocks(row, language),
    }


def keizer_blocks(row: scoring.KeizerRow, language: str) -> list[tuple[str, float, str]]:
    """The sources of a Keizer total as blocks of its bar."""
    return [(one.kind, one.points, figures(shortest_points(one.points), language)) for one in row.sources]


def _square(request: Request, state: Tournament, table: scoring.Crosstable) -> Context:
    """The tints of the crosstable, and the square of pairings if requested."""
    total = state.settings.board.total

    def tinted(line: RoundLine) -> str:
        margin = line.result.first - line.result.second if line.result else 0.0
        return tint(line.half_points, margin, total)

    rows = table.rows[:MOST]
    at = {row.standing.player: place for place, row in enumerate(rows)}
    met = {
        (at[row.standing.player], at[line.opponent]): (tinted(line), _sign(line, total))
        for row in rows
        for line in row.lines
        if line.opponent in at
    }
    square = request.query_params.get("view") == "matrix"
    names = [state.player(row.standing.player).full_name for row in rows]
    return {
        "tint": tinted,
        "own": lambda result, score: own_score(score, result.first, total),
        "square": square,
        "names": names,
        "met": met,
    }


def _groups(request: Request, tournament: Tournament, group: str | None) -> Context:
    language = language_of(request)
    known, path = known_groups(tournament, language), request.url.path
    return {
        "groups": category_views(known, path, group, language),
        "group": known.get(group or ""),
    }


def _podiums(
    request: Request, tournament: Tournament, table: scoring.Standings, views: list[View]
) -> Context:
    """All podiums side by side, if they are asked for, and their tab beside those of the groups."""
    language = language_of(request)
    known = podiums(tournament, table, language) if views else {}
    asked = bool(known) and request.query_params.get("view") == "podiums"
    tab: View = (f"{request.url.path}?view=podiums", say("web.podiums", language), asked, "")
    others = [(place, label, shown and not asked, icon) for place, label, shown, icon in views]
    return {"groups": [*others, tab] if known else views, "podiums": known if asked else {}}


def _grid(state: Tournament, table: scoring.Crosstable, group: str | None) -> list[GridRow]:
    rows = keizer_grid(state, table)
    return [row for row in rows if not group or row.player in members(state, group)]


def _sign(line: RoundLine, total: int) -> str:
    """The margin of a game, or who won where there are no discs."""
    if line.half_points == 1 or line.result is None:
        return "="
    margin = abs(line.result.first - line.result.second)
    figure = write_number(margin) if total > 2 else ""
    return f"{'+' if line.half_points == 2 else '−'}{figure}"
