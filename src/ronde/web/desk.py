"""The arbiter's pages: the addresses of all of them."""

from __future__ import annotations

from ronde.web import (
    desk_card,
    desk_correct,
    desk_draw,
    desk_events,
    desk_export,
    desk_history,
    desk_import,
    desk_players,
    desk_results,
    desk_settings,
    desk_tables,
)
from ronde.web.guarded_route import GuardedRoute
from ronde.web.office import Office

PAGES = (
    desk_events,
    desk_import,
    desk_results,
    desk_players,
    desk_card,
    desk_draw,
    desk_tables,
    desk_correct,
    desk_history,
    desk_settings,
    desk_export,
)
"""The files of the desk's pages, each with its routes."""


def desk_routes(office: Office) -> list[GuardedRoute]:
    """All addresses of the desk."""
    return [route for pages in PAGES for route in pages.routes(office)]
