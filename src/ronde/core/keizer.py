"""How a Keizer tournament is scored and paired: the settings of KeizerForClubs, and ours beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

RATIOS = (4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.2, 1.1, 1.01)
"""What a win against the first may be worth, as a multiple of a win against the last."""
COLOUR_LIMITS = (0, 2, 3, 4, 5)
"""After how many games of one colour in a row the other one is due; 0 for never."""
RANDOM_STEPS = (0, 10, 50, 100, 150, 200, 300, 400, 500)
"""By how much chance may move a rating for the order of round 1."""
READINGS = ("frozen", "recomputed", "fixed-point")
"""Whose values count: those of the moment of pairing, those of today, or those that confirm themselves."""
WAYS = ("neighbours", "balanced")
LANGUAGES = ("", "en", "fr", "de", "nl")
SEASON = 30
"""How many rounds a season announces that says nothing; KeizerForClubs announces none."""
LONGEST_DISTANCE = 999
LONGEST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Shares:
    """Percentages: of the own value for rounds without a game, of the opponent's value for a loss."""

    club: int = 70
    excused: int = 35
    unexcused: int = 5
    withdrawn: int = 75
    """Of the own value, for a win against somebody who has withdrawn since."""
    bye: int = 50
    loss: int = 0
    """The difficulty bonus."""


@dataclass(frozen=True, slots=True)
class KeizerSettings:
    """The options of KeizerForClubs as it ships, but for chance in round 1, which is off."""

    ratio: float = 3.0
    normalised: bool = False
    """Whether a win against the last counts 1."""
    shares: Shares = field(default_factory=Shares)
    fade_absences: bool = False
    """Whether each further excused or unexcused absence is worth half of the one before."""
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
    """The language of the lists KeizerForClubs prints; empty for that of the house."""


def keizer_limits(keizer: KeizerSettings) -> tuple[tuple[str, bool, object], ...]:
    """Every setting with whether it is possible, and its value."""
    shares = keizer.shares
    percents = {name: getattr(shares, name) for name in Shares.__dataclass_fields__}
    return (
        ("keizer.ratio", keizer.ratio in RATIOS, keizer.ratio),
        *((f"keizer.shares.{name}", 0 <= share <= 100, share) for name, share in percents.items()),
        ("keizer.values", keizer.values in READINGS, keizer.values),
        ("keizer.pairing", keizer.pairing in WAYS, keizer.pairing),
        ("keizer.repeat_distance", 0 <= keizer.repeat_distance <= LONGEST_DISTANCE, keizer.repeat_distance),
        ("keizer.colour_limit", keizer.colour_limit in COLOUR_LIMITS, keizer.colour_limit),
        ("keizer.first_round_random", keizer.first_round_random in RANDOM_STEPS, keizer.first_round_random),
        ("keizer.categories", len(keizer.categories) <= LONGEST_TEXT, keizer.categories[:40]),
        ("keizer.time_bonus", len(keizer.time_bonus) <= LONGEST_TEXT, keizer.time_bonus[:40]),
        ("keizer.language", keizer.language in LANGUAGES, keizer.language),
    )
