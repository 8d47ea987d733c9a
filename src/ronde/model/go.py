"""Go: ranks, what federations know of a player, and the settings of McMahon and of the game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ronde.model.errors import CardImpossible, SettingImpossible

Limit = tuple[str, bool, object, object]
"""A setting: its name, whether its value is possible, the value, and the allowed values."""

# Ranks: 30k is -30, 1k is -1, 1d is 0, 9d is 8 (go 1).


WEAKEST, STRONGEST = -30, 8
LEAST_EGF, MOST_EGF = -900, 2949
_RANK = re.compile(r"([0-9]{1,2})\s*([kdp])?", re.IGNORECASE)
_PROFESSIONAL = {1: 6, 2: 6, 3: 6, 4: 7, 5: 7, 6: 7, 7: 8, 8: 8, 9: 8}
"""The rank by which professionals of a grade are paired."""


def read_rank(text: str) -> int | None:
    """A rank from `12k`, `3D`, `2p` or `12`, which is kyu; None if it cannot be read.

    >>> read_rank("12k"), read_rank("1d"), read_rank("5p"), read_rank("40k"), read_rank("?")
    (-12, 0, 7, -30, None)
    """
    match = _RANK.fullmatch(text.strip())
    if match is None:
        return None
    number, letter = int(match[1]), (match[2] or "k").lower()
    if letter == "p":
        return _PROFESSIONAL.get(number)
    return clamped_rank(number - 1 if letter == "d" else -number)


def clamped_rank(rank: int) -> int:
    return max(WEAKEST, min(STRONGEST, rank))


def write_rank(rank: int) -> str:
    """A rank in the form of lists.

    >>> write_rank(-12), write_rank(0)
    ('12K', '1D')
    """
    return f"{rank + 1}D" if rank >= 0 else f"{-rank}K"


def rank_of_rating(rating: int) -> int:
    """The rank of a rating on the scale of the EGF, where 1d is 2050 to 2149.

    >>> rank_of_rating(2100), rank_of_rating(2049), rank_of_rating(1500)
    (0, -1, -6)
    """
    return clamped_rank((rating - 2050) // 100)


def clamped_rating(rating: int) -> int:
    return max(LEAST_EGF, min(MOST_EGF, rating))


def rating_of_rank(rank: int) -> int:
    return 2100 + 100 * rank


# What the federations know of a player.


MOST_CORRECTION = 60
MOST_STONES = 99
"""The largest handicap that a file may tell."""
LONGEST_NUMBER = 40
FFG_STATUSES = ("", "-", "L", "e", "C", "X")


@dataclass(frozen=True, slots=True)
class GoCard:
    """A player of Go: the rank he is paired by, his grade, and his numbers in the lists of federations."""

    rank: int | None = None
    """30k is -30, 1d is 0; None: by the rating."""
    grade: str = ""
    """What he calls himself, such as `2P`; it does not count."""
    correction: int = 0
    """Points of McMahon added to the start."""
    pin: str = ""
    """His number in the list of the EGF."""
    ffg: str = ""
    ffg_status: str = ""
    aga: str = ""
    aga_expires: str = ""
    rating_origin: str = ""
    """Where the rating comes from: `EGF`, `FFG : -921`, `AGA`, `INI`, `MAN`."""

    @property
    def unnumbered(self) -> GoCard:
        """What pairing and standings need, without what tells who it is."""
        return GoCard(rank=self.rank, correction=self.correction)


NO_GO_CARD = GoCard()


def check_go_card(card: GoCard) -> None:
    """Refuse an entry that cannot be."""
    rank = WEAKEST if card.rank is None else card.rank
    texts = ("grade", "pin", "ffg", "ffg_status", "aga", "aga_expires", "rating_origin")
    checks = [
        ("rank", WEAKEST <= rank <= STRONGEST, "30k-9d"),
        ("correction", abs(card.correction) <= MOST_CORRECTION, f"-{MOST_CORRECTION}-{MOST_CORRECTION}"),
        *((name, _is_short(getattr(card, name)), f"1-{LONGEST_NUMBER}") for name in texts),
    ]
    for name, possible, allowed in checks:
        if not possible:
            raise CardImpossible(field=name, value=str(getattr(card, name)), allowed=allowed)


def _is_short(text: str) -> bool:
    return len(text) <= LONGEST_NUMBER and (text.isprintable())


def typed_rank(text: str) -> int | None:
    """The rank somebody typed; None for an empty text."""
    rank = read_rank(text)
    if rank is None and text.strip():
        raise CardImpossible(field="rank", value=text, allowed="30k-9d")
    return rank


# Settings: how McMahon groups, pairs and gives handicaps (go 2).


RULES = ("3.52", "3.51")
"""Whose weights: those of OpenGotha 3.52, or for comparison those of 3.51."""
HANDICAP_BASES = ("mms", "rank")
PLACES = ("top", "middle", "bottom")
SEEDINGS = ("fold", "slip", "random")
SEEDED_BY = ("", "rating", "rank")
PAID = (0, 0.5, 1)
"""What a round without a game may be worth."""
MOST_WEIGHT = 10**15
MOST_CATEGORIES = 9
LONGEST_CLUBS = 10_000
"""Characters of all groups of clubs together."""
CRITERIA = (
    "MMS", "NBW", "STS", "CAT", "RANK", "RATING", "SOSM", "SOSM-1", "SOSM-2", "SOSW", "SOSW-1", "SOSW-2",
    "SOSTS", "SODOSM", "SODOSW", "SOSOSM", "SOSOSW", "CUSSM", "CUSSW", "EXT", "EXR", "DC", "SDC",
)  # fmt: skip
"""The criteria of standings in Go, by the names players know."""
MAIN_CRITERIA = ("MMS", "NBW")
"""The first of these among the criteria is the main score."""
MOST_CRITERIA = 6


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """Who starts with how many points, and what rounds without a game are worth."""

    floor: str = "20k"
    bar: str = "4d"
    zero: str = "30k"
    """The rank that starts with no point."""
    categories: tuple[str, ...] = ()
    """The lowest rank of each category but the last, the strongest first."""
    absent_wins: float = 0
    absent_points: float = 0.5
    bye_wins: float = 1
    bye_points: float = 1
    """Wins and points of McMahon for a round away, and for the bye."""
    round_down: bool = True
    """Whether the half points of unplayed rounds are rounded down."""
    half_for_unplayed: bool = False
    """Whether unplayed rounds of opponents count half a point in sums of their scores."""


@dataclass(frozen=True, slots=True)
class HandicapSettings:
    by: str = "mms"
    none_from: str = "1d"
    """From this rank on nobody gives or takes stones."""
    correction: int = 1
    """Stones fewer than the difference."""
    ceiling: int = 9


@dataclass(frozen=True, slots=True)
class WeightSettings:
    """What each reason to pair two players weighs; larger wins."""

    never_met: int = 500_000_000_000_000
    random: int = 0
    deterministic: bool = True
    colours: int = 1_000
    category: int = 0
    score: int = 100_000_000_000
    drawn: int = 100_000_000
    seeding: int = 5_000_000
    handicap: int = 0
    geography: int = 100_000_000_000
    country: int = 1
    club: int = 3
    """Points of McMahon that a pair may lie further apart to avoid the same country or club."""
    curve: float = 0.5
    """How steeply the weight falls with the distance."""


@dataclass(frozen=True, slots=True)
class McMahonSettings:
    """How the round is paired; the weights and modes of OpenGotha."""

    rules: str = "3.52"
    groups: GroupSettings = GroupSettings()
    handicap: HandicapSettings = HandicapSettings()
    weights: WeightSettings = WeightSettings()
    compensate: bool = True
    """Whether a player drawn up or down once is drawn the other way next time."""
    drawn_upper: str = "middle"
    drawn_lower: str = "middle"
    """Who of the upper and of the lower group is drawn out of it."""
    first_seeding: str = "random"
    first_seeding_until: int = 2
    """The last round of the first way to seed."""
    second_seeding: str = "slip"
    first_seeding_by: str = "rating"
    second_seeding_by: str = ""
    """The additional order inside a group: `rating`, `rank` or empty."""
    threshold: str = "1d"
    """From this rank, with half a rank for each win, country and club do not count."""
    threshold_wins: bool = False
    """Whether half of the rounds won, instead of all of them, is above the threshold."""
    threshold_bar: bool = True
    """Whether everybody above the bar is above the threshold."""
    club_groups: tuple[str, ...] = ()
    """Clubs of one region: `NAME=CLUB|CLUB`."""


MCMAHON = McMahonSettings()
GO_SWISS = McMahonSettings(
    groups=GroupSettings(floor="30k", bar="9d"),
    handicap=HandicapSettings(by="rank", none_from="30k", correction=0, ceiling=0),
    weights=WeightSettings(geography=0, country=0, club=0),
    first_seeding="slip",
    second_seeding_by="rating",
    threshold="30k",
    threshold_wins=True,
)
GO_CATEGORIES = McMahonSettings(
    groups=GroupSettings(floor="30k", bar="9d", categories=("1d", "5k")),
    handicap=HandicapSettings(none_from="9d"),
    weights=WeightSettings(
        category=20_000_000_000_000, handicap=20_000_000_000_000, geography=20_000_000_000_000
    ),
    second_seeding="fold",
    threshold="1d",
    threshold_wins=True,
)


def mcmahon_limits(mcmahon: McMahonSettings) -> tuple[Limit, ...]:
    """Every setting as (name, whether its value is possible, value, allowed values)."""
    groups, handicap, until = mcmahon.groups, mcmahon.handicap, mcmahon.first_seeding_until
    return (
        *_choice_limits(mcmahon),
        *_rank_limits(mcmahon),
        _category_limit(groups.categories),
        _club_limit(mcmahon.club_groups),
        *(_paid(groups, name) for name in ("absent_wins", "absent_points", "bye_wins", "bye_points")),
        ("mcmahon.handicap.correction", -1 <= handicap.correction <= 9, handicap.correction, "-1-9"),
        ("mcmahon.handicap.ceiling", 0 <= handicap.ceiling <= 9, handicap.ceiling, "0-9"),
        ("mcmahon.first_seeding_until", 0 <= until <= 99, until, "0-99"),
        *_weight_limits(mcmahon.weights),
    )


def _choice_limits(mcmahon: McMahonSettings) -> tuple[Limit, ...]:
    chosen = {
        "rules": (mcmahon.rules, RULES),
        "handicap.by": (mcmahon.handicap.by, HANDICAP_BASES),
        "drawn_upper": (mcmahon.drawn_upper, PLACES),
        "drawn_lower": (mcmahon.drawn_lower, PLACES),
        "first_seeding": (mcmahon.first_seeding, SEEDINGS),
        "second_seeding": (mcmahon.second_seeding, SEEDINGS),
        "first_seeding_by": (mcmahon.first_seeding_by, SEEDED_BY),
        "second_seeding_by": (mcmahon.second_seeding_by, SEEDED_BY),
    }
    return tuple((f"mcmahon.{name}", value in known, value, known) for name, (value, known) in chosen.items())


def _rank_limits(mcmahon: McMahonSettings) -> tuple[Limit, ...]:
    groups = mcmahon.groups
    ranks = {
        "groups.floor": groups.floor,
        "groups.bar": groups.bar,
        "groups.zero": groups.zero,
        "handicap.none_from": mcmahon.handicap.none_from,
        "threshold": mcmahon.threshold,
    }
    return tuple(
        (f"mcmahon.{name}", read_rank(text) is not None, text, "30k-9d") for name, text in ranks.items()
    )


def _category_limit(categories: tuple[str, ...]) -> Limit:
    ranks = [read_rank(text) for text in categories]
    known = [rank for rank in ranks if rank is not None]
    falling = known == sorted(known, reverse=True) and len(known) == len(ranks) < MOST_CATEGORIES
    return ("mcmahon.groups.categories", falling, ",".join(categories), "1d,5k")


def _club_limit(groups: tuple[str, ...]) -> Limit:
    listed = ",".join(groups)
    possible = listed.isprintable() and len(listed) <= LONGEST_CLUBS
    return ("mcmahon.club_groups", possible, listed[:LONGEST_NUMBER], f"0-{LONGEST_CLUBS}")


def _paid(groups: GroupSettings, name: str) -> Limit:
    value = getattr(groups, name)
    return (f"mcmahon.groups.{name}", value in PAID, f"{value:g}", PAID)


def _weight_limits(weights: WeightSettings) -> tuple[Limit, ...]:
    heavy = (
        "never_met",
        "random",
        "colours",
        "category",
        "score",
        "drawn",
        "seeding",
        "handicap",
        "geography",
    )
    most = {name: MOST_WEIGHT for name in heavy} | {"country": 99, "club": 99}
    values = {name: getattr(weights, name) for name in most}
    return (
        *(
            (f"mcmahon.weights.{name}", 0 <= one <= most[name], one, f"0-{most[name]}")
            for name, one in values.items()
        ),
        ("mcmahon.weights.curve", 0 <= weights.curve <= 1, f"{weights.curve:g}", "0-1"),
    )


def rank_setting(text: str) -> int:
    """The rank a setting names."""
    rank = read_rank(text)
    if rank is None:
        raise SettingImpossible(setting="mcmahon", value=text, reason="allowed", allowed="30k-9d")
    return rank


# The conditions of the game, as federations ask for them.


OVERTIMES = ("sudden-death", "byo-yomi", "canadian", "fischer")


@dataclass(frozen=True, slots=True)
class GoSettings:
    """Board, komi and time."""

    size: int = 19
    komi: float = 7.5
    online: bool = False
    minutes: int = 60
    overtime: str = "canadian"
    overtime_seconds: int = 300
    """A period of byo-yomi, the time for some moves (canadian), or the increment (fischer)."""
    overtime_moves: int = 15
    """The moves of one canadian period."""


def go_limits(go: GoSettings) -> tuple[Limit, ...]:
    return (
        ("go.size", 1 <= go.size <= 99, go.size, "1-99"),
        ("go.komi", abs(go.komi) <= 400 and go.komi * 2 == int(go.komi * 2), f"{go.komi:g}", "0-400 (0.5)"),
        ("go.minutes", 0 <= go.minutes <= 9_999, go.minutes, "0-9999"),
        ("go.overtime", go.overtime in OVERTIMES, go.overtime, OVERTIMES),
        ("go.overtime_seconds", 0 <= go.overtime_seconds <= 9_999, go.overtime_seconds, "0-9999"),
        ("go.overtime_moves", 0 <= go.overtime_moves <= 999, go.overtime_moves, "0-999"),
    )
