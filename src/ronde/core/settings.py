"""What an arbiter decides before the first round, and may change later."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ronde.core.bracket import CupSettings
from ronde.core.errors import SettingImpossible
from ronde.core.keizer import KeizerSettings, Limit, keizer_limits
from ronde.core.penalties import CAP, Penalties, check_penalties
from ronde.core.player import BIGGEST_FOREIGN, check_printable, clean_name
from ronde.core.result import Board

MOST_LAPS = 20
MOST_CHAMPIONS = 999
MOST_ROUNDS = 999
"""PAPP stops at 128; a season of clubs needs more, a typing error far more."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Numbers that new players of one country (or of any, if empty) are given."""

    first: int
    last: int
    country: str = ""


@dataclass(frozen=True, slots=True)
class GauntletSettings:
    """Who runs the gauntlet."""

    champions: int = 1
    """How many of the best seeds meet all others, who do not meet each other."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the tournament is played, scored, paired and numbered."""

    rounds: int = 7
    """How many rounds are announced; nothing forbids another one."""
    board: Board = field(default_factory=Board)
    system: str = "swiss"
    tiebreaks: tuple[str, ...] = ("brightwell", "discs")
    brightwell: float = 6.0
    """The constant, on the scale of points; 0 makes the tie-break the discs themselves."""
    penalties: Penalties = field(default_factory=Penalties)
    cap: int | None = None
    """Where the price of a pair is cut: 10,000,000 as PAPP has it, or nowhere."""
    country: str = ""
    """The country given to players who say none."""
    zones: tuple[Zone, ...] = ()
    profile: str = "ronde"
    keizer: KeizerSettings = field(default_factory=KeizerSettings)
    laps: int = 1
    """How often everybody meets everybody in a round robin or a gauntlet, colours reversed each time."""
    gauntlet: GauntletSettings = field(default_factory=GauntletSettings)
    cup: CupSettings = field(default_factory=CupSettings)
    round_robin: str = ""
    """With how many players a Swiss becomes a round robin, as `1-12`; empty: up to the announced rounds."""


PROFILES = ("ronde", "papp")
SYSTEMS = ("swiss", "berger", "double-berger", "gauntlet", "keizer", "cup")
"""The names of the pairing systems; the draw table has one function for each."""
ALL_MEET = ("berger", "double-berger", "gauntlet", "cup")
"""Systems with a fixed schedule: whoever should have met an absent player is free that round."""
TIEBREAKS = (
    "brightwell", "discs", "buchholz", "buchholz-cut1", "buchholz-cut2", "median", "sonneborn-berger",
    "progressive", "direct", "wins", "wins-second", "opponents-rating",
)  # fmt: skip
"""The names of the tie-breaks; the scoreboard has one function for each."""
ZONES = "FRA:1000-1999,9000-9500"
"""How zones are written."""


def usual_brightwell(rounds: int) -> float:
    """The constant PAPP proposes: discs alone decide in short tournaments."""
    return 0.0 if rounds < 8 else 6.0


def check_settings(settings: Settings) -> None:
    """Refuse settings that no tournament can be played with, naming the first that is wrong."""
    _check_texts(settings)
    for name, possible, value, allowed in limits(settings):
        if not possible:
            raise SettingImpossible(setting=name, value=value, reason="allowed", allowed=allowed)
    check_penalties(settings.penalties)


def limits(settings: Settings) -> tuple[Limit, ...]:
    """Every setting with whether it is possible, its value, and what it may be."""
    board = settings.board
    halves = 0 <= board.bye <= board.total and board.bye * 2 == int(board.bye * 2)
    zones = all(1 <= zone.first <= zone.last <= BIGGEST_FOREIGN for zone in settings.zones)
    return (
        ("rounds", 1 <= settings.rounds <= MOST_ROUNDS, settings.rounds, f"1-{MOST_ROUNDS}"),
        ("board.total", 1 <= board.total <= 9_999, board.total, "1-9999"),
        ("board.bye", halves, f"{board.bye:g}", f"0-{board.total} (0.5)"),
        ("board.colours", all(map(str.strip, board.colours)), ",".join(board.colours), "black,white"),
        ("system", settings.system in SYSTEMS, settings.system, SYSTEMS),
        ("tiebreaks", _known_once(settings.tiebreaks), ",".join(settings.tiebreaks), TIEBREAKS),
        ("brightwell", 0 <= settings.brightwell <= 1_000, f"{settings.brightwell:g}", "0-1000"),
        ("cap", settings.cap is None or 0 < settings.cap <= CAP, settings.cap, f"1-{CAP}, none"),
        ("profile", settings.profile in PROFILES, settings.profile, PROFILES),
        ("zones", zones, _told(settings.zones), ZONES),
        ("round_robin", _is_range(settings.round_robin), settings.round_robin, '1-12, ""'),
        ("laps", 1 <= settings.laps <= MOST_LAPS, settings.laps, f"1-{MOST_LAPS}"),
        *_shape_limits(settings),
        *keizer_limits(settings.keizer),
    )


def _shape_limits(settings: Settings) -> tuple[Limit, ...]:
    """A double elimination plays for all places it can give: nothing can be played beside it."""
    champions, cup = settings.gauntlet.champions, settings.cup
    alone = not (cup.double and (cup.third_place or cup.consolation))
    return (
        ("gauntlet.champions", 1 <= champions <= MOST_CHAMPIONS, champions, f"1-{MOST_CHAMPIONS}"),
        ("cup.double", alone, cup.double, ("false", "cup.third_place=false cup.consolation=false")),
    )


def _check_texts(settings: Settings) -> None:
    """Refuse texts that a list or a terminal could not carry."""
    clean_name(settings.country, field="country", needed=False)
    for colour in settings.board.colours:
        clean_name(colour, field="board.colours", needed=False)
    for zone in settings.zones:
        clean_name(zone.country, field="zones", needed=False)
    keizer = settings.keizer
    check_printable(keizer.categories, field="keizer.categories")
    check_printable(keizer.time_bonus, field="keizer.time_bonus")


def robin_range(settings: Settings) -> range:
    """With how many players everybody meets everybody, although the system is Swiss."""
    if settings.round_robin:
        first, last = map(int, settings.round_robin.split("-"))
        return range(first, last + 1)
    return range(settings.rounds + settings.rounds % 2 + 1)


def _is_range(text: str) -> bool:
    found = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
    return not text or (found is not None and int(found[1]) <= int(found[2]))


def _known_once(tiebreaks: tuple[str, ...]) -> bool:
    return all(name in TIEBREAKS for name in tiebreaks) and len(set(tiebreaks)) == len(tiebreaks)


def _told(zones: tuple[Zone, ...]) -> str:
    return ",".join(f"{zone.country}:{zone.first}-{zone.last}".removeprefix(":") for zone in zones)
