"""The routes of all pages outside the desk: public pages, games, phones, screens, paper, sign-in."""

from __future__ import annotations

from ronde.web.desk.seats_page import SeatPages
from ronde.web.public.api import Api
from ronde.web.public.api_page import api_page
from ronde.web.public.games import GamePages
from ronde.web.public.openapi import description
from ronde.web.public.paper import PaperPages
from ronde.web.public.phone import PhonePages
from ronde.web.public.rules import rules_routes
from ronde.web.public.screen import ScreenPages
from ronde.web.public.tournament import PublicPages
from ronde.web.server.accounts import Seats
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rights import Right
from ronde.web.server.sign_in import Entrance
from ronde.web.server.tournaments import Tournaments


def visitor_routes(tournaments: Tournaments, seats: Seats) -> list[GuardedRoute]:
    """The routes, the most frequent first, because they are tried in order."""
    public = PublicPages(tournaments)
    return [
        *public.routes(),
        *Entrance(tournaments, seats).routes(),
        *SeatPages(tournaments, seats).routes(),
        *GamePages(public).routes(),
        *PhonePages(tournaments, seats).routes(),
        *ScreenPages(public, seats).routes(),
        *PaperPages(public, seats).routes(),
        *Api(tournaments).routes(),
        *rules_routes(),
        GuardedRoute("/openapi.json", description, Right.ANYBODY, version=lambda request: ""),
        GuardedRoute("/docs", api_page, Right.ANYBODY, version=lambda request: tournaments.changes),
    ]
