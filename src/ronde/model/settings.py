"""Settings of a tournament: the penalty table, what is public, the presets, and all the rest."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from ronde.model.bracket import CupSettings
from ronde.model.errors import PenaltiesImpossible, SettingImpossible
from ronde.model.go import (
    GO_CATEGORIES,
    GO_SWISS,
    GoSettings,
    GroupSettings,
    HandicapSettings,
    Limit,
    McMahonSettings,
    WeightSettings,
    go_limits,
    mcmahon_limits,
)
from ronde.model.groups import GROUPS, read_group
from ronde.model.names import clean_time
from ronde.model.player import (
    BIGGEST_FOREIGN,
    ReportSettings,
    check_printable,
    clean_name,
    report_limits,
    report_texts,
    unprintable,
)
from ronde.model.result import BOARDS, Board
from ronde.model.system_settings import DutchSettings, KeizerSettings, dutch_limits, keizer_limits
from ronde.model.systems import SYSTEMS, TIEBREAKS, System

# The five tables of penalties that price a pair, with PAPP's defaults (spec section 4).


CAP = 10_000_000
"""PAPP's INFINI: the largest single penalty, and in its own profile the largest cost of a pair."""

_FLOATS = (
    0, 20_000, 40_588, 62_785, 87_119, 114_041, 143_998, 177_453, 214_908, 256_910, 304_062, 357_037,
    416_582, 483_534, 558_828, 643_514, 738_767, 845_906, 966_413, 1_101_949, 1_254_381, 1_425_805,
    1_618_578, 1_835_345, 2_079_081,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColourPenalties:
    """For a player's colour imbalance, and for the same colour twice running."""

    imbalance: tuple[int, ...] = (0, 20, 105, 225, 530, 1075)
    again: int = 15


@dataclass(frozen=True, slots=True)
class FloatPenalties:
    """By half-points between two opponents; for floating the same way again; a discount for the way back."""

    half_points: tuple[int, ...] = _FLOATS
    again: int = 25
    compensation: int = 10


@dataclass(frozen=True, slots=True)
class RepetitionPenalties:
    """For meeting again with the same or with opposite colours, a second bye, and either twice running."""

    same_colours: int = CAP
    opposite_colours: int = 5_000_000
    bye_again: int = CAP
    in_a_row: int = 1


@dataclass(frozen=True, slots=True)
class Penalties:
    """All five sections; the last entry of a table holds for everything beyond it."""

    colour: ColourPenalties = field(default_factory=ColourPenalties)
    float: FloatPenalties = field(default_factory=FloatPenalties)
    repetition: RepetitionPenalties = field(default_factory=RepetitionPenalties)
    chauvinism: tuple[int, ...] = (2, 0)
    """By round, from round 1."""
    elitism: tuple[int, ...] = (100, 100, 100, 200, 200, 300, 300, 300, 300, 400)
    """By round, from round 1."""


def at(table: tuple[int, ...], index: int) -> int:
    """The entry of a table; the last one holds for every larger index."""
    return table[min(index, len(table) - 1)] if table else 0


def check_penalties(penalties: Penalties) -> None:
    """Refuse tables that break the conditions of the PAPP manual, 3.2, or leave 0..10,000,000."""
    for section, values in _tables(penalties).items():
        for value in values:
            if not 0 <= value <= CAP:
                raise PenaltiesImpossible(section=section, reason="range", value=value, limit=CAP)
    _check_growth("colour", penalties.colour.imbalance)
    _check_growth("float", penalties.float.half_points)
    if 2 * penalties.float.compensation > at(penalties.float.half_points, 1):
        raise PenaltiesImpossible(
            section="float", reason="compensation", value=penalties.float.compensation, limit=0
        )


def _check_growth(section: str, table: tuple[int, ...]) -> None:
    if not table:
        raise PenaltiesImpossible(section=section, reason="empty", value="", limit=0)
    if table[0] != 0:
        raise PenaltiesImpossible(section=section, reason="start", value=table[0], limit=0)
    for before, after in pairwise(table):
        if after < before:
            raise PenaltiesImpossible(section=section, reason="growth", value=after, limit=before)


def _tables(penalties: Penalties) -> dict[str, tuple[int, ...]]:
    colour, floats, repetition = penalties.colour, penalties.float, penalties.repetition
    return {
        "colour": (*colour.imbalance, colour.again),
        "float": (*floats.half_points, floats.again, floats.compensation),
        "repetition": (
            repetition.same_colours,
            repetition.opposite_colours,
            repetition.bye_again,
            repetition.in_a_row,
        ),
        "chauvinism": penalties.chauvinism,
        "elitism": penalties.elitism,
    }


# What the public sees: the club's name, colour and logo, provisional standings, messages of programs.


LOGO: Final = re.compile(r"data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}")
LONGEST_LOGO: Final = 33_000
"""The longest encoded logo: 24 kB of a picture."""
LONGEST_CSS: Final = 20_000
NAMES: Final = ("full", "initial", "number")
_LINES: Final = "\n\t"
"""Control characters a style sheet may contain."""
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class PublicSettings:
    """The club's name, colour and logo, and what public pages show."""

    club: str = ""
    accent: str = ""
    """A colour as `#0d6b46`; pages use a readable shade of it."""
    logo: str = ""
    """A picture as a `data:` URL; empty for none."""
    css: str = ""
    """The club's own style sheet, which follows ours on pages, paper and in exports."""
    provisional: bool = True
    """Whether the public sees standings of the round being played."""
    messages: bool = False
    """Whether the public sees what programs wrote to standard error."""
    names: str = "full"
    """How the public sees players: the full name, the first name with an initial, or the number."""
    minors: bool = False
    """Whether the public sees minors like everybody else; otherwise at most with an initial."""


def picture_of(logo: str) -> bytes:
    """The decoded picture of a logo; empty if it is not valid."""
    try:
        return base64.b64decode(logo.partition(";base64,")[2])
    except ValueError:
        return b""


def public_limits(public: PublicSettings) -> tuple[Limit, ...]:
    logo = not public.logo or (len(public.logo) <= LONGEST_LOGO and LOGO.fullmatch(public.logo) is not None)
    sheet = len(public.css) <= LONGEST_CSS and "<" not in public.css  # it also stands inside an element
    printed = not any(unprintable(char) for char in public.css if char not in _LINES)
    colour = not public.accent or _COLOUR.fullmatch(public.accent) is not None
    return (
        ("public.accent", colour, public.accent, '#0d6b46, ""'),
        ("public.css", sheet and printed, public.css[:30], f"body {{ color: #222; }}, 1-{LONGEST_CSS}"),
        ("public.logo", logo, public.logo[:30], f"data:image/png;base64,…, 1-{LONGEST_LOGO}"),
        ("public.names", public.names in NAMES, public.names, NAMES),
    )


# What an arbiter decides before the first round, and may change later.


MOST_LAPS = 20
MOST_CHAMPIONS = 999
MOST_GROUPS = 50
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
    times: tuple[str, ...] = ()
    """When each round begins, from round 1, as `2026-12-05 09:30` or `2026-12-05`; empty if unknown."""
    groups: tuple[str, ...] = ()
    """Groups with standings and a podium of their own, written as `GROUPS`."""
    mcmahon: McMahonSettings = field(default_factory=McMahonSettings)
    go: GoSettings = field(default_factory=GoSettings)

    @property
    def pairing_system(self) -> System:
        return SYSTEMS[self.system]

    def start_of(self, round: int) -> str:
        """When a round begins; empty if nobody said."""
        return self.times[round - 1] if 1 <= round <= len(self.times) else ""


PROFILES = ("ronde", "papp")
ZONES = "FRA:1000-1999,9000-9500"
"""An example of zones."""
TIMES = "2026-12-05 9:30,2026-12-05 14:00"
"""An example of times."""


EXAMPLES = frozenset(
    ("zones", "times", "groups", "board.colours", "keizer.categories", "keizer.time_bonus", "dutch.virtual")
)
"""Settings whose limits name an example of what is possible."""


def impossible(setting: str, value: object, allowed: object) -> SettingImpossible:
    """The refusal of a value, with what is possible or an example of it."""
    if setting in EXAMPLES:
        return SettingImpossible(setting=setting, value=value, reason="example", allowed=allowed)
    return SettingImpossible(setting=setting, value=value, reason="allowed", allowed=allowed)


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


_MCMAHON = {"go-swiss": GO_SWISS, "go-categories": GO_CATEGORIES}
"""What differs from McMahon in the other systems of Go."""


def usual_settings(system: str, *, rounds: int = 0, game: str | None = None) -> Settings:
    announced = rounds or SYSTEMS[system].usual_rounds
    brightwell = usual_brightwell(announced)
    made = Settings(announced, usual_board(system, game), system, brightwell=brightwell)
    made = replace(made, mcmahon=_MCMAHON.get(system, made.mcmahon))
    return replace(made, tiebreaks=usual_tiebreaks(made))


def check_settings(settings: Settings) -> None:
    """Refuse impossible settings, naming the first that is wrong."""
    _check_texts(settings)
    for name, possible, value, allowed in limits(settings):
        if not possible:
            raise impossible(name, value, allowed)
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
        ("times", _in_order(settings.times), ",".join(settings.times), TIMES),
        _group_limit(settings.groups),
        ("laps", 1 <= settings.laps <= MOST_LAPS, settings.laps, f"1-{MOST_LAPS}"),
        *_shape_limits(settings),
        *keizer_limits(settings.keizer),
        *dutch_limits(settings.dutch),
        *report_limits(settings.report),
        *public_limits(settings.public),
        *mcmahon_limits(settings.mcmahon),
        *go_limits(settings.go),
    )


