"""Pages of owners: losses of their engines, and whether private ones may compete."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import RondeError
from ronde.formats.engines_text import fault_text
from ronde.formats.feeds import Entry, entries_feed
from ronde.http_engines.door import (
    AlertWish,
    Allowed,
    Consent,
    Losses,
    alert_wish,
    alert_wishes,
    answer_consent,
    check_url,
    feed_digest,
    keep_wish,
    losses,
    now,
    with_feed,
)
from ronde.i18n.door import say, tell
from ronde.web.engines.visitor import Lobby, field
from ronde.web.serving.address import address_of
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right


def losses_text(one: Losses, language: str) -> str:
    """Losses in one sentence."""
    fault = fault_text(one.fault, one.detail, language)
    return say("hosting.lost-games", language, name=one.name, count=one.games, fault=fault)


class OwnerPages:
    """News of one's engines, where else they are told, and the question of a host."""

    def __init__(self, lobby: Lobby, allow: Allowed) -> None:
        self.lobby = lobby
        self.allow = allow

    def routes(self) -> list[GuardedRoute]:
        """The addresses of the news."""
        post = ["POST"]
        return [
            GuardedRoute("/arbitre/news", self.news, Right.ACCOUNT),
            GuardedRoute("/arbitre/news", self.seen, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/news/elsewhere", self.elsewhere, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/news/{word}.atom", self.feed, Right.ANYBODY),
            GuardedRoute("/arbitre/engine/{number:int}/consent", self.consent, Right.ENGINES, methods=post),
        ]

    async def news(self, request: Request) -> Response:
        """Losses that were not seen yet, and where else they are told."""
        return await self._news(request)

    async def _news(self, request: Request, status: int = 200, **more: Any) -> Response:
        owner = self.lobby.account(request).id
        wish = alert_wish(self.lobby.book, owner)
        facts = {"url": wish.url, "trouble": "", "secret": "", "link": "", **more}
        facts |= {"lost": await self.unseen(request, owner), "feed": bool(wish.feed)}
        return self.lobby.page(request, "engines/news.html", status, **facts)

    async def unseen(self, request: Request, owner: int) -> list[tuple[str, Losses]]:
        """The losses of an owner's engines that were not seen yet, each with its sentence."""
        since = alert_wish(self.lobby.book, owner).seen
        lost = await self.lobby.asked(request, lambda book: losses(book, owner, since))
        return [(losses_text(one, language_of(request)), one) for one in lost]

    async def seen(self, request: Request) -> Response:
        """Show what is known up to now no more."""
        book, owner = self.lobby.book, self.lobby.account(request).id
        keep_wish(book, replace(alert_wish(book, owner), seen=now()))
        return RedirectResponse("/arbitre/news", status_code=303)

    async def elsewhere(self, request: Request) -> Response:
        """Keep the address of the webhook, or make a new address of the feed."""
        form, book = await request.form(), self.lobby.book
        wish = alert_wish(book, self.lobby.account(request).id)
        if field(form, "feed"):
            wish, word = with_feed(wish)
            keep_wish(book, wish)
            return await self._news(request, link=f"{address_of(request)}/arbitre/news/{word}.atom")
        url = field(form, "url", 1000).strip()
        try:
            url = check_url(url, self.allow) if url else ""
        except RondeError as error:
            return await self._news(request, 422, url=url, trouble=tell(error, language_of(request)))
        if url == wish.url:
            return await self._news(request)
        secret = secrets.token_bytes(24) if url else b""
        keep_wish(book, replace(wish, url=url, secret=secret, sent=now()))
        return await self._news(request, secret=secret.hex())

    async def feed(self, request: Request) -> Response:
        """The losses of an owner's engines as an Atom feed, for readers who know its address."""
        digest = feed_digest(request.path_params["word"])
        wish = next((one for one in alert_wishes(self.lobby.book) if one.feed == digest), None)
        if wish is None:
            raise HTTPException(404)
        body = await self._atom(request, wish)
        return Response(body, media_type="application/atom+xml", headers={"Cache-Control": "no-cache"})

    async def _atom(self, request: Request, wish: AlertWish) -> bytes:
        lost = await self.lobby.asked(request, lambda book: losses(book, wish.owner, ""))
        language, home = language_of(request), address_of(request)
        lines = [
            Entry(losses_text(one, language), f"{home}/arbitre/game/{one.latest}", one.at) for one in lost
        ]
        return entries_feed(say("hosting.alerts", language), f"{home}{request.url.path}", lines, language)

    async def consent(self, request: Request) -> Response:
        """The answer of an owner to the question whether a private engine may compete."""
        card = self.lobby.own_engine(request)
        agrees = field(await request.form(), "answer") == "yes"
        answer_consent(self.lobby.book, card.id, Consent.YES if agrees else Consent.NO)
        return RedirectResponse(f"/arbitre/engine/{card.id}", status_code=303)
