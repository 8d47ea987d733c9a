"""The engine tester: one request, its answer, and the list of common mistakes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
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
from ronde.web.server.request import form_of, language_of
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

    def form(self, request: Request) -> Response:
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
        form = form_of(request)
        photo, side = field(form, "photo"), field(form, "side", 1)
        card = EngineCard(
            0, "test", SIMPLEST_GAME, field(form, "url"), timeout=PATIENCE, manner=Manner.PRINTED
        )
        try:
            card = await run_in_threadpool(self._asked, request, form)
            trial = await examine(self.lobby.server.requests, card, photo, read_side(side))
        except RondeError as error:
            return await run_in_threadpool(self._refused, request, card, photo, side, error)
        return await run_in_threadpool(self._page, request, card, photo, side, trial)

    def _refused(
        self, request: Request, card: EngineCard, photo: str, side: str, error: RondeError
    ) -> Response:
        sentence = tell(error, language_of(request))
        return self._page(request, card, photo, side, trouble=sentence, status=422)

    def _asked(self, request: Request, form: FormData) -> EngineCard:
        self.lobby.slow_down(request, self.lobby.trials)
        number = field(form, "engine", 12)
        card = self._own(request, number)
        if card is None and number.strip():
            raise EngineRefused(reason="unknown", number=number.strip())
        if card is None:
            url, game = check_url(field(form, "url"), self.allow), read_game(field(form, "game"))
            level = read_level(field(form, "level") or "1")
            card = EngineCard(0, "test", game, url, level=level, timeout=PATIENCE, manner=Manner.PRINTED)
        if field(form, "manner", 20) == Manner.CALL_BACK and card.manner is Manner.PRINTED:
            card = replace(card, manner=Manner.CALL_BACK)
        return card


def _line(point: Point, language: str) -> tuple[str, str]:
    return point.sign.value, point_text(point.code, point.sign.value, point.facts, language)
