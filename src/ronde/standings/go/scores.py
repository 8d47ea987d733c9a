"""First-level scores of Go, after every round: wins and points of McMahon, doubled (go 3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from ronde.model.go import McMahonSettings
from ronde.model.player import Player, PlayerId
from ronde.model.result import BY_DEFAULT, Kind
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament, bye_of
from ronde.standings.go.ranks import start

Whole = NDArray[np.int64]


class State(Enum):
    """What a player did in a round."""

    PAIRED = auto()
    BYE = auto()
    ABSENT = auto()
    NOT_ASSIGNED = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's round: the opponent by place in the list of players, -1 without one."""

    state: State
    opponent: int = -1
    doubled: int = 0
    """Two for a win, one for a draw, two for both if both win."""
    white: bool = False
    handicap: int = 0
    by_default: bool = False
    known: bool = True
    """Whether the game has a result."""

    @property
    def played(self) -> bool:
        """Whether a game with a result was played."""
        return self.state is State.PAIRED and self.known and not self.by_default

    @property
    def given(self) -> int:
        """The stones given as White; those received as Black are negative."""
        return self.handicap if self.white else -self.handicap


@dataclass(frozen=True, slots=True)
class Scores:
    """Everybody's rounds, and the doubled scores after each of them; row 0 is before the first round."""

    players: tuple[PlayerId, ...]
    cards: tuple[Player, ...]
    settings: McMahonSettings
    starts: Whole
    """The points of McMahon at the start, not doubled."""
    rounds: tuple[tuple[Entry, ...], ...]
    """By round, then by player."""
    wins: Whole
    """Doubled NBW after each number of rounds."""
    points: Whole
    """Doubled MMS after each number of rounds."""

    @property
    def after(self) -> int:
        return len(self.rounds)


def go_scores(tournament: Tournament, rounds: Sequence[Round] | None = None) -> Scores:
    """The scores after some rounds, by default after all that are closed."""
    played = tournament.closed_rounds if rounds is None else rounds
    players = tuple(tournament.players)
    cards = tuple(tournament.players[player] for player in players)
    mcmahon = tournament.settings.mcmahon
    place = {player: at for at, player in enumerate(players)}
    entries = tuple(_entries(one, players, place, _away(tournament, one)) for one in played)
    starts = np.array([start(card, mcmahon) for card in cards], dtype=np.int64)
    wins, points = _sums(entries, starts, mcmahon)
    return Scores(players, cards, mcmahon, starts, entries, wins, points)


def _away(tournament: Tournament, played: Round) -> set[PlayerId]:
    """Who was absent in a round, or entered later."""
    late = {player for player, number in tournament.entered.items() if number > played.number}
    return late | set(played.absent)


def _entries(
    played: Round, players: Sequence[PlayerId], place: dict[PlayerId, int], away: set[PlayerId]
) -> tuple[Entry, ...]:
    seated, byes = played.seated, bye_of(played)
    entries = []
    for player in players:
        if player in byes:
            entries.append(Entry(State.BYE))
        elif player in seated:
            entries.append(_game(seated[player], player, place))
        else:
            entries.append(Entry(State.ABSENT if player in away else State.NOT_ASSIGNED))
    return tuple(entries)


def _game(table: Table, player: PlayerId, place: dict[PlayerId, int]) -> Entry:
    white = player == table.second
    opponent = place[table.first if white else table.second]
    result = table.result
    if result is None or result.kind is Kind.UNKNOWN:
        return Entry(State.PAIRED, opponent, 0, white, table.pair.handicap, known=False)
    doubled = result.half_points[white]
    by_default = result.kind in BY_DEFAULT
    return Entry(State.PAIRED, opponent, doubled, white, table.pair.handicap, by_default)


def _sums(rounds: Sequence[Sequence[Entry]], starts: Whole, mcmahon: McMahonSettings) -> tuple[Whole, Whole]:
    """Game points and paid rounds; only the sum of the paid ones is rounded down."""
    groups, people = mcmahon.groups, len(starts)
    games = _running([[entry.doubled for entry in own] for own in rounds], people)
    paid_wins = _running(_paid(rounds, groups.absent_wins, groups.bye_wins), people)
    paid_points = _running(_paid(rounds, groups.absent_points, groups.bye_points), people)
    if groups.round_down:
        paid_wins, paid_points = paid_wins // 2 * 2, paid_points // 2 * 2
    return games + paid_wins, games + paid_points + 2 * starts


def _paid(rounds: Iterable[Sequence[Entry]], absent: float, bye: float) -> list[list[int]]:
    paid = {State.ABSENT: int(2 * absent), State.BYE: int(2 * bye)}
    return [[paid.get(entry.state, 0) for entry in own] for own in rounds]


def _running(rows: list[list[int]], people: int) -> Whole:
    """Sums after each number of rounds."""
    table = np.array(rows, dtype=np.int64).reshape(len(rows), people)
    sums = np.zeros((len(rows) + 1, people), dtype=np.int64)
    np.cumsum(table, axis=0, out=sums[1:])
    return sums
