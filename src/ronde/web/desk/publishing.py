"""Publishing: the lists of a tournament as pages in one archive, and the line that embeds them."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ronde.formats.site import embed_line, site
from ronde.web.desk.desk_pages import DeskPages
from ronde.web.desk.exports import archive, download
from ronde.web.desk.page import DeskPage
from ronde.web.serving.address import address_of
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of
from ronde.web.serving.rights import Right


def routes(office: DeskPages) -> list[GuardedRoute]:
    """The addresses of publishing."""
    pages = PublishPage(office)
    return [
        GuardedRoute("/desk/{slug}/publish", pages.show, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/publish.zip", pages.packed, Right.SETTINGS),
    ]


class PublishPage(DeskPage):
    """Ways to a club's own site."""

    template = "desk/publish.html"

    def facts(self, request: Request, room: OpenTournament) -> dict[str, Any]:
        """What is in the archive, and the lines that embed the pages of this server."""
        live = f"{address_of(request)}/t/{room.slug}/standings?embed"
        return {
            "files": sorted(site(room.tournament, language_of(request))),
            "embeds": [embed_line(live), embed_line("index.html")],
            "command": f"ronde publish {room.slug}.ronde {room.slug}-site",
        }

    async def packed(self, request: Request) -> Response:
        """All pages as one archive."""
        room, _ = self.office.seated(request)
        files = await run_in_threadpool(site, room.tournament, language_of(request))
        return download(f"{room.slug}-site.zip", archive(files))
