"""Publishing: the lists as pages in one archive, the HTML that embeds them, and webhooks."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.core.errors import RondeError
from ronde.formats.site import embed_line, site, site_names
from ronde.i18n.door import moment, say, tell
from ronde.web.desk.desk_pages import DeskPages, Notice, text_of, to
from ronde.web.desk.exports import archive, download
from ronde.web.desk.page import DeskPage
from ronde.web.server.closings import PublishedLast
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import address_of, form_of, language_of
from ronde.web.server.rights import Right
from ronde.web.server.webhooks import WISHES, Webhook, Webhooks

LONGEST = 1_000
PING = "Ping"


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = PublishPage(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/publish", pages.show, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/publish.zip", pages.packed, Right.SETTINGS, download=True),
        GuardedRoute("/desk/{slug}/publish/hook", pages.add, Right.SETTINGS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/publish/hook/{id}", pages.change, Right.SETTINGS, methods=["POST"]),
    ]


class PublishPage(DeskPage):
    template = "desk/publish.html"

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """The files of the archive, the HTML that embeds the pages of this server, and the webhooks."""
        live, language = f"{address_of(request)}/t/{opened.slug}/standings?embed", language_of(request)
        last = self.desk_pages.closings.last.get(opened.slug) if self.desk_pages.closings else None
        return {
            "files": sorted(site_names(opened.tournament)),
            "embeds": [embed_line(live), embed_line("index.html")],
            "last": _last(last, language) if last else "",
            "failed": last is not None and bool(last.error or last.code),
            "hooks": [(hook, _state(hook, language)) for hook in self._hooks.of(opened.slug)],
            "wishes": WISHES,
            "typed": "",
            "made": None,
        }

    @property
    def _hooks(self) -> Webhooks:
        assert self.desk_pages.webhooks is not None
        return self.desk_pages.webhooks

    def packed(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        return download(f"{opened.slug}-site.zip", archive(site(opened.tournament, language_of(request))))

    def add(self, request: Request) -> Response:
        """Add a webhook; its secret is shown once."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        typed, wish = text_of(form, "url", LONGEST), text_of(form, "wish", 20)
        if wish not in WISHES:
            raise HTTPException(400)
        try:
            url = self._hooks.check(typed)
        except RondeError as error:
            return self.page(request, opened, 409, trouble=tell(error, language_of(request)), typed=typed)
        return self.page(request, opened, made=self._hooks.add(opened, url, wish))

    async def change(self, request: Request) -> Response:
        """Test, restart or delete a webhook."""
        opened, _ = self.desk_pages.seated(request)
        act = text_of(form_of(request), "act", 10)
        if act not in ("test", "again", "drop"):
            raise HTTPException(400)
        hooks = await run_in_threadpool(self._hooks.of, opened.slug)
        hook = next((one for one in hooks if one.id == request.path_params["id"]), None)
        if hook and act == "test":
            notice = Notice(await self._tested(opened, hook, language_of(request)))
            await run_in_threadpool(self.desk_pages.remark, request, notice)
        elif hook:
            task = self._hooks.again if act == "again" else self._hooks.drop
            await run_in_threadpool(task, opened.slug, hook.id)
        return to(opened, "/publish")

    async def _tested(self, opened: OpenTournament, hook: Webhook, language: str) -> str:
        """Send a test message and report the answer."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        message = {"tournament": opened.slug, "name": opened.tournament.name, "kind": PING, "at": at}
        receipt = await self._hooks.post(hook, msgspec.json.encode(message), PING, 0)
        if receipt.taken:
            return say("club.hook-took", language, status=receipt.status)
        return say(f"club.hook-{receipt.trouble}", language, status=receipt.status)


def _state(hook: Webhook, language: str) -> str:
    """The state of a webhook in words."""
    word, _, status = hook.said.partition(" ")
    if not word:
        return say("club.hook-well", language)
    trouble = say(f"club.hook-{word}", language, status=status)
    then = "club.hook-stopped" if hook.stopped else "club.hook-waits"
    return f"{trouble} {say(then, language, count=hook.failed)}"


def _last(last: PublishedLast, language: str) -> str:
    """The result of publishing after the last closing."""
    if last.error:
        return tell(last.error, language)
    done = say("club.published-at", language, folder=last.folder, when=moment(last.at, language))
    if not last.code:
        return done
    return f"{done} {say('club.command-failed', language, code=last.code, told=last.output)}"
