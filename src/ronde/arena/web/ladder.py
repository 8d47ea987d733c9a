"""The ladder of a game as a page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil, erf, sqrt
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.arena.games import GAMES
from ronde.arena.http import EngineCard, EngineRung, Ladder, LadderView, ladder_view
from ronde.arena.web.visitor import RefereeSite
from ronde.arena.web.visitor import field as field_of
from ronde.i18n import say
from ronde.web.server.accounts import Role
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import form_of, language_of

# The rows of a ladder: ratings on one axis, probabilities, records, the last days.


STEP: Final = 300
"""The axis ends at a multiple of so many points."""
_SURE: Final = 1.96
"""Standard errors in the interval shown: 95 %."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One engine; it is not rated before its games tell something."""

    place: int
    engine: int
    name: str
    owner: str
    rated: bool = False
    elo: str = ""
    error: str = ""
    span: tuple[float, float, float] = (0, 0, 0)
    """The rating and the ends of its interval."""
    better: str = ""
    """The probability that it is better than the next one."""
    record: tuple[int, int, int] = (0, 0, 0)
    history: Sequence[float] = ()


def ladder_rows(
    view: LadderView, cards: Mapping[int, EngineCard], owners: Mapping[int, str], language: str
) -> dict[str, Any]:
    """The rows of a ladder, the length of its axis, and the interval of the first."""
    chances = _chances(view)
    rows = [
        _row(place, rung, cards[rung.entrant], owners, view.stories.get(rung.entrant, ()))
        for place, rung in enumerate(view.rungs, start=1)
    ]
    rows = [replace(row, better=_percent(chances.get(row.engine), language)) for row in rows]
    rated = [row for row in rows if row.rated]
    reach = STEP * max(1, ceil(max([abs(row.span[0]) for row in rated], default=0) / STEP))
    played = any(any(row.record) for row in rows)
    return {"rows": rows, "played": played, "reach": reach, "band": rated[0].span[1:] if rated else None}


def _row(
    place: int, rung: EngineRung, card: EngineCard, owners: Mapping[int, str], history: Sequence[float]
) -> LadderRow:
    record = rung.won, rung.drawn, rung.lost
    row = LadderRow(place, card.id, card.name, owners.get(card.owner, ""), record=record)
    if rung.rating is None or not rung.rating.telling:
        return row
    elo, error = rung.rating.elo, rung.rating.error
    return replace(
        row,
        rated=True,
        elo=f"{elo:+.0f}".replace("-", "−"),
        error=f"{error:.0f}",
        span=(elo, elo - error, elo + error),
        history=history,
    )


def _chances(view: LadderView) -> dict[int, float]:
    """The probability that each engine is better than the next, treating ratings as independent."""
    rated = [(rung.entrant, rung.rating) for rung in view.rungs if rung.rating and rung.rating.telling]
    chances = {}
    for (engine, one), (_, other) in pairwise(rated):
        spread = sqrt(one.error**2 + other.error**2) / _SURE
        chances[engine] = (1 + erf((one.elo - other.elo) / spread / sqrt(2))) / 2 if spread else 0.5
    return chances


def _percent(chance: float | None, language: str) -> str:
    return "" if chance is None else say("arbitre.percent", language, value=round(100 * chance))


# The permanent ladders: one per game, enabled by the host, with ratings from all its games.


@dataclass
class Ladders:
    """The enabled ladders, as stored."""

    site: RefereeSite
    _running: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def resume(self) -> None:
        for (game,) in self.site.server.book.execute("SELECT game FROM ladder"):
            self._play(game)

    def on(self, game: str) -> bool:
        return game in self._running

    def switch(self, game: str, on: bool) -> None:
        """Start or stop a ladder; its games and ratings stay."""
        if on and not self.on(game):
            self.site.server.book.execute("INSERT OR IGNORE INTO ladder VALUES (?)", game)
            self._play(game)
        elif not on and self.on(game):
            self.site.server.book.execute("DELETE FROM ladder WHERE game = ?", game)
            self._running.pop(game).cancel()

    def _play(self, game: str) -> None:
        self._running[game] = asyncio.get_running_loop().create_task(Ladder(self.site.server, game).run())

    async def close(self) -> None:
        """Stop; running games continue after the next start."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class LadderPages:
    def __init__(self, site: RefereeSite, ladders: Ladders) -> None:
        self.site = site
        self.ladders = ladders

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/ladder", self.ladder, Right.ANYBODY, version=self.site.version),
            GuardedRoute("/arbitre/ladder/{game}", self.ladder, Right.ANYBODY, version=self.site.version),
            GuardedRoute("/arbitre/ladder/{game}", self.switch, Right.HOST, methods=["POST"]),
        ]

    def ladder(self, request: Request) -> Response:
        """The ladder of a game, best first; without a game, all ladders that have ratings or are enabled."""
        wish = request.path_params.get("game", "")
        if wish and wish not in GAMES:
            raise HTTPException(404)
        book, language = self.site.book, language_of(request)
        cards = {card.id: card for card in book.engines()}
        owners = {owner.id: owner.name for owner in self.site.accounts.of_role(Role.OWNER)}
        shown: list[dict[str, Any]] = []
        for game in [wish] if wish else sorted(GAMES):
            view = ladder_view(book, game)
            if wish or self.ladders.on(game) or any(rung.rating for rung in view.rungs):
                rows = ladder_rows(view, cards, owners, language)
                shown.append({"game": game, "on": self.ladders.on(game), **rows})
        return self.site.page(request, "engines/ladder.html", ladders=shown, games=sorted(GAMES), wish=wish)

    def switch(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            raise HTTPException(404)
        on = field_of(form_of(request), "on", 2) == "1"
        self.site.on_loop(self.ladders.switch, game, on)
        return RedirectResponse(f"/arbitre/ladder/{game}", status_code=303)
