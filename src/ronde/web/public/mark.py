"""The club's branding: its colour and style sheet, its logo, and the page that sets them."""

from __future__ import annotations

import base64
from typing import Final

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.commands import ChangeSettings
from ronde.core.publicity import LONGEST_CSS, LONGEST_LOGO, PublicSettings, picture_of
from ronde.formats.accent import shades
from ronde.i18n.door import say
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right

_SIGNS: Final = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp"}
"""Signatures of the accepted image formats; SVG is refused because it may contain scripts."""
_KEPT: Final = {"Cache-Control": "public, max-age=86400"}


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = MarkPages(desk_pages)
    return [
        GuardedRoute("/t/{slug}/mark.css", pages.sheet, Right.ANYBODY),
        GuardedRoute("/t/{slug}/club.css", pages.own_sheet, Right.ANYBODY),
        GuardedRoute("/t/{slug}/logo", pages.logo, Right.ANYBODY),
        GuardedRoute("/desk/{slug}/mark", pages.show, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/mark", pages.change, Right.SETTINGS, methods=["POST"]),
    ]


class MarkPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def _public(self, request: Request) -> PublicSettings:
        opened = self.desk_pages.tournaments.by_slug.get(request.path_params["slug"])
        if opened is None:
            raise HTTPException(404)
        return opened.tournament.settings.public

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
        opened, _ = self.desk_pages.seated(request)
        return self._page(request, opened)

    def _page(
        self, request: Request, opened: OpenTournament, status: int = 200, trouble: str = "", css: str = ""
    ) -> Response:
        typed = css or opened.tournament.settings.public.css
        return self.desk_pages.page(
            request, "public/mark.html", status, opened=opened, trouble=trouble, css=typed
        )

    def change(self, request: Request) -> Response:
        """Change the name, colour, style sheet or logo; each change can be undone."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        picture = _picture(form)
        if picture is None:
            wrong = say("face.mark-wrong", language_of(request))
            return self._page(request, opened, 409, wrong)
        wanted = {
            "club": text_of(form, "club", 200).strip(),
            "accent": text_of(form, "accent", 7) if "own" in form else "",
            "css": text_of(form, "css", LONGEST_CSS + 1).replace("\r\n", "\n"),
        }
        if picture or "drop" in form:
            wanted["logo"] = picture
        public = opened.tournament.settings.public
        news = {name: text for name, text in wanted.items() if text != getattr(public, name)}
        return self.desk_pages.act(
            request,
            ChangeSettings({f"public.{name}": text for name, text in news.items()}),
            then="/mark",
            again=lambda trouble: self._page(request, opened, 409, trouble, wanted["css"]),
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
