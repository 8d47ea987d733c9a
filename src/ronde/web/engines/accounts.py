"""Accounts of engine owners: their own page, and the page on which the host manages all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import AccountRefused, RondeError
from ronde.i18n.door import tell
from ronde.web.engines.class_list import LONGEST, invite_class
from ronde.web.engines.visitor import Lobby, field
from ronde.web.qr_codes import qr_svg
from ronde.web.server.address import address_of
from ronde.web.server.entrance import LONGEST_PASSWORD, keep_session
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.password_tries import stretched
from ronde.web.server.passwords import stretch
from ronde.web.server.request import language_of
from ronde.web.server.rights import Right, Role, Seat


class AccountPages:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.seats = lobby.seats

    def routes(self) -> list[GuardedRoute]:
        post = ["POST"]
        return [
            GuardedRoute("/arbitre/account", self.account, Right.ACCOUNT),
            GuardedRoute("/arbitre/account/password", self.set_password, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/account/elsewhere", self.leave_elsewhere, Right.ACCOUNT, methods=post),
            GuardedRoute("/arbitre/accounts", self.overview, Right.HOST),
            GuardedRoute("/arbitre/accounts/invite", self.invite, Right.HOST, methods=post),
            GuardedRoute("/arbitre/accounts/class", self.invite_all, Right.HOST, methods=post),
            GuardedRoute("/arbitre/accounts/close", self.close, Right.HOST, methods=post),
        ]

    # the owner's own account

    async def account(self, request: Request) -> Response:
        return await self._account(request)

    async def _account(self, request: Request, trouble: str = "", status: int = 200) -> Response:
        account = self.lobby.account(request)
        facts = {
            "account": account,
            "sessions": await run_in_threadpool(self.seats.sessions_of, account.id),
            "trouble": trouble,
            "done": "done" in request.query_params,
        }
        return self.lobby.page(request, "engines/account.html", status, **facts)

    async def set_password(self, request: Request) -> Response:
        """Set or change the password; all other sessions are ended."""
        account = self.lobby.account(request)
        self.lobby.slow_down(request, self.lobby.tries)
        form = await request.form()
        try:
            await self._check_old(account, field(form, "old", LONGEST_PASSWORD))
            kept = await stretched(stretch, field(form, "password", LONGEST_PASSWORD), account.name)
        except RondeError as error:
            return await self._account(request, tell(error, language_of(request)), 409)
        self.lobby.forgive(request, self.lobby.tries)
        await run_in_threadpool(self.seats.set_password, account, kept)
        answer = RedirectResponse("/arbitre/account?done", status_code=303)
        device = request.headers.get("user-agent", "")
        keep_session(request, answer, await run_in_threadpool(self.seats.begin, account, device))
        return answer

    async def _check_old(self, account: Seat, password: str) -> None:
        """Require the old password, so that nobody takes over an account in an unattended browser."""
        if not await stretched(self.seats.holds_password, account.id, password):
            raise AccountRefused(reason="old-password")

    async def leave_elsewhere(self, request: Request) -> Response:
        """End all sessions of the account, including this one."""
        await run_in_threadpool(self.seats.leave_everywhere, self.lobby.account(request).id)
        return RedirectResponse("/enter", status_code=303)

    # the host

    async def overview(self, request: Request) -> Response:
        return await self._overview(request)

    async def _overview(self, request: Request, status: int = 200, **more: Any) -> Response:
        engines = self.lobby.book.engines()
        accounts, sessions = await run_in_threadpool(self._kept)
        counts = {
            account.id: (sum(card.owner == account.id for card in engines), sessions[account.id])
            for account in accounts
        }
        facts = {"link": "", "code": "", "guest": "", "names": "", **more}
        return self.lobby.page(
            request, "engines/accounts.html", status, accounts=accounts, counts=counts, **facts
        )

    def _kept(self) -> tuple[list[Seat], dict[int, int]]:
        """All accounts, with their number of sessions."""
        accounts = self.seats.of_role(Role.OWNER)
        return accounts, {account.id: self.seats.sessions_of(account.id) for account in accounts}

    async def invite(self, request: Request) -> Response:
        """An invitation as a link and a QR code: for a new owner, or for one who has lost the password."""
        form = await request.form()
        known = await self._named(form) if field(form, "account") else None
        word = await run_in_threadpool(self.seats.invite_owner, known.id if known else 0)
        link = f"{address_of(request)}/enter/{word}"
        return await self._overview(request, link=link, code=qr_svg(link), guest=known.name if known else "")

    async def invite_all(self, request: Request) -> Response:
        """An account and a printable invitation for every name of a list."""
        form = await request.form()
        try:
            made = await run_in_threadpool(invite_class, self.seats, field(form, "names", LONGEST))
        except RondeError as error:
            sentence = tell(error, language_of(request))
            return await self._overview(request, 409, trouble=sentence, names=field(form, "names", LONGEST))
        links = [(name, f"{address_of(request)}/enter/{word}") for name, word in made.made]
        drawn = await run_in_threadpool(lambda: [(name, link, qr_svg(link)) for name, link in links])
        return self.lobby.page(request, "engines/invitations.html", invitations=drawn, known=made.known)

    async def close(self, request: Request) -> Response:
        """Close an account and retire its engines, or reopen it."""
        form = await request.form()
        account = (await self._named(form)).id
        if field(form, "back"):
            await run_in_threadpool(self.seats.reopen, account)
        else:
            await run_in_threadpool(self.seats.close, account)
            self._retire(account)
        return RedirectResponse("/arbitre/accounts", status_code=303)

    def _retire(self, account: int) -> None:
        """Retire all engines of an account; their games stay."""
        for card in self.lobby.book.engines():
            if card.owner == account and not card.retired:
                self.lobby.book.change_engine(replace(card, retired=True))

    async def _named(self, form: FormData) -> Seat:
        number = field(form, "account", 12)
        readable = number.isascii() and number.isdigit()
        known = await run_in_threadpool(self.seats.numbered, int(number)) if readable else None
        if known is None or known.role is not Role.OWNER:
            raise HTTPException(404)
        return known
