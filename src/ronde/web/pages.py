"""What every page needs: the language, the templates, the cache of what was drawn."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ronde import __version__
from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.keizertext import shortest_points, source_text
from ronde.formats.lists import colour_name, game_score, reason_text, shown_number, shown_tiebreaks
from ronde.i18n.door import LANGUAGES, choose_language, figures, say
from ronde.web.room import Room

FOLDER = Path(__file__).parent
THEMES = ("light", "dark")
ASKED = ("all", "as_of", "by", "embed", "explain", "lang", "move", "paper", "theme")
"""What an address may ask of a public page; anything else changes nothing and is not kept."""
KEPT = 500
"""Drawn pages that are kept for the next who asks."""


def language_of(request: Request) -> str:
    """By `?lang`, by cookie, by what the browser prefers."""
    accepted = request.headers.get("accept-language", "")
    wishes = [part.split(";")[0].strip() for part in accepted.split(",")]
    return choose_language(request.query_params.get("lang"), request.cookies.get("ronde-lang"), *wishes)


def theme_of(request: Request) -> str:
    """`light` or `dark` by `?theme` or by cookie; empty if the browser decides."""
    wish = request.query_params.get("theme", request.cookies.get("ronde-theme", ""))
    return wish if wish in THEMES else ""


def figure_words(language: str) -> dict[str, Callable[..., str]]:
    """The filters with which templates write numbers, as people of that language do."""
    writers: dict[str, Callable[..., str]] = {
        "number": write_number,
        "tiebreak": shown_number,
        "keizer": shortest_points,
        "clock": shown_clock,
        "figures": str,
        "decimals": lambda value, places: f"{value:.{places}f}",
    }
    return {name: _with_figures(write, language) for name, write in writers.items()}


def _with_figures(write: Callable[..., str], language: str) -> Callable[..., str]:
    return lambda *what: figures(write(*what), language)


def _environment(language: str) -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(FOLDER / "templates")
    undefined = jinja2.StrictUndefined
    made = jinja2.Environment(
        loader=loader, autoescape=True, undefined=undefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals |= {"version": __version__, "languages": LANGUAGES}
    made.filters |= {"ties": shown_tiebreaks, **figure_words(language)}
    return made


def shown_clock(seconds: float) -> str:
    """Time left as a clock shows it.

    >>> shown_clock(305.94), shown_clock(9)
    ('5:05.9', '0:09.0')
    """
    tenths = int(seconds * 10)
    return f"{tenths // 600}:{tenths % 600 / 10:04.1f}"


ENVIRONMENTS = {language: _environment(language) for language in LANGUAGES}
"""One for each language: a number in a part of a page does not know which page it stands on."""


def draw(request: Request, template: str, status: int = 200, /, **facts: Any) -> HTMLResponse:
    """A page in the language of the request."""
    return HTMLResponse(_drawn(request, template, facts), status, {"Cache-Control": "no-store"})


def _drawn(request: Request, template: str, facts: Mapping[str, Any]) -> str:
    language = language_of(request)

    def t(key: str, /, **values: object) -> str:
        return say(key if "." in key else f"web.{key}", language, **values)

    facts = {"embed": "embed" in request.query_params, "theme": theme_of(request), **facts}
    room = facts.get("room")
    words = words_for(room.tournament, language) if isinstance(room, Room) else {}
    told: dict[str, Any] = {"t": t, "colon": say("web.colon", language), **words, **facts}
    return (
        ENVIRONMENTS[language]
        .get_template(template)
        .render(request=request, path=request.url.path, language=language, **told)
    )


def words_for(tournament: Tournament, language: str) -> dict[str, Callable[..., str]]:
    """The small functions with which templates speak of a tournament."""

    def name(player: PlayerId) -> str:
        return tournament.player(player).full_name

    colours = tournament.settings.board.colours
    return {
        "name": name,
        "score": lambda result: game_score(tournament, result, language),
        "source": lambda source: source_text(tournament, source, language),
        "reason": lambda reason: reason_text(tournament, reason, language),
        "colour": lambda first: colour_name(colours[0] if first else colours[1], language),
    }


class Drawings:
    """Pages kept by address, journal number, language and theme: a thousand phones cost one drawing."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], tuple[bytes, str]] = OrderedDict()

    def page(
        self, request: Request, room: Room, template: str, facts: Callable[[], dict[str, Any]]
    ) -> Response:
        """The page as it is now, for whoever asks next too."""
        return self._keep(
            request, room, lambda: _drawn(request, template, {"room": room, **facts()}).encode()
        )

    def data(self, request: Request, room: Room, plain: Callable[[], Any]) -> Response:
        """The same as data."""
        return self._keep(request, room, lambda: msgspec.json.encode(plain()))

    def kept(self, request: Request, room: Room) -> Response | None:
        """What was drawn of this page since the tournament changed last, if anything was."""
        found = self._kept.get(_key(request, room))
        return _answer(request, *found) if found else None

    def _keep(self, request: Request, room: Room, make: Callable[[], bytes]) -> Response:
        key = _key(request, room)  # before it is drawn: what is written meanwhile makes it old, never too new
        body = make()
        tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        self._kept[key] = (body, tag)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return _answer(request, body, tag)


def _answer(request: Request, body: bytes, tag: str) -> Response:
    plain = request.scope["path"].endswith(".json")
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    headers |= {"Access-Control-Allow-Origin": "*"} if plain else {}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json" if plain else "text/html")


def _key(request: Request, room: Room) -> tuple[object, ...]:
    """All that an answer depends on."""
    now = request.scope["path"], room.serial, room.desk.number
    wishes = request.query_params
    if now[0].endswith(".json"):
        return *now, wishes.get("as_of")
    asked = tuple(wishes.get(name) for name in ASKED) if wishes else ()
    return *now, language_of(request), theme_of(request), asked
