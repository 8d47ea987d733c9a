"""The tester of engines, and the page for their authors."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.arena.games import GAMES, SIMPLEST_GAME, find_game
from ronde.arena.http import (
    KITS,
    EngineCard,
    EngineTrial,
    Manner,
    Point,
    examine,
    packed_kit,
    read_game,
    read_level,
)
from ronde.arena.pages.text import point_text, verdict_text
from ronde.arena.web.visitor import RefereeSite, field, read_side
from ronde.i18n import error_text
from ronde.model.errors import EngineRefused, RondeError
from ronde.web.desk.publishing import download
from ronde.web.server.addresses import Allowed, check_url
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import form_of, language_of

# The engine tester: one request, its answer, and the list of common mistakes.


PATIENCE = 15
"""Seconds for the answer of an unregistered engine."""


class TesterPages:
    def __init__(self, site: RefereeSite, allow: Allowed) -> None:
        self.site = site
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
        visitor = self.site.visitor(request)
        mine = (one for one in self.site.book.engines() if visitor.owns(one) and one.game == game)
        fit = [one for one in mine if one.manner is not Manner.BUILT_IN and not one.retired]
        empty = EngineCard(0, "", game if game in GAMES else SIMPLEST_GAME, "", timeout=PATIENCE)
        return fit[0] if fit and "game" in request.query_params else empty

    def _own(self, request: Request, number: str) -> EngineCard | None:
        visitor = self.site.visitor(request)
        known = number.isascii() and number.isdigit() and len(number) < 12
        card = self.site.book.engine(int(number)) if known else None
        return card if card and visitor.owns(card) and card.manner is not Manner.BUILT_IN else None

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
        language, visitor = language_of(request), self.site.visitor(request)
        engines = [one for one in self.site.book.engines() if one.manner is not Manner.BUILT_IN]
        context: dict[str, Any] = {"card": card, "photo": photo, "side": side, "trial": trial}
        context["trouble"] = trouble
        context["own"] = [one for one in engines if visitor.owns(one) and not one.retired]
        if trial is not None:
            context["verdict"] = verdict_text(trial.verdict or "", trial.detail, trial.move, language)
            context["points"] = [_line(point, language) for point in trial.points]
        return self.site.page(request, "engines/tester.html", status, games=sorted(GAMES), **context)

    async def test(self, request: Request) -> Response:
        """Send the request and show the result."""
        form = form_of(request)
        photo, side = field(form, "photo"), field(form, "side", 1)
        card = EngineCard(
            0, "test", SIMPLEST_GAME, field(form, "url"), timeout=PATIENCE, manner=Manner.PRINTED
        )
        try:
            card = await run_in_threadpool(self._asked, request, form)
            trial = await examine(self.site.server.requests, card, photo, read_side(side))
        except RondeError as error:
            return await run_in_threadpool(self._refused, request, card, photo, side, error)
        return await run_in_threadpool(self._page, request, card, photo, side, trial)

    def _refused(
        self, request: Request, card: EngineCard, photo: str, side: str, error: RondeError
    ) -> Response:
        sentence = error_text(error, language_of(request))
        return self._page(request, card, photo, side, trouble=sentence, status=422)

    def _asked(self, request: Request, form: FormData) -> EngineCard:
        self.site.slow_down(request, self.site.trials)
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


# The page for authors of engines: first steps, kits, addresses, and rulings where the manual is silent.


_FAR: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Documentation addresses (RFC 5737 and 3849): the route to them is looked up, nothing is sent."""


class WritingPages:
    def __init__(self, site: RefereeSite) -> None:
        self.site = site

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/write", self.page, Right.ANYBODY),
            GuardedRoute("/arbitre/kits/{file}", self.kit, Right.ANYBODY),
        ]

    def page(self, request: Request) -> Response:
        context = {
            "calls_from": own_addresses(request.client.host if request.client else ""),
            "referee": self.site.server.requests.referee,
        }
        kits = list(KITS.values())
        return self.site.page(request, "engines/write.html", rulings=_rulings(), kits=kits, **context)

    def kit(self, request: Request) -> Response:
        for kit in KITS.values():
            if kit.zip_name == request.path_params["file"]:
                return download(kit.zip_name, packed_kit(kit.name))
        raise HTTPException(404)


def _rulings() -> list[str]:
    """Our rulings on what the manual leaves open, by game, as codes of sentences."""
    points = [f"{name}-{point}" for name in GAMES for point in find_game(name).description.open_points]
    return [*points, "last-call"]


def own_addresses(visitor: str = "") -> list[str]:
    """The addresses of this machine as the visitor's machine and others see them."""
    addresses = []
    near = ((socket.AF_INET6 if ":" in visitor else socket.AF_INET, visitor),) if visitor else ()
    for family, far in (*near, *_FAR):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            addresses.append(str(asking.getsockname()[0]))
    return [one for one in dict.fromkeys(addresses) if not ipaddress.ip_address(one).is_link_local] or [
        "127.0.0.1"
    ]
