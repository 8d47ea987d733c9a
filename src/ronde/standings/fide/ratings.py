"""FIDE's tables: performance, change of ratings, title norms."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ronde.model.player import Player, PlayerId
from ronde.model.tournament import Tournament
from ronde.standings.record import record

# Expected scores and performances by FIDE's tables (B.02, C.07 article 10).


_BELOW = (
    -800, -677, -589, -538, -501, -470, -444, -422, -401, -383, -366, -351, -336, -322, -309, -296, -284,
    -273, -262, -251, -240, -230, -220, -211, -202, -193, -184, -175, -166, -158, -149, -141, -133, -125,
    -117, -110, -102, -95, -87, -80, -72, -65, -57, -50, -43, -36, -29, -21, -14, -7, 0,
)  # fmt: skip
"""Table 8.1.1: the rating difference for each hundredth of a score up to one half."""
_EDGES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170,
    179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411,
    432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""Table 8.1.2: the largest difference for which the better player expects 50, 51, 52 ... 99 percent."""


_WIDEST = _EDGES[-1] + 1
_EXPECTED = [50 + bisect_left(_EDGES, gap) for gap in range(_WIDEST + 1)]
"""The expected score in hundredths for every difference up to the largest in the table."""


def half_up(number: int, by: int) -> int:
    """A quotient rounded to the nearest integer, halves upwards."""
    return (2 * number + by) // (2 * by)


def difference(hundredths: int) -> int:
    """The rating difference for a score in hundredths."""
    return _BELOW[hundredths] if hundredths <= 50 else -_BELOW[100 - hundredths]


def expected(difference: int) -> int:
    """The expected score in hundredths for a rating difference, without a limit."""
    if difference >= 0:
        return _EXPECTED[difference] if difference < _WIDEST else 100
    return 100 - _EXPECTED[-difference] if difference > -_WIDEST else 0


def average(ratings: Sequence[int]) -> int:
    """The mean rating, rounded; 0 if there is none."""
    return half_up(sum(ratings), len(ratings)) if ratings else 0


def tournament_performance(ratings: Sequence[int], half_points: int) -> int:
    """TPR: the mean opponent plus the difference for the percentage."""
    if not ratings:
        return 0
    return average(ratings) + difference(half_up(100 * half_points, 2 * len(ratings)))


def perfect_performance(ratings: Sequence[int], half_points: int) -> int:
    """PTP: the lowest rating whose expected score is at least that many points."""
    if not ratings:
        return 0
    if half_points <= 0:
        return min(ratings) - 800
    low, high = min(ratings) - 800, max(ratings) + 800
    wanted = 50 * half_points
    while low < high:
        middle = (low + high) // 2
        if sum([expected(middle - rating) for rating in ratings]) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low


# Rating changes of a tournament by FIDE's rules (B.02): K times the score beyond the expected one.