def _group_limit(groups: tuple[str, ...]) -> Limit:
    wrong = [text for text in groups if not _is_group(text)]
    possible = not wrong and len(groups) <= MOST_GROUPS
    return ("groups", possible, wrong[0] if wrong else len(groups), f"{GROUPS} (0-{MOST_GROUPS})")


def _is_group(text: str) -> bool:
    try:
        return bool(read_group(text))
    except ValueError:
        return False


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
    for name, text in [*report_texts(settings.report), *(("groups", text) for text in settings.groups)]:
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


def _in_order(times: tuple[str, ...]) -> bool:
    known = [time for time in times if time]
    return known == sorted(known) and all(time == clean_time(time) for time in known)


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


# Usual kinds of tournaments to start from; everything can be changed later.


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual kind of tournament: its system, its game, and its number of rounds."""

    system: str
    game: str | None = None
    rounds: int = 0
    mcmahon: McMahonSettings | None = None
    go: GoSettings | None = None

    @property
    def usual_rounds(self) -> int:
        return self.rounds or SYSTEMS[self.system].usual_rounds


_CLUB_EVENING = McMahonSettings(
    groups=GroupSettings(floor="30k", bar="9d"),
    handicap=HandicapSettings(none_from="9d"),
    weights=WeightSettings(geography=0),
)
"""Everybody takes the stones of the difference but one, and meets members of the same club."""
_SHORT_GAMES = GoSettings(minutes=25, overtime="byo-yomi", overtime_seconds=20)
PRESETS: dict[str, Preset] = {
    "othello-open": Preset("swiss"),
    "chess-open": Preset("swiss", "chess"),
    "fide-open": Preset("dutch"),
    "go-tournament": Preset("mcmahon"),
    "go-club": Preset("mcmahon", rounds=3, mcmahon=_CLUB_EVENING, go=_SHORT_GAMES),
    "club-keizer": Preset("keizer"),
    "round-robin": Preset("berger"),
    "cup": Preset("cup", rounds=4),
    "engine-cup": Preset("double-berger", rounds=14),
}
"""By name; programs meet each other twice, colours reversed."""


def settings_of(preset: str, rounds: int = 0) -> Settings:
    """The settings of a preset; `rounds` of 0 takes its usual number."""
    chosen = PRESETS[preset]
    made = usual_settings(chosen.system, rounds=rounds or chosen.rounds, game=chosen.game)
    return replace(made, mcmahon=chosen.mcmahon or made.mcmahon, go=chosen.go or made.go)
