"""The pages that a worker can render: the same code as the server's, without its secrets."""

from __future__ import annotations

from ronde.web.desk import corrections, exports, history, players, results, tables
from ronde.web.desk.desk_pages import DeskPages
from ronde.web.public.games import GamePages
from ronde.web.public.paper import PaperPages
from ronde.web.public.screen import ScreenPages
from ronde.web.public.tournament import PublicPages
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.page_cache import PageCache
from ronde.web.serving.seats import Seats
from ronde.web.serving.tournaments import Tournaments

DESK = (results, players, tables, corrections, history, exports)
"""Pages of the desk that grow with the tournament."""


def heavy_routes(hall: Tournaments, seats: Seats) -> list[GuardedRoute]:
    """All addresses a worker may be asked for."""
    public, office = PublicPages(hall, PageCache(most=0)), DeskPages(hall, seats)
    return [
        *public.routes(),
        *GamePages(public).routes(),
        *ScreenPages(public, seats).routes(),
        *PaperPages(public, seats).routes(),
        *(route for pages in DESK for route in pages.routes(office)),
    ]
