"""Phones: the page of a player by personal link, QR codes, and proposals for the desk."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde import systems as scoring
from ronde.app.command import Actor, Right
from ronde.app.commands import EnterProposed, SignOff, evenings
from ronde.app.desk import Desk
from ronde.i18n import error_text
from ronde.model.entry import read_score
from ronde.model.errors import RondeError, RuleError
from ronde.model.events import AbsencePlanned
from ronde.model.player import PlayerId
from ronde.model.result import Board, Result, valid_result, write_number
from ronde.model.table import Table
from ronde.model.tournament import AsOf, at_closing, bye_of, full_names
from ronde.standings import player_card
from ronde.web.assets import qr_svg
from ronde.web.desk.pages import number_of, text_of
from ronde.web.server.account_store import AccountStore
from ronde.web.server.accounts import Accounts, PersonalLinks
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament, snapshot
from ronde.web.server.rendering import render
from ronde.web.server.request import (
    account_of,
    address_of,
    client_of,
    form_of,
    language_of,
    only_here,
    source_of,
)
from ronde.web.server.security import Buckets
from ronde.web.server.tournaments import Tournaments
from ronde.web.summaries import paired_at

# Results proposed by players: they count once both players agree or the desk accepts.


_NOTE = (
    "INSERT INTO proposal VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (slug, round, player) DO UPDATE SET"
    " board = excluded.board, opponent = excluded.opponent, first = excluded.first,"
    " second = excluded.second, at = excluded.at"
)


_SAID = {"won": "+", "drawn": "=", "lost": "-"}
_DISCS = re.compile(r"[0-9]{1,4}([.,][05])?")
"""Input of the phone's field: digits only."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A player's proposal; the result is from the side of the table's first player."""

    round: int
    table: int
    player: PlayerId
    opponent: PlayerId
    result: Result
    at: float

    @property
    def clock(self) -> str:
        """Local time in hours and minutes."""
        return time.strftime("%H:%M", time.localtime(self.at))


class Proposals:
    """The proposals of all tournaments; stored in the account store until they are decided."""

    def __init__(self, store: AccountStore) -> None:
        self.store = store

    def of(self, live: LiveTournament) -> list[Proposal]:
        """The pending proposals: of the open round, for existing pairs without a result."""
        tables = live.tournament.open_round.tables
        return [one for one in self._heard(live) if tables[one.table].result is None]

    def _heard(self, live: LiveTournament) -> list[Proposal]:
        """All proposals of the open round for existing pairs."""
        current = live.tournament.open_round
        question = (
            "SELECT round, board, player, opponent, first, second, at FROM proposal"
            " WHERE slug = ? AND round = ? ORDER BY board, at"
        )
        proposals = [_proposal(row) for row in self.store.rows(question, live.slug, current.number)]
        return [one for one in proposals if _sits(current.tables.get(one.table), one)]

    def at_table(self, live: LiveTournament, table: Table) -> dict[PlayerId, Proposal]:
        return {one.player: one for one in self.of(live) if one.table == table.number}

    def said_at(self, live: LiveTournament, table: Table) -> dict[PlayerId, Proposal]:
        """The proposals of both players of a table, also once there is a result."""
        return {one.player: one for one in self._heard(live) if one.table == table.number}

    def propose(self, live: LiveTournament, table: Table, player: PlayerId, result: Result) -> bool:
        """Store a proposal; whether it became the result because the opponent proposed the same."""
        valid_result(result, live.tournament.settings.board)
        number = live.tournament.open_round.number
        opponent = table.second if player == table.first else table.first
        row = (live.slug, number, table.number, player, opponent, result.first, result.second, time.time())
        self.store.write(_NOTE, *row)
        other = self.at_table(live, table).get(opponent)
        agreed = other is not None and other.result == result
        if agreed:
            players = Actor(f"players {table.first}+{table.second}", frozenset({Right.RESULTS}))
            self._enter(live, players, EnterProposed(number, table, result))
        self.store.notify_pages(live)
        return agreed

    def accept(self, live: LiveTournament, actor: Actor, proposal: Proposal) -> None:
        table = live.tournament.open_round.table(proposal.table)
        self._enter(live, actor, EnterProposed(proposal.round, table, proposal.result))
        self.store.notify_pages(live)

    def refuse(self, live: LiveTournament, proposal: Proposal) -> None:
        """Refuse a proposal; the player may propose again."""
        order = "DELETE FROM proposal WHERE slug = ? AND round = ? AND player = ?"
        self.store.write(order, live.slug, proposal.round, proposal.player)
        self.store.notify_pages(live)

    def _enter(self, live: LiveTournament, actor: Actor, command: EnterProposed) -> None:
        live.use(lambda desk: desk.run(command, actor))
        order = "DELETE FROM proposal WHERE slug = ? AND round < ?"
        self.store.write(order, live.slug, command.round)


