"""Downloads by purpose, exports, publishing, webhooks, the branding of the club."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any, Final
from urllib.parse import quote

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.app.commands import ChangeSettings
from ronde.app.exchange import EXPORTS, ExportContext, export
from ronde.app.files import copy_bytes
from ronde.formats.accent import shades
from ronde.formats.papp import Edition, EloSlip, elo_file, elo_name, subfolder_name
from ronde.i18n import error_text, moment, say
from ronde.model.errors import RondeError
from ronde.model.settings import LONGEST_CSS, LONGEST_LOGO, PublicSettings, picture_of
from ronde.model.tournament import AsOf, Tournament, as_of_round
from ronde.render import lists
from ronde.render.lists import known_groups
from ronde.render.site import embed_line, site, site_names
from ronde.standings import player_card
from ronde.web.desk.pages import DeskPage, DeskPages, Notice, redirect_to, text_of
from ronde.web.public.paper import DocumentRow, paper_of, paper_rows
from ronde.web.public.tournament import as_of_in, category_of
from ronde.web.server.closings import PublishedLast
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import address_of, form_of, language_of
from ronde.web.server.webhooks import WISHES, Webhook, Webhooks

# Downloads: the tournament in every format, lists as text, the file for the rating officer.


ENDINGS = {
    "json": ".json", "csv": "-standings.csv", "players-csv": "-players.csv", "text": "-standings.txt",
    "keizer-s3db": ".s3db", "pdf": ".pdf", "pdf-letter": "-letter.pdf",
    "checklist-csv": "-checklist.csv", "ratings-csv": "-ratings.csv",
    "trf16": "-16.trf", "trf26": ".trf", "trf-engine": "-engine.trf",
    "opengotha": ".xml", "egf": ".h9", "ffg": ".tou",
}  # fmt: skip
"""How the names of downloads end, so that they are unique; several files are packed into one archive."""
LISTS: dict[str, Callable[[Tournament, str], str]] = {
    "players": lists.players_text,
    "pairs": lambda tournament, tongue: lists.round_text(tournament, tournament.open_round, tongue),
    "standings": lists.standings_text,
    "crosstable": lists.crosstable_text,
    "teams": lists.teams_text,
}
CROSSED = "crosstable"
"""The list that exists for each category too; standings are among the formats."""
OF_NOW = ("players", "pairs")
"""Lists of the open round; the others are those after the last closed round."""


def export_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = ExportPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/export", pages.show, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/export/file.ronde", pages.whole, Right.SETTINGS, download=True),
        GuardedRoute("/desk/{slug}/export/elo", pages.elo, Right.SETTINGS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/export/list/{list}", pages.plain, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/export/sheet/{player:int}", pages.sheet, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/export/{format}", pages.export, Right.SETTINGS, download=True),
    ]


class ExportPages(DeskPage):
    template = "desk/export.html"

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """All downloads by purpose."""
        paper, language = paper_of(request), language_of(request)
        return {
            "paper": paper,
            "purposes": download_rows(live, paper, language),
            "texts": _texts(live, language),
        }

    def export(self, request: Request) -> Response:
        """The tournament in the named format; several files as one archive."""
        live, _ = self.desk_pages.live_and_actor(request)
        format, language = request.path_params["format"], language_of(request)
        group = category_of(request, live.tournament)
        if format not in EXPORTS or (group and format not in BY_CATEGORY):
            raise HTTPException(404)
        try:
            files = _exported(live, format, language, group)
        except RondeError as error:
            return self.again(request, live, error_text(error, language))
        if set(files) == {""}:
            return download(f"{_stem(live, group)}{ENDINGS.get(format, f'-{format}.txt')}", files[""])
        return download(f"{live.slug}-{format}.zip", archive(files))

    def whole(self, request: Request) -> Response:
        """A consistent copy of the tournament file."""
        live, _ = self.desk_pages.live_and_actor(request)
        data = live.use(copy_bytes)
        return download(f"{live.slug}.ronde", data)

    def plain(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        name = request.path_params["list"]
        group = category_of(request, live.tournament)
        if name not in LISTS or (group and name != CROSSED):
            raise HTTPException(404)
        as_of = AsOf.NOW if name in OF_NOW else as_of_in(request)
        make = partial(lists.crosstable_text, category=group) if group else LISTS[name]
        text = make(as_of_round(live.tournament, as_of=as_of), language_of(request))
        return download(f"{_stem(live, group)}-{name}.txt", f"{text}\n".encode())

    def sheet(self, request: Request) -> Response:
        """The rounds of one player as plain text."""
        live, _ = self.desk_pages.live_and_actor(request)
        player = int(request.path_params["player"])
        if player not in live.tournament.players:
            raise HTTPException(404)
        page = player_card(live.tournament, player, as_of=as_of_in(request))
        text = lists.sheet_of(live.tournament, page, language_of(request))
        return download(f"{live.slug}-{player}.txt", f"{text}\n".encode())

    def elo(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        slip = EloSlip(text_of(form, "country"), text_of(form, "date"), text_of(form, "sender"), ())
        edition = Edition(language=language_of(request))
        tournament = live.tournament
        name = elo_name(tournament.date, subfolder_name(tournament.name, edition))
        text = elo_file(tournament, edition, datetime.now(), slip)
        return download(re.split(r"[/\\]", name)[-1], text.encode())


def _texts(live: LiveTournament, language: str) -> list[DocumentRow]:
    """The lists as plain text, the crosstable for each category too."""
    base = f"/desk/{live.slug}/export/list"
    rows = {say(f"webdesk.list-{one}", language): f"{base}/{one}" for one in LISTS}
    crossed = say(f"webdesk.list-{CROSSED}", language)
    rows |= {
        f"{crossed} · {long}": f"{base}/{CROSSED}?category={quote(short)}"
        for short, long in known_groups(live.tournament, language).items()
    }
    return [DocumentRow(name, (("", place),)) for name, place in rows.items()]


def _stem(live: LiveTournament, group: str | None) -> str:
    """How the name of a download begins."""
    return f"{live.slug}-{group}" if group else live.slug


def _exported(live: LiveTournament, format: str, language: str, group: str | None) -> dict[str, bytes]:
    desk = live.desk
    with live.lock:
        kept, actions, stem = desk.journal.attachments(), desk.by_action(), desk.journal.path.stem
        tournament = desk.tournament
    return export(ExportContext(tournament, language, actions, kept, stem, group), format).files


def archive(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in files.items():
            target.writestr(name or "list", data)
    return packed.getvalue()


def download(name: str, data: bytes) -> Response:
    """Bytes that a browser downloads and never displays."""
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}",
        "Cache-Control": "no-store",
    }
    return Response(data, media_type="application/octet-stream", headers=headers)


# Publishing: the lists as pages in one archive, the HTML that embeds them, and webhooks.


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

    def context(self, request: Request, live: LiveTournament) -> dict[str, Any]:
        """The files of the archive, the HTML that embeds the pages of this server, and the webhooks."""
        standings_page, language = (
            f"{address_of(request)}/t/{live.slug}/standings?embed",
            language_of(request),
        )
        last = self.desk_pages.closings.last.get(live.slug) if self.desk_pages.closings else None
        return {
            "files": sorted(site_names(live.tournament)),
            "embeds": [embed_line(standings_page), embed_line("index.html")],
            "last": _last(last, language) if last else "",
            "failed": last is not None and bool(last.error or last.code),
            "hooks": [(hook, _state(hook, language)) for hook in self._hooks.of(live.slug)],
            "wishes": WISHES,
            "typed": "",
            "made": None,
        }

    @property
    def _hooks(self) -> Webhooks:
        assert self.desk_pages.webhooks is not None
        return self.desk_pages.webhooks

    def packed(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        return download(f"{live.slug}-site.zip", archive(site(live.tournament, language_of(request))))

    def add(self, request: Request) -> Response:
        """Add a webhook; its secret is shown once."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        typed, wish = text_of(form, "url", LONGEST), text_of(form, "wish", 20)
        if wish not in WISHES:
            raise HTTPException(400)
        try:
            url = self._hooks.check(typed)
        except RondeError as error:
            return self.page(request, live, 409, trouble=error_text(error, language_of(request)), typed=typed)
        return self.page(request, live, made=self._hooks.add(live, url, wish))

    async def change(self, request: Request) -> Response:
        """Test, restart or delete a webhook."""
        live, _ = self.desk_pages.live_and_actor(request)
        act = text_of(form_of(request), "act", 10)
        if act not in ("test", "again", "drop"):
            raise HTTPException(400)
        hooks = await run_in_threadpool(self._hooks.of, live.slug)
        hook = next((one for one in hooks if one.id == request.path_params["id"]), None)
        if hook and act == "test":
            notice = Notice(await self._tested(live, hook, language_of(request)))
            await run_in_threadpool(self.desk_pages.remark, request, notice)
        elif hook:
            task = self._hooks.again if act == "again" else self._hooks.drop
            await run_in_threadpool(task, live.slug, hook.id)
        return redirect_to(live, "/publish")

    async def _tested(self, live: LiveTournament, hook: Webhook, language: str) -> str:
        """Send a test message and report the answer."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        message = {"tournament": live.slug, "name": live.tournament.name, "kind": PING, "at": at}
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
        return error_text(last.error, language)
    done = say("club.published-at", language, folder=last.folder, when=moment(last.at, language))
    if not last.code:
        return done
    return f"{done} {say('club.command-failed', language, code=last.code, told=last.output)}"


# The club's branding: its colour and style sheet, its logo, and the page that sets them.


_SIGNS: Final = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp"}
"""Signatures of the accepted image formats; SVG is refused because it may contain scripts."""
_KEPT: Final = {"Cache-Control": "public, max-age=86400"}


def mark_routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = BrandingPages(desk_pages)
    return [
        GuardedRoute("/t/{slug}/mark.css", pages.sheet, Right.ANYBODY),
        GuardedRoute("/t/{slug}/club.css", pages.own_sheet, Right.ANYBODY),
        GuardedRoute("/t/{slug}/logo", pages.logo, Right.ANYBODY),
        GuardedRoute("/desk/{slug}/mark", pages.show, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/mark", pages.change, Right.SETTINGS, methods=["POST"]),
    ]


class BrandingPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def _public(self, request: Request) -> PublicSettings:
        live = self.desk_pages.tournaments.by_slug.get(request.path_params["slug"])
        if live is None:
            raise HTTPException(404)
        return live.tournament.settings.public

    def sheet(self, request: Request) -> Response:
        """The club's colour in both themes, replacing the default green; empty if it has none."""
        accent = self._public(request).accent
        return Response(_sheet(accent) if accent else "", media_type="text/css", headers=_KEPT)

    def own_sheet(self, request: Request) -> Response:
        """The club's own style sheet; the desk does not load it, so that it can always be changed back."""
        return Response(self._public(request).css, media_type="text/css", headers=_KEPT)

    def logo(self, request: Request) -> Response:
        logo = self._public(request).logo
        picture, kind = picture_of(logo), logo.partition(";")[0].removeprefix("data:")
        if not picture:
            raise HTTPException(404)
        return Response(picture, media_type=kind, headers=_KEPT)

    def show(self, request: Request) -> Response:
        live, _ = self.desk_pages.live_and_actor(request)
        return self._page(request, live)

    def _page(
        self, request: Request, live: LiveTournament, status: int = 200, trouble: str = "", css: str = ""
    ) -> Response:
        typed = css or live.tournament.settings.public.css
        return self.desk_pages.page(
            request, "public/mark.html", status, live=live, trouble=trouble, css=typed
        )

    def change(self, request: Request) -> Response:
        """Change the name, colour, style sheet or logo; each change can be undone."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        picture = _picture(form)
        if picture is None:
            wrong = say("face.mark-wrong", language_of(request))
            return self._page(request, live, 409, wrong)
        wanted = {
            "club": text_of(form, "club", 200).strip(),
            "accent": text_of(form, "accent", 7) if "own" in form else "",
            "css": text_of(form, "css", LONGEST_CSS + 1).replace("\r\n", "\n"),
        }
        if picture or "drop" in form:
            wanted["logo"] = picture
        public = live.tournament.settings.public
        news = {name: text for name, text in wanted.items() if text != getattr(public, name)}
        return self.desk_pages.act(
            request,
            ChangeSettings({f"public.{name}": text for name, text in news.items()}),
            then="/mark",
            again=lambda trouble: self._page(request, live, 409, trouble, wanted["css"]),
        )


def _picture(form: FormData) -> str | None:
    """The uploaded image, encoded for storage; empty without one, None if its format is not accepted."""
    file = form.get("logo")
    if not isinstance(file, UploadFile) or not file.filename:
        return ""
    body = file.file.read(LONGEST_LOGO)
    kind = next((kind for sign, kind in _SIGNS.items() if body.startswith(sign)), "")
    kept = f"data:image/{kind};base64,{base64.b64encode(body).decode()}"
    return kept if kind and len(kept) <= LONGEST_LOGO else None


def _sheet(accent: str) -> str:
    colours = shades(accent)
    return (
        f":root{{--felt:light-dark({colours.light},{colours.dark});"
        f"--on-felt:light-dark({colours.on_light},{colours.on_dark});"
        f"--felt-soft:light-dark({colours.soft_light},{colours.soft_dark})}}"
    )


# What can be printed or taken away, by its purpose.


PURPOSES: Final = ("board", "players", "federation", "programs", "backup")
FILES: Final = (
    ("board", "all", ("pdf", "pdf-letter")),
    ("federation", "report", ("trf26", "trf16")),
    ("federation", "ratings", ("ratings-csv",)),
    ("federation", "egf", ("egf",)),
    ("federation", "ffg", ("ffg",)),
    ("federation", "aga", ("aga",)),
    ("programs", "standings", ("csv", "text")),
    ("programs", "players", ("players-csv",)),
    ("programs", "checklist", ("checklist-csv",)),
    ("programs", "papp", ("papp",)),
    ("programs", "opengotha", ("opengotha",)),
    ("programs", "keizer", ("keizer-s3db", "keizer-html", "keizer-xml", "keizer-csv", "keizer-txt")),
    ("programs", "engines", ("trf-engine",)),
    ("backup", "whole", ("file.ronde", "json")),
    ("backup", "proof", ("proof",)),
)
"""Rows of the page: their purpose, their name, and the exports that write them."""
FORMATS: Final = {
    "file.ronde": ".ronde", "json": "JSON", "csv": "CSV", "players-csv": "CSV", "text": "TXT", "papp": "ZIP",
    "proof": "ZIP", "keizer-s3db": "s3db", "keizer-html": "HTML", "keizer-xml": "XML", "keizer-csv": "CSV",
    "keizer-txt": "TXT", "checklist-csv": "CSV", "ratings-csv": "CSV", "trf26": "TRF26", "trf16": "TRF16",
    "trf-engine": "TRF", "egf": ".h9", "ffg": ".tou", "aga": "TXT", "opengotha": "XML",
    "pdf": "PDF, A4", "pdf-letter": "PDF, Letter",
}  # fmt: skip
"""How formats are called; those of other packages by their own name."""
BY_CATEGORY: Final = ("csv", "text")
"""Formats of the standings, which exist for each category too."""


def download_rows(live: LiveTournament, paper: str, language: str) -> dict[str, list[DocumentRow]]:
    """Everything that fits the tournament, by purpose."""
    made: dict[str, list[DocumentRow]] = {purpose: [] for purpose in PURPOSES}
    for purpose, rows in paper_rows(live, paper, language).items():
        made[purpose] += rows
    offered = ("file.ronde", *live.tournament.settings.pairing_system.exports)
    for purpose, name, formats in FILES:
        fitting = [one for one in formats if one in offered]
        if fitting:
            made[purpose] += _files(live, say(f"webdesk.file-{name}", language), fitting, language)
    known = {*chain.from_iterable(formats for _, _, formats in FILES)}
    added = [one for one in offered if one not in known]
    made["programs"] += [row for one in added for row in _files(live, one, [one], language)]
    return made


def _files(live: LiveTournament, name: str, formats: list[str], language: str) -> list[DocumentRow]:
    """A row of files, and one for each category or group where there are any."""
    base = f"/desk/{live.slug}/export"
    rows = [DocumentRow(name, tuple((FORMATS.get(one, one), f"{base}/{one}") for one in formats))]
    if formats[0] in BY_CATEGORY:
        rows += [
            DocumentRow(
                f"{name} · {long}",
                tuple((FORMATS[one], f"{base}/{one}?category={quote(short)}") for one in formats),
            )
            for short, long in known_groups(live.tournament, language).items()
        ]
    return rows
