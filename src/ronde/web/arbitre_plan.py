"""The form of a new competition, read."""

from __future__ import annotations

from random import Random
from typing import Final

from starlette.datastructures import FormData

from ronde.arbitre.door import COMPETITIONS, Plan, read_timeout
from ronde.core.bracket import CupSettings
from ronde.core.errors import EngineRefused, SettingImpossible
from ronde.core.player import clean_name
from ronde.core.settings import MOST_LAPS
from ronde.games.door import GameError, find_game
from ronde.referee.door import Rule
from ronde.web.arbitre_visitor import field

MOST: Final = 64
"""Engines of one competition."""
MOST_GAMES: Final = 100
MOST_ELO: Final = 2000
LONGEST: Final = 100_000
"""Characters of all openings together."""
FIELDS: Final = (
    "name", "system", "games", "best_of", "clear", "laps", "champions", "rounds", "timeout", "third_place",
    "consolation", "double", "rated", "openings",
)  # fmt: skip
"""Everything that is asked for but the game and its engines."""


def typed(form: FormData) -> dict[str, str]:
    """What was typed, to be shown again with the reason why it cannot be."""
    return {name: field(form, name, LONGEST) for name in FIELDS}


def plan_of(form: FormData, game: str) -> Plan:
    """The competition that was asked for; refused with a reason if it cannot be one."""
    system = field(form, "system", 20)
    name = clean_name(field(form, "name"), field="name")
    games, rounds = _number(field(form, "games", 4) or "2"), _number(field(form, "rounds", 4) or "0")
    if system not in COMPETITIONS or not 1 <= games <= MOST_GAMES or not 0 <= rounds <= MOST_GAMES:
        raise EngineRefused(reason="competition", most=MOST_GAMES)
    laps, champions = _times(form, "laps", MOST_LAPS), _times(form, "champions", MOST - 1)
    cup = CupSettings(*(bool(field(form, key)) for key in ("third_place", "consolation", "double")))
    rule = Rule(games, bool(field(form, "best_of")), _elo(field(form, "clear", 8)))
    timeout = read_timeout(field(form, "timeout") or "15")
    openings = _openings(field(form, "openings", LONGEST), game, games)
    return Plan(name, system, rounds, laps, champions, cup, rule, timeout, openings=openings)


def _openings(text: str, game: str, games: int) -> tuple[str, ...]:
    """The positions, one a line, each one of the game; played from both sides, so that matches are even."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if lines and games % 2:
        raise EngineRefused(reason="openings-odd", games=games)
    for number, line in lines:
        try:
            find_game(game).place(line, Random(0))
        except GameError as wrong:
            raise EngineRefused(reason="opening", line=number, text=line[:100]) from wrong
    return tuple(line for _, line in lines)


def _times(form: FormData, key: str, most: int) -> int:
    """How often, or how many; once if nothing is said."""
    text = field(form, key, 8) or "1"
    if not 1 <= _number(text) <= most:
        raise SettingImpossible(reason="allowed", setting=key, value=text, allowed=f"1-{most}")
    return _number(text)


def _elo(text: str) -> float:
    """How clear a match must be; nothing if it is over after its games."""
    points = _number(text or "0")
    if not 0 <= points <= MOST_ELO:
        raise EngineRefused(reason="clear", most=MOST_ELO)
    return float(points)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else -1
