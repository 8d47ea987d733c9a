"""Every address asks for its right before its page is made."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.web.server.guarded_route import GuardedRoute, told_seat
from ronde.web.server.request import allowed, session_word, sitting
from ronde.web.server.rights import Right


async def page(request: Request) -> Response:
    return Response("seen")


def asked(seat: dict[str, Any] | None, slug: str = "open") -> Request:
    """A request as a worker gets it: the server has said who asks."""
    return Request({"type": "http", "given": {"seat": seat}, "path_params": {"slug": slug}, "headers": []})


def admitted(right: Right, request: Request) -> bool:
    try:
        asyncio.run(GuardedRoute("/t/{slug}", page, right).admit(request))
    except HTTPException as refused:
        return refused.status_code != 403
    return True


@pytest.mark.parametrize("right", list(Right))
def test_nobody_comes_in_without_a_seat_but_where_anybody_may(right: Right) -> None:
    assert admitted(right, asked(None)) == (right is Right.ANYBODY)


def test_whoever_is_admitted_is_known_to_the_page() -> None:
    request = asked(None)

    assert admitted(Right.ANYBODY, request)
    assert sitting(request) is None
    assert allowed(request, Right.ANYBODY)
    assert not allowed(request, Right.RESULTS, "open")
    assert told_seat({}) is None


def test_the_word_of_a_session_is_a_cookie() -> None:
    request = Request({"type": "http", "headers": [(b"cookie", b"ronde-seat=word")]})

    assert session_word(request) == "word"
    assert session_word(Request({"type": "http", "headers": []})) == ""
