"""Phones: the page of a player by personal link, QR codes, and proposals for the desk."""

from __future__ import annotations

import time
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import RondeError
from ronde.core.player import PlayerId
from ronde.core.published import AsOf, published
from ronde.core.tournament import bye_of
from ronde.i18n.door import tell
from ronde.scoring import door as scoring
from ronde.web.desk.desk_pages import number_of, text_of
from ronde.web.public.proposals import Proposal, Proposals, as_told, told_result
from ronde.web.qr_codes import qr_svg
from ronde.web.server.accounts import PersonalLinks, Seats
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament, still
from ronde.web.server.rendering import render
from ronde.web.server.request import address_of, client_of, form_of, language_of, only_here, payer_of, sitting
from ronde.web.server.rights import Right
from ronde.web.server.security import Buckets
from ronde.web.server.tournaments import Tournaments
from ronde.web.story import drawn_at


class PhonePages:
    def __init__(self, tournaments: Tournaments, seats: Seats) -> None:
        self.tournaments = tournaments
        self.seats = seats
        self.links = PersonalLinks(seats.register)
        self.proposals = Proposals(seats.register)
        self.misses = Buckets(rate=0.2, burst=20)

    def routes(self) -> list[GuardedRoute]:
        card = "/t/{slug}/card/{player:int}/{word}"
        return [
            GuardedRoute(card, self.card, Right.ANYBODY),
            GuardedRoute(card, self.propose, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/t/{slug}/qr.svg", self.code, Right.ANYBODY),
            GuardedRoute("/t/{slug}/player/{player:int}/qr.svg", self.code, Right.ANYBODY),
            GuardedRoute("/desk/{slug}/proposals", self.heard, Right.RESULTS),
            GuardedRoute("/desk/{slug}/proposals", self.settle, Right.RESULTS, methods=["POST"]),
            GuardedRoute("/desk/{slug}/phones", self.phones, Right.PLAYERS),
            GuardedRoute("/desk/{slug}/phones", self.new_link, Right.PLAYERS, methods=["POST"]),
        ]

    def _opened(self, request: Request) -> OpenTournament:
        opened = self.tournaments.by_slug.get(request.path_params["slug"])
        if opened is None:
            raise HTTPException(404)
        return opened

    def _owner(self, request: Request) -> tuple[OpenTournament, PlayerId]:
        """The player of this link; the rate of guesses is limited."""
        opened, player = self._opened(request), int(request.path_params["player"])
        known = player in opened.tournament.players
        word = request.path_params["word"]
        if known and self.links.holds(opened.slug, player, word):
            return opened, player
        may_guess = self.misses.take(payer_of(client_of(request)), time.monotonic())
        raise HTTPException(404 if may_guess else 429)

    def card(self, request: Request) -> Response:
        """A player's table, opponent, and the form for the result."""
        opened, player = self._owner(request)
        return self._card(request, opened, player)

    def _card(
        self,
        request: Request,
        opened: OpenTournament,
        player: PlayerId,
        *,
        trouble: str = "",
        status: int = 200,
    ) -> Response:
        opened = still(opened)
        tournament = opened.tournament
        table = tournament.open_round.table_of(player)
        proposed = self.proposals.said_at(opened, table) if table else {}
        opponent = (table.second if table.first == player else table.first) if table else 0
        table_of_points = scoring.standings(published(tournament))
        row = next((row for row in table_of_points.rows if row.player == player), None)
        return render(
            request,
            "public/card.html",
            status,
            opened=opened,
            player=player,
            table=table,
            opponent=opponent,
            mine=proposed.get(player),
            theirs=proposed.get(opponent),
            as_told=as_told,
            row=row,
            after=table_of_points.after,
            bye=player in bye_of(tournament.open_round),
            lines=scoring.sheet(tournament, player, as_of=AsOf.CLOSING).lines,
            since=drawn_at(opened.desk.history(), tournament.open_round.number) if table else "",
            trouble=trouble,
            own=request.url.path,
        )

    def propose(self, request: Request) -> Response:
        """Store a player's proposal."""
        opened, player = self._owner(request)
        form = form_of(request)
        table = opened.tournament.open_round.table_of(player)
        stale = table is None or str(form.get("round")) != str(opened.tournament.open_round.number)
        if table is None or stale or table.result is not None:
            return self._card(request, opened, player, trouble="late", status=409)
        board = opened.tournament.settings.board
        result = told_result(board, str(form.get("said", ""))[:20], first=player == table.first)
        if result is None:
            return self._card(request, opened, player, trouble="unreadable", status=409)
        try:
            self.proposals.propose(opened, table, player, result)
        except RondeError:
            return self._card(request, opened, player, trouble="late", status=409)
        return RedirectResponse(request.url.path, status_code=303)

    def code(self, request: Request) -> Response:
        """The QR code of a tournament's page, or of one player's."""
        opened = self._opened(request)
        player = request.path_params.get("player")
        if player is not None and player not in opened.tournament.players:
            raise HTTPException(404)
        path = f"/t/{opened.slug}" + (f"/player/{player}" if player is not None else "")
        drawn = qr_svg(address_of(request) + path, opened.tournament.name)
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    def heard(self, request: Request) -> Response:
        """The proposals, for the desk."""
        return self._heard(request, self._opened(request))

    def _heard(
        self, request: Request, opened: OpenTournament, *, trouble: str = "", status: int = 200
    ) -> Response:
        opened, by_table = still(opened), dict[int, list[Proposal]]()
        for one in self.proposals.of(opened):
            by_table.setdefault(one.table, []).append(one)
        return render(request, "desk/proposals.html", status, opened=opened, told=by_table, trouble=trouble)

    def settle(self, request: Request) -> Response:
        opened, seat = self._opened(request), sitting(request)
        form = form_of(request)
        heard = self.proposals.of(opened)
        proposed = [one for one in heard if str(one.player) == str(form.get("player"))]
        try:
            if seat and proposed and form.get("verdict") == "accept":
                self.proposals.accept(opened, seat.actor(opened.slug), proposed[0])
            elif proposed:
                self.proposals.refuse(opened, proposed[0])
        except RondeError as error:
            return self._heard(request, opened, trouble=tell(error, language_of(request)), status=409)
        place = "" if form.get("back") == "results" else "/proposals"
        return RedirectResponse(f"/desk/{opened.slug}{place}", status_code=303)

    def phones(self, request: Request) -> Response:
        """All personal links, to be shown or printed."""
        opened = still(self._opened(request))
        address = address_of(request)
        facts: dict[str, Any] = {"address": address, "here": only_here(address), "shown": 0, "code": ""}
        wanted = number_of(request.query_params.get("player", ""))
        if wanted in opened.tournament.players:
            link = address + self.links.path(opened.slug, wanted)
            facts |= {"shown": wanted, "code": qr_svg(link), "link": link}
        return render(request, "public/phones.html", opened=opened, **facts)

    def new_link(self, request: Request) -> Response:
        """Create a new link for a player, which invalidates the old one."""
        opened = self._opened(request)
        form = form_of(request)
        wanted = number_of(text_of(form, "player"))
        if wanted in opened.tournament.players:
            self.links.renew(opened.slug, wanted)
        return RedirectResponse(f"/desk/{opened.slug}/phones?player={wanted}", status_code=303)
