"""Accounts of engine owners: by invitation or password, and the page on which the host manages them."""

from __future__ import annotations

import time
from math import ceil
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ronde.core.errors import AccountRefused, RondeError
from ronde.http_engines.door import Account, matches, stretch
from ronde.i18n.door import tell
from ronde.web.engines.visitor import ACCOUNT, MONTH, Lobby, field, set_cookie
from ronde.web.serving.address import address_of, qr_svg
from ronde.web.serving.password_tries import stretched
from ronde.web.serving.rendering import language_of


class AccountPages:
    """Signing in and out, and the list of accounts."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.accounts = lobby.accounts

    def routes(self) -> list[Route]:
        """The addresses of accounts."""
        return [
            Route("/arbitre/enter", self.door),
            Route("/arbitre/enter", self.by_password, methods=["POST"]),
            Route("/arbitre/enter/{word}", self.invited),
            Route("/arbitre/enter/{word}", self.accept, methods=["POST"]),
            Route("/arbitre/leave", self.leave, methods=["POST"]),
            Route("/arbitre/account", self.account),
            Route("/arbitre/account/password", self.set_password, methods=["POST"]),
            Route("/arbitre/account/elsewhere", self.leave_elsewhere, methods=["POST"]),
            Route("/arbitre/accounts", self.overview),
            Route("/arbitre/accounts/invite", self.invite, methods=["POST"]),
            Route("/arbitre/accounts/close", self.close, methods=["POST"]),
        ]

    # signing in

    async def door(self, request: Request) -> Response:
        """The form for a name and a password."""
        return self.lobby.page(request, "engines/enter.html", name="", wrong=False, wait=0)

    async def by_password(self, request: Request) -> Response:
        """Sign in; whether the name or the password was wrong is not told."""
        self.lobby.slow_down(request, self.lobby.tries)
        form = await request.form()
        name, password = field(form, "name", 200), field(form, "password", 1_000)
        kept = self.accounts.kept_password(name)
        account = self.lobby.known_browsers.account(request, name, kept)
        wait = ceil(self.lobby.passwords.begin(account, time.monotonic()))
        if wait:
            waiting = self.lobby.page(request, "engines/enter.html", 429, name=name, wrong=False, wait=wait)
            waiting.headers["Retry-After"] = str(wait)
            return waiting
        if not await stretched(matches, password, kept):
            return self.lobby.page(request, "engines/enter.html", 403, name=name, wrong=True, wait=0)
        self.lobby.passwords.right(account)
        self.lobby.forgive(request, self.lobby.tries)
        answer = self._signed(request, self.accounts.enter(name))
        self.lobby.known_browsers.remember(request, answer, name, kept)
        return answer

    def _signed(self, request: Request, session: str) -> Response:
        answer = RedirectResponse("/arbitre", status_code=303)
        set_cookie(request, answer, ACCOUNT, session, MONTH)
        return answer

    async def invited(self, request: Request) -> Response:
        """What an invitation offers; looking does not use it up, for mail programs look at links too."""
        self.lobby.slow_down(request, self.lobby.tries)
        return self._invited(request)

    def _invited(self, request: Request, name: str = "", trouble: str = "", status: int = 200) -> Response:
        known = self.accounts.invited(request.path_params["word"])
        if known is None or known.closed:
            told = tell(AccountRefused(reason="invitation"), language_of(request))
            return self.lobby.page(
                request, "engines/enter.html", 404, name="", wrong=False, wait=0, trouble=told
            )
        facts = {"known": known, "name": name, "trouble": trouble}
        self.lobby.forgive(request, self.lobby.tries)
        answer = self.lobby.page(request, "engines/invited.html", status, **facts)
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    async def accept(self, request: Request) -> Response:
        """Use an invitation up."""
        self.lobby.slow_down(request, self.lobby.tries)
        form = await request.form()
        name, password = field(form, "name"), field(form, "password", 1_000)
        try:
            kept = await stretched(stretch, password, name) if password else None
            session = self.accounts.accept(request.path_params["word"], name, kept)
        except RondeError as error:
            return self._invited(request, name, tell(error, language_of(request)), 409)
        self.lobby.forgive(request, self.lobby.tries)
        return self._signed(request, session)

    async def leave(self, request: Request) -> Response:
        """Sign out."""
        self.accounts.leave(request.cookies.get(ACCOUNT, ""))
        answer = RedirectResponse("/arbitre", status_code=303)
        answer.delete_cookie(ACCOUNT)
        return answer

    # one's own account

    async def account(self, request: Request) -> Response:
        """One's own account."""
        return self._account(request)

    def _account(self, request: Request, trouble: str = "", status: int = 200) -> Response:
        account = self.lobby.visitor(request).account
        if account is None:
            raise HTTPException(403)
        sessions = self.accounts.sessions(account.id)
        facts = {
            "account": account,
            "sessions": sessions,
            "trouble": trouble,
            "done": "done" in request.query_params,
        }
        return self.lobby.page(request, "engines/account.html", status, **facts)

    async def set_password(self, request: Request) -> Response:
        """Choose a password, or another one; every other browser is signed out."""
        account = self.lobby.visitor(request).account
        if account is None:
            raise HTTPException(403)
        self.lobby.slow_down(request, self.lobby.tries)
        form = await request.form()
        try:
            await self._check_old(account.id, field(form, "old", 1_000))
            kept = await stretched(stretch, field(form, "password", 1_000), account.name)
        except RondeError as error:
            return self._account(request, tell(error, language_of(request)), 409)
        self.lobby.forgive(request, self.lobby.tries)
        self.accounts.set_password(account.id, kept)
        answer = RedirectResponse("/arbitre/account?done", status_code=303)
        set_cookie(request, answer, ACCOUNT, self.accounts.renew(account.id), MONTH)
        return answer

    async def _check_old(self, account: int, password: str) -> None:
        """Whoever finds a browser signed in does not take the account over."""
        kept = self.accounts.own_password(account)
        if kept is not None and not await stretched(matches, password, kept):
            raise AccountRefused(reason="old-password")

    async def leave_elsewhere(self, request: Request) -> Response:
        """End all sessions of one's own account, this one too."""
        account = self.lobby.visitor(request).account
        if account is None:
            raise HTTPException(403)
        self.accounts.revoke(account.id)
        return RedirectResponse("/arbitre/enter", status_code=303)

    # the host

    async def overview(self, request: Request) -> Response:
        """All accounts."""
        self.lobby.host(request)
        return self._overview(request)

    def _overview(self, request: Request, **more: Any) -> Response:
        engines = self.lobby.book.engines()
        counts = {
            account.id: (
                sum(card.owner == account.id for card in engines),
                self.accounts.sessions(account.id),
            )
            for account in self.accounts.accounts()
        }
        facts = {"link": "", "code": "", "guest": "", **more}
        return self.lobby.page(
            request, "engines/accounts.html", accounts=self.accounts.accounts(), counts=counts, **facts
        )

    async def invite(self, request: Request) -> Response:
        """An invitation as a link and a QR code: for somebody new, or for one who has lost his password."""
        self.lobby.host(request)
        form = await request.form()
        known = self._named(form) if field(form, "account") else None
        word = self.accounts.invite(known.id if known else None)
        link = f"{address_of(request)}/arbitre/enter/{word}"
        return self._overview(request, link=link, code=qr_svg(link), guest=known.name if known else "")

    async def close(self, request: Request) -> Response:
        """Close an account, or open it again."""
        self.lobby.host(request)
        form = await request.form()
        (self.accounts.reopen if field(form, "back") else self.accounts.close)(self._named(form).id)
        return RedirectResponse("/arbitre/accounts", status_code=303)

    def _named(self, form: FormData) -> Account:
        """The account a form is about."""
        number = field(form, "account", 12)
        known = self.accounts.account(int(number)) if number.isascii() and number.isdigit() else None
        if known is None:
            raise HTTPException(404)
        return known
