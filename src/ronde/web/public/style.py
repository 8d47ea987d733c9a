"""The page that shows every component once; only with `ronde serve --dev`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ronde.formats.pages.door import ICONS
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rendering import render
from ronde.web.server.rights import Right


def style_page(request: Request) -> Response:
    return render(request, "style.html", icons=sorted(ICONS))


def style_route() -> GuardedRoute:
    return GuardedRoute("/style", style_page, Right.ANYBODY)
