"""Routes that declare a right; the visitor is looked up once per request, outside the loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ronde.web.server.rights import Right, Seat
from ronde.web.server.seats import COOKIE, Seats


class GuardedRoute(Route):
    """A route with the right it requires, in the tournament it names."""

    def __init__(
        self, path: str, endpoint: Callable[..., Any], right: Right, *, methods: list[str] | None = None
    ) -> None:
        super().__init__(path, endpoint, methods=methods)
        self.right = right

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in (self.methods or ()):
            await self.admit(Request(scope))
        await super().handle(scope, receive, send)

    async def admit(self, request: Request) -> None:
        """Look up the visitor, and refuse one without the right."""
        seat = await who_asks(request)
        request.scope["seat"] = seat
        if self.right is Right.ANYBODY:
            return
        if seat is None or not seat.may(self.right, str(request.path_params.get("slug", ""))):
            raise HTTPException(403)


async def who_asks(request: Request) -> Seat | None:
    """The visitor of a request; in a worker, the one named by the server."""
    if "given" in request.scope:
        return told_seat(request.scope["given"])
    word = session_word(request)
    seats: Seats = request.app.state.seats
    return await run_in_threadpool(seats.signed_in, word) if word else None


def session_word(request: Request) -> str:
    """The session token in a browser's cookie."""
    return request.cookies.get(COOKIE, "")


def sitting(request: Request) -> Seat | None:
    """The signed-in account of a request, as found by its route."""
    seat: Seat | None = request.scope.get("seat")
    return seat


def allowed(request: Request, right: Right, slug: str = "") -> bool:
    """Whether the visitor of a request also has another right."""
    seat = sitting(request)
    return right is Right.ANYBODY or (seat is not None and seat.may(right, slug))


def told_seat(given: dict[str, Any]) -> Seat | None:
    """The account as the server sent it to a worker."""
    seat = given.get("seat")
    return msgspec.convert(seat, Seat) if seat else None