WIDEST = 400
"""A larger rating difference counts as this one (B.02, 8.3.1) ..."""
TOP = 2650
"""... but for a player of this rating or more, since 1 October 2025, the true difference counts."""
YOUNG = 18
"""K is 40 until the end of the year of this birthday (8.3.3)."""
USUAL_K, YOUNG_K, HIGH_K = 20, 40, 10
HIGH, YOUNG_LIMIT = 2400, 2300


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The games of a rated player against rated opponents, and the change of the rating."""

    player: PlayerId
    rating: int
    k: int
    games: int
    half_points: int
    expected: Fraction
    """Points."""

    @property
    def change(self) -> float:
        """The change of the rating, to a tenth, halves away from zero."""
        exact = self.k * (Fraction(self.half_points, 2) - self.expected)
        tenths = int(abs(exact) * 10 + Fraction(1, 2))
        return (tenths if exact >= 0 else -tenths) / 10


def rating_changes(tournament: Tournament) -> dict[PlayerId, RatingChange]:
    """All rated players who played a rated opponent over the board."""
    year = _year(tournament)
    changes = {}
    for player, lines in record(tournament).items():
        card = tournament.players[player]
        games = [line for line in lines if line.played and tournament.players[line.opponent].rating > 0]
        if card.rating <= 0 or not games:
            continue
        chances = [_chance(card.rating, tournament.players[line.opponent].rating) for line in games]
        made = sum(line.half_points for line in games)
        changes[player] = RatingChange(
            player, card.rating, k_of(card, year), len(games), made, sum(chances, Fraction())
        )
    return changes


def k_of(card: Player, year: int = 0) -> int:
    """The coefficient on the card; else 10 from 2400 on, 40 for juniors below 2300, 20 for all others."""
    if card.fide.k:
        return card.fide.k
    if card.rating >= HIGH:
        return HIGH_K
    born = int(card.fide.birth[:4]) if card.fide.birth else 0
    young = born and year and year - born <= YOUNG
    return YOUNG_K if young and card.rating < YOUNG_LIMIT else USUAL_K


def _chance(own: int, other: int) -> Fraction:
    """The expected score of one game; both sides use their own rating for the limit."""
    gap = own - other
    return Fraction(expected(gap if own >= TOP else max(-WIDEST, min(WIDEST, gap))), 100)


def _year(tournament: Tournament) -> int:
    """The year of the tournament, 0 if it is not known."""
    for text in (tournament.settings.report.begin, tournament.date):
        for part in text.replace("-", "/").split("/"):
            if len(part) == 4 and part.isdecimal():
                return int(part)
    return 0


# Title norms of FIDE: which are achieved, what is missing, and what the last rounds would need.
#
# Articles are those of B.01 in the edition of 2024 (handbook.fide.com/chapter/B012024): 0.5 performance
# and
# average, 1.4.1 games, 1.4.3 and 1.4.4 federations, 1.4.5 titles, 1.4.6 ratings of opponents.


GAMES = 9
"""The minimal number of games (1.4.1)."""
UNRATED = 1400
"""The rating of an opponent who has none (1.4.6): the floor of the list since 1 March 2024."""
FOREIGN, FOREIGN_FEDERATIONS, FOREIGN_TITLES = 20, 3, 10
"""How many rated foreign players, federations and titles exempt a Swiss from 1.4.3 and 1.4.4."""
GUEST_TITLES = ("GM", "IM", "WGM", "WIM")
HOLDERS = ("GM", "IM", "WGM", "FM", "WIM", "WFM")
"""Titles that count as title-holders; candidate masters do not."""


@dataclass(frozen=True, slots=True)
class NormRule:
    """The requirements of one title."""

    title: str
    performance: int
    average: int
    floor: int
    """The rating to which one lower-rated or unrated opponent is raised."""
    met: tuple[str, ...]
    """A third of the opponents, at least three, must have one of these titles."""
    women: bool = False
    above: tuple[str, ...] = ()
    """Holders of these titles need no such norm: the title itself and higher ones."""


NORMS = (
    NormRule("GM", 2600, 2380, 2200, ("GM",), above=("GM",)),
    NormRule("IM", 2450, 2230, 2050, ("GM", "IM"), above=("GM", "IM")),
    NormRule("WGM", 2400, 2180, 2000, ("GM", "IM", "WGM"), women=True, above=("GM", "IM", "WGM")),
    NormRule(
        "WIM", 2250, 2030, 1850, ("GM", "IM", "WGM", "WIM"), women=True, above=("GM", "IM", "WGM", "WIM")
    ),
)


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game over the board."""

    opponent: PlayerId
    rating: int
    title: str
    federation: str
    half_points: int | None
    """None while it is being played."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A requirement that is not met: its name, the value and the required value."""

    what: str
    have: float
    need: float


@dataclass(frozen=True, slots=True)
class NormCheck:
    player: PlayerId
    title: str
    games: int
    half_points: int
    average: int
    """Of the opponents, one of them raised to the floor."""
    performance: int
    missing: tuple[Shortfall, ...]
    rounds_left: int
    needed: int | None
    """The half-points needed in the remaining rounds against equally strong opponents; None: out of reach."""

    @property
    def reached(self) -> bool:
        return not self.missing


def norm_checks(tournament: Tournament) -> list[NormCheck]:
    """Every title for which a player could make a norm, in the order of the titles."""
    games, free = norm_games(tournament), is_international(tournament)
    left = max(0, tournament.settings.rounds - len(tournament.closed_rounds))
    return [
        check_norm(rule, player, tournament.players[player].country, games[player], left, free=free)
        for rule in NORMS
        for player, card in tournament.players.items()
        if card.fide.title not in rule.above and (card.fide.sex == "w" or not rule.women)
    ]


