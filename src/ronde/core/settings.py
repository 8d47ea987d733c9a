"""What an arbiter decides before the first round, and may change later."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ronde.core.bracket import CupSettings
from ronde.core.dutch import DutchSettings, dutch_limits
from ronde.core.errors import SettingImpossible
from ronde.core.fidecard import ReportSettings, report_limits, report_texts
from ronde.core.keizer import KeizerSettings, Limit, keizer_limits
from ronde.core.penalties import CAP, Penalties, check_penalties
from ronde.core.player import BIGGEST_FOREIGN, check_printable, clean_name
from ronde.core.publicity import PublicSettings, public_limits
from ronde.core.result import BOARDS, Board
from ronde.core.systems import SYSTEMS, TIEBREAKS, System

MOST_LAPS = 20
MOST_CHAMPIONS = 999
MOST_ROUNDS = 999
"""PAPP's limit is 128; a club season needs more."""

DISC_TIEBREAKS = ("brightwell", "discs")
DISCLESS_TIEBREAKS = ("buchholz", "buchholz-cut1", "sonneborn-berger")
"""The defaults for games with discs, and for games that have only a winner."""


@dataclass(frozen=True, slots=True)
class Zone:
    """The numbers that new players of one country (or of any, if empty) are given."""

    first: int
    last: int
    country: str = ""


@dataclass(frozen=True, slots=True)
class GauntletSettings:
    champions: int = 1
    """How many of the best seeds meet all others, who do not meet each other."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the tournament is played, scored, paired and numbered."""

    rounds: int = 7
    """How many rounds are announced; more may be played."""
    board: Board = field(default_factory=Board)
    system: str = "swiss"
    tiebreaks: tuple[str, ...] = DISC_TIEBREAKS
    brightwell: float = 6.0
    """The constant, on the scale of points; 0 makes the tie-break the discs themselves."""
    penalties: Penalties = field(default_factory=Penalties)
    cap: int | None = None
    """The cap on the cost of a pair: 10,000,000 as in PAPP, or None."""
    country: str = ""
    """The default country of players."""
    zones: tuple[Zone, ...] = ()
    profile: str = "ronde"
    keizer: KeizerSettings = field(default_factory=KeizerSettings)
    laps: int = 1
    """How often everybody meets everybody in a round robin or a gauntlet; colours are reversed each time."""
    gauntlet: GauntletSettings = field(default_factory=GauntletSettings)
    cup: CupSettings = field(default_factory=CupSettings)
    dutch: DutchSettings = field(default_factory=DutchSettings)
    report: ReportSettings = field(default_factory=ReportSettings)
    round_robin: str = ""
    """With how many players a Swiss becomes a round robin, as `1-12`; empty: up to the announced rounds."""
    public: PublicSettings = field(default_factory=PublicSettings)

    @property
    def pairing_system(self) -> System:
        return SYSTEMS[self.system]


PROFILES = ("ronde", "papp")
ZONES = "FRA:1000-1999,9000-9500"
"""An example of zones."""


def usual_brightwell(rounds: int) -> float:
    """The constant PAPP proposes: in short tournaments only discs count."""
    return 0.0 if rounds < 8 else 6.0


def usual_board(system: str, game: str | None = None) -> Board:
    """The board of a game, or of the usual game of a system, with the system's bye."""
    kind = SYSTEMS[system]
    board = BOARDS[game or kind.usual_game]
    return board if kind.bye_is_a_win else replace(board, bye=board.total)


def usual_tiebreaks(settings: Settings) -> tuple[str, ...]:
    """Those of the system; else Brightwell with discs or under PAPP's profile, else those usual in chess."""
    usual = settings.pairing_system.usual_tiebreaks
    if usual is not None:
        return usual
    discs = not settings.board.discless or settings.profile == "papp"
    return DISC_TIEBREAKS if discs else DISCLESS_TIEBREAKS


def usual_settings(system: str, *, rounds: int = 0, game: str | None = None) -> Settings:
    announced = rounds or SYSTEMS[system].usual_rounds
    brightwell = usual_brightwell(announced)
    made = Settings(announced, usual_board(system, game), system, brightwell=brightwell)
    return replace(made, tiebreaks=usual_tiebreaks(made))


