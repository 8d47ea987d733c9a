"""Settings of single systems: Keizer's, with the texts of its reasons, and those of the Dutch system."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ronde.model.result import BOARDS, Board, Kind, Result

# Two settings of KeizerForClubs written as `key=value, key=value`: categories and time bonus.


OFF = "#"
"""A text that begins with this is kept but has no effect."""
_FOREIGN = {"categories": re.compile(r"[^-_A-Za-z0-9]"), "time": re.compile(r"[^-._A-Za-z0-9]")}
UNKNOWN = -1
"""The minutes KeizerForClubs prints for impossible numbers."""
MOST_MINUTES = 100_000
"""A total above this is impossible, too."""


def categories(text: str) -> dict[str, str]:
    """Long names by abbreviation, in order.

    >>> categories("r 15 = Rating<1500 ,f=Frauen ,")
    {'r15': 'Rating<1500', 'f': 'Frauen'}
    """
    return {} if text.startswith(OFF) else dict(_entries(text, "categories"))


def plainly_named(text: str) -> bool:
    """Whether every part is an abbreviation of letters and digits, `=`, and a name.

    >>> plainly_named("u12=Under 12, w=Women"), plainly_named("u-12=Under 12"), plainly_named("w=Women,u12")
    (True, False, False)
    """
    parts = [part.partition("=") for part in text.split(",") if part.strip()]
    return all(re.fullmatch("[A-Za-z0-9]+", key.strip()) and name.strip() for key, _, name in parts)


def _entries(text: str, kind: str) -> list[tuple[str, str]]:
    parts = (part.split("=", 1) for part in text.split(",") if "=" in part)
    entries = [(_FOREIGN[kind].sub("", key), value.strip()) for key, value in parts]
    return [(key, value) for key, value in entries if key]


@dataclass(frozen=True, slots=True)
class TimeBonus:
    """How a total of minutes is split between two players by the difference of their ratings."""

    least: int
    total: int
    factor: float

    def minutes(self, white: int, black: int) -> tuple[int, int]:
        """The minutes of both: the stronger has fewer."""
        sensible = 0 <= self.least <= MOST_MINUTES and 2 < self.total <= MOST_MINUTES
        if not (sensible and 0.0001 < self.factor < MOST_MINUTES):
            return UNKNOWN, UNKNOWN
        steepness = min(self.factor * abs(white - black), 700.0)  # above this the power overflows
        shared = (self.total - 2 * self.least) / (1 + math.exp(steepness))
        stronger = round(self.least + shared)
        weaker = self.total - stronger
        return (stronger, weaker) if white >= black else (weaker, stronger)


def time_bonus(text: str) -> TimeBonus | None:
    """The bonus a setting describes; None if it is off or the curve is unknown."""
    if text.startswith(OFF):
        return None
    wishes = {key.lower(): value for key, value in _entries(text, "time")}
    if wishes.get("curve", "").lower() != "expo":
        return None
    try:
        return TimeBonus(int(wishes["min"]), int(wishes["sum"]), float(wishes["fak"].replace(",", ".")))
    except (KeyError, ValueError):
        return TimeBonus(0, 0, 0.0)


# How a Keizer tournament is scored and paired: the settings of KeizerForClubs, and our own.


RATIOS = (4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.2, 1.1, 1.01)
"""How many times a win against the first is worth a win against the last."""
COLOUR_LIMITS = (0, 2, 3, 4, 5)
"""After how many games of one colour in a row the other one is due; 0 for never."""
RANDOM_STEPS = (0, 10, 50, 100, 150, 200, 300, 400, 500)
"""The maximal random change of a rating for the order of round 1."""
VALUE_METHODS = ("frozen", "recomputed", "fixed-point")
"""Which values count: those at the time of pairing, those of today, or a fixed point."""
PAIRING_METHODS = ("neighbours", "balanced")
LANGUAGES = ("", "en", "fr", "de", "nl")
KEIZER_BOARD = replace(BOARDS["chess"], bye=BOARDS["chess"].total)
"""Chess, with a bye that pays nothing as a game: Keizer pays it by its share."""
SEASON = 30
"""The rounds of a season where none are given; KeizerForClubs announces none."""
LONGEST_DISTANCE = 999
LONGEST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Shares:
    """Percentages: of the own value for rounds without a game, of the opponent's value for a loss."""

    club: int = 70
    excused: int = 35
    unexcused: int = 5
    withdrawn: int = 75
    """Of the own value, for a win against a player who has withdrawn since."""
    bye: int = 50
    loss: int = 0
    """The difficulty bonus."""


