"""Addresses that visitors ask for."""

from __future__ import annotations

from tests.support.in_process import Visitor

from ronde.app.command import Right
from ronde.web.server.accounts import Accounts
from ronde.web.server.application import visitor_routes
from ronde.web.server.tournaments import Tournaments


def test_the_page_of_a_tournament_is_tried_before_rarer_ones() -> None:
    routes = visitor_routes(Tournaments([]), Accounts())
    paths = [route.path for route in routes]

    assert paths.index("/t/{slug}") < paths.index("/openapi.json")
    assert len({(route.path, *(route.methods or ())) for route in routes}) == len(routes)
    assert any(route.right is not Right.ANYBODY for route in routes if route.path.startswith("/desk"))


def test_what_is_no_address_is_a_page_that_says_so(inside: Visitor) -> None:
    inside.cookies.clear()
    answer = inside.get("/t/open/nothing")

    assert answer.status == 404
    assert "<main" in answer.text
