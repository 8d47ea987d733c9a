"""Whole tournaments with random results, to see what settings lead to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ronde.app.command import apply_command
from ronde.app.commands import CloseRound, PairRound
from ronde.model.entry import fill_at_random
from ronde.model.events import Event, PlayerEntered, TournamentOpened
from ronde.model.player import Player, PlayerId
from ronde.model.replay import replay
from ronde.model.schedule import finished, scheduled_rounds
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.standings import record
from ronde.systems import standings


@dataclass(frozen=True, slots=True)
class Trial:
    """The measures of one simulated tournament."""

    strongest_won: bool
    rank_error: float
    """The mean distance of final places from the order of the ratings."""
    replays: int
    """Games between players who had met before."""
    float_half_points: float
    """The mean difference of half-points between two opponents."""
    imbalance: float
    """The mean colour imbalance at the end."""
    second_byes: int


def play(settings: Settings, ratings: Sequence[int], seed: int, *, stop: int | None = None) -> Tournament:
    """Simulate a tournament of players with these ratings, or its first `stop` rounds."""
    chance = random.Random(seed)
    facts: list[Event] = [TournamentOpened("simulation", "", settings)]
    facts += [PlayerEntered(Player(at, f"P{at}", rating=rating), 1) for at, rating in enumerate(ratings, 1)]
    tournament = replay(facts)
    last = settings.rounds if stop is None else stop
    last = min(last, scheduled_rounds(settings, len(ratings)) or last)
    while len(tournament.closed_rounds) < last and not _won(tournament):
        tournament = _round(tournament, chance)
    return tournament


def _won(tournament: Tournament) -> bool:
    """Whether a cup has its champion; a double elimination may need a round less than the maximum."""
    return tournament.settings.pairing_system.knock_out and finished(tournament)


def _round(tournament: Tournament, chance: random.Random) -> Tournament:
    tournament = apply_command(PairRound(chance.randrange(2**31), beyond=True), tournament)
    tournament = replay(fill_at_random(tournament, chance), tournament)
    return apply_command(CloseRound(), tournament)


def judge(tournament: Tournament) -> Trial:
    order = [row.player for row in standings(tournament).rows]
    strength = sorted(order, key=lambda player: (-tournament.players[player].rating, player))
    ranks = {player: rank for rank, player in enumerate(strength)}
    lines = record(tournament)
    balances = [abs(sum(1 if line.first else -1 for line in own if line.played)) for own in lines.values()]
    errors = [abs(ranks[player] - rank) for rank, player in enumerate(order)]
    return Trial(
        strongest_won=order[:1] == strength[:1],
        rank_error=_mean(errors),
        replays=_replays(tournament),
        float_half_points=_mean(_floats(tournament)),
        imbalance=_mean(balances),
        second_byes=sum(max(0, sum(line.bye for line in own) - 1) for own in lines.values()),
    )


def _replays(tournament: Tournament) -> int:
    met: set[frozenset[PlayerId]] = set()
    again = 0
    for played in tournament.closed_rounds:
        for table in played:
            pair = frozenset((table.first, table.second))
            again += pair in met
            met.add(pair)
    return again


def _floats(tournament: Tournament) -> list[int]:
    scores = dict.fromkeys(tournament.players, 0)
    gaps: list[int] = []
    lines = record(tournament)
    for played in tournament.closed_rounds:
        gaps += [abs(scores[table.first] - scores[table.second]) for table in played]
        for player, own in lines.items():
            scores[player] += own[played.number - 1].half_points
    return gaps


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def average(trials: Sequence[Trial]) -> dict[str, float]:
    """The mean of each measure over many trials."""
    names = ("strongest_won", "rank_error", "replays", "float_half_points", "imbalance", "second_byes")
    return {name: _mean([float(getattr(trial, name)) for trial in trials]) for name in names}


def spread_ratings(players: int, strongest: int, weakest: int) -> list[int]:
    step = (strongest - weakest) / max(players - 1, 1)
    return [round(strongest - at * step) for at in range(players)]


def trial(settings: Settings, ratings: Sequence[int], seed: int) -> Trial:
    """Simulate and judge one tournament; the order of registration is random too."""
    shuffled = list(ratings)
    random.Random(seed).shuffle(shuffled)
    return judge(play(settings, shuffled, seed))
