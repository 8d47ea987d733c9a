"""Pages of owners: losses of their engines, and consent for private ones."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import RondeError
from ronde.formats.engines_text import fault_text
from ronde.http_engines.door import (
    Allowed,
    Consent,
    Losses,
    alert_wish,
    answer_consent,
    check_url,
    keep_wish,
    losses,
    now,
)
from ronde.i18n.door import say, tell
from ronde.web.engines.visitor import Lobby, field
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right


def losses_text(one: Losses, language: str) -> str:
    """Losses in one sentence."""
    fault = fault_text(one.fault, one.detail, language)
    return say("hosting.lost-games", language, name=one.name, count=one.games, fault=fault)


class OwnerPages:
    def __init__(self, lobby: Lobby, allow: Allowed) -> None:
        self.lobby = lobby
        self.allow = allow

    def routes(self) -> list[GuardedRoute]:
        post = ["POST"]
        return [
            GuardedRoute("/arbitre/news", self.news, Right.ACCOUNT),
            GuardedRoute("/arbitre/news", self.seen, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/news/elsewhere", self.elsewhere, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/engine/{number:int}/consent", self.consent, Right.ENGINES, methods=post),
        ]

    def news(self, request: Request) -> Response:
        """New losses, and the webhook."""
        return self._news(request)

    def _news(self, request: Request, status: int = 200, **more: Any) -> Response:
        owner = self.lobby.account(request).id
        wish = alert_wish(self.lobby.book, owner)
        facts = {"webhook": wish.url, "trouble": "", "secret": "", **more}
        facts |= {"lost": self.unseen(request, owner)}
        return self.lobby.page(request, "engines/news.html", status, **facts)

    def unseen(self, request: Request, owner: int) -> list[tuple[str, Losses]]:
        """The new losses of an owner's engines, each with its sentence."""
        book = self.lobby.book
        lost = losses(book, owner, alert_wish(book, owner).seen)
        return [(losses_text(one, language_of(request)), one) for one in lost]

    def seen(self, request: Request) -> Response:
        """Mark the losses as seen."""
        self._change(self.lobby.account(request).id, seen=now())
        return RedirectResponse("/arbitre/news", status_code=303)

    def _change(self, owner: int, **values: Any) -> None:
        def write() -> None:
            book = self.lobby.server.book
            keep_wish(book, replace(alert_wish(book, owner), **values))

        self.lobby.on_loop(write)

    def elsewhere(self, request: Request) -> Response:
        """Store the address of the webhook."""
        owner = self.lobby.account(request).id
        url = field(form_of(request), "url", 1000).strip()
        try:
            url = check_url(url, self.allow) if url else ""
        except RondeError as error:
            return self._news(request, 422, webhook=url, trouble=tell(error, language_of(request)))
        if url == alert_wish(self.lobby.book, owner).url:
            return self._news(request)
        secret = secrets.token_bytes(24) if url else b""
        self._change(owner, url=url, secret=secret, sent=now())
        return self._news(request, secret=secret.hex())

    def consent(self, request: Request) -> Response:
        """Store an owner's consent or refusal for a private engine."""
        card = self.lobby.own_engine(request)
        answer = Consent.YES if field(form_of(request), "answer") == "yes" else Consent.NO
        self.lobby.on_loop(answer_consent, self.lobby.server.book, card.id, answer)
        return RedirectResponse(f"/arbitre/engine/{card.id}", status_code=303)
