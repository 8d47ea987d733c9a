"""The settings of a KeizerForClubs file: its table ConfigTab, and our settings (keizer 4)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ronde.core.keizer import (
    COLOUR_LIMITS,
    KEIZER_BOARD,
    LONGEST_DISTANCE,
    LONGEST_TEXT,
    RANDOM_STEPS,
    RATIOS,
    READINGS,
    SEASON,
    WAYS,
    KeizerSettings,
    Shares,
    sensible,
)
from ronde.core.keizer_texts import OFF
from ronde.core.settings import MOST_ROUNDS, Settings

LONGEST_OF_THEIRS = 50
"""A longer distance in the file crashes the opening of KeizerForClubs (keizer 5.1)."""
SHIPPED_CHANCE = 300
"""How far a rating may move in round 1 if KeizerForClubs fills an empty table (keizer 4, 5.1)."""
NO_LIMIT = "--"
_SHARES = {
    "club": "BONUS.Clubgame",
    "excused": "BONUS.Excused",
    "unexcused": "BONUS.Unexcused",
    "withdrawn": "BONUS.Retired",
    "bye": "BONUS.Freilos",
    "loss": "BONUS.Verlust",
}
Entry = tuple[str | None, float | None]
"""A text or a number."""


@dataclass(frozen=True, slots=True)
class Config:
    """The entries of a ConfigTab, read leniently: missing or invalid values are KeizerForClubs' defaults."""

    entries: Mapping[str, Entry]

    def text(self, key: str, usual: str = "") -> str:
        return str(self.entries.get(key, (None, None))[0] or usual)

    def number(self, key: str, usual: float) -> float:
        value = self.entries.get(key, (None, None))[1]
        usable = isinstance(value, int | float) and math.isfinite(value)
        return float(value) if usable and value is not None else usual

    def flag(self, key: str, usual: bool = False) -> bool:
        return self.number(key, usual) != 0


def read_settings(config: Config, rounds: int) -> tuple[Settings, list[str]]:
    """Our settings, and the keys whose values could not be taken over."""
    odd: list[str] = []

    def chosen(key: str, value: float, choices: tuple[float, ...], usual: float) -> float:
        nearest = min(choices, key=lambda choice: abs(choice - value))
        if abs(nearest - value) > 1e-4:
            odd.append(f"{key} = {value:g}")
            return usual
        return nearest

    def percent(name: str, key: str) -> int:
        share = round(config.number(key, getattr(Shares(), name)))
        if not 0 <= share <= 100:
            odd.append(f"{key} = {share}")
        return min(max(share, 0), 100)

    def written(name: str, key: str) -> str:
        text = config.text(key)
        if sensible(name, text) and text.isprintable():
            return text
        odd.append(f"{key} = {text[:60]}")
        return f"{OFF}{text}"[:LONGEST_TEXT] if text.isprintable() else ""

    usual = KeizerSettings()
    distance = config.number(
        "RONDE.RepeatDistance", config.number("OPTION.GameRepeat", usual.repeat_distance)
    )
    limit = config.text("OPTION.RoundsSameColor", NO_LIMIT)
    ratio = config.number("OPTION.RatioFirst2Last", usual.ratio)
    chance = config.number("OPTION.FirstRoundRandom", 0 if config.entries else SHIPPED_CHANCE)
    keizer = KeizerSettings(
        ratio=chosen("OPTION.RatioFirst2Last", ratio, RATIOS, usual.ratio),
        normalised=config.flag("OPTION.WickerNormalization"),
        shares=Shares(**{name: percent(name, key) for name, key in _SHARES.items()}),
        fade_absences=config.flag("OPTION.DecayBonus"),
        fade_own=config.flag("OPTION.DecayPrevRound"),
        values=_known(config.text("RONDE.Values"), READINGS),
        pairing=_known(config.text("RONDE.Pairing"), WAYS),
        repeat_distance=min(max(round(distance), 0), LONGEST_DISTANCE),
        fair_bye=config.flag("OPTION.DistBye", True),
        colour_limit=next((one for one in COLOUR_LIMITS if str(one) == limit), 0),
        first_round_random=int(chosen("OPTION.FirstRoundRandom", chance, RANDOM_STEPS, 0)),
        random_boards=config.flag("OPTION.NovusRandom"),
        categories=written("categories", "OPTION.Categories"),
        time_bonus=written("time_bonus", "OPTION.TimeBonus"),
        estimates=bool(round(config.number("OPTION.ShowPerformance", 1)) & 2),
        language=_language(config.text("LANGCODE")),
    )
    announced = min(max(round(config.number("RONDE.Rounds", SEASON)), rounds, 1), MOST_ROUNDS)
    settings = Settings(rounds=announced, board=KEIZER_BOARD, system="keizer", tiebreaks=(), keizer=keizer)
    return settings, odd


def _known(text: str, choices: tuple[str, ...]) -> str:
    return text if text in choices else choices[0]


def _language(code: str) -> str:
    return code.lower() if code.lower() in ("en", "fr", "de", "nl") else ""


def write_settings(settings: Settings, name: str, language: str) -> dict[str, Entry]:
    """The entries of a ConfigTab; keys of our own, which KeizerForClubs ignores, store the rest."""
    keizer = settings.keizer
    shares = {key: getattr(keizer.shares, name) for name, key in _SHARES.items()}
    numbers: dict[str, float] = {
        **shares,
        "OPTION.DistBye": keizer.fair_bye,
        "OPTION.GameRepeat": min(keizer.repeat_distance, LONGEST_OF_THEIRS),
        "OPTION.RatioFirst2Last": keizer.ratio,
        "OPTION.FirstRoundRandom": keizer.first_round_random,
        "OPTION.NovusRandom": keizer.random_boards,
        "OPTION.WickerNormalization": keizer.normalised,
        "OPTION.DecayPrevRound": keizer.fade_own,
        "OPTION.DecayBonus": keizer.fade_absences,
        "OPTION.ShowPerformance": 3 if keizer.estimates else 1,
        "OPTION.ShowOnlyPlayed": 0,
        "OPTION.Html": 1,
        "OPTION.Xml": 0,
        "OPTION.Txt": 0,
        "OPTION.Csv": 0,
        "RONDE.RepeatDistance": keizer.repeat_distance,
        "RONDE.Rounds": settings.rounds,
    }
    texts = {
        "LANGCODE": (keizer.language or language).upper(),
        "OPTION.RoundsSameColor": str(keizer.colour_limit or NO_LIMIT),
        "OPTION.NiceName": name,
        "OPTION.Categories": keizer.categories,
        "OPTION.TimeBonus": keizer.time_bonus,
        "RONDE.Values": keizer.values,
        "RONDE.Pairing": keizer.pairing,
    }
    entries: dict[str, Entry] = {key: (text, None) for key, text in texts.items()}
    return entries | {key: (None, float(number)) for key, number in numbers.items()}
