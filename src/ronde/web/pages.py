"""What every page needs: the language, the templates, the cache of what was drawn."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ronde import __version__
from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.lists import colour_name, reason_text, shown_number, shown_score
from ronde.i18n.door import LANGUAGES, choose_language, say
from ronde.web.hall import Room

FOLDER = Path(__file__).parent
KEPT = 500
"""Drawn pages that are kept for the next who asks."""


def language_of(request: Request) -> str:
    """By `?lang`, by cookie, by what the browser prefers."""
    accepted = request.headers.get("accept-language", "")
    wishes = [part.split(";")[0].strip() for part in accepted.split(",")]
    return choose_language(request.query_params.get("lang"), request.cookies.get("ronde-lang"), *wishes)


def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(FOLDER / "templates")
    undefined = jinja2.StrictUndefined
    made = jinja2.Environment(
        loader=loader, autoescape=True, undefined=undefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals |= {"version": __version__, "languages": LANGUAGES}
    made.filters |= {"number": write_number, "tiebreak": shown_number}
    return made


ENVIRONMENT = _environment()


def draw(request: Request, template: str, status: int = 200, /, **facts: Any) -> HTMLResponse:
    """A page in the language of the request."""
    return HTMLResponse(_drawn(request, template, facts), status)


def _drawn(request: Request, template: str, facts: Mapping[str, Any]) -> str:
    language = language_of(request)

    def t(key: str, /, **values: object) -> str:
        return say(key if "." in key else f"web.{key}", language, **values)

    room = facts.get("room")
    words = _words(room.tournament, language) if isinstance(room, Room) else {}
    return ENVIRONMENT.get_template(template).render(
        request=request, path=request.url.path, language=language, t=t, **words, **facts
    )


def _words(tournament: Tournament, language: str) -> dict[str, Callable[..., str]]:
    """The small functions with which templates speak of a tournament."""

    def name(player: PlayerId) -> str:
        return tournament.player(player).full_name

    colours = tournament.settings.board.colours
    return {
        "name": name,
        "score": lambda result: shown_score(result, language),
        "reason": lambda reason: reason_text(tournament, reason, language),
        "colour": lambda first: colour_name(colours[0] if first else colours[1], language),
    }


class Drawings:
    """Pages kept by address, journal number and language: a thousand phones cost one drawing."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, int, str], tuple[bytes, str]] = OrderedDict()

    def page(
        self, request: Request, room: Room, template: str, facts: Callable[[], dict[str, Any]]
    ) -> Response:
        """The page as it is now, drawn anew only if the tournament has changed."""
        language = language_of(request)
        key = (request.url.path, request.url.query, room.desk.number, language)
        if key not in self._kept:
            body = _drawn(request, template, {"room": room, **facts()}).encode()
            self._kept[key] = (body, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"')
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        body, tag = self._kept[key]
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return HTMLResponse(body, headers=headers)
