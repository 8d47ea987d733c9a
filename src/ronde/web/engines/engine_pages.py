"""Engines: the list by game, the page of each, and the forms of their owners."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import RondeError
from ronde.games.door import GAMES, SIMPLEST_GAME, find_game
from ronde.http_engines.door import (
    LEVELS,
    LONGEST,
    MANNERS,
    SHORTEST,
    Allowed,
    Consent,
    EngineCard,
    Manner,
    checked,
    consents,
    read_game,
    read_level,
    read_manner,
    read_timeout,
    with_new_key,
    without_old_keys,
)
from ronde.i18n.door import tell
from ronde.web.engines.games import EngineGamePages
from ronde.web.engines.owner_pages import OwnerPages
from ronde.web.engines.statistics import figures
from ronde.web.engines.visitor import Lobby, Visitor, field
from ronde.web.engines.wall import WallPages
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import language_of
from ronde.web.server.rights import Right, Role

RECENT = 15


class EnginePages:
    def __init__(
        self, lobby: Lobby, games: EngineGamePages, owners: OwnerPages, wall: WallPages, allow: Allowed
    ) -> None:
        self.lobby = lobby
        self.games = games
        self.owners = owners
        self.wall = wall
        self.allow = allow

    def routes(self) -> list[GuardedRoute]:
        one = "/arbitre/engine/{number:int}"
        return [
            GuardedRoute("/arbitre", self.home, Right.ANYBODY),
            GuardedRoute("/arbitre/engines", self.engines, Right.ANYBODY),
            GuardedRoute("/arbitre/engines.json", self.data, Right.ANYBODY),
            GuardedRoute("/arbitre/engines/new", self.blank, Right.ENGINES),
            GuardedRoute("/arbitre/engines/new", self.enter, Right.ENGINES, methods=["POST"]),
            GuardedRoute("/arbitre/engines/retire", self.retire_all, Right.ENGINES, methods=["POST"]),
            GuardedRoute(one, self.engine, Right.ANYBODY),
            GuardedRoute(one + "/edit", self.form, Right.ENGINES),
            GuardedRoute(one + "/edit", self.change, Right.ENGINES, methods=["POST"]),
            GuardedRoute(one + "/retire", self.retire, Right.ENGINES, methods=["POST"]),
            GuardedRoute(one + "/key", self.key, Right.ENGINES, methods=["POST"]),
        ]

    async def home(self, request: Request) -> Response:
        """The home page of the referee server: running games, and what a visitor can do."""
        return await self.lobby.shared(request, self._home)

    async def _home(self, request: Request) -> Response:
        visitor, language = self.lobby.visitor(request), language_of(request)
        running = await self.games.listed(visitor, self.lobby.book.running(most=RECENT), language)
        past = [row for row in self.lobby.book.games(most=RECENT) if row.ended]
        own = [card for card in self._listed(visitor) if visitor.account and card.owner == visitor.account.id]
        house = {card.game: card for card in self._listed(visitor) if card.manner is Manner.HOUSE}
        facts: dict[str, Any] = {"running": running}
        facts["past"] = await self.games.listed(visitor, past, language)
        facts["lost"] = await self.owners.unseen(request, visitor.number) if visitor.account else []
        facts |= {"asked": self._asked(own), "boards": await self.wall.boards()}
        return await self.lobby.long_page(request, "engines/home.html", own=own, house_cards=house, **facts)

    def _asked(self, own: list[EngineCard]) -> list[EngineCard]:
        """The engines for which the host awaits consent."""
        said = consents(self.lobby.book) if own else {}
        return [card for card in own if not card.public and said.get(card.id) is Consent.ASKED]

    def _listed(self, visitor: Visitor) -> list[EngineCard]:
        cards = self.lobby.book.engines()
        return [card for card in cards if not card.retired and visitor.may_play(card)]

    async def engines(self, request: Request) -> Response:
        """All engines a visitor may play against, by game."""
        cards = self._listed(self.lobby.visitor(request))
        by_game = {game: [card for card in cards if card.game == game] for game in sorted(GAMES)}
        words = request.query_params.get("retired", "")[:10_000].split(",")
        retired = [number for number in words if number.isascii() and number.isdigit()]
        facts = {"owners": await self._owners(), "retired": retired}
        return self.lobby.page(request, "engines/engines.html", by_game=by_game, **facts)

    async def _owners(self) -> dict[int, str]:
        owners = await run_in_threadpool(self.lobby.seats.of_role, Role.OWNER)
        return {owner.id: owner.name for owner in owners}

    async def data(self, request: Request) -> Response:
        """The same as JSON."""
        owners = await self._owners()
        cards = [_card_data(card, owners) for card in self._listed(self.lobby.visitor(request))]
        body = json.dumps(cards, ensure_ascii=False)
        return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})

    async def engine(self, request: Request) -> Response:
        """An engine's card, its statistics and its latest games."""
        return await self._page(request)

    async def _page(
        self, request: Request, secret: str = "", trouble: str = "", status: int = 200
    ) -> Response:
        visitor, card = self.lobby.visitor(request), self.lobby.engine(request)
        if not visitor.may_play(card):
            raise HTTPException(404)
        rows = self.lobby.book.games(engine=card.id, most=RECENT)
        others = [one for one in self._listed(visitor) if one.game == card.game and one.id != card.id]
        facts: dict[str, Any] = {
            "card": card,
            "levels": find_game(card.game).description.levels,
            "own": visitor.owns(card),
            "owner": (await self._owners()).get(card.owner, ""),
            "figures": await self._figures(request, card, visitor),
            "games": await self.games.listed(visitor, rows, language_of(request)),
            "others": others,
            "secret": secret,
            "trouble": trouble,
            "consent": consents(self.lobby.book).get(card.id),
        }
        return self.lobby.page(request, "engines/engine.html", status, **facts)

    async def _figures(self, request: Request, card: EngineCard, visitor: Visitor) -> dict[str, Any]:
        async with self.lobby.turn(request):
            return await figures(self.lobby.book, card.id, visitor, language_of(request))

    # owners

    async def blank(self, request: Request) -> Response:
        visitor = self.lobby.visitor(request)
        return self._form(request, EngineCard(0, "", SIMPLEST_GAME, "", owner=visitor.number))

    def _form(self, request: Request, card: EngineCard, trouble: str = "", status: int = 200) -> Response:
        facts = {"games": sorted(GAMES), "manners": MANNERS, "levels": LEVELS, "limits": (SHORTEST, LONGEST)}
        facts["referee"] = self.lobby.server.requests.referee
        return self.lobby.page(request, "engines/card.html", status, card=card, trouble=trouble, **facts)

    async def enter(self, request: Request) -> Response:
        visitor = self.lobby.visitor(request)
        return await self._keep(request, EngineCard(0, "", "", "", owner=visitor.number))

    async def form(self, request: Request) -> Response:
        return self._form(request, self.lobby.own_engine(request))

    async def change(self, request: Request) -> Response:
        return await self._keep(request, self.lobby.own_engine(request))

    async def _keep(self, request: Request, card: EngineCard) -> Response:
        form = await request.form()
        typed = replace(card, name=field(form, "name"), url=field(form, "url"))
        typed = replace(typed, public=bool(field(form, "public")), pinned=bool(field(form, "pinned")))
        try:
            typed = replace(
                typed,
                game=card.game if card.id else read_game(field(form, "game")),
                level=read_level(field(form, "level") or "1"),
                timeout=read_timeout(field(form, "timeout")),
                manner=card.manner if card.manner is Manner.HOUSE else read_manner(field(form, "manner")),
            )
            kept = checked(self.lobby.book, typed, self.allow)
        except RondeError as error:
            return self._form(request, typed, tell(error, language_of(request)), 422)
        if kept.id:
            self.lobby.book.change_engine(kept)
        else:
            kept = self.lobby.book.add_engine(kept)
        return RedirectResponse(f"/arbitre/engine/{kept.id}", status_code=303)

    async def retire(self, request: Request) -> Response:
        """Retire an engine, or take it back; its games stay."""
        card = self.lobby.own_engine(request)
        form = await request.form()
        self.lobby.book.change_engine(replace(card, retired=field(form, "back") == ""))
        return RedirectResponse(f"/arbitre/engine/{card.id}", status_code=303)

    async def retire_all(self, request: Request) -> Response:
        """Retire the ticked engines, or take them back; engines of others are refused."""
        form, visitor = await request.form(), self.lobby.visitor(request)
        words = [word for word in form.getlist("engine") if isinstance(word, str)]
        cards = [
            self.lobby.book.engine(int(word))
            for word in words
            if word.isascii() and word.isdigit() and len(word) < 12
        ]
        chosen = [card for card in cards if card is not None]
        if not all(map(visitor.owns, chosen)):
            raise HTTPException(403)
        back = bool(field(form, "back"))
        for card in chosen:
            self.lobby.book.change_engine(replace(card, retired=not back))
        retired = "" if back or not chosen else "?retired=" + ",".join(str(card.id) for card in chosen)
        return RedirectResponse(f"/arbitre/engines{retired}", status_code=303)

    async def key(self, request: Request) -> Response:
        """Create a key, shown once, or drop the old one."""
        card = self.lobby.own_engine(request)
        form = await request.form()
        try:
            kept = without_old_keys(card) if field(form, "drop") else with_new_key(card)
        except RondeError as error:
            return await self._page(request, trouble=tell(error, language_of(request)), status=409)
        self.lobby.book.change_engine(kept)
        return await self._page(request, "" if field(form, "drop") else kept.keys[0].secret.hex())


def _card_data(card: EngineCard, owners: dict[int, str]) -> dict[str, Any]:
    """The public data of an engine, without its address."""
    return {
        "id": card.id,
        "name": card.name,
        "game": card.game,
        "level": card.level,
        "timeout": card.timeout,
        "manner": card.manner.value,
        "owner": owners.get(card.owner),
        "public": card.public,
    }
