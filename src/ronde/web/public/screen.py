"""Projector screens: large pages that change by themselves, and the desk page that controls them."""

from __future__ import annotations

import json
import time
from collections.abc import Hashable
from dataclasses import asdict, dataclass, fields, replace
from itertools import permutations
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde import systems as scoring
from ronde.app.command import Right
from ronde.i18n import LANGUAGES, say
from ronde.model.schedule import is_over
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament, as_of_round, at_closing
from ronde.render.go import terms_text
from ronde.render.lists import PODIUM, break_text, known_groups, within_category
from ronde.render.tables import names_listing
from ronde.web.public.programs import programs_of
from ronde.web.public.tournament import PublicPages, round_shown
from ronde.web.server.account_store import AccountStore
from ronde.web.server.accounts import Accounts
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament, public_snapshot, snapshot
from ronde.web.server.rendering import figure_words, render, words_for
from ronde.web.server.request import address_of, form_of, language_of
from ronde.web.summaries import player_results

VIEWS = ("pairings", "names", "results", "standings", "podium", "boards")
RANKED = ("standings", "podium")
FASTEST, SLOWEST = 4, 120
"""Limits of the seconds for which a page is shown."""
MOST_BOARDS = 8
"""Boards on one screen: smaller ones cannot be seen from the back."""
LONGEST = 200
"""Characters of an announcement."""


@dataclass(frozen=True, slots=True)
class ScreenChoice:
    view: str = "pairings"
    languages: str = ""
    """`fr`, or `fr,en` in turn; empty for the browser's language."""
    seconds: int = 12
    rows: int = 0
    """Rows a page, or 0 for as many as fit in large type."""
    page: int = 0
    """The only page shown, or 0 for all in turn."""
    message: str = ""
    category: str = ""
    """The category of the standings; empty for all players."""

    def changed_by(self, said: dict[str, str]) -> ScreenChoice:
        """The settings changed by a form or a query; invalid values are ignored."""
        named = {"view": said.get("view", ""), "languages": said.get("languages", said.get("lang", ""))}
        changes: dict[str, Any] = {}
        if named["view"] in VIEWS:
            changes["view"] = named["view"]
        if "languages" in said or "lang" in said:
            tongues = [one for one in named["languages"].split(",") if one in LANGUAGES]
            changes["languages"] = ",".join(dict.fromkeys(tongues))
        for name, least, most in (("seconds", FASTEST, SLOWEST), ("rows", 0, 60), ("page", 0, 999)):
            text = said.get(name, "")
            if text.isascii() and text.isdigit() and len(text) < 6:
                changes[name] = max(least, min(most, int(text)))
        if "category" in said:
            changes["category"] = said["category"][:LONGEST]
        if "message" in said:
            changes["message"] = " ".join(said["message"].split())[:LONGEST]
        return replace(self, **changes)


class ScreenPages:
    def __init__(self, public: PublicPages, accounts: Accounts) -> None:
        self.public = public
        self.accounts = accounts

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/t/{slug}/screen", self.screen, Right.ANYBODY, version=self.version),
            GuardedRoute("/t/{slug}/screen.json", self.screen, Right.ANYBODY, version=self.version),
            GuardedRoute("/desk/{slug}/screens", self.desk, Right.SETTINGS),
            GuardedRoute("/desk/{slug}/screens", self.steer, Right.SETTINGS, methods=["POST"]),
        ]

    def version(self, request: Request) -> Hashable:
        """What a screen depends on; clocks of running games are of this second."""
        version = self.public.live_version(request)
        if version is None:
            return None
        live = self.public.open_now(request)
        second = int(time.time()) if live.moved else 0
        here = programs_of(request).played_here(request, live)
        return version, request.url.query, str(request.base_url), second, here

    def screen(self, request: Request) -> Response:
        """The page for a projector: as the desk or the query says."""
        live = public_snapshot(self.public.open_now(request))
        wish = stored_choice(self.accounts.store, live).changed_by(dict(request.query_params))
        if request.url.path.endswith(".json"):
            return self.public.plain(asdict(wish))
        tongues = wish.languages.split(",") if wish.languages else [language_of(request)]
        groups = _groups(live.tournament, wish)
        programs, boards = programs_of(request), wish.view == "boards"
        return render(
            request,
            "public/screen.html",
            live=live,
            wish=wish,
            faces=[_face(live, wish, tongue, group) for tongue in tongues for group in groups],
            breaks=[pause for tongue in tongues if (pause := break_text(live.tournament, tongue))],
            address=address_of(request),
            running=programs.games_now(live)[:MOST_BOARDS] if boards else [],
            event=programs.event_played_here(request, live) if boards else "",
        )

    def desk(self, request: Request) -> Response:
        """The page that controls the screens."""
        live = snapshot(self.public.open_now(request))
        wish = stored_choice(self.accounts.store, live)
        tongues = ["", *LANGUAGES, *map(",".join, permutations(LANGUAGES, 2))]
        context = {
            "views": VIEWS,
            "tongues": tongues,
            "groups": known_groups(live.tournament, language_of(request)),
        }
        return render(request, "public/screens.html", live=live, wish=wish, **context)

    def steer(self, request: Request) -> Response:
        """Change what all screens show, at once."""
        live, store = self.public.open_now(request), self.accounts.store
        form = {name: str(text)[:1000] for name, text in form_of(request).items()}
        choice = json.dumps(asdict(stored_choice(store, live).changed_by(form)))
        order = "INSERT INTO screen VALUES (?, ?) ON CONFLICT (slug) DO UPDATE SET wish = excluded.wish"
        store.write(order, live.slug, choice)
        store.notify_pages(live)
        return RedirectResponse(f"/desk/{live.slug}/screens", status_code=303)