def _sits(table: Table | None, proposal: Proposal) -> bool:
    both = {proposal.player, proposal.opponent}
    return table is not None and {table.first, table.second} == both


def _proposal(row: tuple[int, int, int, int, float, float, float]) -> Proposal:
    number, table, player, opponent, first, second, at = row
    return Proposal(number, table, player, opponent, Result(first, second), at)


def result_from_input(board: Board, said: str, *, first: bool) -> Result | None:
    """A player's input as a result from the first player's side; None if it cannot be read.

    `won`, `drawn` and `lost` where there are no discs, else his discs.
    """
    score = _SAID.get(said, "") if board.discless else said if _DISCS.fullmatch(said.strip()) else ""
    try:
        own = read_score(score, board)
    except RuleError:
        return None
    return own if first else own.swapped


def input_for_result(board: Board, result: Result, *, first: bool) -> str:
    """The input that gives a result: the inverse of `told_result`."""
    own = result if first else result.swapped
    if not board.discless:
        return write_number(own.first)
    mine, theirs = own.half_points
    return "won" if mine > theirs else "drawn" if mine == theirs else "lost"


# Phones: the page of a player by personal link, QR codes, and proposals for the desk.


EVENING = "/evening"


def member(player: PlayerId) -> str:
    """The name of a player in the journal, who acts by a personal link."""
    return f"player {player}"


def signed_off(desk: Desk) -> list[str]:
    """The names of those who are off this evening by a phone, while the round is not paired."""
    current = desk.tournament.open_round
    off = [
        entry.event.player
        for entry, counts in desk.history()
        if isinstance(entry.event, AbsencePlanned)
        and (counts, entry.event.round, entry.actor) == (True, current.number, member(entry.event.player))
        and desk.tournament.absence(entry.event.player)
    ]
    return [] if current.tables else full_names(desk.tournament, dict.fromkeys(off))


