"""The web application: all routes, wiring, start and stop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ronde.web.assets import asset_route
from ronde.web.course.course_state import open_course
from ronde.web.course.routes import course_routes
from ronde.web.course.student_pages import UPLOAD
from ronde.web.desk.desk_pages import DeskPages
from ronde.web.desk.routes import desk_routes
from ronde.web.public.routes import visitor_routes
from ronde.web.public.style import style_route
from ronde.web.server.accounts import Seats
from ronde.web.server.closings import AfterClosing, Closings
from ronde.web.server.drawing import WHY, Drawing
from ronde.web.server.rendering import page_text
from ronde.web.server.request import language_of, theme_of
from ronde.web.server.security import Guard, Hosts
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.watch import Watch, Watched
from ronde.web.server.webhooks import Webhooks

if TYPE_CHECKING:
    from ronde.web.engines.routes import EngineRoutes


LARGEST_BODY = 8_000_000
LARGEST_FORM = 500_000
LARGEST_UPLOAD = 1_000_000_000
"""Bytes of an uploaded program that are read before it is refused: browsers answer after sending all."""
IMPORT = "/house/import"
MOST_REFUSALS = 1_000
"""Pages of refusals that are kept: in every language and theme, with a way back to the tournament."""


Wing = Callable[[Tournaments, Seats], "EngineRoutes"]
"""Builds the routes of a referee; a server without one never imports them."""


def make_app(
    paths: list[Path],
    seats: Seats,
    wing: Wing | None = None,
    hosts: Hosts | None = None,
    *,
    dev: bool = False,
    after: AfterClosing | None = None,
    allow: str = "",
    course: Path | None = None,
) -> Starlette:
    """The application for some tournament files or folders, with the routes of a referee if there is one.

    `dev` adds the page of all components, `after` says what follows each closing, and `allow` names the local
    ranges that webhooks may call. `course` is the folder of a course whose students hand programs in.
    """
    tournaments = Tournaments(paths, seats.register)
    drawing = Drawing()
    watch = Watch(tournaments)
    desk_pages = DeskPages(tournaments, seats)
    hooks = desk_pages.webhooks = Webhooks(tournaments, seats.register, allow)
    closings = desk_pages.closings = Closings(tournaments, after) if after else None
    arbitre = wing(tournaments, seats) if wing else None
    programs = open_course(course) if course else None

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        desk_pages.intakes.sweep()
        tournaments.start(asyncio.get_running_loop())
        watch.open()
        await hooks.open()
        if closings:
            await closings.open()
        if arbitre:
            await arbitre.open()
        if programs:
            await programs.open()
        yield
        if programs:
            await programs.close()
        if arbitre:
            await arbitre.close()
        tournaments.stop()
        await hooks.close()
        if closings:
            await closings.close()
        desk_pages.intakes.close()
        drawing.close()
        await run_in_threadpool(watch.close)
        tournaments.close()
        seats.register.close()

    routes = [
        *visitor_routes(tournaments, seats),
        *desk_routes(desk_pages),
        *(arbitre.routes() if arbitre else ()),
        *(course_routes(programs) if programs else ()),
    ]
    routes += [style_route()] if dev else []
    app = Starlette(
        routes=[asset_route(), *map(_bounded, routes)],
        middleware=[
            Middleware(Guard, hosts=hosts),
            Middleware(Watched, watch=watch),
        ],
        exception_handlers={HTTPException: _refused, ClientDisconnect: _gone, 500: _refused},
        lifespan=life,
        max_body_size=LARGEST_BODY,
    )
    app.state.tournaments = tournaments
    app.state.seats = seats
    app.state.arbitre = arbitre
    app.state.course = programs
    app.state.desk_pages = desk_pages
    app.state.drawing = drawing
    app.state.refusals = OrderedDict[object, bytes]()
    return app


def _bounded(route: Route) -> Route:
    """A route with the usual limit for the size of a form; only two routes take files."""
    most = LARGEST_UPLOAD if route.path == UPLOAD else LARGEST_FORM
    if {"POST", "PUT", "PATCH", "DELETE"} & set(route.methods or ()) and route.path != IMPORT:
        route.app = RequestBodyLimitMiddleware(route.app, max_body_size=most)
    return route


async def _refused(request: Request, error: Exception) -> Response:
    """The page of a refusal: a few constant ones, since there may be thousands of refusals."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    slug, hall = _slug(request), request.app.state.tournaments
    detail = error.detail if isinstance(error, HTTPException) else ""
    facts = {
        "status": status,
        "why": detail if detail in WHY else "",
        "gone": status == 404 and slug in hall.gone,
        "home": f"/t/{slug}" if status == 404 and slug in hall.by_slug else "",
        "arbitre": request.url.path.startswith("/arbitre"),
    }
    key = language_of(request), theme_of(request), *facts.values()
    pages: OrderedDict[object, bytes] = request.app.state.refusals
    if key not in pages:
        pages[key] = await run_in_threadpool(_refusal_page, request, facts)
        if len(pages) > MOST_REFUSALS:
            pages.popitem(last=False)
    headers = {"Cache-Control": "no-store", **(getattr(error, "headers", None) or {})}  # a 405 names methods
    return HTMLResponse(pages[key], status, headers)


def _refusal_page(request: Request, facts: dict[str, object]) -> bytes:
    """The same page for every visitor, whatever was asked."""
    anonymous = {"path": "", "embed": False, "may": lambda right, slug="": False}
    return page_text(request, "refused.html", anonymous | facts).encode()


def _slug(request: Request) -> str:
    """The slug of the tournament in the address, if there is one."""
    place, _, rest = request.url.path.lstrip("/").partition("/")
    return rest.split("/")[0].removesuffix(".json") if place in ("t", "desk") else ""


async def _gone(request: Request, error: Exception) -> Response:
    """A client that disconnects in the middle of a form gets no answer and no line in the log."""
    return Response(status_code=400)


def path_of(address: str) -> str:
    """The path of a public address, without a slash at its end: `/ronde`, or nothing.

    >>> path_of("https://arena.example.org/ronde/"), path_of("https://arena.example.org")
    ('/ronde', '')
    """
    return urlsplit(address).path.rstrip("/")


class SubPath:
    """The application under a path."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"] == self.path:  # links beside the front page would leave the path otherwise
            asked = scope["query_string"].decode("latin-1")
            await RedirectResponse(f"{self.path}/{'?' * bool(asked)}{asked}", 308)(scope, receive, send)
            return
        here = f"{scope['scheme']}://{Headers(scope=scope).get('host', '')}/"

        async def below(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                where = headers.get("location", "").replace(here, "/", 1)  # Starlette's own are absolute
                if where.startswith("/") and not where.startswith("//"):
                    headers["location"] = self.path + where
            await send(message)

        place = scope["path"]
        inside = place[len(self.path) :] if place.startswith(f"{self.path}/") else place
        # Not `root_path`: Starlette takes it off paths, and `/course/desk` below `/course` would be `/desk`.
        scope = {**scope, "app_root_path": self.path, "path": inside, "raw_path": inside.encode()}
        await self.app(scope, receive, below)
