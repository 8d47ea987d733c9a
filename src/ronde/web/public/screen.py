"""Projector screens: large pages that change by themselves, and the desk page that controls them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from itertools import permutations
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ronde.core.published import published
from ronde.core.tournament import Tournament
from ronde.formats.shown import shown_tiebreaks
from ronde.formats.tables.listing import Listing
from ronde.formats.tables.rounds import names_listing, pairings_listing
from ronde.formats.tables.standings import standings_listing
from ronde.i18n.door import LANGUAGES, say
from ronde.scoring import door as scoring
from ronde.web.public.tournament import PublicPages, round_shown
from ronde.web.serving.aside import given, light
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.register import Register
from ronde.web.serving.rendering import figure_words, language_of, render, words_for
from ronde.web.serving.rights import Right
from ronde.web.serving.seats import Seats

VIEWS = ("pairings", "names", "results", "standings")
FASTEST, SLOWEST = 4, 120
"""Seconds a page may stand."""
LONGEST = 200
"""Letters of an announcement."""


@dataclass(frozen=True, slots=True)
class ScreenChoice:
    """What the screens of a tournament show."""

    view: str = "pairings"
    languages: str = ""
    """`fr`, or `fr,en` one after the other; empty for that of the browser."""
    seconds: int = 12
    rows: int = 0
    """Rows a page, or 0 for as many as fit in large letters."""
    page: int = 0
    """One page that stands still, or 0 for all in turn."""
    message: str = ""

    def wanted(self, said: dict[str, str]) -> ScreenChoice:
        """The wish with what a form or an address says; what makes no sense is left as it was."""
        named = {"view": said.get("view", ""), "languages": said.get("languages", said.get("lang", ""))}
        found: dict[str, Any] = {}
        if named["view"] in VIEWS:
            found["view"] = named["view"]
        if "languages" in said or "lang" in said:
            tongues = [one for one in named["languages"].split(",") if one in LANGUAGES]
            found["languages"] = ",".join(dict.fromkeys(tongues))
        for name, least, most in (("seconds", FASTEST, SLOWEST), ("rows", 0, 60), ("page", 0, 999)):
            text = said.get(name, "")
            if text.isascii() and text.isdigit() and len(text) < 6:
                found[name] = max(least, min(most, int(text)))
        if "message" in said:
            found["message"] = " ".join(said["message"].split())[:LONGEST]
        return replace(self, **found)


class ScreenPages:
    """What a projector shows, and who decides it."""

    def __init__(self, public: PublicPages, seats: Seats) -> None:
        self.public = public
        self.seats = seats

    def routes(self) -> list[GuardedRoute]:
        """The addresses of screens."""
        return [
            GuardedRoute("/t/{slug}/screen", self.screen, Right.ANYBODY),
            GuardedRoute("/t/{slug}/screen.json", self.screen, Right.ANYBODY),
            GuardedRoute("/desk/{slug}/screens", self.desk, Right.SETTINGS),
            GuardedRoute("/desk/{slug}/screens", self.steer, Right.SETTINGS, methods=["POST"]),
        ]

    async def _kept(self, room: OpenTournament) -> ScreenChoice:
        return await run_in_threadpool(kept_wish, self.seats.register, room)

    async def screen(self, request: Request) -> Response:
        """The page for a projector: what the desk wants, or what the address says."""
        room, pool = self.public.room(request), self.public.tournaments.pool
        if pool is None:
            return self._rendered(request, room, ScreenChoice(**given(request)["wish"]))
        wish = (await self._kept(room)).wanted(dict(request.query_params))
        if request.url.path.endswith(".json"):
            return self.public.plain(asdict(wish))
        if light(room.tournament):
            return self._rendered(request, room, wish)
        body, _ = await self.public.drawings.aside(pool, request, room, mark=wish, wish=asdict(wish))
        return HTMLResponse(body, headers={"Cache-Control": "no-store"})

    def _rendered(self, request: Request, room: OpenTournament, wish: ScreenChoice) -> Response:
        tongues = wish.languages.split(",") if wish.languages else [language_of(request)]
        faces = [_face(room.tournament, wish, tongue) for tongue in tongues]
        return render(request, "public/screen.html", room=room, wish=wish, faces=faces)

    async def desk(self, request: Request) -> Response:
        """The page from which screens are steered."""
        room = self.public.room(request)
        wish = await self._kept(room)
        tongues = ["", *LANGUAGES, *map(",".join, permutations(LANGUAGES, 2))]
        return render(request, "public/screens.html", room=room, wish=wish, views=VIEWS, tongues=tongues)

    async def steer(self, request: Request) -> Response:
        """Change what all screens show, at once."""
        room = self.public.room(request)
        form = {name: str(text)[:1000] for name, text in (await request.form()).items()}
        told = json.dumps(asdict((await self._kept(room)).wanted(form)))
        order = "INSERT INTO screen VALUES (?, ?) ON CONFLICT (slug) DO UPDATE SET wish = excluded.wish"
        await run_in_threadpool(self.seats.register.write, order, room.slug, told)
        await self.seats.register.stir(room)
        return RedirectResponse(f"/desk/{room.slug}/screens", status_code=303)


def kept_wish(register: Register, room: OpenTournament) -> ScreenChoice:
    """What the desk wants the screens of a tournament to show."""
    found = register.row("SELECT wish FROM screen WHERE slug = ?", room.slug)
    known = {one.name for one in fields(ScreenChoice)}
    kept = json.loads(found[0]) if found else {}
    return ScreenChoice(**{name: value for name, value in kept.items() if name in known})


def _face(tournament: Tournament, wish: ScreenChoice, language: str) -> dict[str, Any]:
    """One view in one language."""
    played = round_shown(tournament)

    def t(key: str, /, **values: object) -> str:
        return say(key if "." in key else f"web.{key}", language, **values)

    facts: dict[str, Any] = {
        "language": language,
        "t": t,
        "played": played,
        **words_for(tournament, language),
        **figure_words(language),
    }
    facts["list"] = _list(tournament, wish, language)
    facts["lead"] = "name" if wish.view in ("names", "standings") else "table"
    return facts


def _list(tournament: Tournament, wish: ScreenChoice, language: str) -> Listing:
    """The list of a view, with as many columns as are read from the back of the hall."""
    played = round_shown(tournament)
    if wish.view == "names":
        return names_listing(tournament, played, language)
    if wish.view == "standings":
        hall = published(tournament)
        ties = shown_tiebreaks(tournament.settings)[:2]
        return standings_listing(hall, scoring.standings(hall), language).only(
            {"place", "name", "points", *ties}
        )
    listing = pairings_listing(tournament, played, language)
    return listing if wish.view == "results" else listing.without({"score"})
