"""Which pages are rendered in a worker process, and how a request is sent there."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.core.tournament import Tournament
from ronde.web.server.job import Done, Job
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import payer_of
from ronde.web.server.worker_pool import Crowded, WorkerLost, WorkerPool

LIGHT: Final = 250
"""Lines of history that are rendered in less than 5 ms: a small club needs no worker."""
CROWDED: Final = "crowded"
GREEDY: Final = "greedy"
LOST: Final = "lost"
WHY: Final = (CROWDED, GREEDY, LOST)
"""Why a page is not available now, used in `HTTPException.detail` and on the error page."""
_SENT: Final = ("host", "accept-language", "x-ronde")
_COOKIES: Final = ("ronde-lang", "ronde-theme")


def light(tournament: Tournament) -> bool:
    """Whether every page of a tournament is rendered quickly."""
    rounds = 1 + len(tournament.closed_rounds)
    return len(tournament.players) * rounds + len(tournament.games) <= LIGHT


def brief(opened: OpenTournament) -> bool:
    """Whether the whole history is replayed quickly, as a past state needs it."""
    return light(opened.tournament) and opened.desk.number <= LIGHT


def billed_to(request: Request, seat: str = "") -> str:
    """The payer of a page: the account at the desk, else the address, in IPv6 the network."""
    return f"seat {seat}" if seat else payer_of(request.client.host if request.client else "")


async def rendered(
    pool: WorkerPool,
    request: Request,
    opened: OpenTournament,
    *,
    given: Mapping[str, Any],
    payer: str = "",
    weight: int = 1,
    key: Hashable = None,
    pack: bool = False,
) -> Done:
    """The answer of a worker; a refusal with a sentence if there is too much to render."""
    job = _job(request, opened, given)
    job.pack = pack
    try:
        done = await pool.done(job, payer=payer or billed_to(request), weight=weight, key=key)
    except Crowded as crowded:
        raise (greedy() if crowded.own else HTTPException(503, CROWDED, {"Retry-After": "2"})) from None
    except WorkerLost:
        raise HTTPException(503, LOST, {"Retry-After": "10"}) from None
    if done.status not in (200, 409):
        raise HTTPException(done.status)
    return done


def greedy() -> HTTPException:
    """The refusal for a visitor who has requested too many large pages."""
    return HTTPException(429, GREEDY, {"Retry-After": "5"})


def given(request: Request) -> dict[str, Any]:
    """In a worker: the data the server sent with the request."""
    facts: dict[str, Any] = request.scope.get("given", {})
    return facts


def passed_on(done: Done) -> Response:
    """The answer of a worker, unchanged."""
    return Response(done.body, done.status, done.headers)


def _job(request: Request, opened: OpenTournament, given: Mapping[str, Any]) -> Job:
    facts = {"arbitre": bool(getattr(request.app.state, "arbitre", None)), **given}
    headers = [(name, request.headers[name]) for name in _SENT if name in request.headers]
    cookies = [f"{name}={request.cookies[name]}" for name in _COOKIES if name in request.cookies]
    if cookies:
        headers.append(("cookie", "; ".join(cookies)))
    return Job(
        place=str(opened.path),
        slug=opened.slug,
        serial=opened.serial,
        path=request.scope["path"],
        query=request.scope["query_string"].decode("latin-1"),
        scheme=request.url.scheme,
        headers=headers,
        given=facts,
    )
