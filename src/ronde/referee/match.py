"""Matches: home and away, or the best of several games, and who wins them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ronde.games.door import Leg, Outcome, Side, find_game
from ronde.scoring.door import Sprt


@dataclass(frozen=True, slots=True)
class Rule:
    """How many games a match has; a best-of ends when one side cannot be caught any more.

    With `clear`, `games` is the maximum: the two play from both sides again and again until a sequential test
    shows one of them to be better by more than that many Elo points.
    """

    games: int = 2
    best_of: bool = False
    clear: float = 0.0


@dataclass(frozen=True, slots=True)
class LegResult:
    """A finished game of a match: who of the two players moved first, who won, and the sums of both sides."""

    leg: int
    first: Side
    """The player, 1 or 2, who had the first move."""
    winner: Side | None
    """The player who won."""
    score: tuple[int, int] = (0, 0)
    """The score of the game, first mover's first."""
    seconds: tuple[int, int] = (0, 0)
    """Whole seconds left, first mover's first."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A match so far from the side of player 1: wins less losses, differences, and the total."""

    wins: int
    score: int
    seconds: int
    total: int
    """The points of manual 003; in other games wins, scores and seconds in order of weight."""
    halves: tuple[int, int]


def first_mover(leg: int) -> Side:
    """Who has the first move in a game of a match: player 1 at home, player 2 away, and so on in turn."""
    return 1 if leg % 2 else 2


def tally(game: str, legs: Sequence[LegResult]) -> Tally:
    wins = sum(0 if leg.winner is None else 1 if leg.winner == 1 else -1 for leg in legs)
    score = sum(_signed(leg, leg.score) for leg in legs)
    seconds = sum(_signed(leg, leg.seconds) for leg in legs)
    halves = _halves(legs)
    total = _own_total(game, legs)
    if total is None:  # wins, then scores, then time
        total = next((part for part in (wins, score, seconds) if part), 0)
    return Tally(wins, score, seconds, total, (halves, 2 * len(legs) - halves))


def has_match_score(game: str) -> bool:
    """Whether the game has its own rule for the points of a match, as in manual 003."""
    return find_game(game).description.match_score is not None


def _own_total(game: str, legs: Sequence[LegResult]) -> int | None:
    points = find_game(game).description.match_score
    return None if points is None else points([_cup_leg(leg) for leg in legs])[0]


def _halves(legs: Sequence[LegResult]) -> int:
    """The half-points of player 1."""
    return sum(1 if leg.winner is None else 2 if leg.winner == 1 else 0 for leg in legs)


def _signed(leg: LegResult, pair: tuple[int, int]) -> int:
    difference = pair[0] - pair[1]
    return difference if leg.first == 1 else -difference


def _cup_leg(leg: LegResult) -> Leg:
    won: Side | None = None if leg.winner is None else 1 if leg.winner == leg.first else 2
    return Leg(leg.first, Outcome("leg", won, leg.score), leg.seconds)


def decided(rule: Rule, legs: Sequence[LegResult]) -> bool:
    if len(legs) >= rule.games:
        return True
    if rule.clear and not _open_pair(legs) and clearly(rule.clear, legs):
        return True
    halves = _halves(legs)
    return rule.best_of and max(halves, 2 * len(legs) - halves) > rule.games


def clearly(elo: float, legs: Sequence[LegResult]) -> bool:
    """Whether the games so far show one of the two to be better."""
    by_leg = {leg.leg: 0.5 if leg.winner is None else float(leg.winner == 1) for leg in legs}
    pairs = [(by_leg[leg] + by_leg[leg + 1]) / 2 for leg in by_leg if leg % 2 and leg + 1 in by_leg]
    return Sprt(-elo, elo).verdict(Counter(pairs)) != "open"


def _open_pair(legs: Sequence[LegResult]) -> bool:
    """Whether an opening was played from one side only."""
    return len(legs) % 2 == 1


def missing(rule: Rule, legs: Sequence[LegResult]) -> list[int]:
    """The games that can be played: all that are left, or the next one of a best-of."""
    if decided(rule, legs):
        return []
    played = {leg.leg for leg in legs}
    left = [leg for leg in range(1, rule.games + 1) if leg not in played]
    if rule.clear:
        return [leg for leg in left if (leg + 1) // 2 == (left[0] + 1) // 2]
    return left[:1] if rule.best_of else left


@dataclass(frozen=True, slots=True)
class Winner:
    """Who wins a match, and by what: `points`, or `seed` when everything is equal."""

    player: Side
    by: str


def decided_by(game: str, legs: Sequence[LegResult]) -> str:
    """What decides a match: `wins`, the game's own `points`, `score`, `time`, or `seed` if all are equal."""
    sums = tally(game, legs)
    if has_match_score(game):
        return "points" if sums.total else "seed"
    named = (("wins", sums.wins), ("score", sums.score), ("time", sums.seconds))
    return next((name for name, part in named if part), "seed")


def winner(game: str, legs: Sequence[LegResult], seeds: tuple[int, int]) -> Winner:
    """The player with more points; if equal, the better seed."""
    total = tally(game, legs).total
    if total:
        return Winner(1 if total > 0 else 2, "points")
    favourite: Side = 1 if seeds[0] <= seeds[1] else 2
    return Winner(favourite, "seed")
