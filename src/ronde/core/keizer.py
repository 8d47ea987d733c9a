"""How a Keizer tournament is scored and paired: the settings of KeizerForClubs, and our own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ronde.core.keizer_texts import OFF, UNKNOWN, categories, time_bonus
from ronde.core.result import BOARDS

RATIOS = (4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.2, 1.1, 1.01)
"""How many times a win against the first is worth a win against the last."""
COLOUR_LIMITS = (0, 2, 3, 4, 5)
"""After how many games of one colour in a row the other one is due; 0 for never."""
RANDOM_STEPS = (0, 10, 50, 100, 150, 200, 300, 400, 500)
"""The maximal random change of a rating for the order of round 1."""
READINGS = ("frozen", "recomputed", "fixed-point")
"""Which values count: those at the time of pairing, those of today, or a fixed point."""
WAYS = ("neighbours", "balanced")
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


TEXTS = ("categories", "time_bonus")
"""Settings written as `key=value, key=value`."""
Limit = tuple[str, bool, object, object]
"""A setting: its name, whether its value is possible, the value, and the allowed values."""


def keizer_limits(keizer: KeizerSettings) -> tuple[Limit, ...]:
    shares = keizer.shares
    percents = {name: getattr(shares, name) for name in Shares.__dataclass_fields__}
    lists: dict[str, tuple[object, ...]] = {
        "ratio": RATIOS, "values": READINGS, "pairing": WAYS, "colour_limit": COLOUR_LIMITS,
        "first_round_random": RANDOM_STEPS, "language": LANGUAGES,
    }  # fmt: skip
    chosen = {name: getattr(keizer, name) for name in lists}
    distance = keizer.repeat_distance
    texts = {name: str(getattr(keizer, name)) for name in TEXTS}
    examples = {"categories": "u12=Under 12,w=Women", "time_bonus": "curve=expo,min=5,sum=40,fak=0.006"}
    return (
        *((f"keizer.{name}", chosen[name] in known, chosen[name], known) for name, known in lists.items()),
        *((f"keizer.shares.{name}", 0 <= share <= 100, share, "0-100") for name, share in percents.items()),
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
