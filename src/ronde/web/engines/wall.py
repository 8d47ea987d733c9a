"""Live boards of running games, on the home page and on hall screens."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from ronde.formats.pages.door import side_data
from ronde.games.door import find_game
from ronde.http_engines.door import EngineCard
from ronde.web.engines.game_view import GameView, show
from ronde.web.engines.visitor import Lobby, Visitor
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import address_of
from ronde.web.server.rights import Right

BOARDS: Final = 8
"""Boards on a hall screen: smaller ones cannot be seen from the back."""
AT_HOME: Final = 6
"""Boards on the home page."""
_ANYBODY: Final = Visitor(None, False, b"")


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A running game: its number, its sides, its position as a drawing, and its clocks."""

    game: int
    kind: str
    cards: tuple[EngineCard, EngineCard]
    svg: str
    facts: dict[str, Any]
    """What a large board shows beside the drawing."""


class WallPages:
    """The boards of the home page and of hall screens, also as fragments for open pages."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/wall", self.wall, Right.ANYBODY, version=self._version),
            GuardedRoute("/arbitre/screen", self.screen, Right.ANYBODY),
        ]

    def _version(self, request: Request) -> Hashable:
        """Every screen of a hall asks every two seconds; a thousand spectators cost one drawing a second."""
        return int(time.monotonic()), "screen" in request.query_params, _event(request)

    def wall(self, request: Request) -> Response:
        """The boards as a fragment; with `screen` as on a hall screen."""
        if "screen" in request.query_params:
            return self.lobby.page(request, "engines/hall_wall.html", games=self._large(request))
        return self.lobby.page(request, "engines/wall.html", boards=self.boards())

    def screen(self, request: Request) -> Response:
        """The boards on a hall screen: all running games, or those of one competition."""
        event = _event(request)
        facts = {"event": event, "name": self.lobby.competition_name(event), "address": address_of(request)}
        return self.lobby.page(request, "engines/screen.html", games=self._large(request), **facts)

    def _large(self, request: Request) -> list[dict[str, Any]]:
        return [{**one.facts, "svg": one.svg} for one in self._boards(_event(request))]

    def boards(self) -> list[SmallBoard]:
        """The boards of the latest games, for the home page."""
        return self._boards("")[:AT_HOME]

    def _boards(self, event: str) -> list[SmallBoard]:
        boards = []
        for row in self.lobby.book.running(BOARDS, event):
            cards = self.lobby.server.cards(row)
            if not _ANYBODY.may_see(row, cards, None):
                continue
            shown = show(self.lobby.server, row, cards, _ANYBODY, None)
            svg = shown.drawn(shown.last)["svg"]
            boards.append(SmallBoard(row.id, row.game, cards, svg, _facts(shown)))
        return boards


def _event(request: Request) -> str:
    return request.query_params.get("event", "")[:200]


def _facts(shown: GameView) -> dict[str, Any]:
    return {
        **side_data(find_game(shown.record.game, shown.record.settings)),
        "key": shown.row.id,
        "kind": shown.row.game,
        "players": [card.name for card in shown.cards],
        "asked": shown.asked,
        "timed": [side in shown.left for side in (1, 2)],
        "left": [shown.left.get(side, 0.0) for side in (1, 2)],
        "score": shown.score,
    }
