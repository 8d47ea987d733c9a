"""The addresses of all pages of the desk."""

from __future__ import annotations

from ronde.web.desk import (
    card,
    closing,
    corrections,
    exports,
    history,
    imports,
    list_import,
    overview,
    pairing,
    palette,
    players,
    publishing,
    results,
    season,
    settings,
    tables,
    tournament_list,
)
from ronde.web.desk.desk_pages import DeskPages
from ronde.web.public import mark
from ronde.web.server.guarded_route import GuardedRoute

PAGES = (
    tournament_list,
    imports,
    overview,
    results,
    closing,
    list_import,
    season,
    players,
    card,
    pairing,
    palette,
    tables,
    corrections,
    history,
    settings,
    publishing,
    exports,
    mark,
)


def desk_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    return [route for pages in PAGES for route in pages.routes(desk_pages)]
