"""All addresses of the desk."""

from __future__ import annotations

from inspect import iscoroutinefunction

from tests.support.in_process import Visitor

from ronde.app.command import Right
from ronde.web.server.guarded_route import GuardedRoute


def test_every_address_asks_for_a_right_and_none_is_there_twice(inside: Visitor) -> None:
    routes = [route for route in inside.app.routes if isinstance(route, GuardedRoute)]
    of_the_desk = [route for route in routes if route.path.startswith("/desk/{slug}")]
    addresses = [(route.path, method) for route in of_the_desk for method in route.methods or ()]

    assert len(addresses) == len(set(addresses)) > 30
    assert all(route.right is not Right.ANYBODY for route in of_the_desk)


def test_only_what_waits_for_others_runs_on_the_loop(inside: Visitor) -> None:
    """An upload that comes piece by piece, a receiver of webhooks that answers, a password's turn."""
    routes = [route for route in inside.app.routes if isinstance(route, GuardedRoute)]
    places = {route.path for route in routes if iscoroutinefunction(route.endpoint)}

    of_the_desk = {place for place in places if place.startswith(("/desk", "/house", "/seats"))}
    assert of_the_desk == {"/house/import", "/desk/{slug}/publish/hook/{id}", "/seats/password"}
