"""Downloads: the tournament in every format, lists as text, the file for the rating officer."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.files import copy_bytes
from ronde.core.errors import RondeError
from ronde.core.published import AsOf, seen
from ronde.core.tournament import Tournament
from ronde.formats import lists
from ronde.formats.door import EXPORTS, Dossier, export
from ronde.formats.keizertext import known_categories
from ronde.formats.papp.door import Edition, EloSlip, elo_file, elo_name, subfolder_name
from ronde.i18n.door import section_words, tell
from ronde.scoring import door as scoring
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.desk.page import DeskPage
from ronde.web.public.categories import category_of
from ronde.web.public.tournament import as_of_in
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right

ENDINGS = {
    "json": ".json", "csv": "-standings.csv", "players-csv": "-players.csv", "text": "-standings.txt",
    "keizer-s3db": ".s3db", "pdf": ".pdf", "pdf-letter": "-letter.pdf",
    "checklist-csv": "-checklist.csv", "ratings-csv": "-ratings.csv",
    "trf16": "-16.trf", "trf26": ".trf", "trf-engine": "-engine.trf",
}  # fmt: skip
"""How the names of downloads end, so that they are unique; several files are packed into one archive."""
LISTS: dict[str, Callable[[Tournament, str], str]] = {
    "players": lists.players_text,
    "pairs": lambda tournament, tongue: lists.round_text(tournament, tournament.open_round, tongue),
    "standings": lists.standings_text,
    "crosstable": lists.crosstable_text,
    "teams": lists.teams_text,
}
GROUPED = ("csv", "text")
"""Formats of the standings, which exist for each category too."""
CROSSED = "crosstable"
"""The list that exists for each category too; standings are among the formats."""
OF_NOW = ("players", "pairs")
"""Lists of the open round; the others are those after the last closed round."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
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

    def facts(self, request: Request, opened: OpenTournament) -> dict[str, Any]:
        """All downloads, each with its purpose."""
        words = section_words("webdesk", language_of(request))
        offered = opened.tournament.settings.pairing_system.exports
        formats = {name: words.get(f"format-{name}", "") for name in offered}
        groups = known_categories(opened.tournament)
        return {"formats": formats, "lists": list(LISTS), "groups": groups, "grouped": GROUPED}

    def export(self, request: Request) -> Response:
        """The tournament in the named format; several files as one archive."""
        opened, _ = self.desk_pages.seated(request)
        format, language = request.path_params["format"], language_of(request)
        group = category_of(request, opened.tournament)
        if format not in EXPORTS or (group and format not in GROUPED):
            raise HTTPException(404)
        try:
            files = _exported(opened, format, language, group)
        except RondeError as error:
            return self.again(request, opened, tell(error, language))
        if set(files) == {""}:
            return download(f"{_stem(opened, group)}{ENDINGS.get(format, f'-{format}.txt')}", files[""])
        return download(f"{opened.slug}-{format}.zip", archive(files))

    def whole(self, request: Request) -> Response:
        """A consistent copy of the tournament file."""
        opened, _ = self.desk_pages.seated(request)
        data = opened.use(copy_bytes)
        return download(f"{opened.slug}.ronde", data)

    def plain(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        name = request.path_params["list"]
        group = category_of(request, opened.tournament)
        if name not in LISTS or (group and name != CROSSED):
            raise HTTPException(404)
        as_of = AsOf.NOW if name in OF_NOW else as_of_in(request)
        make = partial(lists.crosstable_text, category=group) if group else LISTS[name]
        text = make(seen(opened.tournament, as_of=as_of), language_of(request))
        return download(f"{_stem(opened, group)}-{name}.txt", f"{text}\n".encode())

    def sheet(self, request: Request) -> Response:
        """The rounds of one player as plain text."""
        opened, _ = self.desk_pages.seated(request)
        player = int(request.path_params["player"])
        if player not in opened.tournament.players:
            raise HTTPException(404)
        page = scoring.sheet(opened.tournament, player, as_of=as_of_in(request))
        text = lists.sheet_of(opened.tournament, page, language_of(request))
        return download(f"{opened.slug}-{player}.txt", f"{text}\n".encode())

    def elo(self, request: Request) -> Response:
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        slip = EloSlip(text_of(form, "country"), text_of(form, "date"), text_of(form, "sender"), ())
        edition = Edition(language=language_of(request))
        tournament = opened.tournament
        name = elo_name(tournament.date, subfolder_name(tournament.name, edition))
        text = elo_file(tournament, edition, datetime.now(), slip)
        return download(re.split(r"[/\\]", name)[-1], text.encode())


def _stem(opened: OpenTournament, group: str | None) -> str:
    """How the name of a download begins."""
    return f"{opened.slug}-{group}" if group else opened.slug


def _exported(opened: OpenTournament, format: str, language: str, group: str | None) -> dict[str, bytes]:
    desk = opened.desk
    with opened.lock:
        kept, actions, stem = desk.journal.attachments(), desk.by_action(), desk.journal.path.stem
        tournament = desk.tournament
    return export(Dossier(tournament, language, actions, kept, stem, group), format).files


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
