"""Pairing with a preview: computed in a thread, shown with all costs, edited by hand, then accepted."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Command, Right
from ronde.app.commands import (
    AddTable,
    AllowPair,
    Batch,
    ChangeSettings,
    ForbidPair,
    GiveBye,
    LockTable,
    RemoveAllTables,
    RemoveTables,
    SwapPlayers,
    new_seed,
)
from ronde.app.proposal import AcceptProposal, Proposal
from ronde.i18n import error_text, figures, say
from ronde.model.entry import find_player
from ronde.model.errors import CannotPair, Conflict, RondeError
from ronde.model.player import PlayerId
from ronde.model.result import write_number
from ronde.model.schedule import is_over
from ronde.model.table import Reason
from ronde.model.tournament import Round, Tournament
from ronde.render.lists import manual_text
from ronde.render.tables import arrivals_text, repeats_text
from ronde.standings import record
from ronde.systems import keizer_places
from ronde.web.desk.pages import DeskPages, Notice, PendingProposal, number_of, redirect_to, text_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.summaries import points_before

# Pairing by hand: what can be done with the selected players, in a stored round or in a preview.


Chosen = Sequence[PlayerId]


def _locked(now: Tournament, chosen: Chosen, *, locked: bool) -> Command:
    return Batch(tuple(LockTable(number, locked) for number in _tables(now, chosen)))


def _tables(now: Tournament, chosen: Chosen) -> tuple[int, ...]:
    seated = (now.open_round.table_of(player) for player in chosen)
    return tuple(sorted({table.number for table in seated if table is not None}))


VERBS: dict[str, tuple[tuple[int, ...], Callable[[Tournament, Chosen], Command]]] = {
    "exchange": ((2,), lambda now, chosen: SwapPlayers(*chosen)),
    "meet": ((2,), lambda now, chosen: AddTable(chosen[0], chosen[1], dissolve=True, beyond=True)),
    "part": ((1, 2, 3, 4, 5, 6, 7, 8), lambda now, chosen: RemoveTables(_tables(now, chosen))),
    "part-all": (tuple(range(9)), lambda now, chosen: RemoveAllTables()),
    "lock": ((1, 2, 3, 4, 5, 6, 7, 8), lambda now, chosen: _locked(now, chosen, locked=True)),
    "unlock": ((1, 2, 3, 4, 5, 6, 7, 8), lambda now, chosen: _locked(now, chosen, locked=False)),
    "bye": ((1,), lambda now, chosen: GiveBye(chosen[0], dissolve=True)),
    "no-bye": (tuple(range(9)), lambda now, chosen: GiveBye()),
    "forbid": ((2,), lambda now, chosen: ForbidPair(*chosen)),
    "allow": ((2,), lambda now, chosen: AllowPair(*chosen)),
}
"""Every verb with the number of players it applies to, and its command."""
BEFORE = ("bye", "no-bye", "forbid", "allow")
"""Verbs that are constraints for the pairing: a preview is paired again with them."""


def refusal_of(verb: str, chosen: Chosen) -> str:
    """The key of the sentence that asks for other players; empty if the verb applies to these."""
    counts = VERBS[verb][0] if verb in VERBS else ((2,) if verb == "whynot" else tuple(range(9)))
    if len(chosen) in counts:
        return ""
    return "choose-two" if counts == (2,) else "choose-one" if counts == (1,) else "choose-some"


def chosen_of(form: FormData, tournament: Tournament) -> list[PlayerId]:
    """The players of a form: ticked in the list, or typed into the two fields."""
    ticked = [number_of(str(value)) for value in form.getlist("who")[:20]]
    if ticked:
        return [number for number in dict.fromkeys(ticked) if number in tournament.players]
    typed = [text_of(form, name).strip() for name in ("one", "other")]
    return [find_player(tournament, text) for text in typed if text]


# Remedies for a round that cannot be paired: each is a button and a constraint for the pairing.


@dataclass(frozen=True, slots=True)
class Remedy:
    """One remedy: the text of its button, and the field of its form."""

    name: str
    value: str
    says: str


def remedies(tournament: Tournament, error: CannotPair, language: str) -> list[Remedy]:
    """All remedies that a refusal names, the smallest change first."""
    facts = error.facts
    reason = str(facts.get("reason", ""))
    ways = [Remedy(reason, value, say(f"webdesk.{key}", language, **facts)) for key, value in _buttons(error)]
    blocked = {str(name) for name in _names(facts.get("players")) + _names(facts.get("rivals"))}
    for pair in sorted(map(sorted, tournament.forbidden)):
        one, other = (tournament.player(player).full_name for player in pair)
        if not blocked or {one, other} & blocked:
            says = say("webdesk.remedy-allow", language, one=one, other=other)
            ways.append(Remedy("allow", f"{pair[0]}-{pair[1]}", says))
    if tournament.open_round.forced_bye:
        ways.append(Remedy("no-bye", "", say("webdesk.verb-no-bye", language)))
    return ways


def _names(names: object) -> list[object]:
    return list(names) if isinstance(names, list | tuple) else []


def _buttons(error: CannotPair) -> list[tuple[str, str]]:
    facts = error.facts
    match facts.get("reason"):
        case "other-bye":
            return [("remedy-other-bye", str(facts["id"]))]
        case "distance":
            return [("remedy-distance", str(facts["distance"]))]
        case "colours":
            return [("remedy-colours" if facts["limit"] else "remedy-no-limit", str(facts["limit"]))]
        case "both":
            return [("remedy-both", str(facts["distance"]))]
    return []


def command_of(name: str, value: str) -> Command | None:
    """The constraint of a button; None if there is no such button."""
    first, _, second = value.partition("-")
    distance, limit = "keizer.repeat_distance", "keizer.colour_limit"
    commands: dict[str, Command] = {
        "other-bye": GiveBye(number_of(value)),
        "no-bye": GiveBye(),
        "distance": ChangeSettings({distance: value}),
        "colours": ChangeSettings({limit: value}),
        "both": ChangeSettings({distance: value, limit: "0"}),
        "allow": AllowPair(number_of(first), number_of(second)),
    }
    return commands.get(name)


# The cost table of a pairing: a column for each kind of rule, with sums at the right and below.


GROUPS = {
    "colour": "colour", "colour-again": "colour", "colour-limit": "colour", "colour-balance": "colour",
    "float": "float", "float-again": "float", "float-back": "float",
    "elitism": "elite", "rank-distance": "rank",
    "met-same-colours": "again", "met-opposite-colours": "again", "met-in-a-row": "again",
    "met-too-soon": "again", "same-country": "country",
}  # fmt: skip
"""The column of each rule."""
COLUMNS = ("colour", "float", "elite", "rank", "again", "country", "other")
COST_CLASSES = ((1_000_000, "h4"), (10_000, "h3"), (100, "h2"))
"""The costs from which a cell is tinted, and how."""


@dataclass(frozen=True, slots=True)
class CostTable:
    """The columns with costs, the costs of each table and of the bye, and their sums."""

    columns: tuple[str, ...]
    prices: dict[int, dict[str, int]]
    bye: dict[str, int]
    sums: dict[str, int]
    total: int

    def heat(self, price: int) -> str:
        return next((name for least, name in COST_CLASSES if price >= least), "")


def cost_table(current: Round) -> CostTable:
    """The costs of every table and of the bye, by column."""
    prices = {table.number: _by_column(table.pair.reasons) for table in current}
    bye = _by_column(current.bye.reasons) if current.bye else {}
    sums = {name: sum(own.get(name, 0) for own in (*prices.values(), bye)) for name in COLUMNS}
    total = sum(table.pair.cost for table in current) + (current.bye.cost if current.bye else 0)
    return CostTable(tuple(name for name in COLUMNS if sums[name]), prices, bye, sums, total)


def _by_column(reasons: Iterable[Reason]) -> dict[str, int]:
    costs: dict[str, int] = {}
    for reason in reasons:
        column = GROUPS.get(reason.rule, "other")
        costs[column] = costs.get(column, 0) + reason.cost
    return costs


def pair_kinds(tournament: Tournament) -> dict[str, int]:
    """How many pairs of the open round float, have met before, or are of one country, whatever the cost."""
    current, system = tournament.open_round, tournament.pairing_system
    if not tournament.closed_rounds or system.scheduled or system.knock_out:
        return {}
    points = points_before(tournament, current.number)
    met = {frozenset((table.first, table.second)) for one in tournament.closed_rounds for table in one}
    pairs = [(table.first, table.second) for table in current]
    countries = {card.id: card.country.casefold() for card in tournament.players.values()}
    floats = {"float": sum(points[one] != points[other] for one, other in pairs)}
    return ({} if system.by_value else floats) | {
        "again": sum(frozenset(pair) in met for pair in pairs),
        "country": sum(bool(countries[a]) and countries[a] == countries[b] for a, b in pairs),
    }


def ranks_or_points(tournament: Tournament, language: str) -> Mapping[PlayerId, str]:
    """What the pairing sorts by: the rank in a Keizer season, else the points so far."""
    system, rounds = tournament.pairing_system, len(tournament.closed_rounds)
    if system.scheduled or system.knock_out or not (rounds or system.go):
        return {}
    if system.by_value:
        (places,) = keizer_places(tournament, rounds)
        return {player: f"{place}." for player, place in places.items()}
    points = points_before(tournament, tournament.open_round.number)
    return {player: figures(write_number(own), language) for player, own in points.items()}


def free_players(tournament: Tournament) -> list[tuple[PlayerId, tuple[bool, ...]]]:
    """The players without a table, best first, with the colours they had: whether each was the first."""
    rounds = len(tournament.closed_rounds)
    lines = record(tournament, rounds)
    if tournament.settings.pairing_system.by_value and rounds:
        (places,) = keizer_places(tournament, rounds)
        order = {player: (float(places.get(player, len(lines) + 1)), 0) for player in lines}
    else:
        points = points_before(tournament, tournament.open_round.number)
        order = {player: (-points[player], -tournament.player(player).rating) for player in lines}
    free = sorted(tournament.unpaired, key=lambda player: order[player])
    return [(player, tuple(line.first for line in lines[player] if line.played)) for player in free]


# Pairing with a preview: computed in a thread, shown with all costs, edited by hand, then accepted.


PATIENCE = 1.2
"""Seconds a request waits for a pairing before the page says that it takes longer."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = PairingPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/pair", pages.begin, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/preview/{token}", pages.show, Right.ROUNDS),
        GuardedRoute("/desk/{slug}/preview/{token}/do", pages.do, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/preview/{token}/accept", pages.accept, Right.ROUNDS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/preview/{token}/forget", pages.forget, Right.ROUNDS, methods=["POST"]),
    ]


