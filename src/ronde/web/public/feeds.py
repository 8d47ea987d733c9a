"""The feed and the calendar of a tournament, for readers that ask from time to time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from ronde.formats.feeds import atom, calendar, milestones, told
from ronde.web.public.tournament import PublicPages
from ronde.web.serving.address import address_of
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.page_cache import tag_of
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right

_KINDS: Final = {
    "feed.atom": (atom, "application/atom+xml"),
    "rounds.ics": (calendar, "text/calendar"),
}


class Feeds:
    """Two addresses of every tournament."""

    def __init__(self, public: PublicPages) -> None:
        self.public = public

    def routes(self) -> list[GuardedRoute]:
        """Their addresses."""
        return [GuardedRoute("/t/{slug}/" + name, self._page(name), Right.ANYBODY) for name in _KINDS]

    def _page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        write, kind = _KINDS[name]

        async def page(request: Request) -> Response:
            room = self.public.room(request)
            counting = [
                (entry.number, entry.at, entry.event) for entry, counts in room.desk.history() if counts
            ]
            news = told(room.tournament, milestones(counting))
            home = f"{address_of(request)}/t/{room.slug}"
            body = write(room.tournament, news, home, language_of(request))
            headers = {"ETag": tag_of(body), "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
            if request.headers.get("if-none-match") == headers["ETag"]:
                return Response(status_code=304, headers=headers)
            return Response(body, media_type=kind, headers=headers)

        return page
