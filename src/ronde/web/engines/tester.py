"""The engine tester: one request, its answer, and the list of common mistakes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde.core.errors import EngineRefused, RondeError
from ronde.formats.engines_text import point_text, verdict_text
from ronde.games.door import GAMES, SIMPLEST_GAME
from ronde.http_engines.door import (
    Allowed,
    EngineCard,
    EngineTrial,
    Manner,
    Point,
    check_url,
    examine,
    read_game,
    read_level,
)
from ronde.i18n.door import tell
from ronde.web.engines.visitor import Lobby, field, read_side
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import language_of
from ronde.web.server.rights import Right

PATIENCE = 15
"""Seconds for the answer of an unregistered engine."""


class TesterPages:
    def __init__(self, lobby: Lobby, allow: Allowed) -> None:
        self.lobby = lobby
        self.allow = allow

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/tester", self.form, Right.ENGINES),
            GuardedRoute("/arbitre/tester", self.test, Right.ENGINES, methods=["POST"]),
        ]

    async def form(self, request: Request) -> Response:
        """The form, filled for an engine of the visitor if the query names it."""
        number = request.query_params.get("engine", "")
        card = self._own(request, number)
        asked = request.query_params
        card = card or self._first(request, asked.get("game", SIMPLEST_GAME))
        return self._page(request, card, asked.get("photo", "")[:2_000], asked.get("side", "")[:1])

    def _first(self, request: Request, game: str) -> EngineCard:
        """An engine of the visitor that plays this game, or an empty card."""
        visitor = self.lobby.visitor(request)
        mine = (one for one in self.lobby.book.engines() if visitor.owns(one) and one.game == game)
        fit = [one for one in mine if one.manner is not Manner.HOUSE and not one.retired]
        empty = EngineCard(0, "", game if game in GAMES else SIMPLEST_GAME, "", timeout=PATIENCE)
        return fit[0] if fit and "game" in request.query_params else empty

    def _own(self, request: Request, number: str) -> EngineCard | None:
        visitor = self.lobby.visitor(request)
        known = number.isascii() and number.isdigit() and len(number) < 12
        card = self.lobby.book.engine(int(number)) if known else None
        return card if card and visitor.owns(card) and card.manner is not Manner.HOUSE else None

    def _page(
        self,
        request: Request,
        card: EngineCard,
        photo: str,
        side: str = "",
        trial: EngineTrial | None = None,
        trouble: str = "",
        status: int = 200,
    ) -> Response:
        language, visitor = language_of(request), self.lobby.visitor(request)
        engines = [one for one in self.lobby.book.engines() if one.manner is not Manner.HOUSE]
        facts: dict[str, Any] = {"card": card, "photo": photo, "side": side, "trial": trial}
        facts["trouble"] = trouble
        facts["own"] = [one for one in engines if visitor.owns(one) and not one.retired]
        if trial is not None:
            facts["verdict"] = verdict_text(trial.verdict or "", trial.detail, trial.move, language)
            facts["points"] = [_line(point, language) for point in trial.points]
        return self.lobby.page(request, "engines/tester.html", status, games=sorted(GAMES), **facts)

    async def test(self, request: Request) -> Response:
        """Send the request and show the result."""
        self.lobby.slow_down(request, self.lobby.trials)
        form = await request.form()
        photo, side = field(form, "photo"), field(form, "side", 1)
        card = EngineCard(
            0, "test", SIMPLEST_GAME, field(form, "url"), timeout=PATIENCE, manner=Manner.PRINTED
        )
        try:
            card = self._asked(
                request, card, field(form, "engine", 12), field(form, "game"), field(form, "level")
            )
            if field(form, "manner", 20) == Manner.CALL_BACK and card.manner is Manner.PRINTED:
                card = replace(card, manner=Manner.CALL_BACK)
            trial = await examine(self.lobby.server.requests, card, photo, read_side(side))
        except RondeError as error:
            sentence = tell(error, language_of(request))
            return self._page(request, card, photo, side, trouble=sentence, status=422)
        return self._page(request, card, photo, side, trial)

    def _asked(self, request: Request, card: EngineCard, engine: str, game: str, level: str) -> EngineCard:
        own = self._own(request, engine)
        if own is not None:
            return own
        if engine.strip():
            raise EngineRefused(reason="unknown", number=engine.strip())
        url, name, level_ = check_url(card.url, self.allow), read_game(game), read_level(level or "1")
        return EngineCard(0, "test", name, url, level=level_, timeout=PATIENCE, manner=Manner.PRINTED)


def _line(point: Point, language: str) -> tuple[str, str]:
    return point.sign.value, point_text(point.code, point.sign.value, point.facts, language)
