"""The web application: routes, wiring, start and stop. The only place that wires."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from ronde.web.aside import WHY
from ronde.web.desk import desk_routes
from ronde.web.guard import Guard
from ronde.web.hall import Hall
from ronde.web.pages import FOLDER, draw
from ronde.web.seats import Seats
from ronde.web.visitors import visitor_routes
from ronde.web.watch import Attentive, Watch
from ronde.web.worker_pool import WorkerPool

if TYPE_CHECKING:
    from ronde.web.arbitre import ArbitreWing

LARGEST_BODY = 8_000_000


Wing = Callable[[Hall, Seats], "ArbitreWing"]
"""Builds the wing of a referee; a server without one never loads it."""


def make_app(paths: list[Path], seats: Seats, wing: Wing | None = None) -> Starlette:
    """The application for some tournament files or folders, with a referee's wing if there is one."""
    hall = Hall(paths)
    hall.pool = pool = WorkerPool()
    watch = Watch(hall)
    arbitre = wing(hall, seats) if wing else None

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await watch.open()
        if arbitre:
            pool.warm_up()
            await arbitre.open()
        yield
        if arbitre:
            await arbitre.close()
        hall.stop()
        await pool.close()
        await watch.close()
        hall.close()
        seats.register.close()

    app = Starlette(
        routes=[
            _static(),
            *visitor_routes(hall, seats),
            *desk_routes(hall, seats),
            *(arbitre.routes() if arbitre else ()),
        ],
        middleware=[Middleware(Guard), Middleware(Attentive, watch=watch)],
        exception_handlers={HTTPException: _refused, ClientDisconnect: _gone, 500: _refused},
        lifespan=life,
        max_body_size=LARGEST_BODY,
    )
    app.state.hall = hall
    app.state.seats = seats
    app.state.arbitre = arbitre
    return app


def _static() -> Mount:
    return Mount("/static", StaticFiles(directory=FOLDER / "static"))


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    gone = status == 404 and _slug(request) in request.app.state.hall.gone
    detail = error.detail if isinstance(error, HTTPException) else ""
    facts = {"status": status, "gone": gone, "why": detail if detail in WHY else ""}
    answer = draw(request, "refused.html", status, **facts)
    answer.headers.update(getattr(error, "headers", None) or {})  # a 405 names what is allowed
    return answer


def _slug(request: Request) -> str:
    """The word of the tournament an address names, if it names one."""
    place, _, rest = request.url.path.lstrip("/").partition("/")
    return rest.split("/")[0].removesuffix(".json") if place in ("t", "desk") else ""


async def _gone(request: Request, error: Exception) -> Response:
    """Whoever hung up in the middle of a form hears nothing, and the log has nothing to say about it."""
    return Response(status_code=400)