def _manual_lines(preview: Proposal, language: str) -> list[str]:
    """The warnings about pairs made by hand, most serious first, then the comparison with the pairing."""
    report = preview.manual
    return manual_text(preview.tournament, report, language).splitlines() if report else []


class PairingPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages
        self.previews = desk_pages.previews
        self._threads = ThreadPoolExecutor(thread_name_prefix="pair")

    def begin(self, request: Request) -> Response:
        """Pair the open round for a preview; by hand it starts empty."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        asked = {**dict(request.query_params), **{name: text_of(form, name) for name in form}}
        if is_over(live.tournament) and asked.get("sure") != "yes":
            return self.desk_pages.page(request, "desk/beyond.html", 409, live=live, to="pair", asked=asked)
        preview = Proposal(
            live.tournament, again=asked.get("again") == "yes", by_hand=asked.get("by-hand") == "yes"
        )
        remedy = command_of(asked.get("remedy", ""), asked.get("value", ""))
        try:
            preview = preview.constrained(remedy) if remedy else preview
        except RondeError as error:  # somebody else has done it meanwhile
            self.desk_pages.remark(request, Notice(error_text(error, language_of(request))))
            return redirect_to(live, "/tables")
        return self._recomputed(live, preview)

    def _recomputed(self, live: LiveTournament, preview: Proposal, token: str = "") -> Response:
        """Start the pairing, wait a moment, and redirect to its page."""
        token = token or secrets.token_urlsafe(9)
        task = self._threads.submit(preview.pair, new_seed())
        self.previews.put(token, PendingProposal(token, live.slug, task, time.monotonic()))
        wait({task}, timeout=PATIENCE)
        return redirect_to(live, f"/preview/{token}")

    def _pending_of(self, request: Request, live: LiveTournament) -> PendingProposal | None:
        pending = self.previews.get(request.path_params["token"])
        return pending if pending and pending.slug == live.slug else None

    def show(self, request: Request) -> Response:
        """The proposed tables; while the pairing runs, how long it has taken."""
        live, _ = self.desk_pages.live_and_actor(request)
        pending = self._pending_of(request, live)
        if pending is None:
            return self._gone(request, live)
        if not pending.task.done():
            seconds = int(time.monotonic() - pending.since)
            context = {
                "seconds": seconds,
                "pending": pending,
                "said": None,
            }  # notices are shown with the tables
            return self.desk_pages.page(request, "desk/drawing.html", live=live, **context)
        return self._page(request, live, pending)

    def _page(
        self, request: Request, live: LiveTournament, pending: PendingProposal, trouble: str = ""
    ) -> Response:
        try:
            preview = pending.task.result()
            proposal = preview.tournament
        except CannotPair as error:
            return self._stuck(request, live, error)
        except RondeError as error:
            self.previews.pop(pending.token)
            self.desk_pages.remark(request, Notice(error_text(error, language_of(request))))
            return redirect_to(live, "/tables")
        if not preview.events and not preview.by_hand:
            self.previews.pop(pending.token)
            self.desk_pages.remark(request, Notice(say("webdesk.complete-already", language_of(request))))
            return redirect_to(live, "/tables")
        return self.desk_pages.page(
            request,
            "desk/preview.html",
            409 if trouble else 200,
            live=live,
            preview=preview,
            proposal=proposal,
            pending=pending,
            arrivals=arrivals_text(preview.base, preview.arrivals, language_of(request)),
            repeats=repeats_text(preview.base, preview.repeats, language_of(request)),
            broken=preview.broken,
            breakdown=cost_table(proposal.open_round),
            stands=ranks_or_points(proposal, language_of(request)),
            free=free_players(proposal),
            kinds=pair_kinds(proposal),
            manual=_manual_lines(preview, language_of(request)),
            trouble=trouble,
        )

    def _stuck(self, request: Request, live: LiveTournament, error: CannotPair) -> Response:
        """Why no round can be paired, with a button for each remedy."""
        language = language_of(request)
        context = {"why": error_text(error, language), "remedies": remedies(live.tournament, error, language)}
        return self.desk_pages.page(request, "desk/stuck.html", 409, live=live, said=None, **context)

    def _gone(self, request: Request, live: LiveTournament) -> Response:
        self.desk_pages.remark(request, Notice(say("webdesk.preview-gone", language_of(request))))
        return redirect_to(live, "/tables")

    def do(self, request: Request) -> Response:
        """Apply one verb to the proposal; constraints pair it again."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        pending = self._pending_of(request, live)
        if pending is None:
            return self._gone(request, live)
        if pending.proposal is None:  # still running: its page shows the elapsed time
            return redirect_to(live, f"/preview/{pending.token}")
        language = language_of(request)
        try:
            return self._done(request, live, pending, form)
        except RondeError as error:
            return self._page(request, live, pending, error_text(error, language))

    def _done(
        self, request: Request, live: LiveTournament, pending: PendingProposal, form: FormData
    ) -> Response:
        verb, preview = text_of(form, "verb"), pending.task.result()
        if verb == "redraw":
            return self._recomputed(live, preview.unpaired(), pending.token)
        if verb == "without":
            alone = replace(preview.unpaired(), bring_in=False, by_hand=preview.by_hand)
            return self._recomputed(live, alone, pending.token)
        if verb == "back":
            return self._keep(live, pending, preview.back())
        chosen = chosen_of(form, preview.tournament)
        trouble = refusal_of(verb, chosen)
        if trouble:
            return self._page(request, live, pending, say(f"webdesk.{trouble}", language_of(request)))
        if verb == "whynot":
            return redirect_to(live, f"/whynot?one={chosen[0]}&other={chosen[1]}&preview={pending.token}")
        if verb not in VERBS:
            return redirect_to(live, f"/preview/{pending.token}")
        command = VERBS[verb][1](preview.tournament, chosen)
        if verb in BEFORE and not preview.by_hand:
            return self._recomputed(live, preview.constrained(command), pending.token)
        return self._keep(live, pending, preview.edited(command))

    def _keep(self, live: LiveTournament, pending: PendingProposal, preview: Proposal) -> Response:
        done: Future[Proposal] = Future()
        done.set_result(preview)
        pending.task = done
        return redirect_to(live, f"/preview/{pending.token}")

    def accept(self, request: Request) -> Response:
        """Store the proposal; if the tournament has changed since, it is paired and shown again."""
        live, _ = self.desk_pages.live_and_actor(request)
        pending = self._pending_of(request, live)
        if pending is None:
            return self._gone(request, live)
        if pending.proposal is None:  # still running: its page shows the elapsed time
            return redirect_to(live, f"/preview/{pending.token}")
        preview = pending.task.result()
        try:
            outcome = self.desk_pages.run(request, AcceptProposal(preview))
        except Conflict:
            self.desk_pages.remark(request, Notice(say("webdesk.hall-changed", language_of(request))))
            return self._recomputed(live, preview.moved(live.tournament), pending.token)
        except RondeError as error:
            return self._page(request, live, pending, error_text(error, language_of(request)))
        self.previews.pop(pending.token)
        count = len(outcome.after.open_round.tables)
        return self.desk_pages.done(
            request, outcome, said=say("webdesk.paired", language_of(request), count=count)
        )

    def forget(self, request: Request) -> RedirectResponse:
        """Discard a preview; nothing was stored."""
        live, _ = self.desk_pages.live_and_actor(request)
        pending = self._pending_of(request, live)
        if pending is not None:
            self.previews.pop(pending.token)
        return redirect_to(live, "/tables")
