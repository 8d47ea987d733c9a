"""Projector screens: large pages that change by themselves, and the desk page that controls them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from itertools import permutations
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.core.published import published, seen
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament
from ronde.formats.keizertext import known_categories, within_category
from ronde.formats.tables.rounds import names_listing
from ronde.i18n.door import LANGUAGES, say
from ronde.scoring import door as scoring
from ronde.web.public.games import games_now
from ronde.web.public.tournament import PublicPages, round_shown
from ronde.web.serving.address import address_of
from ronde.web.serving.aside import given, light
from ronde.web.serving.guarded_route import GuardedRoute
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.page_cache import sent
from ronde.web.serving.register import Register
from ronde.web.serving.rendering import figure_words, language_of, render, words_for
from ronde.web.serving.rights import Right
from ronde.web.serving.seats import Seats
from ronde.web.story import forms

VIEWS = ("pairings", "names", "results", "standings", "boards")
FASTEST, SLOWEST = 4, 120
"""Seconds a page may stand."""
MOST_BOARDS = 8
"""On one screen: smaller ones are not seen from the back of the hall."""
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
    category: str = ""
    """The standings of one category, by its abbreviation; empty for everybody."""

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
        if "category" in said:
            found["category"] = said["category"][:LONGEST]
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
        room, pool = self.public.room_now(request), self.public.tournaments.pool
        if pool is None:
            told = given(request)
            return self._rendered(request, room, ScreenChoice(**told["wish"]), told["address"])
        wish = (await self._kept(room)).wanted(dict(request.query_params))
        if request.url.path.endswith(".json"):
            return self.public.plain(asdict(wish))
        address = address_of(request)
        if light(room.tournament):
            return self._rendered(request, room, wish, address)
        body, _ = await self.public.drawings.aside(
            pool, request, room, mark=(wish, address), wish=asdict(wish), address=address
        )
        return sent(request, body, {"Cache-Control": "no-store"})

    def _rendered(self, request: Request, room: OpenTournament, wish: ScreenChoice, address: str) -> Response:
        tongues = wish.languages.split(",") if wish.languages else [language_of(request)]
        faces = [_face(room.tournament, wish, tongue) for tongue in tongues]
        live = games_now(room)[:MOST_BOARDS] if wish.view == "boards" else []
        facts = {"wish": wish, "faces": faces, "address": address, "live": live}
        return render(request, "public/screen.html", room=room, **facts)

    async def desk(self, request: Request) -> Response:
        """The page from which screens are steered."""
        room = self.public.room_now(request)
        wish = await self._kept(room)
        tongues = ["", *LANGUAGES, *map(",".join, permutations(LANGUAGES, 2))]
        facts = {"views": VIEWS, "tongues": tongues, "groups": known_categories(room.tournament)}
        return render(request, "public/screens.html", room=room, wish=wish, **facts)

    async def steer(self, request: Request) -> Response:
        """Change what all screens show, at once."""
        room = self.public.room_now(request)
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
    words = words_for(tournament, language)

    def t(key: str, /, **values: object) -> str:
        return say(key if "." in key else f"web.{key}", language, **values)

    def half(table: Table, first: bool) -> str:
        """One side of a score as shown; the whole score next to the first name if it is not split."""
        if table.result is None:
            return "…" if first else ""
        told = words["score"](table.result)
        halves = told.split("-")
        return halves[0 if first else 1] if len(halves) == 2 and halves[0] else told if first else ""

    free = played.byes if played.closed else tournament.unpaired
    facts: dict[str, Any] = {
        "language": language,
        "t": t,
        "played": played,
        "free": free,
        "half": half,
        "group": "",
    }
    return facts | words | _people(tournament, played, wish) | _ranked(tournament, wish, language)


def _people(tournament: Tournament, played: Round, wish: ScreenChoice) -> dict[str, Any]:
    """Everybody of a round by name, with table and colour; those without a table too."""
    if wish.view != "names":
        return {}
    listing = names_listing(tournament, played, LANGUAGES[0])
    people = []
    for row in listing.rows:
        table = played.table_of(row.player)
        first = table is not None and table.first == row.player
        people.append((tournament.player(row.player), table.number if table else 0, first))
    return {"people": people}


def _ranked(tournament: Tournament, wish: ScreenChoice, language: str) -> dict[str, Any]:
    """The standings, with changes of place and form."""
    if wish.view != "standings":
        return {}
    hall = published(tournament)
    known = known_categories(tournament)
    group = wish.category if wish.category in known else None  # it may have been renamed since
    before = max(len(tournament.closed_rounds) - 1, 0)
    table = within_category(tournament, scoring.standings(hall), group)
    earlier = scoring.standings(seen(tournament, before), before) if before else None
    past = within_category(tournament, earlier, group).rows if earlier else ()
    write = figure_words(language)

    def points(row: scoring.Row) -> str:
        return write["figures"](row.keizer.shown) if row.keizer else write["number"](row.points)

    moved, named = scoring.moves(past, table.rows), known[group] if group else ""
    return {
        "group": named,
        "rows": table.rows,
        "after": table.after,
        "moved": moved,
        "form": forms(hall),
        "points": points,
    }