def stored_choice(store: AccountStore, live: LiveTournament) -> ScreenChoice:
    """The stored settings of a tournament's screens; until one is chosen, they show what matters now."""
    row = store.row("SELECT wish FROM screen WHERE slug = ?", live.slug)
    known = {one.name for one in fields(ScreenChoice)}
    if row is None:
        return ScreenChoice("podium" if is_over(live.tournament) else "pairings")
    kept = json.loads(row[0])
    return ScreenChoice(**{name: value for name, value in kept.items() if name in known})


def _groups(tournament: Tournament, wish: ScreenChoice) -> list[str | None]:
    """Whose standings are shown: all players or one category; without one, all podiums in turn."""
    known = known_groups(tournament, LANGUAGES[0])
    if wish.category in known:  # the category may have been renamed
        return [wish.category]
    return [None, *known] if wish.view == "podium" else [None]


def _face(live: LiveTournament, wish: ScreenChoice, language: str, group: str | None) -> dict[str, Any]:
    """One view in one language, perhaps of a category."""
    tournament = live.tournament
    played = round_shown(tournament)
    words = words_for(tournament, language, programs=live.programs)

    def t(key: str, /, **values: object) -> str:
        return say(key if "." in key else f"web.{key}", language, **values)

    def half(table: Table, first: bool) -> str:
        """One side of a score; the whole score next to the first name if it is not split."""
        if table.result is None:
            return "…" if first else ""
        score = words["score"](table.result)
        halves = score.split("-")
        return halves[0 if first else 1] if len(halves) == 2 and halves[0] else score if first else ""

    free = played.byes if played.closed else tournament.unpaired
    context: dict[str, Any] = {
        "language": language,
        "t": t,
        "played": played,
        "free": free,
        "half": half,
        "terms": lambda pair: terms_text(tournament.settings, pair, language),
        "group": "",
    }
    return context | words | _people(tournament, played, wish) | _ranked(tournament, wish, language, group)


def _people(tournament: Tournament, played: Round, wish: ScreenChoice) -> dict[str, Any]:
    """All players of a round by name, with table and colour, including those without a table."""
    if wish.view != "names":
        return {}
    listing = names_listing(tournament, played, LANGUAGES[0])
    people = []
    for row in listing.rows:
        table = played.table_of(row.player)
        first = table is not None and table.first == row.player
        people.append((tournament.player(row.player), table.number if table else 0, first))
    return {"people": people}


def _ranked(tournament: Tournament, wish: ScreenChoice, language: str, group: str | None) -> dict[str, Any]:
    """The standings or their first three, with rank changes and results."""
    if wish.view not in RANKED:
        return {}
    closed = at_closing(tournament)
    before = max(len(tournament.closed_rounds) - 1, 0)
    table = within_category(tournament, scoring.standings(closed), group)
    earlier = scoring.standings(as_of_round(tournament, before), before) if before else None
    past = within_category(tournament, earlier, group).rows if earlier else ()
    write = figure_words(language)

    def points(row: scoring.Row) -> str:
        return write["figures"](row.keizer.shown) if row.keizer else write["number"](row.points)

    moved, named = scoring.moves(past, table.rows), known_groups(tournament, language)[group] if group else ""
    return {
        "group": named,
        "rows": table.rows[: PODIUM if wish.view == "podium" else None],
        "after": table.after,
        "moved": moved,
        "form": player_results(closed),
        "points": points,
    }
