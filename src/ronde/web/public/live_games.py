"""The running games of a tournament."""

from __future__ import annotations

import time
from typing import Any

from starlette.requests import Request

from ronde.formats.pages.door import read_live
from ronde.games.door import without_names
from ronde.web.server.open_tournament import OpenTournament

ON_THE_WALL = 4
"""Boards on the home page of a tournament and below its bracket; all of them are on a separate page."""


def games_now(opened: OpenTournament) -> list[dict[str, Any]]:
    """The running games, with clocks as of this request."""
    now = time.time()
    games = read_live(opened.live_path)
    for game in games:
        spent = max(0.0, now - game["since"] / 1000)
        asked = [side for side in game["asked"] if game["timed"][side - 1]]
        for side in asked:
            game["left"][side - 1] = max(0.0, game["left"][side - 1] - spent)
    return games


def played_here(request: Request, opened: OpenTournament) -> bool:
    """Whether this server is playing a competition of engines in it."""
    arbitre = request.app.state.arbitre
    return bool(arbitre) and arbitre.leagues.playing(opened.path)


def event_played_here(request: Request, opened: OpenTournament) -> str:
    """The event of a competition of engines that this server is playing; empty otherwise."""
    arbitre = request.app.state.arbitre
    return arbitre.leagues.event_being_played(opened) if arbitre else ""


def wall(opened: OpenTournament) -> list[dict[str, Any]]:
    """The first few of them, small and without coordinates; a past state has none."""
    games = [] if opened.past or not opened.playing else games_now(opened)[:ON_THE_WALL]
    return [{**game, "svg": without_names(game["svg"])} for game in games]
