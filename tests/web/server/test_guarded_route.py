"""Every address asks for its right before its page is made."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.web.server.accounts import Accounts, Role
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import account_of, allowed, read_form, session_token


def page(request: Request) -> Response:
    return Response("seen")


def asked(cookie: str = "", slug: str = "open") -> Request:
    app = Starlette()
    app.state.accounts = Accounts()
    headers = [(b"cookie", cookie.encode())] if cookie else []
    return Request({"type": "http", "app": app, "path_params": {"slug": slug}, "headers": headers})


def admitted(right: Right, request: Request) -> bool:
    try:
        GuardedRoute("/t/{slug}", page, right).check(request)
    except HTTPException as refused:
        return refused.status_code != 403
    return True


@pytest.mark.parametrize("right", list(Right))
@pytest.mark.parametrize("cookie", ["", "ronde-seat=forged"])
def test_nobody_comes_in_without_a_seat_but_where_anybody_may(right: Right, cookie: str) -> None:
    assert admitted(right, asked(cookie)) == (right is Right.ANYBODY)


def test_whoever_is_admitted_is_known_to_the_page() -> None:
    request = asked()
    seats: Accounts = request.app.state.accounts
    word = seats.enter(seats.invite("Ada", Role.HELPER, "open"))
    request = Request({**request.scope, "headers": [(b"cookie", f"ronde-seat={word}".encode())]})

    assert admitted(Right.RESULTS, request)
    seat = account_of(request)
    assert seat is not None
    assert seat.name == "Ada"
    assert allowed(request, Right.RESULTS, "open")
    assert not allowed(request, Right.ROUNDS, "open")
    assert seats.lately(word or "") == f"account {seat.id}"


def test_the_word_of_a_session_is_a_cookie() -> None:
    request = Request({"type": "http", "headers": [(b"cookie", b"ronde-seat=word")]})

    assert session_token(request) == "word"
    assert session_token(Request({"type": "http", "headers": []})) == ""


def test_a_form_is_read_as_browsers_write_it_and_one_of_endless_fields_is_refused() -> None:
    form = read_form(b"name=Ren%C3%A9e+B&entry=&name=two&x")

    assert form.multi_items() == [("name", "Renée B"), ("entry", ""), ("name", "two"), ("x", "")]
    with pytest.raises(HTTPException) as refused:
        read_form(b"&" * 499_000)
    assert refused.value.status_code == 400