class PhonePages:
    def __init__(self, tournaments: Tournaments, accounts: Accounts) -> None:
        self.tournaments = tournaments
        self.accounts = accounts
        self.links = PersonalLinks(accounts.store)
        self.proposals = Proposals(accounts.store)
        self.misses = Buckets(rate=0.2, burst=20)

    def routes(self) -> list[GuardedRoute]:
        card = "/t/{slug}/card/{player:int}/{word}"
        return [
            GuardedRoute(card, self.card, Right.ANYBODY),
            GuardedRoute(card, self.propose, Right.ANYBODY, methods=["POST"]),
            GuardedRoute(card + EVENING, self.sign_off, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/t/{slug}/qr.svg", self.code, Right.ANYBODY),
            GuardedRoute("/t/{slug}/player/{player:int}/qr.svg", self.code, Right.ANYBODY),
            GuardedRoute("/desk/{slug}/proposals", self.heard, Right.RESULTS),
            GuardedRoute("/desk/{slug}/proposals", self.settle, Right.RESULTS, methods=["POST"]),
            GuardedRoute("/desk/{slug}/phones", self.phones, Right.PLAYERS),
            GuardedRoute("/desk/{slug}/phones", self.new_link, Right.PLAYERS, methods=["POST"]),
        ]

    def _live_tournament(self, request: Request) -> LiveTournament:
        live = self.tournaments.by_slug.get(request.path_params["slug"])
        if live is None:
            raise HTTPException(404)
        return live

    def _owner(self, request: Request) -> tuple[LiveTournament, PlayerId]:
        """The player of this link; the rate of guesses is limited."""
        live, player = self._live_tournament(request), int(request.path_params["player"])
        known = player in live.tournament.players
        word = request.path_params["word"]
        if known and self.links.holds(live.slug, player, word):
            return live, player
        may_guess = self.misses.take(source_of(client_of(request)), time.monotonic())
        raise HTTPException(404 if may_guess else 429)

    def card(self, request: Request) -> Response:
        """A player's table, opponent, and the form for the result."""
        live, player = self._owner(request)
        return self._card(request, live, player)

    def _card(
        self,
        request: Request,
        live: LiveTournament,
        player: PlayerId,
        *,
        trouble: str = "",
        status: int = 200,
    ) -> Response:
        live = snapshot(live)
        tournament = live.tournament
        table = tournament.open_round.table_of(player)
        proposed = self.proposals.said_at(live, table) if table else {}
        opponent = (table.second if table.first == player else table.first) if table else 0
        table_of_points = scoring.standings(at_closing(tournament))
        row = next((row for row in table_of_points.rows if row.player == player), None)
        return render(
            request,
            "public/card.html",
            status,
            live=live,
            player=player,
            table=table,
            opponent=opponent,
            mine=proposed.get(player),
            theirs=proposed.get(opponent),
            as_told=input_for_result,
            row=row,
            after=table_of_points.after,
            bye=player in bye_of(tournament.open_round),
            lines=player_card(tournament, player, as_of=AsOf.CLOSING).lines,
            since=paired_at(live.desk.history(), tournament.open_round.number) if table else "",
            trouble=trouble,
            own=request.url.path.removesuffix(EVENING),
            evenings=evenings(tournament, player),
        )

    def propose(self, request: Request) -> Response:
        """Store a player's proposal."""
        live, player = self._owner(request)
        form = form_of(request)
        table = live.tournament.open_round.table_of(player)
        stale = table is None or str(form.get("round")) != str(live.tournament.open_round.number)
        if table is None or stale or table.result is not None:
            return self._card(request, live, player, trouble="late", status=409)
        board = live.tournament.settings.board
        result = result_from_input(board, str(form.get("said", ""))[:20], first=player == table.first)
        if result is None:
            return self._card(request, live, player, trouble="unreadable", status=409)
        try:
            self.proposals.propose(live, table, player, result)
        except RondeError:
            return self._card(request, live, player, trouble="late", status=409)
        return RedirectResponse(request.url.path, status_code=303)

    def sign_off(self, request: Request) -> Response:
        """The player signs off for an evening, or comes after all; the desk sees who did."""
        live, player = self._owner(request)
        form = form_of(request)
        command = SignOff(player, number_of(text_of(form, "round")), form.get("off") == "yes")
        actor = Actor(member(player), frozenset({Right.PLAYERS}))
        try:
            live.use(lambda desk: desk.run(command, actor))
        except RondeError:
            return self._card(request, live, player, trouble="phone.evening-late", status=409)
        return RedirectResponse(request.url.path.removesuffix(EVENING), status_code=303)

    def code(self, request: Request) -> Response:
        """The QR code of a tournament's page, or of one player's."""
        live = self._live_tournament(request)
        player = request.path_params.get("player")
        if player is not None and player not in live.tournament.players:
            raise HTTPException(404)
        path = f"/t/{live.slug}" + (f"/player/{player}" if player is not None else "")
        drawn = qr_svg(address_of(request) + path, live.tournament.name)
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    def heard(self, request: Request) -> Response:
        """The proposals, for the desk."""
        return self._heard(request, self._live_tournament(request))

    def _heard(
        self, request: Request, live: LiveTournament, *, trouble: str = "", status: int = 200
    ) -> Response:
        live, by_table = snapshot(live), dict[int, list[Proposal]]()
        for one in self.proposals.of(live):
            by_table.setdefault(one.table, []).append(one)
        return render(request, "desk/proposals.html", status, live=live, told=by_table, trouble=trouble)

    def settle(self, request: Request) -> Response:
        live, account = self._live_tournament(request), account_of(request)
        form = form_of(request)
        heard = self.proposals.of(live)
        proposed = [one for one in heard if str(one.player) == str(form.get("player"))]
        try:
            if account and proposed and form.get("verdict") == "accept":
                self.proposals.accept(live, account.actor(live.slug), proposed[0])
            elif proposed:
                self.proposals.refuse(live, proposed[0])
        except RondeError as error:
            return self._heard(request, live, trouble=error_text(error, language_of(request)), status=409)
        place = "" if form.get("back") == "results" else "/proposals"
        return RedirectResponse(f"/desk/{live.slug}{place}", status_code=303)

    def phones(self, request: Request) -> Response:
        """All personal links, to be shown or printed."""
        live = snapshot(self._live_tournament(request))
        address = address_of(request)
        context: dict[str, Any] = {"address": address, "here": only_here(address), "shown": 0, "code": ""}
        wanted = number_of(request.query_params.get("player", ""))
        if wanted in live.tournament.players:
            link = address + self.links.path(live.slug, wanted)
            context |= {"shown": wanted, "code": qr_svg(link), "link": link}
        return render(request, "public/phones.html", live=live, **context)

    def new_link(self, request: Request) -> Response:
        """Create a new link for a player, which invalidates the old one."""
        live = self._live_tournament(request)
        form = form_of(request)
        wanted = number_of(text_of(form, "player"))
        if wanted in live.tournament.players:
            self.links.renew(live.slug, wanted)
        return RedirectResponse(f"/desk/{live.slug}/phones?player={wanted}", status_code=303)
