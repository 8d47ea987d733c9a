"""All addresses of the desk."""

from __future__ import annotations

from tests.support.in_process import Visitor

from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rights import Right


def test_every_address_asks_for_a_right_and_none_is_there_twice(inside: Visitor) -> None:
    routes = [route for route in inside.app.routes if isinstance(route, GuardedRoute)]
    of_the_desk = [route for route in routes if route.path.startswith("/desk/{slug}")]
    addresses = [(route.path, method) for route in of_the_desk for method in route.methods or ()]

    assert len(addresses) == len(set(addresses)) > 30
    assert all(route.right is not Right.ANYBODY for route in of_the_desk)
