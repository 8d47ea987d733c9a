"""Reads the form of a new competition."""

from __future__ import annotations

from random import Random
from typing import Final

from starlette.datastructures import FormData

from ronde.core.bracket import CupSettings
from ronde.core.errors import EngineRefused
from ronde.core.player import clean_name
from ronde.core.settings import MOST_LAPS
from ronde.core.systems import SYSTEMS
from ronde.games.door import GameError, find_game
from ronde.http_engines.door import COMPETITIONS, EngineCard, LeaguePlan, read_timeout
from ronde.referee.door import Rule, listed_openings
from ronde.web.engines.visitor import field

MOST: Final = 900
"""Engines of one competition; a form has at most a thousand fields."""
GROUPS: Final = "groups"
"""Parallel round robins, each of some of the engines."""
OFFERED: Final = (*COMPETITIONS, GROUPS)
MOST_GAMES: Final = 100
MOST_ELO: Final = 2000
LONGEST: Final = 100_000
"""Maximum number of characters of all openings together."""
FIELDS: Final = (
    "name", "system", "games", "best_of", "clear", "laps", "champions", "rounds", "timeout", "third_place",
    "consolation", "double", "rated", "openings", "groups",
)  # fmt: skip
"""All fields except the game and its engines."""


def typed(form: FormData) -> dict[str, str]:
    """The fields, to be shown again with a refusal."""
    return {name: field(form, name, LONGEST) for name in FIELDS}


def plan_of(form: FormData, game: str, count: int) -> LeaguePlan:
    """The requested competition of so many engines, or a refusal."""
    system = field(form, "system", 20)
    name = clean_name(field(form, "name"), field="name")
    if system not in OFFERED:
        raise EngineRefused(reason="system")
    system = "robin" if system == GROUPS else system
    games, rounds = _whole(form, "games", MOST_GAMES, "2"), _whole(form, "rounds", MOST_GAMES, "0")
    laps = _whole(form, "laps", MOST_LAPS, "1")
    champions = _whole(
        form, "champions", count - 1 if SYSTEMS[COMPETITIONS[system]].uses("gauntlet") else MOST - 1, "1"
    )
    rule = Rule(games, bool(field(form, "best_of")), _elo(field(form, "clear", 8)))
    timeout = read_timeout(field(form, "timeout") or "15")
    openings = _openings(field(form, "openings", LONGEST + 1), game, games)
    return LeaguePlan(
        name, system, rounds, laps, champions, _cup(form, system), rule, timeout, openings=openings
    )


def grouped(form: FormData, cards: list[EngineCard]) -> list[list[EngineCard]]:
    """The engines of each competition: all in one, or in groups dealt by seed in serpentine order.

    The first seeds of the groups are the first of all, the second ones come in the opposite order, and so on.
    """
    if field(form, "system", 20) != GROUPS:
        return [cards]
    count = _whole(form, "groups", len(cards) // 2, "2")
    dealt: list[list[EngineCard]] = [[] for _ in range(count)]
    for at, card in enumerate(cards):
        lap, place = divmod(at, count)
        dealt[place if lap % 2 == 0 else count - 1 - place].append(card)
    if min(map(len, dealt)) < 2:
        raise EngineRefused(reason="number", field="groups", text=str(count), most=max(1, len(cards) // 2))
    return dealt


def _cup(form: FormData, system: str) -> CupSettings:
    """The extra matches of a cup; ignored for other systems."""
    if not SYSTEMS[COMPETITIONS[system]].knock_out:
        return CupSettings()
    third, places, double = (bool(field(form, key)) for key in ("third_place", "consolation", "double"))
    if double and (third or places):
        raise EngineRefused(reason="cup")
    return CupSettings(third, places, double)


def _openings(text: str, game: str, games: int) -> tuple[str, ...]:
    """The openings, one position a line; each is played from both sides, so the number of games is even."""
    if len(text) > LONGEST:
        raise EngineRefused(reason="openings-long", most=LONGEST)
    lines = listed_openings(text.splitlines())
    if lines and games % 2:
        raise EngineRefused(reason="openings-odd", games=games)
    for number, line in lines:
        try:
            find_game(game).place(line, Random(0))
        except GameError as wrong:
            raise EngineRefused(reason="opening", line=number, text=line[:100]) from wrong
    return tuple(line for _, line in lines)


def _whole(form: FormData, key: str, most: int, usual: str) -> int:
    """A number in the form, or its default."""
    text = field(form, key, 20).strip() or usual
    if text != usual and not 1 <= _number(text) <= most:
        raise EngineRefused(reason="number", field=key, text=text, most=most)
    return _number(text)


def _elo(text: str) -> float:
    """The Elo difference that ends a match; None if it ends after its games."""
    points = _number(text or "0")
    if not 0 <= points <= MOST_ELO:
        raise EngineRefused(reason="clear", most=MOST_ELO)
    return float(points)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else -1
