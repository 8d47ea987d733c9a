"""The page on which the chief arbiter manages the seats of the desk."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ronde.core.errors import NameImpossible
from ronde.core.player import clean_name
from ronde.desk import CHIEF
from ronde.i18n.door import say, seat_name, tell
from ronde.storage.door import too_common
from ronde.web.serving.address import address_of, qr_svg
from ronde.web.serving.password_tries import stretched
from ronde.web.serving.rendering import draw, language_of
from ronde.web.serving.rights import Role
from ronde.web.serving.seats import Seat, Seats
from ronde.web.serving.tournaments import Tournaments

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


class WhichTournament(ValueError):
    """A helper's seat is for one tournament, and the form names none of ours."""


class SeatPages:
    """Who sits at the desk, and how others may."""

    def __init__(self, hall: Tournaments, seats: Seats) -> None:
        self.hall = hall
        self.seats = seats

    def routes(self) -> list[Route]:
        """The addresses of the seats."""
        return [
            Route("/seats", self.overview),
            Route("/seats/invite", self.invite, methods=["POST"]),
            Route("/seats/revoke", self.revoke, methods=["POST"]),
            Route("/seats/password", self.set_password, methods=["POST"]),
        ]

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
            "desk/seats.html",
            status,
            sessions=self.seats.sessions(),
            device=device_name,
            seat_name=lambda seat: seat_name(seat, language_of(request)),
            when=lambda at: datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M"),
            own=self.seats.session_of(request),
            passwords=self.seats.passwords(),
            roles=list(Role),
            rooms=list(self.hall.rooms.values()),
            minutes=MINUTES,
            **facts,
        )

    async def invite(self, request: Request) -> Response:
        """An invitation as a link and a QR code, for one phone."""
        self._chief(request)
        form = await request.form()
        try:
            seat = self._named(form)
        except (NameImpossible, WhichTournament) as error:
            return self._page(request, 409, trouble=_told(error, request))
        word = self.seats.invite(seat.name, seat.role, seat.slug, minutes=MINUTES)
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
        own = self.seats.session_of(request)
        try:
            seat = self._named(form)
        except (NameImpossible, WhichTournament) as error:
            return self._page(request, 409, trouble=_told(error, request))
        if not password:
            self.seats.forget_password(seat.name, own)
        elif len(password) < SHORTEST or too_common(password, seat.name, seat.name.partition(" ")[2]):
            fault = "short" if len(password) < SHORTEST else "common"
            return self._page(request, 409, trouble=say(f"phone.{fault}", language_of(request)))
        else:
            await stretched(self.seats.set_password, seat, password, own)
        return RedirectResponse("/seats", status_code=303)

    def _named(self, form: Any) -> Seat:
        """The seat a form names: the chief is always `arbiter`, others carry their role in the history."""
        wish = str(form.get("role", ""))
        role = Role(wish) if wish in list(Role) else Role.HELPER
        if role is Role.CHIEF:
            return Seat(CHIEF, role)
        name = clean_name(str(form.get("name", ""))[:60], field="seat")
        slug = self._slug(str(form.get("tournament", ""))) if role is Role.HELPER else ""
        return Seat(f"{role.value} {name}", role, slug)

    def _slug(self, told: str) -> str:
        """The tournament a helper is for; the only one there is need not be named."""
        if not told and len(self.hall.rooms) == 1:
            return next(iter(self.hall.rooms))
        if told not in self.hall.rooms:
            raise WhichTournament
        return told


def _told(error: NameImpossible | WhichTournament, request: Request) -> str:
    if isinstance(error, NameImpossible):
        return tell(error, language_of(request))
    return say("phone.which-tournament", language_of(request))


def device_name(agent: str) -> str:
    """A browser as people call it, from the long line it says of itself; that line if we know none of it."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    machine = next((name for mark, name in _MACHINES if mark in agent), "")
    return ", ".join(filter(None, (browser, machine))) or agent[:40]
