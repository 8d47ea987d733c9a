"""The entrance of the desk: links, QR codes, passwords, and the page on which the chief says who sits."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ronde.core.errors import NameImpossible
from ronde.core.player import clean_name
from ronde.desk import CHIEF
from ronde.i18n.door import seat_meant, seat_name, tell
from ronde.web.address import address_of, qr_svg
from ronde.web.guard import Buckets
from ronde.web.hall import Hall
from ronde.web.pages import draw, language_of
from ronde.web.rights import Role
from ronde.web.seats import COOKIE, DAYS, Seat, Seats

SHORTEST = 8
"""Letters of a password."""
MINUTES = 15
"""How long an invitation by QR code holds."""

_BROWSERS: Final = (
    ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung"),
    ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
"""What browsers say of themselves, the more special first: all of them say that they are Safari."""
_MACHINES: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


class Entrance:
    """Signing in and out, and the seats."""

    def __init__(self, hall: Hall, seats: Seats) -> None:
        self.hall = hall
        self.seats = seats
        self.tries = Buckets(rate=0.2, burst=10)

    def routes(self) -> list[Route]:
        """The addresses of the entrance."""
        return [
            Route("/enter", self.door),
            Route("/enter", self.by_password, methods=["POST"]),
            Route("/enter/{word}", self.by_link),
            Route("/leave", self.leave, methods=["POST"]),
            Route("/seats", self.overview),
            Route("/seats/invite", self.invite, methods=["POST"]),
            Route("/seats/revoke", self.revoke, methods=["POST"]),
            Route("/seats/password", self.set_password, methods=["POST"]),
        ]

    async def door(self, request: Request) -> Response:
        """The form for a password."""
        return draw(request, "enter.html", trouble=False, name="")

    async def by_link(self, request: Request) -> Response:
        """Sign in by a one-time link."""
        self._slow_down(request)
        session = self.seats.enter(request.path_params["word"], _device(request))
        if session is None:
            raise HTTPException(403)
        return self._seated(request, session)

    async def by_password(self, request: Request) -> Response:
        """Sign in by the name of a seat and its password."""
        self._slow_down(request)
        form = await request.form()
        name, password = str(form.get("name", ""))[:200], str(form.get("password", ""))[:1000]
        session = await run_in_threadpool(
            self.seats.enter_by_password, seat_meant(name), password, _device(request)
        )
        if session is None:
            return draw(request, "enter.html", 403, trouble=True, name=name)
        return self._seated(request, session)

    def _slow_down(self, request: Request) -> None:
        """Whoever guesses words must wait."""
        client = request.client.host if request.client else ""
        if not self.tries.take(client, time.monotonic()):
            raise HTTPException(429)

    def _seated(self, request: Request, session: str) -> Response:
        slugs = list(self.hall.rooms)
        answer = RedirectResponse(f"/desk/{slugs[0]}" if len(slugs) == 1 else "/desk", status_code=303)
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

    def _chief(self, request: Request) -> Seat:
        seat = self.seats.sitting(request)
        if seat is None or seat.role is not Role.CHIEF:
            raise HTTPException(403)
        return seat

    async def overview(self, request: Request) -> Response:
        """Who sits at the desk, and how others may."""
        self._chief(request)
        return self._page(request)

    def _page(self, request: Request, status: int = 200, **more: Any) -> Response:
        facts: dict[str, Any] = dict.fromkeys(("link", "code", "guest", "trouble"), "") | more
        return draw(
            request,
            "seats.html",
            status,
            sessions=self.seats.sessions(),
            device=device_name,
            seat_name=lambda seat: seat_name(seat, language_of(request)),
            when=lambda at: datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M"),
            own=self.seats.session_of(request),
            passwords=self.seats.passwords(),
            roles=list(Role),
            minutes=MINUTES,
            **facts,
        )

    async def invite(self, request: Request) -> Response:
        """An invitation as a link and a QR code, for one phone."""
        self._chief(request)
        form = await request.form()
        try:
            seat = _named(form)
        except NameImpossible as error:
            return self._page(request, 409, trouble=tell(error, language_of(request)))
        word = self.seats.invite(seat.name, seat.role, minutes=MINUTES)
        link = f"{address_of(request)}/enter/{word}"
        return self._page(request, link=link, code=qr_svg(link), guest=seat.name)

    async def revoke(self, request: Request) -> Response:
        """Send a session away."""
        self._chief(request)
        form = await request.form()
        self.seats.revoke(str(form.get("session", ""))[:16])
        return RedirectResponse("/seats", status_code=303)

    async def set_password(self, request: Request) -> Response:
        """Give a seat a password, or take it back with an empty one."""
        self._chief(request)
        form = await request.form()
        password = str(form.get("password", ""))[:1000]
        try:
            seat = _named(form)
        except NameImpossible as error:
            return self._page(request, 409, trouble=tell(error, language_of(request)))
        if not password:
            self.seats.forget_password(seat.name)
        elif len(password) < SHORTEST:
            return self._page(request, 409, trouble="short")
        else:
            await run_in_threadpool(self.seats.set_password, seat.name, seat.role, password)
        return RedirectResponse("/seats", status_code=303)


def _named(form: Any) -> Seat:
    """The seat a form names: the chief is always `arbiter`, others carry their role in the history."""
    wish = str(form.get("role", ""))
    role = Role(wish) if wish in list(Role) else Role.HELPER
    if role is Role.CHIEF:
        return Seat(CHIEF, role)
    name = clean_name(str(form.get("name", ""))[:60], field="seat")
    return Seat(f"{role.value} {name}", role)


def _device(request: Request) -> str:
    return request.headers.get("user-agent", "")


def device_name(agent: str) -> str:
    """A browser as people call it, from the long line it says of itself; that line if we know none of it."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    machine = next((name for mark, name in _MACHINES if mark in agent), "")
    return ", ".join(filter(None, (browser, machine))) or agent[:40]
