"""The settings of a tournament as a form."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.app.commands import ChangeSettings, UsualPenalties
from ronde.app.settings_text import allowed_values, flat, setting_text
from ronde.i18n import error_text, figures, say, section_words
from ronde.model.errors import RondeError
from ronde.model.settings import Settings
from ronde.model.systems import Ranking
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


ELSEWHERE = ("public.club", "public.accent", "public.logo", "public.css")
"""Settings of the page of the club."""
GROUPS = (
    "keizer",
    "general",
    "shape",
    "dutch",
    "mcmahon",
    "go",
    "order",
    "game",
    "public",
    "report",
    "costs",
)
RARE = (
    "zones", "profile", "public", "round_robin", "times", "groups",
    "board.total", "board.bye", "board.colours",
    "keizer.normalised", "keizer.shares.withdrawn", "keizer.fade_", "keizer.values", "keizer.pairing",
    "keizer.first_round_random", "keizer.random_boards", "keizer.time_bonus", "keizer.estimates",
    "keizer.language", "dutch.last_accelerated", "dutch.order", "dutch.virtual", "dutch.win", "dutch.draw",
    "dutch.loss", "dutch.absent", "dutch.bye", "dutch.edition", "report", "penalties", "cap",
    "mcmahon.rules", "mcmahon.weights", "mcmahon.compensate", "mcmahon.drawn", "mcmahon.first",
    "mcmahon.second", "mcmahon.threshold", "mcmahon.club", "mcmahon.groups.zero", "mcmahon.groups.absent",
    "mcmahon.groups.bye", "mcmahon.groups.round", "mcmahon.groups.half",
)  # fmt: skip
"""How the names of settings begin that few arbiters change; the page folds them."""
SPARE = 2
"""Empty places for more tie-breaks."""
_RANGE = re.compile(r"(-?[0-9]+)-([0-9]+)( \(0\.5\))?")
"""How the limits of a number are written; some have halves."""


@dataclass(frozen=True, slots=True)
class SettingField:
    key: str
    kind: str
    """`text`, `number`, `switch`, `choice`, `order` or `table`."""
    value: str
    name: str
    rule: str = ""
    """What it means, where the name does not say it."""
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """The labels of the choices, in the same order."""
    limits: tuple[str, str, str] = ("", "", "")
    """Of a number: the least, the largest, and the step between two."""
    lines: tuple[tuple[str, str], ...] = ()
    """Of a table or an order: the meaning and value of each line."""
    kept: str = ""
    """The stored value, as the field writes it."""

    @property
    def rare(self) -> bool:
        return self.key.startswith(RARE)

    @property
    def kept_in_words(self) -> str:
        """The stored value, as it is read."""
        if self.kind == "order":
            return ", ".join(self.labels[self.choices.index(one)] for one in self.kept.split(",") if one)
        if self.kept in self.choices and self.labels:
            return self.labels[self.choices.index(self.kept)]
        prices = self.kept.split(",")
        return ", ".join((*prices[:4], "…")) if self.kind == "table" and prices[4:] else self.kept

    @property
    def piles(self) -> list[int]:
        """Of a table: the relative height of each price, at most 24."""
        prices = [int(text) if text.isdecimal() else 0 for _, text in self.lines]
        return [24 * price // max(1, *prices) for price in prices]


def group_of(key: str) -> str:
    """The group of a setting."""
    fixed = {
        "laps": "shape",
        "gauntlet": "shape",
        "cup": "shape",
        "board": "game",
        "public": "public",
        "keizer": "keizer",
        "dutch": "dutch",
        "mcmahon": "mcmahon",
        "go": "go",
        "report": "report",
        "tiebreaks": "order",
        "brightwell": "order",
        "penalties": "costs",
        "cap": "costs",
    }
    return fixed.get(key.split(".")[0], "general")


def has_effect(settings: Settings, key: str) -> bool:
    """Whether a setting changes anything in this tournament, with the others as they are."""
    system = settings.pairing_system
    cases = {
        "tiebreaks": not system.by_value,
        "brightwell": not system.by_value and "brightwell" in settings.tiebreaks,
        "profile": "papp" in system.exports,
        "board.relative": not settings.board.discless,
        "dutch.last_accelerated": settings.dutch.acceleration != "none",
        **_go_cases(settings),
    }
    return system.uses(key) and cases.get(key, True)


def _go_cases(settings: Settings) -> dict[str, bool]:
    """Which settings of Go change anything."""
    mcmahon, overtime = settings.mcmahon, settings.go.overtime
    stones = mcmahon.handicap.ceiling > 0
    starts = "MMS" in settings.tiebreaks or (stones and mcmahon.handicap.by == "mms")
    return {
        "mcmahon.groups.floor": starts,
        "mcmahon.groups.bar": starts,
        "mcmahon.groups.zero": starts,
        "mcmahon.handicap.by": stones,
        "mcmahon.handicap.none_from": stones,
        "mcmahon.handicap.correction": stones,
        "mcmahon.weights.category": bool(mcmahon.groups.categories),
        "mcmahon.weights.deterministic": mcmahon.weights.random > 0,
        "go.overtime_seconds": overtime != "sudden-death",
        "go.overtime_moves": overtime == "canadian",
        "report.federation": settings.pairing_system.ranking is not Ranking.GO,
        "report.time_control": settings.pairing_system.ranking is not Ranking.GO,
    }


def setting_groups(
    settings: Settings, typed: Mapping[str, str], language: str
) -> dict[str, list[SettingField]]:
    """The form by group, without settings that have no effect, unless they were just typed."""
    made: dict[str, list[SettingField]] = {group: [] for group in GROUPS}
    for key, value in flat(settings).items():
        if key in ELSEWHERE or not (key in typed or has_effect(settings, key)):
            continue
        field = _setting_field(settings, key, value, typed.get(key, setting_text(value)), language)
        made[group_of(key)].append(replace(field, kept=_as_typed(key, value)))
    return {group: fields for group, fields in made.items() if fields}


def _as_typed(key: str, value: Any) -> str:
    text = setting_text(value)
    if key in TABLES:
        return text.replace(" ", "")
    return text.lower() if isinstance(value, bool) else text


def _setting_field(settings: Settings, key: str, value: Any, shown: str, language: str) -> SettingField:
    name, rule = _named(key, language)
    if key in TABLES:
        return SettingField(key, "table", shown, name, rule, lines=_prices(key, shown, language))
    possible = allowed_values(settings, key, value)
    if isinstance(value, bool):
        answers = (say("webdesk.yes", language), say("webdesk.no", language))
        return SettingField(key, "switch", shown.lower(), name, rule, ("true", "false"), answers)
    if key == "tiebreaks":
        return _order(settings, shown, name, language)
    if isinstance(possible, tuple):
        choices = tuple(setting_text(one) for one in possible)
        labels = tuple(_label(key, one, language) for one in choices)
        return SettingField(key, "choice", shown, name, rule, choices, labels)
    limits = _limits(str(possible)) if isinstance(value, int | float) else None
    if limits and isinstance(value, float) and limits[2] == "1":
        limits = (*limits[:2], "any")
    if limits:
        return SettingField(key, "number", shown, name, rule, limits=limits)
    return SettingField(key, "text", shown, name, rule)


def _named(key: str, language: str) -> tuple[str, str]:
    """The name of a setting and what it means; a short meaning is its name, an unknown one has its key."""
    meaning = str(section_words("settings", language).get(key) or key)
    name = section_words("labels", language).get(key)
    return (str(name), meaning) if name else (meaning, "")


def _prices(key: str, shown: str, language: str) -> tuple[tuple[str, str], ...]:
    """The lines of a table, and an empty one."""
    entries = [part.strip() for part in shown.split(",") if part.strip()]
    return tuple((_line(key, at, language), entry) for at, entry in enumerate([*entries, ""]))


def _order(settings: Settings, shown: str, name: str, language: str) -> SettingField:
    """The tie-breaks in their order, with empty places for more; one that is unknown stays as typed."""
    chosen = [part.strip() for part in shown.split(",") if part.strip()]
    known = settings.pairing_system.tiebreaks
    choices = (*known, *(one for one in chosen if one not in known))
    labels = tuple(say(f"lists.tiebreak-{one}", language) if one in known else one for one in choices)
    lines = tuple((str(at), one) for at, one in enumerate([*chosen, *[""] * SPARE], start=1))
    rule = say("webdesk.tiebreaks-rule", language)
    return SettingField("tiebreaks", "order", shown, name, rule, choices, labels, lines=lines)


def _limits(possible: str) -> tuple[str, str, str] | None:
    """The least and largest number and the step, of limits written as `1-999` or `0-64 (0.5)`."""
    match = _RANGE.fullmatch(possible)
    return (match[1], match[2], "0.5" if match[3] else "1") if match else None


def at_fault(error: RondeError, wishes: Collection[str]) -> str:
    """The key of the setting that a refusal is about; empty if it is about none of the page."""
    facts = error.facts
    if "section" in facts:
        return next((key for key in wishes if key.startswith(f"penalties.{facts['section']}")), "")
    return str(facts.get("setting") or facts.get("field") or "")


def _title(key: str, language: str) -> str:
    """The label of a field; name and date of the tournament are no settings."""
    titles = {"name": "web.name-label", "date": "webdesk.date"}
    return say(titles[key], language) if key in titles else _named(key, language)[0]


def in_words(trouble: str, key: str, language: str) -> str:
    """A refusal that names a setting by the label of its field, with its key."""
    if key not in section_words("settings", language):
        return trouble
    return trouble.replace(
        key, say("club.setting-named", language, meaning=_named(key, language)[0], key=key), 1
    )


def _label(key: str, choice: str, language: str) -> str:
    """The label of a choice; numbers and names need none."""
    return str(section_words("settings", language).get(f"{key}={choice}") or figures(choice, language) or "–")


def _line(key: str, at: int, language: str) -> str:
    """The meaning of a line: half-points, colour difference, or the round."""
    return say(f"settings.line.{key}", language, count=at + TABLES[key])


def typed_settings(form: FormData, settings: Settings) -> dict[str, str]:
    """The settings in a form; the lines of a table and of the tie-breaks are joined."""
    typed: dict[str, str] = {}
    for key in flat(settings):
        if key in form and (key in TABLES or key == "tiebreaks"):
            lines = [str(one).strip()[:LONGEST] for one in form.getlist(key)[:100]]
            typed[key] = ",".join(line for line in lines if line)
        elif key in form:
            typed[key] = text_of(form, key, LONGEST).strip()
    return typed


def changed_fields(typed: Mapping[str, str], settings: Settings) -> dict[str, str]:
    """Only what was changed: an old form must not revert changes of others."""
    known = flat(settings)
    return {
        key: text
        for key, text in typed.items()
        if text.replace(" ", "").lower() != setting_text(known[key]).replace(" ", "").lower()
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
        live, _ = self.desk_pages.live_and_actor(request)
        return self._page(request, live)

    def _page(self, request: Request, live: LiveTournament, status: int = 200, /, **context: Any) -> Response:
        tournament = live.tournament
        typed: dict[str, str] = context.pop("typed", {})
        more = {
            "faults": {},
            "title": typed.get("name", tournament.name),
            "date": typed.get("date", tournament.date),
            "groups": setting_groups(tournament.settings, typed, language_of(request)),
        }
        return self.desk_pages.page(request, "desk/settings.html", status, live=live, **more | context)

    def change(self, request: Request) -> Response:
        """Change the settings; fields that were not touched keep their current values."""
        live, _ = self.desk_pages.live_and_actor(request)
        form = form_of(request)
        typed = typed_settings(form, live.tournament.settings)
        texts = {name: text_of(form, name) for name in ("name", "date") if name in form}
        command = ChangeSettings(changed_fields(typed, live.tournament.settings), **texts)
        try:
            outcome = self.desk_pages.run(request, command)
        except RondeError as error:
            key, language = at_fault(error, command.settings), language_of(request)
            sentence = in_words(error_text(error, language), key, language)
            if key not in typed | texts:
                return self._page(request, live, 409, typed=typed | texts, trouble=sentence)
            faults = {"faults": {key: sentence}, "faulty": _title(key, language)}
            return self._page(request, live, 409, typed=typed | texts, **faults)
        return self.desk_pages.done(request, outcome, "/settings")

    def usual(self, request: Request) -> Response:
        """Restore the default penalties."""
        live, _ = self.desk_pages.live_and_actor(request)
        return self.desk_pages.act(
            request,
            UsualPenalties(),
            then="/settings",
            again=lambda trouble: self._page(request, live, 409, trouble=trouble),
        )
