"""The web application: all routes, wiring, start and stop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ronde.app.command import Right
from ronde.render.shell import ICONS
from ronde.web.api import Api
from ronde.web.api_page import api_page
from ronde.web.assets import asset_route
from ronde.web.desk.accounts import AccountPages
from ronde.web.desk.history import routes as history_routes
from ronde.web.desk.known_lists import routes as known_list_routes
from ronde.web.desk.pages import DeskPages
from ronde.web.desk.pairing import routes as pairing_routes
from ronde.web.desk.player import palette_routes, person_routes
from ronde.web.desk.player import player_routes as card_routes
from ronde.web.desk.players import list_import_routes
from ronde.web.desk.players import routes as players_routes
from ronde.web.desk.publishing import export_routes as exports_routes
from ronde.web.desk.publishing import mark_routes
from ronde.web.desk.publishing import routes as publishing_routes
from ronde.web.desk.results import correction_routes as corrections_routes
from ronde.web.desk.results import routes as results_routes
from ronde.web.desk.rounds import closing_routes, final_routes, overview_routes
from ronde.web.desk.rounds import table_routes as tables_routes
from ronde.web.desk.settings import routes as settings_routes
from ronde.web.desk.tournaments import import_routes as imports_routes
from ronde.web.desk.tournaments import season_routes
from ronde.web.desk.tournaments import tournament_routes as tournament_list_routes
from ronde.web.openapi import description
from ronde.web.public.bracket import BracketPages
from ronde.web.public.paper import PaperPages
from ronde.web.public.phone import PhonePages, Proposals
from ronde.web.public.programs import Programs
from ronde.web.public.screen import ScreenPages
from ronde.web.public.tournament import PublicPages
from ronde.web.server.accounts import Accounts
from ronde.web.server.closings import AfterClosing, Closings
from ronde.web.server.drawing import WHY, Drawing
from ronde.web.server.extension import Extend
from ronde.web.server.guarded_route import LARGEST_BODY, GuardedRoute
from ronde.web.server.live import DiskWatcher, RefreshMiddleware
from ronde.web.server.rendering import page_text, render
from ronde.web.server.request import language_of, theme_of
from ronde.web.server.security import Guard, Hosts
from ronde.web.server.sign_in import SignInPages
from ronde.web.server.tournaments import Tournaments
from ronde.web.server.webhooks import Webhooks


def style_page(request: Request) -> Response:
    """Every component once; only with `ronde serve --dev`."""
    return render(request, "style.html", icons=sorted(ICONS))


def visitor_routes(tournaments: Tournaments, accounts: Accounts) -> list[GuardedRoute]:
    """The routes outside the desk, the most frequent first, because they are tried in order."""
    public = PublicPages(tournaments)
    return [
        *public.routes(),
        *SignInPages(tournaments, accounts).routes(),
        *AccountPages(tournaments, accounts).routes(),
        *BracketPages(public).routes(),
        *PhonePages(tournaments, accounts).routes(),
        *ScreenPages(public, accounts).routes(),
        *PaperPages(public, accounts).routes(),
        *Api(tournaments).routes(),
        GuardedRoute("/openapi.json", description, Right.ANYBODY, version=lambda request: ""),
        GuardedRoute("/docs", api_page, Right.ANYBODY, version=lambda request: tournaments.changes),
    ]


DESK_ROUTES = (
    tournament_list_routes,
    imports_routes,
    overview_routes,
    results_routes,
    closing_routes,
    final_routes,
    list_import_routes,
    known_list_routes,
    season_routes,
    players_routes,
    card_routes,
    person_routes,
    pairing_routes,
    palette_routes,
    tables_routes,
    corrections_routes,
    history_routes,
    settings_routes,
    publishing_routes,
    exports_routes,
    mark_routes,
)
"""In the order in which they are tried."""

MOST_REFUSALS = 1_000
"""Pages of refusals that are kept: in every language and theme, with a way back to the tournament."""


def make_app(
    paths: list[Path],
    accounts: Accounts,
    extensions: Sequence[Extend] = (),
    hosts: Hosts | None = None,
    *,
    dev: bool = False,
    after: AfterClosing | None = None,
    allow: str = "",
) -> Starlette:
    """The application for some tournament files or folders, with what other packages add.

    `dev` adds the page of all components, `after` says what follows each closing, and `allow` names the local
    ranges that webhooks may call.
    """
    tournaments = Tournaments(paths, accounts.store)
    drawing = Drawing()
    watch = DiskWatcher(tournaments)
    desk_pages = DeskPages(tournaments, accounts)
    hooks = desk_pages.webhooks = Webhooks(tournaments, accounts.store, allow)
    closings = desk_pages.closings = Closings(tournaments, after) if after else None
    added = [Programs(), *(extend(tournaments, accounts) for extend in extensions)]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        desk_pages.intakes.sweep()
        tournaments.start(asyncio.get_running_loop())
        watch.open()
        await hooks.open()
        if closings:
            await closings.open()
        for one in added:
            await one.open()
        yield
        for one in reversed(added):
            await one.close()
        tournaments.stop()
        await hooks.close()
        if closings:
            await closings.close()
        desk_pages.intakes.close()
        drawing.close()
        await run_in_threadpool(watch.close)
        tournaments.close()
        accounts.store.close()

    routes = [
        *visitor_routes(tournaments, accounts),
        *(route for routes in DESK_ROUTES for route in routes(desk_pages)),
        *(route for one in added for route in one.routes()),
        *([GuardedRoute("/style", style_page, Right.ANYBODY)] if dev else ()),
    ]
    app = Starlette(
        routes=[asset_route(), *routes],
        middleware=[
            Middleware(Guard, hosts=hosts),
            Middleware(RefreshMiddleware, watch=watch),
        ],
        exception_handlers={HTTPException: _refused, ClientDisconnect: _gone, 500: _refused},
        lifespan=life,
        max_body_size=LARGEST_BODY,
    )
    app.state.tournaments = tournaments
    app.state.accounts = accounts
    app.state.proposals = Proposals(accounts.store)
    app.state.referee = app.state.course = None
    app.state.extensions = added
    for one in added:
        setattr(app.state, one.name, one)
    app.state.desk_pages = desk_pages
    app.state.drawing = drawing
    app.state.refusals = OrderedDict[object, bytes]()
    return app


async def _refused(request: Request, error: Exception) -> Response:
    """The page of a refusal: a few constant ones, since there may be thousands of refusals."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    slug, tournaments = _slug(request), request.app.state.tournaments
    detail = error.detail if isinstance(error, HTTPException) else ""
    context = {
        "status": status,
        "why": detail if detail in WHY else "",
        "gone": status == 404 and slug in tournaments.gone,
        "home": f"/t/{slug}" if status == 404 and slug in tournaments.by_slug else "",
        "referee": request.url.path.startswith("/arbitre"),
    }
    key = language_of(request), theme_of(request), *context.values()
    pages: OrderedDict[object, bytes] = request.app.state.refusals
    if key not in pages:
        pages[key] = await run_in_threadpool(_refusal_page, request, context)
        if len(pages) > MOST_REFUSALS:
            pages.popitem(last=False)
    headers = {"Cache-Control": "no-store", **(getattr(error, "headers", None) or {})}  # a 405 names methods
    return HTMLResponse(pages[key], status, headers)


def _refusal_page(request: Request, context: dict[str, object]) -> bytes:
    """The same page for every visitor, whatever was asked."""
    anonymous = {"path": "", "embed": False, "may": lambda right, slug="": False}
    return page_text(request, "refused.html", anonymous | context).encode()


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
