"""Paper: lists, slips, sheets and cards for the printer of the hall, on A4 or Letter."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ronde.scoring import door as scoring
from ronde.web.address import address_of, qr_svg
from ronde.web.links import Links
from ronde.web.pages import draw
from ronde.web.public import PublicPages, by_name, free_in, round_shown
from ronde.web.rights import Role
from ronde.web.room import Room
from ronde.web.seats import Seats

KINDS = ("pairings", "names", "slips", "standings", "crosstable", "sheets", "cards")
PAPERS = ("a4", "letter")


class PaperPages:
    """Everything that is printed."""

    def __init__(self, public: PublicPages, seats: Seats) -> None:
        self.public = public
        self.seats = seats
        self.links = Links(seats.register)

    def routes(self) -> list[Route]:
        """The addresses of printed pages."""
        return [Route("/t/{slug}/print", self.choice), Route("/t/{slug}/print/{kind}", self.paper)]

    async def choice(self, request: Request) -> Response:
        """What can be printed."""
        return draw(request, "print.html", room=self.public.room(request), kinds=KINDS, papers=PAPERS)

    async def paper(self, request: Request) -> Response:
        """One kind of paper, ready for the printer."""
        room, kind = self.public.room(request), request.path_params["kind"]
        if kind not in KINDS:
            raise HTTPException(404)
        wish = request.query_params.get("paper", "")
        facts: dict[str, Any] = {
            "kind": kind,
            "paper": wish if wish in PAPERS else PAPERS[0],
            "now": datetime.now().strftime("%Y-%m-%d %H:%M"),
            "played": round_shown(room.tournament),
        }
        return draw(request, "paper.html", room=room, **facts, **self._facts(request, room, kind))

    def _facts(self, request: Request, room: Room, kind: str) -> dict[str, Any]:
        tournament = room.tournament
        if kind == "pairings":
            return {"free": free_in(tournament, round_shown(tournament))}
        if kind == "names":
            return {"seats": by_name(tournament, round_shown(tournament))}
        if kind == "standings":
            return {"table": scoring.standings(tournament)}
        if kind == "crosstable":
            table = scoring.crosstable(tournament)
            return {"table": table, "ranks": {row.standing.player: row.standing.rank for row in table.rows}}
        if kind == "sheets":
            return {"sheets": scoring.sheets(tournament)}
        if kind == "slips":
            return {"code": qr_svg(f"{address_of(request)}/t/{room.slug}")}
        if kind == "cards":
            return {"codes": self._codes(request, room), "personal": self._trusted(request)}
        return {}

    def _trusted(self, request: Request) -> bool:
        """Whether the asker may hand out personal links."""
        seat = self.seats.sitting(request)
        return seat is not None and seat.role is not Role.HELPER

    def _codes(self, request: Request, room: Room) -> dict[int, str]:
        """The QR code of every player: his personal link for the desk, his public page for everybody else."""
        address, trusted = address_of(request), self._trusted(request)
        paths = {
            player: self.links.path(room.slug, player) if trusted else f"/t/{room.slug}/player/{player}"
            for player in room.tournament.players
        }
        return {player: qr_svg(address + path) for player, path in paths.items()}
