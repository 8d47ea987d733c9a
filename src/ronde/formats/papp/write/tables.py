"""The order of tables in PAPP: the leaders at table 1 (papp 3.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from ronde.core.player import PlayerId
from ronde.core.result import Board
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament

T = TypeVar("T")


def in_order(
    pairs: Iterable[T],
    players: Callable[[T], tuple[PlayerId, PlayerId]],
    halves: Mapping[PlayerId, int],
    place: Mapping[PlayerId, int],
) -> list[T]:
    """By the better score, then the sum of both, then the later registration of black.

    In the first round PAPP keeps the order of creation, which is up to the caller.
    """

    def weight(pair: T) -> tuple[int, int, int]:
        black, white = players(pair)
        ours, theirs = halves.get(black, 0), halves.get(white, 0)
        return max(ours, theirs), ours + theirs, place[black]

    return sorted(pairs, key=weight, reverse=True)


def add_round(halves: dict[PlayerId, int], played: Round, board: Board) -> None:
    for table in played.tables.values():
        if table.result is not None:
            ours, theirs = table.result.half_points
            halves[table.first] = halves.get(table.first, 0) + ours
            halves[table.second] = halves.get(table.second, 0) + theirs
    for player in played.byes:
        halves[player] = halves.get(player, 0) + board.bye_half_points


def tables_now(tournament: Tournament, number: int, scored: int) -> list[Table]:
    """The tables of a round in PAPP's order by the scores after `scored` rounds."""
    tables = list(tournament.round(number).tables.values())
    if number == 1:
        return tables
    halves: dict[PlayerId, int] = {}
    for played in tournament.closed_rounds[:scored]:
        add_round(halves, played, tournament.settings.board)
    place = {player: at for at, player in enumerate(tournament.players)}
    return in_order(tables, lambda table: (table.first, table.second), halves, place)
