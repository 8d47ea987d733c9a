"""The settings of a tournament as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.app.commands import ChangeSettings, UsualPenalties
from ronde.app.settings_text import allowed, flat, written
from ronde.i18n import error_text, figures, say, section_words
from ronde.model.errors import RondeError, SettingImpossible
from ronde.model.settings import Settings
from ronde.web.desk.pages import DeskPages, text_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import form_of, language_of

# The settings as a form: every field with its allowed values and its meaning.


LONGEST = 2_000
TABLES = {
    "penalties.colour.imbalance": 0,
    "penalties.float.half_points": 0,
    "penalties.chauvinism": 1,
    "penalties.elitism": 1,
}
"""Settings that are tables, with the meaning of their first line: no difference, or round 1."""


@dataclass(frozen=True, slots=True)
class SettingField:
    key: str
    kind: str
    """`text`, `number`, `choice` or `table`."""
    value: str
    choices: tuple[str, ...]
    meaning: str
    labels: tuple[str, ...] = ()
    """The labels of the choices, in the same order."""
    lines: tuple[tuple[str, str], ...] = ()
    """Of a table: the meaning and value of each line."""
    kept: str = ""
    """The stored value, as the field writes it."""

    @property
    def kept_in_words(self) -> str:
        """The stored value, as it is read."""
        if self.kept in self.choices and self.labels:
            return self.labels[self.choices.index(self.kept)]
        prices = self.kept.split(",")
        return ", ".join((*prices[:4], "…")) if self.kind == "table" and prices[4:] else self.kept

    @property
    def piles(self) -> list[int]:
        """Of a table: the relative height of each price, at most 24."""
        prices = [int(text) if text.isdecimal() else 0 for _, text in self.lines]
        return [24 * price // max(1, *prices) for price in prices]


GROUPS = (
    "general",
    "game",
    "shape",
    "order",
    "colour",
    "float",
    "repetition",
    "country",
    "keizer",
    "dutch",
    "report",
)


def group_of(key: str) -> str:
    """The group of a setting."""
    start = key.split(".")[0]
    if start == "penalties":
        section = key.split(".")[1]
        return {"chauvinism": "country", "elitism": "float"}.get(section, section)
    fixed = {
        "laps": "shape",
        "gauntlet": "shape",
        "cup": "shape",
        "board": "game",
        "keizer": "keizer",
        "dutch": "dutch",
        "report": "report",
        "tiebreaks": "order",
        "brightwell": "order",
        "cap": "float",
    }
    return fixed.get(start, "general")


def setting_groups(
    settings: Settings, typed: Mapping[str, str], language: str
) -> dict[str, list[SettingField]]:
    """The form by group, without settings that have no meaning in this system."""
    made: dict[str, list[SettingField]] = {group: [] for group in GROUPS}
    system = settings.pairing_system
    for key, value in flat(settings).items():
        if not system.uses(key) or key in ("public.logo", "public.css"):  # they are on a separate page
            continue
        shown = typed.get(key, written(value))
        field = _setting_field(settings, key, value, shown, language)
        made[group_of(key)].append(replace(field, kept=_as_typed(key, value)))
    return {group: fields for group, fields in made.items() if fields}


def _as_typed(key: str, value: Any) -> str:
    text = written(value)
    if key in TABLES:
        return text.replace(" ", "")
    return text.lower() if isinstance(value, bool) else text


def _setting_field(settings: Settings, key: str, value: Any, shown: str, language: str) -> SettingField:
    meaning = str(section_words("settings", language).get(key, ""))  # an unknown setting shows its name
    if key in TABLES:
        entries = [part.strip() for part in shown.split(",") if part.strip()]
        lines = tuple((_line(key, at, language), entry) for at, entry in enumerate(entries))
        more = (_line(key, len(entries), language), "")
        return SettingField(key, "table", shown, (), meaning, lines=(*lines, more))
    possible = allowed(settings, key, value)
    if isinstance(value, bool):
        answers = (say("webdesk.yes", language), say("webdesk.no", language))
        return SettingField(key, "choice", shown.lower(), ("true", "false"), meaning, answers)
    if key == "tiebreaks":
        return SettingField(key, "text", shown, settings.pairing_system.tiebreaks, meaning)
    if isinstance(possible, tuple):
        choices = tuple(written(one) for one in possible)
        labels = tuple(_label(key, one, language) for one in choices)
        return SettingField(key, "choice", shown, choices, meaning, labels)
    whole = isinstance(value, int) and key != "cap"
    return SettingField(key, "number" if whole else "text", shown, (), meaning)


def in_words(trouble: str, key: str, language: str) -> str:
    """A refusal that names a setting by the label of its field, with its key."""
    meaning = str(section_words("settings", language).get(key, "")) if key else ""
    name = say("club.setting-named", language, meaning=meaning, key=key)
    return trouble.replace(key, name, 1) if meaning else trouble


def _label(key: str, choice: str, language: str) -> str:
    """The label of a choice; numbers and names need none."""
    return str(section_words("settings", language).get(f"{key}={choice}") or figures(choice, language) or "–")


def _line(key: str, at: int, language: str) -> str:
    """The meaning of a line: half-points, colour difference, or the round."""
    return say(f"settings.line.{key}", language, count=at + TABLES[key])


def typed_settings(form: FormData, settings: Settings) -> dict[str, str]:
    """The settings in a form; the lines of a table are joined."""
    typed: dict[str, str] = {}
    for key in flat(settings):
        if key in TABLES and key in form:
            lines = [str(one).strip()[:20] for one in form.getlist(key)[:100]]
            typed[key] = ",".join(line for line in lines if line)
        elif key in form:
            typed[key] = text_of(form, key, LONGEST).strip()
    return typed


def differing(typed: Mapping[str, str], settings: Settings) -> dict[str, str]:
    """Only what was changed: an old form must not revert changes of others."""
    known = flat(settings)
    return {
        key: text
        for key, text in typed.items()
        if text.replace(" ", "").lower() != written(known[key]).replace(" ", "").lower()
    }


# Settings: title, date, rounds, game, tie-breaks and penalties.


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
        live, _ = self.desk_pages.seated(request)
        return self._page(request, live)

    def _page(self, request: Request, live: LiveTournament, status: int = 200, /, **context: Any) -> Response:
        tournament = live.tournament
        typed: dict[str, str] = context.pop("typed", {})
        more = {
            "wrong": "",
            "title": typed.get("name", tournament.name),
            "date": typed.get("date", tournament.date),
            "groups": setting_groups(tournament.settings, typed, language_of(request)),
            "tiebreaks": tournament.settings.pairing_system.tiebreaks,
        }
        return self.desk_pages.page(request, "desk/settings.html", status, live=live, **more | context)

    def change(self, request: Request) -> Response:
        """Change the settings; fields that were not touched keep their current values."""
        live, _ = self.desk_pages.seated(request)
        form = form_of(request)
        typed = typed_settings(form, live.tournament.settings)
        texts = {name: text_of(form, name) for name in ("name", "date") if name in form}
        command = ChangeSettings(differing(typed, live.tournament.settings), **texts)
        try:
            outcome = self.desk_pages.run(request, command)
        except RondeError as error:
            key = str(error.facts["setting"]) if isinstance(error, SettingImpossible) else ""
            sentence = in_words(error_text(error, language_of(request)), key, language_of(request))
            return self._page(request, live, 409, typed=typed | texts, trouble=sentence, wrong=key)
        return self.desk_pages.done(request, outcome, "/settings")

    def usual(self, request: Request) -> Response:
        """Restore the default penalties."""
        live, _ = self.desk_pages.seated(request)
        return self.desk_pages.act(
            request,
            UsualPenalties(),
            then="/settings",
            again=lambda trouble: self._page(request, live, 409, trouble=trouble),
        )