@dataclass(frozen=True, slots=True)
class KeizerSettings:
    """The options of KeizerForClubs with its defaults, except that round 1 is not randomised."""

    ratio: float = 3.0
    normalised: bool = False
    """Whether a win against the last counts 1."""
    shares: Shares = field(default_factory=Shares)
    fade_absences: bool = False
    """Whether each further excused or unexcused absence is worth half of the previous one."""
    paid_absences: int = 0
    """How many excused or unexcused absences are worth points; 0 for all."""
    least_games: int = 0
    """The games a player needs for a place in the final standings."""
    fade_own: bool = False
    """Whether the own value, counted once, fades out over the first five rounds."""
    values: str = "frozen"
    pairing: str = "neighbours"
    repeat_distance: int = 4
    """How many rounds must lie between two games of the same pair."""
    fair_bye: bool = True
    colour_limit: int = 0
    first_round_random: int = 0
    random_boards: bool = False
    categories: str = ""
    """`abbr=Long name, ...`; each has its own standings and podium."""
    time_bonus: str = ""
    """`curve=expo, min=5, sum=40, fak=0.006`: minutes by difference of ratings, on the pairing list."""
    estimates: bool = False
    """Whether the crosstable shows a running estimate of the rating beside the performance."""
    language: str = ""
    """The language of the lists KeizerForClubs prints; empty for the language of the interface."""


MOST_COUNTED = 999
"""The largest number of absences or games that a setting may name: the most rounds."""
TEXTS = ("categories", "time_bonus")
"""Settings written as `key=value, key=value`."""
Limit = tuple[str, bool, object, object]
"""A setting: its name, whether its value is possible, the value, and the allowed values."""


def keizer_limits(keizer: KeizerSettings) -> tuple[Limit, ...]:
    shares = keizer.shares
    percents = {name: getattr(shares, name) for name in Shares.__dataclass_fields__}
    lists: dict[str, tuple[object, ...]] = {
        "ratio": RATIOS, "values": VALUE_METHODS, "pairing": PAIRING_METHODS, "colour_limit": COLOUR_LIMITS,
        "first_round_random": RANDOM_STEPS, "language": LANGUAGES,
    }  # fmt: skip
    chosen = {name: getattr(keizer, name) for name in lists}
    distance = keizer.repeat_distance
    counts = (("paid_absences", keizer.paid_absences), ("least_games", keizer.least_games))
    texts = {name: str(getattr(keizer, name)) for name in TEXTS}
    examples = {"categories": "u12=Under 12,w=Women", "time_bonus": "curve=expo,min=5,sum=40,fak=0.006"}
    return (
        *((f"keizer.{name}", chosen[name] in known, chosen[name], known) for name, known in lists.items()),
        *((f"keizer.shares.{name}", 0 <= share <= 100, share, "0-100") for name, share in percents.items()),
        *((f"keizer.{name}", 0 <= many <= MOST_COUNTED, many, f"0-{MOST_COUNTED}") for name, many in counts),
        ("keizer.repeat_distance", 0 <= distance <= LONGEST_DISTANCE, distance, f"0-{LONGEST_DISTANCE}"),
        *(
            (
                f"keizer.{name}",
                sensible(name, text),
                text if len(text) < 60 else f"{text[:40]}…",
                examples[name],
            )
            for name, text in texts.items()
        ),
    )


def sensible(name: str, text: str) -> bool:
    """Whether a text has an effect, is empty or is switched off; anything else is a mistake."""
    if len(text) > LONGEST_TEXT:
        return False
    if not text.strip() or text.startswith(OFF):
        return True
    bonus = time_bonus(text) if name == "time_bonus" else None
    works = bonus is not None and bonus.minutes(0, 0)[0] != UNKNOWN
    return works if name == "time_bonus" else bool(categories(text))


# Settings of FIDE's Dutch system, some of which the first pairing fills in.


