"""Rating lists over many tournaments: Elo in FIDE's steps, or maximum likelihood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from ronde.model.names import fold
from ronde.model.player import Player
from ronde.model.tournament import Tournament, repeated_games
from ronde.standings.fide.ratings import difference, expected
from ronde.standings.likelihood import Bout, Estimate, fit, strengths
from ronde.standings.record import record

# Elo as FIDE computes it: development coefficients, changes, performance.
#
# Numbers of the FIDE Rating Regulations effective from 1 March 2024, sections 8.2 and 8.3.


MAX_DIFFERENCE: Final = 400
"""A larger difference counts as this one."""
MOST_POINTS: Final = 700
"""K times the games of a period never exceeds this."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game against an opponent of that rating; the score is 0, 0.5 or 1."""

    opponent: int
    score: float


def coefficient(rating: int, *, games: int = 30, age: int = 99, highest: int = 0) -> int:
    """The K of a player: 40 if new or young, 20 below 2400, 10 once 2400 was reached.

    `games` are all his rated games, `age` his age at the end of the year, `highest` his best rating.
    """
    if games < 30 or (age <= 18 and rating < 2300):
        return 40
    return 10 if max(rating, highest) >= 2400 else 20


def change(rating: int, games: Sequence[RatedGame], k: int) -> Decimal:
    """What the games of a period add to a rating, before rounding (8.3.2)."""
    factor = min(k, MOST_POINTS // len(games)) if games else k
    return factor * sum((_surplus(rating, game) for game in games), Decimal(0))


def _surplus(rating: int, game: RatedGame) -> Decimal:
    gap = max(-MAX_DIFFERENCE, min(MAX_DIFFERENCE, rating - game.opponent))
    return Decimal(str(game.score)) - Decimal(expected(gap)) / 100


def rounded_change(change: Decimal) -> int:
    """A change in whole points; a half goes away from zero (8.3.4)."""
    return int(change.quantize(Decimal(1), ROUND_HALF_UP))


def performance_rating(games: Sequence[RatedGame]) -> int | None:
    """The mean rating of the opponents plus the difference for the score; None without games (8.2)."""
    if not games:
        return None
    average = Decimal(sum(game.opponent for game in games)) / len(games)
    percent = Decimal(str(sum(game.score for game in games))) * 100 / len(games)
    return int((average + difference(rounded_change(percent))).quantize(Decimal(1), ROUND_HALF_UP))


# A rating list over many tournaments, and the history of every rating.
#
# Tournaments are ordered by date, then by name: the order of the arguments does not matter.


_DAY_FIRST: Final = re.compile(r"\b([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})\b")
_YEAR_FIRST: Final = re.compile(r"\b([0-9]{4})[/.-]([0-9]{1,2})[/.-]([0-9]{1,2})\b")

START: Final = 1500.0
"""The rating of an unknown player."""

Key = str
"""Identifies a person across tournaments."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game that was played; half-points of the player with the first colour."""

    first: Key
    second: Key
    half_points: int


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament as ratings see it."""

    name: str
    date: str
    games: tuple[ListedGame, ...]
    cards: Mapping[Key, Player]


@dataclass(frozen=True, slots=True)
class RatingPoint:
    event: str
    date: str
    rating: float


@dataclass(frozen=True, slots=True)
class RatingEntry:
    """A row of the list; the error is that of a 95 % interval, 0 if the method has none."""

    key: Key
    player: Player
    rating: float
    error: float
    games: int
    points: float
    history: tuple[RatingPoint, ...]
    superiority: float | None = None
    """The probability of being stronger than the next of the list, if the method knows it."""
    low: float | None = None
    high: float | None = None
    """The ends of an asymmetric interval; infinite if unbounded."""


def by_name(player: Player) -> Key:
    """Players of the same name, ignoring accents and case, are the same person."""
    return fold(player.full_name)


def by_number(player: Player) -> Key:
    """Players of the same number are the same person, as in the lists of federations."""
    return str(player.id)


def events_of(tournaments: Sequence[Tournament], key: Callable[[Player], Key] = by_name) -> list[Event]:
    """Convert tournaments for rating.

    Two players of one tournament are two people even if they share a name: their numbers then distinguish
    them in all tournaments.
    """
    shared = {
        one
        for tournament in tournaments
        for one, often in Counter(map(key, tournament.players.values())).items()
        if often > 1
    }
    return [_event(tournament, key, shared) for tournament in tournaments]


def _event(tournament: Tournament, key: Callable[[Player], Key], shared: Collection[Key]) -> Event:
    """The games of the closed rounds; a match of programs counts game by game."""
    keys = {number: key(player) for number, player in tournament.players.items()}
    # No name contains a line end, so the key of a namesake cannot be another player's name.
    keys = {number: f"{one}\n{number}" if one in shared else one for number, one in keys.items()}
    games: list[ListedGame] = []
    twice = repeated_games(tournament.games)
    for player, lines in record(tournament).items():
        for line in lines:
            if line.played and line.first:
                legs = tournament.games_between(line.round, player, line.opponent)
                games += [
                    ListedGame(keys[leg.first], keys[leg.second], _halves(leg.winner, leg.first))
                    for leg in legs
                    if leg.record not in twice
                ]
                if not legs:
                    games.append(ListedGame(keys[player], keys[line.opponent], line.half_points))
    cards = {keys[number]: player for number, player in tournament.players.items()}
    return Event(tournament.name, tournament.date, tuple(games), cards)


def _halves(winner: int, first: int) -> int:
    return 1 if not winner else 2 * (winner == first)


def in_order(events: Sequence[Event]) -> list[Event]:
    """By date, then by name, then by what was played."""
    return sorted(events, key=lambda event: (sortable_date(event.date), event.name, str(event.games)))


def sortable_date(date: str) -> str:
    """A sortable date: arbiters write 5/11/2026, machines 2026-11-05; anything else stays as it is.

    >>> [sortable_date(one) for one in ("5/11/2026", "05.11.2026", "2026-11-05", "spring")]
    ['2026-11-05', '2026-11-05', '2026-11-05', 'spring']
    """
    if match := _YEAR_FIRST.search(date):
        return f"{match[1]}-{match[2]:0>2}-{match[3]:0>2}"
    match = _DAY_FIRST.search(date)
    return f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}" if match else date


def elo_list(events: Sequence[Event]) -> list[RatingEntry]:
    """FIDE's formulas, each tournament a rating period; an unrated player starts with his performance."""
    book = _Book()
    for event in in_order(events):
        start = {key: book.now.get(key) or float(card.rating) for key, card in event.cards.items()}
        known = {key: round(rating) for key, rating in start.items() if rating}
        scores = _scores(event)
        news = {key: _elo_after(book, event, key, scores[key], known) for key in scores}
        book.take(event, news, scores)
    return book.entries()


def _elo_after(book: _Book, event: Event, key: Key, scores: Scores, known: Mapping[Key, int]) -> float:
    games = [
        RatedGame(known.get(rival, round(START)), score)
        for rival, score in scores
        if rival in known or key not in known
    ]
    if key not in known:
        return float(performance_rating(games) or START)
    book.came_with(key, event.cards[key].rating)
    k = coefficient(known[key], games=book.lived(key), highest=round(book.highest[key]))
    return known[key] + float(rounded_change(change(known[key], games, k)))


def likelihood_list(events: Sequence[Event]) -> list[RatingEntry]:
    """Maximum likelihood over everything played so far, with a mean of 1500."""
    book, bouts = _Book(), list[Bout[Key]]()
    fitted = fit([_bout(game) for event in events for game in event.games])
    elos: dict[Key, float] = {}
    for event in in_order(events):
        bouts = _together([*bouts, *map(_bout, event.games)])
        elos = strengths(bouts, spread=fitted.spread, near=elos)
        book.take(event, {key: START + elo for key, elo in elos.items()}, _scores(event))
    entries = [_with_interval(entry, fitted.ratings[entry.key]) for entry in book.entries()]
    below = [entry.key for entry in entries[1:]]
    better = [fitted.superiority(one.key, other) for one, other in zip(entries, below, strict=False)]
    return [*map(_above, entries, better), *entries[len(better) :]]


def _with_interval(entry: RatingEntry, estimate: Estimate) -> RatingEntry:
    return replace(entry, error=estimate.error, low=START + estimate.low, high=START + estimate.high)


def _bout(game: ListedGame) -> Bout[Key]:
    return Bout(game.first, game.second, *(int(game.half_points == halves) for halves in (2, 1, 0)))


def _above(entry: RatingEntry, better: float) -> RatingEntry:
    return replace(entry, superiority=better)


METHODS: Final = {"elo": elo_list, "likelihood": likelihood_list}


def _together(bouts: Sequence[Bout[Key]]) -> list[Bout[Key]]:
    sums: dict[tuple[Key, Key], list[int]] = {}
    for bout in bouts:
        counts = sums.setdefault((bout.first, bout.second), [0, 0, 0])
        for at, count in enumerate((bout.wins, bout.draws, bout.losses)):
            counts[at] += count
    return [Bout(first, second, *counts) for (first, second), counts in sums.items()]


Scores = Sequence[tuple[Key, float]]
"""The opponents of a player in an event, with his scores."""


def _scores(event: Event) -> dict[Key, list[tuple[Key, float]]]:
    by_player: dict[Key, list[tuple[Key, float]]] = {}
    for game in event.games:
        by_player.setdefault(game.first, []).append((game.second, game.half_points / 2))
        by_player.setdefault(game.second, []).append((game.first, 1 - game.half_points / 2))
    return by_player


class _Book:
    def __init__(self) -> None:
        self.now: dict[Key, float] = {}
        self.games: dict[Key, int] = {}
        self.highest: dict[Key, float] = {}
        self._listed: set[Key] = set()
        self._points: dict[Key, float] = {}
        self._cards: dict[Key, Player] = {}
        self._history: dict[Key, list[RatingPoint]] = {}

    def came_with(self, key: Key, rating: int) -> None:
        """A player has a rating from elsewhere: he is not new."""
        if rating:
            self._listed.add(key)
        self.highest[key] = max(rating, self.highest.get(key, 0.0))

    def lived(self, key: Key) -> int:
        """His number of rated games; a player with an earlier rating is past his first thirty."""
        return max(self.games.get(key, 0), 30 * (key in self._listed))

    def take(self, event: Event, news: Mapping[Key, float], scores: Mapping[Key, Scores]) -> None:
        self.now |= news
        for key, rating in news.items():
            made = scores.get(key, ())
            self.games[key] = self.games.get(key, 0) + len(made)
            self._points[key] = self._points.get(key, 0.0) + sum(score for _, score in made)
            self.highest[key] = max(rating, self.highest.get(key, 0.0))
            self._history.setdefault(key, []).append(RatingPoint(event.name, event.date, rating))
        self._cards |= event.cards

    def entries(self) -> list[RatingEntry]:
        rated = [
            RatingEntry(
                key,
                self._cards[key],
                rating,
                0.0,
                self.games[key],
                self._points[key],
                tuple(self._history[key]),
            )
            for key, rating in self.now.items()
        ]
        return sorted(rated, key=lambda entry: (-entry.rating, entry.key))
