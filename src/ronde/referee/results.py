"""The results of a tournament of programs, one row each: place, rating, games, faults, time used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from ronde.app.desk import Desk
from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId
from ronde.core.repeats import repeats
from ronde.referee.game import Played
from ronde.referee.scoreboard import standing_rows
from ronde.referee.series import played_game


@dataclass(frozen=True, slots=True)
class ProgramResult:
    place: int
    id: PlayerId
    name: str
    points: float
    rating: float | None
    """By maximum likelihood, around 0; None before the first game."""
    error: float | None
    """Half the 95 % interval of the rating."""
    games: int
    wins: int
    draws: int
    losses: int
    faults: Mapping[str, int]
    """How many games it lost at once, by kind of fault."""
    seconds: float
    """The time it used in all its games together."""
    median_ms: float | None
    slowest_ms: float | None

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__} | {"faults": dict(self.faults)}


def program_results(desk: Desk) -> list[ProgramResult]:
    score = _score(desk.tournament.games)
    times = _times(desk)
    played = {row["id"]: row for row in standing_rows(desk.tournament, repeats(desk.tournament.games))}
    idle = [
        _unplayed(desk, player, len(played) + 1) for player in desk.tournament.players if player not in played
    ]
    return [_row(row, score[player], times.get(player, [])) for player, row in played.items()] + idle


def _row(standing: Mapping[str, Any], score: Counter[str], times: list[float]) -> ProgramResult:
    return ProgramResult(
        place=standing["place"],
        id=standing["id"],
        name=standing["name"],
        points=standing["points"],
        rating=standing["elo"],
        error=standing["error"],
        games=score.total(),
        wins=score["wins"],
        draws=score["draws"],
        losses=score["losses"],
        faults=standing["faults"],
        seconds=round(sum(times) / 1000, 3),
        median_ms=round(median(times), 1) if times else None,
        slowest_ms=round(max(times), 1) if times else None,
    )


def _unplayed(desk: Desk, player: PlayerId, place: int) -> ProgramResult:
    name = desk.tournament.player(player).name
    return ProgramResult(place, player, name, 0.0, None, None, 0, 0, 0, 0, {}, 0.0, None, None)


def _score(games: Iterable[GamePlayed]) -> dict[PlayerId, Counter[str]]:
    score: dict[PlayerId, Counter[str]] = {}
    for game in games:
        for player in (game.first, game.second):
            kind = "draws" if not game.winner else "wins" if game.winner == player else "losses"
            score.setdefault(player, Counter())[kind] += 1
    return score


def _times(desk: Desk) -> dict[PlayerId, list[float]]:
    """The milliseconds of every answer of each program, without what a busy machine took."""
    times: dict[PlayerId, list[float]] = {}
    for game, played in stored_games(desk):
        for answer in (answer for ply in played.record.plies for answer in ply):
            player = (game.first, game.second)[answer.side - 1]
            times.setdefault(player, []).append(max(0.0, answer.milliseconds - answer.taken))
    return times


def stored_games(desk: Desk) -> Iterator[tuple[GamePlayed, Played]]:
    """Every game that was stored with its record, in the order in which they were played."""
    for game in desk.tournament.games:
        played = played_game(desk, game.record)
        if played is not None:
            yield game, played
