"""Settings: title, date, rounds, game, tie-breaks and penalties."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ronde.app.commands import ChangeSettings, UsualPenalties
from ronde.core.errors import RondeError, SettingImpossible
from ronde.i18n.door import tell
from ronde.web.desk.desk_pages import DeskPages, text_of
from ronde.web.desk.settings_form import differing, in_words, setting_groups, typed_settings
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of
from ronde.web.server.rights import Right


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    pages = SettingsPages(desk_pages)
    return [
        GuardedRoute("/desk/{slug}/settings", pages.show, Right.SETTINGS),
        GuardedRoute("/desk/{slug}/settings", pages.change, Right.SETTINGS, methods=["POST"]),
        GuardedRoute("/desk/{slug}/settings/usual", pages.usual, Right.SETTINGS, methods=["POST"]),
    ]


class SettingsPages:
    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def show(self, request: Request) -> Response:
        """Every setting with what it means."""
        opened, _ = self.desk_pages.seated(request)
        return self._page(request, opened)

    def _page(self, request: Request, opened: OpenTournament, status: int = 200, /, **facts: Any) -> Response:
        tournament = opened.tournament
        typed: dict[str, str] = facts.pop("typed", {})
        more = {
            "wrong": "",
            "title": typed.get("name", tournament.name),
            "date": typed.get("date", tournament.date),
            "groups": setting_groups(tournament.settings, typed, language_of(request)),
            "tiebreaks": tournament.settings.pairing_system.tiebreaks,
        }
        return self.desk_pages.page(request, "desk/settings.html", status, opened=opened, **more | facts)

    def change(self, request: Request) -> Response:
        """Change the settings; fields that were not touched keep their current values."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        typed = typed_settings(form, opened.tournament.settings)
        texts = {name: text_of(form, name) for name in ("name", "date") if name in form}
        command = ChangeSettings(differing(typed, opened.tournament.settings), **texts)
        try:
            outcome = self.desk_pages.run(request, command)
        except RondeError as error:
            key = str(error.facts["setting"]) if isinstance(error, SettingImpossible) else ""
            sentence = in_words(tell(error, language_of(request)), key, language_of(request))
            return self._page(request, opened, 409, typed=typed | texts, trouble=sentence, wrong=key)
        return self.desk_pages.done(request, outcome, "/settings")

    def usual(self, request: Request) -> Response:
        """Restore the default penalties."""
        opened, _ = self.desk_pages.seated(request)
        return self.desk_pages.act(
            request,
            UsualPenalties(),
            then="/settings",
            again=lambda trouble: self._page(request, opened, 409, trouble=trouble),
        )