def check_settings(settings: Settings) -> None:
    """Refuse impossible settings, naming the first that is wrong."""
    _check_texts(settings)
    for name, possible, value, allowed in limits(settings):
        if not possible:
            raise SettingImpossible(setting=name, value=value, reason="allowed", allowed=allowed)
    check_penalties(settings.penalties)


def limits(settings: Settings) -> tuple[Limit, ...]:
    """Every setting as (name, whether its value is possible, value, allowed values)."""
    board = settings.board
    halves = 0 <= board.bye <= board.total and board.bye * 2 == int(board.bye * 2)
    zones = all(1 <= zone.first <= zone.last <= BIGGEST_FOREIGN for zone in settings.zones)
    return (
        ("rounds", 1 <= settings.rounds <= MOST_ROUNDS, settings.rounds, f"1-{MOST_ROUNDS}"),
        ("board.total", 1 <= board.total <= 9_999, board.total, "1-9999"),
        ("board.bye", halves, f"{board.bye:g}", f"0-{board.total} (0.5)"),
        ("board.colours", all(map(str.strip, board.colours)), ",".join(board.colours), "black,white"),
        ("system", settings.system in SYSTEMS, settings.system, tuple(SYSTEMS)),
        ("tiebreaks", _offered_once(settings), ",".join(settings.tiebreaks), tiebreaks_for(settings.system)),
        ("brightwell", 0 <= settings.brightwell <= 1_000, f"{settings.brightwell:g}", "0-1000"),
        ("cap", settings.cap is None or 0 < settings.cap <= CAP, settings.cap, f"1-{CAP}, none"),
        ("profile", settings.profile in PROFILES, settings.profile, PROFILES),
        ("zones", zones, _zones_text(settings.zones), ZONES),
        ("round_robin", _is_range(settings.round_robin), settings.round_robin, '1-12, ""'),
        ("laps", 1 <= settings.laps <= MOST_LAPS, settings.laps, f"1-{MOST_LAPS}"),
        *_shape_limits(settings),
        *keizer_limits(settings.keizer),
        *dutch_limits(settings.dutch),
        *report_limits(settings.report),
        *public_limits(settings.public),
    )


def _shape_limits(settings: Settings) -> tuple[Limit, ...]:
    """A double elimination plays for all its places, so nothing can be played beside it."""
    champions, cup = settings.gauntlet.champions, settings.cup
    alone = not (cup.double and (cup.third_place or cup.consolation))
    return (
        ("gauntlet.champions", 1 <= champions <= MOST_CHAMPIONS, champions, f"1-{MOST_CHAMPIONS}"),
        ("cup.double", alone, cup.double, ("false", "cup.third_place=false cup.consolation=false")),
    )


def _check_texts(settings: Settings) -> None:
    """Refuse texts that a list or a terminal could not print."""
    clean_name(settings.country, field="country", needed=False)
    clean_name(settings.public.club, field="public.club", needed=False)
    for colour in settings.board.colours:
        clean_name(colour, field="board.colours", needed=False)
    for zone in settings.zones:
        clean_name(zone.country, field="zones", needed=False)
    for name, text in report_texts(settings.report):
        clean_name(text, field=name, needed=False)
    keizer = settings.keizer
    check_printable(keizer.categories, field="keizer.categories")
    check_printable(keizer.time_bonus, field="keizer.time_bonus")


def robin_range(settings: Settings) -> range:
    """The numbers of players with which a Swiss is played as a round robin."""
    if settings.round_robin:
        first, last = map(int, settings.round_robin.split("-"))
        return range(first, last + 1)
    return range(settings.rounds + settings.rounds % 2 + 1)


def _is_range(text: str) -> bool:
    match = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
    return not text or (match is not None and int(match[1]) <= int(match[2]))


def tiebreaks_for(system: str) -> tuple[str, ...]:
    """The tie-breaks a system may use; all of ours for an unknown system."""
    return SYSTEMS[system].tiebreaks if system in SYSTEMS else TIEBREAKS


def _offered_once(settings: Settings) -> bool:
    chosen = settings.tiebreaks
    return set(chosen) <= set(tiebreaks_for(settings.system)) and len(set(chosen)) == len(chosen)


def _zones_text(zones: tuple[Zone, ...]) -> str:
    return ",".join(f"{zone.country}:{zone.first}-{zone.last}".removeprefix(":") for zone in zones)
