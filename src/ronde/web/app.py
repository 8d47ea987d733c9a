"""The web application: routes, wiring, start and stop. The only place that wires."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ronde.web.desk import DeskPages
from ronde.web.guard import Guard
from ronde.web.hall import Hall
from ronde.web.pages import FOLDER, draw
from ronde.web.public import PublicPages
from ronde.web.seats import Seats

LARGEST_BODY = 8_000_000


def make_app(paths: list[Path], seats: Seats) -> Starlette:
    """The application for some tournament files or folders."""
    hall = Hall(paths)
    public, desk = PublicPages(hall), DeskPages(hall, seats)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await hall.open()
        yield
        await hall.close()

    app = Starlette(
        routes=[*_public(public), *_desk(desk), _static()],
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: _refused},
        lifespan=life,
        max_body_size=LARGEST_BODY,
    )
    app.state.hall = hall
    return app


def _public(pages: PublicPages) -> list[Route]:
    routes = [Route("/", pages.index), Route("/t/{slug}", pages.home), Route("/t/{slug}/live", pages.live)]
    for ending in ("", ".json"):
        routes += [
            Route("/t/{slug}/round/{number:int}" + ending, pages.round),
            Route("/t/{slug}/standings" + ending, pages.standings),
            Route("/t/{slug}/standings/{number:int}" + ending, pages.standings),
            Route("/t/{slug}/crosstable" + ending, pages.crosstable),
            Route("/t/{slug}/crosstable/{number:int}" + ending, pages.crosstable),
            Route("/t/{slug}/teams" + ending, pages.teams),
            Route("/t/{slug}/player/{player:int}" + ending, pages.player),
        ]
    return routes


def _desk(pages: DeskPages) -> list[Route]:
    return [
        Route("/enter/{word}", pages.enter),
        Route("/leave", pages.leave, methods=["POST"]),
        Route("/desk/{slug}", pages.results),
        Route("/desk/{slug}/result", pages.enter_result, methods=["POST"]),
        Route("/desk/{slug}/foresee", pages.foresee),
        Route("/desk/{slug}/pair", pages.pair, methods=["POST"]),
        Route("/desk/{slug}/close", pages.close_round, methods=["POST"]),
        Route("/desk/{slug}/undo", pages.undo, methods=["POST"]),
        Route("/desk/{slug}/redo", pages.redo, methods=["POST"]),
        Route("/desk/{slug}/players", pages.players),
        Route("/desk/{slug}/players/add", pages.add_player, methods=["POST"]),
        Route("/desk/{slug}/players/presence", pages.presence, methods=["POST"]),
        Route("/desk/{slug}/history", pages.history),
    ]


def _static() -> Mount:
    return Mount("/static", StaticFiles(directory=FOLDER / "static"))


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return draw(request, "refused.html", status, status=status)
