"""Sign-in by link, code or password, for the desk and for the Arbitre."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.command import Right
from ronde.i18n import actor_from_text, error_text
from ronde.model.errors import AccountRefused, RondeError
from ronde.web.desk.pages import text_of
from ronde.web.navigation import first_page
from ronde.web.server.accounts import DAYS, Account, Accounts, Invitation, Role, stretch
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rendering import render
from ronde.web.server.request import (
    COOKIE,
    account_of,
    client_of,
    form_of,
    language_of,
    session_token,
    set_cookie,
    source_of,
)
from ronde.web.server.security import Buckets
from ronde.web.server.tournaments import Tournaments

LONGEST_PASSWORD = 1_000


class SignInPages:
    def __init__(self, tournaments: Tournaments, accounts: Accounts) -> None:
        self.tournaments = tournaments
        self.accounts = accounts
        self.guesses = Buckets(rate=0.2, burst=10)
        """Wrong tokens and passwords, by address."""
        self.tries = Tries()
        self.known = KnownBrowsers("ronde-known-seat", accounts.store.key("known-browser"))

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/enter", self.show_form, Right.ANYBODY),
            GuardedRoute("/enter", self.by_password, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/enter/{word}", self.show_invitation, Right.ANYBODY),
            GuardedRoute("/enter/{word}", self.accept, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/leave", self.leave, Right.ANYBODY, methods=["POST"]),
        ]

    def show_form(self, request: Request) -> Response:
        return self._form(request)

    def _form(
        self, request: Request, status: int = 200, *, name: str = "", trouble: bool = False, wait: int = 0
    ) -> Response:
        return render(request, "enter.html", status, trouble=trouble, name=name, wait=wait)

    def show_invitation(self, request: Request) -> Response:
        """What a link offers; opening it does not use it up, because mail programs open links too."""
        self._slow_down(request)
        offered = self.accounts.find_invitation(request.path_params["word"])
        account = account_of(request)
        if offered is not None:
            self._forgive(request)
        if account is not None and (
            offered is None or offered.state != "open" or offered.account.id == account.id
        ):
            return RedirectResponse(self._place(request, account), status_code=303)
        return self._offer(request, offered)

    def _offer(self, request: Request, offered: Invitation | None, **typed: Any) -> Response:
        if offered is None:
            return render(request, "public/link.html", 403, account=None, state="unknown", chief=False)
        status = typed.pop("status", 200) if offered.state == "open" else 410
        if offered.account.role is Role.OWNER and offered.state == "open":
            context = {"name": "", "trouble": "", **typed}
            answer = render(request, "account_link.html", status, known=offered.account, **context)
        else:
            chief = offered.account.role is Role.CHIEF
            context = {"account": offered.account, "state": offered.state, "chief": chief}
            answer = render(request, "public/link.html", status, **context)
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    async def accept(self, request: Request) -> Response:
        """Use a link; a used link says so."""
        self._slow_down(request)
        token = request.path_params["word"]
        offered = await run_in_threadpool(self.accounts.find_invitation, token)
        if offered is None:
            raise HTTPException(403)
        self._forgive(request)
        if offered.account.role is Role.OWNER and offered.state == "open":
            return await self._open_account(request, token, offered)
        session = await run_in_threadpool(self.accounts.enter, token, _device(request))
        if session is None:
            return RedirectResponse(request.url.path, status_code=303)
        return self._seated(request, session, offered.account)

    async def _open_account(self, request: Request, token: str, offered: Invitation) -> Response:
        """Open an account, or return to it, with a password if one is given."""
        form = form_of(request)
        name, password = text_of(form, "name", 2_000), text_of(form, "password", LONGEST_PASSWORD)
        try:
            kept = await run_hashing(stretch, password, name or offered.account.name) if password else None
            session = await run_in_threadpool(self.accounts.accept, token, name, kept, _device(request))
        except AccountRefused as error:
            if error.facts["reason"] == "invitation":  # another request was faster
                return RedirectResponse(request.url.path, status_code=303)
            return await run_in_threadpool(self._again, request, offered, name, error)
        except RondeError as error:
            return await run_in_threadpool(self._again, request, offered, name, error)
        return self._seated(request, session, offered.account)

    def _again(self, request: Request, offered: Invitation, name: str, error: RondeError) -> Response:
        return self._offer(
            request, offered, name=name, trouble=error_text(error, language_of(request)), status=409
        )

    async def by_password(self, request: Request) -> Response:
        """Sign in with the name of a seat and its password, without revealing which of them was wrong."""
        self._slow_down(request)
        form = form_of(request)
        name, password = text_of(form, "name", 200), text_of(form, "password", LONGEST_PASSWORD)
        seat_named = actor_from_text(name)
        mark = await run_in_threadpool(self.accounts.password_mark, seat_named)
        account = self.known.account(request, seat_named, mark)
        wait = ceil(self.tries.begin(account, time.monotonic()))
        if wait:
            answer = await run_in_threadpool(self._form, request, 429, name=name, wait=wait)
            answer.headers["Retry-After"] = str(wait)
            return answer
        entered = await run_hashing(self.accounts.enter_by_password, seat_named, password, _device(request))
        if entered is None:
            return await run_in_threadpool(self._form, request, 403, name=name, trouble=True)
        self.tries.right(account)
        self._forgive(request)
        signed_in, session = entered
        seated = self._seated(request, session, signed_in)
        self.known.remember(request, seated, seat_named, mark)
        return seated

    def _slow_down(self, request: Request) -> None:
        if not self.guesses.take(_source(request), time.monotonic()):
            raise HTTPException(429)

    def _forgive(self, request: Request) -> None:
        """Do not count a correct attempt."""
        self.guesses.give_back(_source(request))

    def _place(self, request: Request, account: Account) -> str:
        """The first page of an account: the referee server for owners, else the only tournament or the list.

        A teacher with a course and no tournament gets the class.
        """
        if account.role is Role.OWNER:
            return "/arbitre"
        if request.app.state.course and not self.tournaments.by_slug:
            return "/course/desk"
        slugs = [account.slug] if account.slug else list(self.tournaments.by_slug)
        if len(slugs) != 1:
            return "/desk"
        live = self.tournaments.by_slug.get(slugs[0])
        leads = live is not None and account.may(Right.ROUNDS, slugs[0])
        return f"/desk/{slugs[0]}{first_page(live.tournament) if live and leads else ''}"

    def _seated(self, request: Request, session: str, account: Account) -> Response:
        answer = RedirectResponse(self._place(request, account), status_code=303)
        keep_session(request, answer, session)
        return answer

    def leave(self, request: Request) -> Response:
        account = account_of(request)
        self.accounts.leave(session_token(request))
        home = self._place(request, account) if account is not None and account.role is Role.OWNER else "/"
        answer = RedirectResponse(home, status_code=303)
        set_cookie(request, answer, COOKIE, "", 0)
        return answer


def keep_session(request: Request, answer: Response, session: str) -> None:
    """Set the session cookie, which scripts cannot read and other sites cannot send."""
    set_cookie(request, answer, COOKIE, session, DAYS * 86_400)


def _device(request: Request) -> str:
    return request.headers.get("user-agent", "")


def _source(request: Request) -> str:
    return source_of(client_of(request))


FREE: Final = 5
"""Wrong passwords without a pause."""
LONGEST: Final = 300.0
FORGOTTEN: Final = 3_600.0
"""Seconds after the last attempt when failures are forgotten."""
REMEMBERED: Final = 10_000
STRETCHING: Final = 2
"""Passwords checked at once: each takes 32 MB of memory, and a core for a tenth of a second."""
YEAR: Final = 365 * 86_400

T = TypeVar("T")


@dataclass
class _Record:
    wrong: int = 0
    at: float = 0.0

    def pause(self) -> float:
        return min(LONGEST, 2.0 ** (self.wrong - FREE)) if self.wrong >= FREE else 0.0


class Tries:
    def __init__(self) -> None:
        self._records: OrderedDict[str, _Record] = OrderedDict()

    def begin(self, account: str, now: float) -> float:
        """Count an attempt before it is checked; or the seconds it must wait."""
        record = self._records.pop(account, None) or _Record()
        if now - record.at > FORGOTTEN:
            record = _Record()
        self._records[account] = record
        while len(self._records) > REMEMBERED:
            self._records.popitem(last=False)
        left = record.at + record.pause() - now
        if left > 0:
            return left
        record.wrong, record.at = record.wrong + 1, now
        return 0.0

    def right(self, account: str) -> None:
        """Forget the failures of an account after a correct password."""
        self._records.pop(account, None)


class KnownBrowsers:
    """Cookies for browsers in which somebody has signed in, invalid once his password changes."""

    def __init__(self, cookie: str, key: bytes) -> None:
        self.cookie = cookie
        self._key = key
        """Random, kept in the account store."""

    def account(self, request: Request, name: str, password: str) -> str:
        """Whose attempts these are: of the account, or of the account in this browser."""
        mark, _, signature = request.cookies.get(self.cookie, "").partition(".")
        known = bool(mark) and hmac.compare_digest(
            signature.encode(), self._signature(mark, name, password).encode()
        )
        return f"{name.casefold()}\n{mark if known else ''}"

    def remember(self, request: Request, answer: Response, name: str, password: str) -> None:
        """Set the cookie; `password` is anything that changes with the password."""
        mark = secrets.token_hex(8)
        signature = self._signature(mark, name, password)
        set_cookie(request, answer, self.cookie, f"{mark}.{signature}", YEAR)

    def _signature(self, mark: str, name: str, password: str) -> str:
        text = "\n".join((self.cookie, mark, name.casefold(), password))
        return hmac.digest(self._key, text.encode("utf-8", "replace"), hashlib.sha256).hex()


_AT_ONCE: Final = asyncio.Semaphore(STRETCHING)


async def run_hashing(work: Callable[..., T], *values: object) -> T:
    """Run a password check, slow on purpose: in a thread, and only a few at once."""
    async with _AT_ONCE:
        return await run_in_threadpool(work, *values)
