"""The permanent ladders: one per game, enabled by the host, with ratings from all its games."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.games.door import GAMES
from ronde.http_engines.door import Ladder, ladder_view
from ronde.web.engines.ladder_rows import ladder_rows
from ronde.web.engines.visitor import Lobby
from ronde.web.engines.visitor import field as field_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right, Role


@dataclass
class Ladders:
    """The enabled ladders, as stored."""

    lobby: Lobby
    _running: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def resume(self) -> None:
        for (game,) in self.lobby.server.book.execute("SELECT game FROM ladder"):
            self._play(game)

    def on(self, game: str) -> bool:
        return game in self._running

    def switch(self, game: str, on: bool) -> None:
        """Start or stop a ladder; its games and ratings stay."""
        if on and not self.on(game):
            self.lobby.server.book.execute("INSERT OR IGNORE INTO ladder VALUES (?)", game)
            self._play(game)
        elif not on and self.on(game):
            self.lobby.server.book.execute("DELETE FROM ladder WHERE game = ?", game)
            self._running.pop(game).cancel()

    def _play(self, game: str) -> None:
        self._running[game] = asyncio.get_running_loop().create_task(Ladder(self.lobby.server, game).run())

    async def close(self) -> None:
        """Stop; running games continue after the next start."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class LadderPages:
    def __init__(self, lobby: Lobby, ladders: Ladders) -> None:
        self.lobby = lobby
        self.ladders = ladders

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/ladder", self.ladder, Right.ANYBODY, version=self.lobby.version),
            GuardedRoute("/arbitre/ladder/{game}", self.ladder, Right.ANYBODY, version=self.lobby.version),
            GuardedRoute("/arbitre/ladder/{game}", self.switch, Right.HOST, methods=["POST"]),
        ]

    def ladder(self, request: Request) -> Response:
        """The ladder of a game, best first; without a game, all ladders that have ratings or are enabled."""
        wish = request.path_params.get("game", "")
        if wish and wish not in GAMES:
            raise HTTPException(404)
        book, language = self.lobby.book, language_of(request)
        cards = {card.id: card for card in book.engines()}
        owners = {owner.id: owner.name for owner in self.lobby.seats.of_role(Role.OWNER)}
        shown: list[dict[str, Any]] = []
        for game in [wish] if wish else sorted(GAMES):
            view = ladder_view(book, game)
            if wish or self.ladders.on(game) or any(rung.rating for rung in view.rungs):
                rows = ladder_rows(view, cards, owners, language)
                shown.append({"game": game, "on": self.ladders.on(game), **rows})
        return self.lobby.page(request, "engines/ladder.html", ladders=shown, games=sorted(GAMES), wish=wish)

    def switch(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            raise HTTPException(404)
        on = field_of(form_of(request), "on", 2) == "1"
        self.lobby.on_loop(self.ladders.switch, game, on)
        return RedirectResponse(f"/arbitre/ladder/{game}", status_code=303)
