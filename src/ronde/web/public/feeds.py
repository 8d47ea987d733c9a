"""The feed and the calendar of a tournament, for readers that ask from time to time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from ronde.formats.feeds import atom, calendar, milestones, still_true
from ronde.web.public.tournament import PublicPages
from ronde.web.serving.address import address_of
from ronde.web.serving.aside import brief, given
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.page_cache import packed, sent_once
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

        def written(request: Request, address: str) -> bytes:
            opened = self.public.opened(request)
            counting = [
                (entry.number, entry.at, entry.event) for entry, counts in opened.desk.history() if counts
            ]
            news = still_true(opened.tournament, milestones(counting))
            return write(opened.tournament, news, f"{address}/t/{opened.slug}", language_of(request))

        async def page(request: Request) -> Response:
            now, pool = self.public.open_now(request), self.public.tournaments.pool
            if pool is None:
                return Response(written(request, given(request)["address"]))
            address = address_of(request)
            if brief(now):
                feed = packed(written(request, address))
            else:  # it goes through the whole journal
                drawings = self.public.drawings
                feed = await drawings.aside(pool, request, now, mark=address, address=address)
            return sent_once(request, feed, {"Access-Control-Allow-Origin": "*"}, kind)

        return page
