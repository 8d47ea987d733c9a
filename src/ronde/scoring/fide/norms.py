"""Title norms of FIDE: which are achieved, what is missing, and what the last rounds would need.

Articles are those of B.01 in the edition of 2024 (handbook.fide.com/chapter/B012024): 0.5 performance and
average, 1.4.1 games, 1.4.3 and 1.4.4 federations, 1.4.5 titles, 1.4.6 ratings of opponents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ronde.core.player import Player, PlayerId
from ronde.core.tournament import Tournament
from ronde.scoring.fide.performance import average, difference, half_up
from ronde.scoring.record import record

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
