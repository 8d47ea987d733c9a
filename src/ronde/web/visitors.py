"""Everything beside the arbiter's own pages: public pages, games, phones, screens, paper and the entrance."""

from __future__ import annotations

from ronde.web.api import Api
from ronde.web.entrance import Entrance
from ronde.web.games import GamePages
from ronde.web.guarded_route import GuardedRoute
from ronde.web.hall import Hall
from ronde.web.openapi import description
from ronde.web.paper import PaperPages
from ronde.web.phone import PhonePages
from ronde.web.public import PublicPages
from ronde.web.rights import Right
from ronde.web.screen import ScreenPages
from ronde.web.seating import Seating
from ronde.web.seats import Seats


def visitor_routes(hall: Hall, seats: Seats) -> list[GuardedRoute]:
    """Their addresses, those asked for most first: they are tried in turn."""
    public = PublicPages(hall)
    return [
        *public.routes(),
        *Entrance(hall, seats).routes(),
        *Seating(hall, seats).routes(),
        *GamePages(public).routes(),
        *PhonePages(hall, seats).routes(),
        *ScreenPages(public, seats).routes(),
        *PaperPages(public, seats).routes(),
        *Api(hall, seats).routes(),
        GuardedRoute("/openapi.json", description, Right.ANYBODY),
    ]