_FEDERATIONS = ("federations", "own-federation", "one-federation")


def is_international(tournament: Tournament) -> bool:
    """Whether every round of a Swiss had so many rated and titled foreigners that federations do not matter.

    Foreigners are players of another federation than the one the report names as the host (1.4.3).
    """
    host = tournament.settings.report.federation
    return bool(host and tournament.closed_rounds and tournament.settings.pairing_system.numbered) and all(
        _has_guests(
            [tournament.players[one] for table in played for one in (table.first, table.second)], host
        )
        for played in tournament.closed_rounds
    )


def _has_guests(seated: Sequence[Player], host: str) -> bool:
    guests = [card for card in seated if card.rating > 0 and card.country and card.country != host]
    titled = sum(card.fide.title in GUEST_TITLES for card in guests)
    homes = len({card.country for card in guests})
    return len(guests) >= FOREIGN and homes >= FOREIGN_FEDERATIONS and titled >= FOREIGN_TITLES


def norm_games(tournament: Tournament) -> dict[PlayerId, list[NormGame]]:
    """Everybody's games over the board in the closed rounds."""
    cards = tournament.players
    return {
        player: [
            NormGame(
                line.opponent,
                max(0, cards[line.opponent].rating),
                cards[line.opponent].fide.title,
                cards[line.opponent].country,
                line.half_points,
            )
            for line in lines
            if line.played
        ]
        for player, lines in record(tournament).items()
    }


def check_norm(
    rule: NormRule,
    player: PlayerId,
    federation: str,
    games: Sequence[NormGame],
    rounds_left: int,
    *,
    free: bool = False,
) -> NormCheck:
    """Check a norm for these games; `free` means that the federations of the opponents do not matter."""
    mean = raised_average(rule, games)
    score = sum(game.half_points or 0 for game in games)
    shown = _performance(mean, score, len(games))
    missing = tuple(
        one
        for one in _missing(rule, federation, games, mean, score, shown)
        if not free or one.what not in _FEDERATIONS
    )
    return NormCheck(
        player,
        rule.title,
        len(games),
        score,
        mean,
        shown,
        missing,
        rounds_left,
        _needed(rule, games, rounds_left),
    )


def raised_average(rule: NormRule, games: Sequence[NormGame]) -> int:
    """The mean rating of the opponents, the lowest raised to the floor if it is below."""
    ratings = sorted(game.rating or UNRATED for game in games)
    if ratings and ratings[0] < rule.floor:
        ratings[0] = rule.floor
    return average(ratings)


def _performance(mean: int, half_points: int, games: int) -> int:
    return mean + difference(half_up(100 * half_points, 2 * games)) if games else 0


def _missing(
    rule: NormRule, federation: str, games: Sequence[NormGame], mean: int, score: int, shown: int
) -> list[Shortfall]:
    count = len(games)
    titles = [game.title for game in games]
    homes = Counter(game.federation for game in games)
    foreign = len([home for home in homes if home and home != federation])
    needs = [
        Shortfall("games", count, GAMES),
        Shortfall("holders", sum(title in HOLDERS for title in titles), -(-count // 2)),
        Shortfall("titled", sum(title in rule.met for title in titles), max(3, -(-count // 3))),
        Shortfall("federations", foreign, 2),
        Shortfall("average", mean, rule.average),
        Shortfall("performance", shown, rule.performance),
        Shortfall("score", score / 2, -(-35 * count // 50) / 2),
    ]
    limits = [
        Shortfall("own-federation", homes.get(federation, 0), 3 * count // 5),
        Shortfall("one-federation", max(homes.values(), default=0), 2 * count // 3),
        Shortfall("unrated", sum(not game.rating for game in games), count // 5),
    ]
    return [one for one in needs if one.have < one.need] + [one for one in limits if one.have > one.need]


def _needed(rule: NormRule, games: Sequence[NormGame], rounds_left: int) -> int | None:
    """The fewest half-points in the remaining rounds that suffice, against equally strong opponents."""
    total, score = len(games) + rounds_left, sum(game.half_points or 0 for game in games)
    mean = raised_average(rule, games)
    for more in range(2 * rounds_left + 1):
        enough = (
            50 * (score + more) >= 35 * total and _performance(mean, score + more, total) >= rule.performance
        )
        if total >= GAMES and enough:
            return more
    return None
