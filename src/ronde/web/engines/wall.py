"""Live boards of running games, on the home page and on hall screens."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from ronde.formats.pages.door import side_data
from ronde.games.door import find_game
from ronde.http_engines.door import EngineCard
from ronde.web.engines.game_view import GameView, show
from ronde.web.engines.visitor import Lobby, Visitor
from ronde.web.server.address import address_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rights import Right

BOARDS: Final = 8
"""Boards on a hall screen: smaller ones cannot be seen from the back."""
AT_HOME: Final = 6
"""Boards on the home page."""
LASTS: Final = 1.0
"""Seconds for which the boards are cached."""
WALLS: Final = 20
"""How many sets of boards are cached: all games, and those of competitions."""
_ANYBODY: Final = Visitor(None, False, b"")


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A running game: its number, its sides, its position as a drawing, and its clocks."""

    game: int
    kind: str
    cards: tuple[EngineCard, EngineCard]
    ply: int
    svg: str
    facts: dict[str, Any]
    """What a large board shows beside the drawing."""


class WallPages:
    """The boards of the home page and of hall screens, also as fragments for open pages."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._kept: OrderedDict[str, tuple[float, list[SmallBoard]]] = OrderedDict()
        self._drawing = asyncio.Lock()

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/wall", self.wall, Right.ANYBODY),
            GuardedRoute("/arbitre/screen", self.screen, Right.ANYBODY),
        ]

    async def wall(self, request: Request) -> Response:
        """The boards as a fragment; with `screen` as on a hall screen."""
        if "screen" in request.query_params:
            return self.lobby.page(request, "engines/hall_wall.html", games=await self._large(request))
        return self.lobby.page(request, "engines/wall.html", boards=await self.boards())

    async def screen(self, request: Request) -> Response:
        """The boards on a hall screen: all running games, or those of one competition."""
        event = _event(request)
        facts = {"event": event, "name": self.lobby.competition_name(event), "address": address_of(request)}
        return self.lobby.page(request, "engines/screen.html", games=await self._large(request), **facts)

    async def _large(self, request: Request) -> list[dict[str, Any]]:
        return [{**one.facts, "svg": one.svg} for one in await self._boards(_event(request))]

    async def boards(self) -> list[SmallBoard]:
        """The boards of the latest games, for the home page."""
        return (await self._boards(""))[:AT_HOME]

    async def _boards(self, event: str) -> list[SmallBoard]:
        """Cached: a thousand spectators cost one rendering a second."""
        async with self._drawing:
            at, boards = self._kept.get(event, (float("-inf"), []))
            if time.monotonic() - at > LASTS:
                boards = await self._drawn(event, boards)
                self._kept[event] = time.monotonic(), boards
                self._kept.move_to_end(event)
                while len(self._kept) > WALLS:
                    self._kept.popitem(last=False)
            return boards

    async def _drawn(self, event: str, before: list[SmallBoard]) -> list[SmallBoard]:
        known = {(one.game, one.ply): one.svg for one in before}
        boards = []
        for row in self.lobby.book.running(BOARDS, event):
            cards = self.lobby.server.cards(row)
            if not _ANYBODY.may_see(row, cards, None):
                continue
            shown = show(self.lobby.server, row, cards, _ANYBODY, None)
            svg = known.get((row.id, shown.last)) or shown.drawn(shown.last)["svg"]
            boards.append(SmallBoard(row.id, row.game, cards, shown.last, svg, _facts(shown)))
            await asyncio.sleep(0)  # rendering takes time, and call-backs must not wait
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
