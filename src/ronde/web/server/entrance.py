"""Sign-in by link, code or password, for the desk and for the Arbitre."""

from __future__ import annotations

import time
from math import ceil
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.errors import AccountRefused, RondeError
from ronde.i18n.door import seat_meant, tell
from ronde.web.desk.desk_pages import text_of
from ronde.web.server.guard import Buckets
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.password_tries import KnownBrowsers, Tries, stretched
from ronde.web.server.passwords import stretch
from ronde.web.server.rendering import render
from ronde.web.server.request import COOKIE, language_of, payer_of, session_word, set_cookie, sitting
from ronde.web.server.rights import Right, Role, Seat
from ronde.web.server.seats import DAYS, Invitation, Seats
from ronde.web.server.tournaments import Tournaments

LONGEST_PASSWORD = 1_000


class Entrance:
    def __init__(self, tournaments: Tournaments, seats: Seats) -> None:
        self.tournaments = tournaments
        self.seats = seats
        self.guesses = Buckets(rate=0.2, burst=10)
        """Wrong tokens and passwords, by address."""
        self.tries = Tries()
        self.known = KnownBrowsers("ronde-known-seat", seats.register.key("known-browser"))

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/enter", self.door, Right.ANYBODY),
            GuardedRoute("/enter", self.by_password, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/enter/{word}", self.invited, Right.ANYBODY),
            GuardedRoute("/enter/{word}", self.accept, Right.ANYBODY, methods=["POST"]),
            GuardedRoute("/leave", self.leave, Right.ANYBODY, methods=["POST"]),
        ]

    def door(self, request: Request) -> Response:
        return self._form(request)

    def _form(
        self, request: Request, status: int = 200, *, name: str = "", trouble: bool = False, wait: int = 0
    ) -> Response:
        return render(request, "enter.html", status, trouble=trouble, name=name, wait=wait)

    def invited(self, request: Request) -> Response:
        """What a link offers; opening it does not use it up, because mail programs open links too."""
        self._slow_down(request)
        offered = self.seats.invited(request.path_params["word"])
        seat = sitting(request)
        if offered is not None:
            self._forgive(request)
        if seat is not None and (offered is None or offered.state != "open" or offered.seat.id == seat.id):
            return RedirectResponse(self._place(request, seat), status_code=303)
        return self._offer(request, offered)

    def _offer(self, request: Request, offered: Invitation | None, **typed: Any) -> Response:
        if offered is None:
            return render(request, "public/link.html", 403, seat=None, state="unknown", chief=False)
        status = typed.pop("status", 200) if offered.state == "open" else 410
        if offered.seat.role is Role.OWNER and offered.state == "open":
            facts = {"name": "", "trouble": "", **typed}
            answer = render(request, "account_link.html", status, known=offered.seat, **facts)
        else:
            chief = offered.seat.role is Role.CHIEF
            facts = {"seat": offered.seat, "state": offered.state, "chief": chief}
            answer = render(request, "public/link.html", status, **facts)
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    async def accept(self, request: Request) -> Response:
        """Use a link; a used link says so."""
        self._slow_down(request)
        word = request.path_params["word"]
        offered = await run_in_threadpool(self.seats.invited, word)
        if offered is None:
            raise HTTPException(403)
        self._forgive(request)
        if offered.seat.role is Role.OWNER and offered.state == "open":
            return await self._open_account(request, word, offered)
        session = await run_in_threadpool(self.seats.enter, word, _device(request))
        if session is None:
            return RedirectResponse(request.url.path, status_code=303)
        return self._seated(request, session, offered.seat)

    async def _open_account(self, request: Request, word: str, offered: Invitation) -> Response:
        """Open an account, or return to it, with a password if one is given."""
        form = await request.form()
        name, password = text_of(form, "name", 2_000), text_of(form, "password", LONGEST_PASSWORD)
        try:
            kept = await stretched(stretch, password, name or offered.seat.name) if password else None
            session = await run_in_threadpool(self.seats.accept, word, name, kept, _device(request))
        except AccountRefused as error:
            if error.facts["reason"] == "invitation":  # another request was faster
                return RedirectResponse(request.url.path, status_code=303)
            return await run_in_threadpool(self._again, request, offered, name, error)
        except RondeError as error:
            return await run_in_threadpool(self._again, request, offered, name, error)
        return self._seated(request, session, offered.seat)

    def _again(self, request: Request, offered: Invitation, name: str, error: RondeError) -> Response:
        return self._offer(request, offered, name=name, trouble=tell(error, language_of(request)), status=409)

    async def by_password(self, request: Request) -> Response:
        """Sign in with the name of a seat and its password, without revealing which of them was wrong."""
        self._slow_down(request)
        form = await request.form()
        name, password = text_of(form, "name", 200), text_of(form, "password", LONGEST_PASSWORD)
        seat_named = seat_meant(name)
        mark = await run_in_threadpool(self.seats.password_mark, seat_named)
        account = self.known.account(request, seat_named, mark)
        wait = ceil(self.tries.begin(account, time.monotonic()))
        if wait:
            answer = await run_in_threadpool(self._form, request, 429, name=name, wait=wait)
            answer.headers["Retry-After"] = str(wait)
            return answer
        entered = await stretched(self.seats.enter_by_password, seat_named, password, _device(request))
        if entered is None:
            return await run_in_threadpool(self._form, request, 403, name=name, trouble=True)
        self.tries.right(account)
        self._forgive(request)
        seat, session = entered
        seated = self._seated(request, session, seat)
        self.known.remember(request, seated, seat_named, mark)
        return seated

    def _slow_down(self, request: Request) -> None:
        if not self.guesses.take(_payer(request), time.monotonic()):
            raise HTTPException(429)

    def _forgive(self, request: Request) -> None:
        """Do not count a correct attempt."""
        self.guesses.give_back(_payer(request))

    def _place(self, request: Request, seat: Seat) -> str:
        """The first page of an account: the referee server for owners, else the only tournament or the list.

        A teacher with a course and no tournament gets the class.
        """
        if seat.role is Role.OWNER:
            return "/arbitre"
        if request.app.state.course and not self.tournaments.by_slug:
            return "/course/desk"
        slugs = [seat.slug] if seat.slug else list(self.tournaments.by_slug)
        return f"/desk/{slugs[0]}" if len(slugs) == 1 else "/desk"

    def _seated(self, request: Request, session: str, seat: Seat) -> Response:
        answer = RedirectResponse(self._place(request, seat), status_code=303)
        keep_session(request, answer, session)
        return answer

    def leave(self, request: Request) -> Response:
        seat = sitting(request)
        self.seats.leave(session_word(request))
        home = self._place(request, seat) if seat is not None and seat.role is Role.OWNER else "/"
        answer = RedirectResponse(home, status_code=303)
        set_cookie(request, answer, COOKIE, "", 0)
        return answer


def keep_session(request: Request, answer: Response, session: str) -> None:
    """Set the session cookie, which scripts cannot read and other sites cannot send."""
    set_cookie(request, answer, COOKIE, session, DAYS * 86_400)


def _device(request: Request) -> str:
    return request.headers.get("user-agent", "")


def _payer(request: Request) -> str:
    return payer_of(request.client.host) if request.client else ""
