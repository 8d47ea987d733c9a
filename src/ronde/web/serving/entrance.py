"""Sign-in to the desk by link, code or password."""

from __future__ import annotations

import time
from math import ceil

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ronde.i18n.door import seat_meant
from ronde.web.serving.connections import payer_of
from ronde.web.serving.guard import Buckets
from ronde.web.serving.password_tries import KnownBrowsers, Tries, stretched
from ronde.web.serving.rendering import draw
from ronde.web.serving.rights import Role
from ronde.web.serving.seats import COOKIE, DAYS, Seat, Seats
from ronde.web.serving.tournaments import Tournaments


class Entrance:
    """Signing in and out."""

    def __init__(self, hall: Tournaments, seats: Seats) -> None:
        self.hall = hall
        self.seats = seats
        self.guesses = Buckets(rate=0.2, burst=10)
        """Wrong words and passwords, by address."""
        self.tries = Tries()
        self.known = KnownBrowsers("ronde-known-seat", seats.register.key)

    def routes(self) -> list[Route]:
        """The addresses of the entrance."""
        return [
            Route("/enter", self.door),
            Route("/enter", self.by_password, methods=["POST"]),
            Route("/enter/{word}", self.invited),
            Route("/enter/{word}", self.accept, methods=["POST"]),
            Route("/leave", self.leave, methods=["POST"]),
        ]

    async def door(self, request: Request) -> Response:
        """The form for a password."""
        return draw(request, "enter.html", trouble=False, name="", wait=0)

    async def invited(self, request: Request) -> Response:
        """What a link offers; to look does not use it up, for mail programs look at links too."""
        self._slow_down(request)
        offered, sitting = self.seats.invited(request.path_params["word"]), self.seats.sitting(request)
        if offered is not None:
            self._forgive(request)
        if sitting is not None and (offered is None or offered.state != "open" or offered.seat == sitting):
            return RedirectResponse(self._place(sitting), status_code=303)
        if offered is None:
            return draw(request, "public/link.html", 403, seat=None, state="unknown", chief=False)
        chief = offered.seat.role is Role.CHIEF
        status = 200 if offered.state == "open" else 410
        answer = draw(
            request, "public/link.html", status, seat=offered.seat, state=offered.state, chief=chief
        )
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    async def accept(self, request: Request) -> Response:
        """Use a link up; one that is used already says so at its own address."""
        self._slow_down(request)
        word = request.path_params["word"]
        offered = self.seats.invited(word)
        session = self.seats.enter(word, _device(request))
        if offered is None:
            raise HTTPException(403)
        self._forgive(request)
        if session is None:
            return RedirectResponse(request.url.path, status_code=303)
        return self._seated(request, session, offered.seat)

    async def by_password(self, request: Request) -> Response:
        """Sign in by the name of a seat and its password."""
        self._slow_down(request)
        form = await request.form()
        name, password = str(form.get("name", ""))[:200], str(form.get("password", ""))[:1000]
        seat_named = seat_meant(name)
        account = self.known.account(request, seat_named, self.seats.password_mark(seat_named))
        wait = ceil(self.tries.begin(account, time.monotonic()))
        if wait:
            answer = draw(request, "enter.html", 429, trouble=False, name=name, wait=wait)
            answer.headers["Retry-After"] = str(wait)
            return answer
        session = await stretched(self.seats.enter_by_password, seat_named, password, _device(request))
        seat = next((one for one in self.seats.passwords() if one.name == seat_named), None)
        if session is None or seat is None:
            return draw(request, "enter.html", 403, trouble=True, name=name, wait=0)
        self.tries.right(account)
        self._forgive(request)
        seated = self._seated(request, session, seat)
        self.known.remember(request, seated, seat_named, self.seats.password_mark(seat_named))
        return seated

    def _slow_down(self, request: Request) -> None:
        """Whoever guesses words must wait."""
        if not self.guesses.take(_payer(request), time.monotonic()):
            raise HTTPException(429)

    def _forgive(self, request: Request) -> None:
        """It was no guess: it does not count."""
        self.guesses.give_back(_payer(request))

    def _place(self, seat: Seat) -> str:
        """Where a seat begins: at its only tournament, or at the list of them."""
        slugs = [seat.slug] if seat.slug else list(self.hall.rooms)
        return f"/desk/{slugs[0]}" if len(slugs) == 1 else "/desk"

    def _seated(self, request: Request, session: str, seat: Seat) -> Response:
        answer = RedirectResponse(self._place(seat), status_code=303)
        answer.set_cookie(
            COOKIE,
            session,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
            max_age=DAYS * 86_400,
        )
        return answer

    async def leave(self, request: Request) -> Response:
        """Sign out."""
        self.seats.leave(request)
        answer = RedirectResponse("/", status_code=303)
        answer.delete_cookie(COOKIE)
        return answer


def _device(request: Request) -> str:
    return request.headers.get("user-agent", "")


def _payer(request: Request) -> str:
    return payer_of(request.client.host) if request.client else ""