FIRST_COLOURS = ("draw", "first", "second")
"""Who has the first colour in the top pair of round 1: drawn by the seed, or chosen."""
ACCELERATIONS = ("none", "baku")
ORDERS = ("rating", "number")
"""Whether pairing numbers follow ratings or the players' own numbers."""
EDITIONS = (2023, 2024, 2026)
"""The years of the rules for tie-breaks (C.07)."""
MOST_POINTS = 99
VIRTUAL = "1-3:1-20=1,4-5:1-20=0.5"
"""An example of virtual points: rounds, pairing numbers and points."""

_VIRTUAL = re.compile(r"([0-9]{1,3})-([0-9]{1,3}):([0-9]{1,4})-([0-9]{1,4})=([0-9]{1,2}(?:\.[05])?)")


@dataclass(frozen=True, slots=True)
class DutchSettings:
    """The choices that C.04.3, C.04.7 and C.07 leave to the arbiter."""

    first_colour: str = "draw"
    """The colour of odd pairing numbers; the first pairing records what it drew."""
    acceleration: str = "none"
    last_accelerated: int = 0
    """The last player of the accelerated upper group, recorded by the first pairing."""
    order: str = "rating"
    virtual: str = ""
    """Virtual points by rounds and pairing numbers, written as `VIRTUAL`; they replace the acceleration."""
    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    absent: float = 0.0
    """Points for a forfeited game, and for a round missed without a bye."""
    bye: float | None = None
    """Points for the pairing-allocated bye; None: what the score of the bye (`board.bye`) amounts to."""
    edition: int = 2026
    """The year of the rules for tie-breaks."""

    @property
    def usual_points(self) -> bool:
        """Whether a win is one point, a draw half a point, and everything else nothing."""
        return (self.win, self.draw, self.loss, self.absent, self.bye) == (1, 0.5, 0, 0, None)

    def worth(self, result: Result) -> tuple[int, int]:
        """The half-points of a result for both sides."""
        ours, theirs = result.half_points
        if result.over_the_board:
            paid = (2 * self.loss, 2 * self.draw, 2 * self.win)
            return int(paid[ours]), int(paid[theirs])
        won, lost = int(2 * self.win), int(2 * self.absent)
        forfeited = result.kind is Kind.FORFEIT
        return won if forfeited and ours else lost, won if forfeited and theirs else lost

    def bye_worth(self, board: Board) -> int:
        """The half-points of the pairing-allocated bye."""
        if self.bye is not None:
            return int(2 * self.bye)
        return int(2 * (self.loss, self.draw, self.win)[board.bye_half_points])


@dataclass(frozen=True, slots=True)
class VirtualRange:
    first_round: int
    last_round: int
    first: int
    last: int
    half_points: int


@lru_cache(maxsize=64)
def virtual_ranges(text: str) -> tuple[VirtualRange, ...]:
    """Parse virtual points; ValueError if they are not written as `VIRTUAL` is."""
    ranges = []
    for part in text.split(",") if text else ():
        match = _VIRTUAL.fullmatch(part.strip())
        if match is None:
            raise ValueError(part)
        begin, end, first, last = (int(match[at]) for at in range(1, 5))
        ranges.append(VirtualRange(begin, end, first, last, int(2 * float(match[5]))))
    return tuple(ranges)


def dutch_limits(settings: DutchSettings) -> tuple[Limit, ...]:
    """Every setting as (name, whether its value is possible, value, allowed values)."""
    last = settings.last_accelerated
    return (
        ("dutch.first_colour", settings.first_colour in FIRST_COLOURS, settings.first_colour, FIRST_COLOURS),
        ("dutch.acceleration", settings.acceleration in ACCELERATIONS, settings.acceleration, ACCELERATIONS),
        ("dutch.last_accelerated", 0 <= last < 2**31, last, f"0-{2**31 - 1}"),
        ("dutch.order", settings.order in ORDERS, settings.order, ORDERS),
        ("dutch.virtual", _readable(settings.virtual), settings.virtual, VIRTUAL),
        *(_paid(name, getattr(settings, name)) for name in ("win", "draw", "loss", "absent")),
        _paid("bye", settings.bye or 0.0),
        ("dutch.edition", settings.edition in EDITIONS, settings.edition, EDITIONS),
    )


def _paid(name: str, points: float) -> Limit:
    possible = 0 <= points <= MOST_POINTS and points * 2 == int(points * 2)
    return (f"dutch.{name}", possible, f"{points:g}", f"0-{MOST_POINTS} (0.5)")


def _readable(text: str) -> bool:
    try:
        virtual_ranges(text)
    except ValueError:
        return False
    return True
