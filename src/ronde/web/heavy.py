"""The pages a worker can draw: the same code as the server's, without its secrets."""

from __future__ import annotations

from ronde.web import desk_correct, desk_export, desk_history, desk_players, desk_results, desk_tables
from ronde.web.drawings import Drawings
from ronde.web.games import GamePages
from ronde.web.guarded_route import GuardedRoute
from ronde.web.hall import Hall
from ronde.web.office import Office
from ronde.web.paper import PaperPages
from ronde.web.public import PublicPages
from ronde.web.screen import ScreenPages
from ronde.web.seats import Seats

DESK = (desk_results, desk_players, desk_tables, desk_correct, desk_history, desk_export)
"""Pages of the desk that grow with the tournament."""


def heavy_routes(hall: Hall, seats: Seats) -> list[GuardedRoute]:
    """All addresses a worker may be asked for."""
    public, office = PublicPages(hall, Drawings(most=0)), Office(hall, seats)
    return [
        *public.routes(),
        *GamePages(public).routes(),
        *ScreenPages(public, seats).routes(),
        *PaperPages(public, seats).routes(),
        *(route for pages in DESK for route in pages.routes(office)),
    ]
