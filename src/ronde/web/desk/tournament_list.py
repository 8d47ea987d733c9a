"""The list of tournaments, and a new one from a preset."""

from __future__ import annotations

from dataclasses import replace
from datetime import date as Date

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ronde.app.commands import OpenTournament
from ronde.core.errors import RondeError, SettingImpossible
from ronde.core.presets import PRESETS, settings_of
from ronde.core.settings import MOST_ROUNDS, Settings
from ronde.i18n.door import tell
from ronde.web.desk.desk_pages import DeskPages, number_of, text_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import allowed, form_of, language_of
from ronde.web.server.rights import Right


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = EventPages(desk_pages)
    return [
        GuardedRoute("/desk", pages.show, Right.SEATED),
        GuardedRoute("/house/new", pages.new, Right.HOUSE, methods=["POST"]),
    ]


class EventPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def show(self, request: Request) -> Response:
        """The tournaments with their progress."""
        return self._page(request, {"date": Date.today().strftime("%d/%m/%Y")})

    def _page(
        self, request: Request, typed: dict[str, str], trouble: str = "", status: int = 200
    ) -> Response:
        tournaments_open = [
            opened
            for opened in list(self.desk_pages.tournaments.by_slug.values())
            if allowed(request, Right.RESULTS, opened.slug)
        ]
        usual = {name: preset.usual_rounds for name, preset in PRESETS.items()}
        blank = {"name": "", "date": "", "rounds": "", "preset": "othello-open", "country": ""}
        begins = allowed(request, Right.HOUSE)
        facts = {
            "begins": begins,
            "leads": allowed(request, Right.SEATS),
            "tournaments_open": tournaments_open,
            "presets": usual,
            "typed": blank | typed,
            "trouble": trouble,
            "aside": self._aside(language_of(request)) if begins else [],
        }
        return self.desk_pages.page(request, "desk/events.html", status, problems=[], **facts)

    def _aside(self, language: str) -> list[str]:
        """Why some files in the folder are not shown, in sentences that name them."""
        refused = list(self.desk_pages.tournaments.shelf.refused.values())
        return [tell(refusal.error, language) for refusal in refused]

    def new(self, request: Request) -> Response:
        """Create a tournament in a new file in the served folder."""
        form = form_of(request)
        typed = {name: text_of(form, name) for name in ("name", "date", "rounds", "preset", "country")}
        try:
            opened = self.desk_pages.begin(request, _opening(typed))
        except RondeError as error:
            return self._page(request, typed, tell(error, language_of(request)), 409)
        return RedirectResponse(f"/desk/{opened.slug}/players", status_code=303)


def _opening(typed: dict[str, str]) -> OpenTournament:
    preset = typed["preset"] if typed["preset"] in PRESETS else next(iter(PRESETS))
    return OpenTournament(typed["name"], typed["date"], wished(preset, typed))


def wished(preset: str, typed: dict[str, str]) -> Settings:
    rounds = typed["rounds"].strip()
    wanted = number_of(rounds)
    if rounds and not wanted:
        facts = {"setting": "rounds", "value": rounds, "allowed": f"1-{MOST_ROUNDS}"}
        raise SettingImpossible(reason="allowed", **facts)
    return replace(settings_of(preset, wanted), country=typed["country"].strip())
