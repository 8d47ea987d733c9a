"""The whole matrix of penalties at once, by array expressions; `price.py` is the readable version."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ronde.systems.swiss.price import PairingHistory, PenaltyTable

Matrix = NDArray[np.int64]


def oriented_costs(histories: Sequence[PairingHistory], penalty_table: PenaltyTable) -> Matrix:
    """The uncapped cost of every pair: the row has the first colour, the column the second."""
    first, second = _colours(histories, penalty_table)
    costs = _floats(histories, penalty_table)
    costs += first[:, None]
    costs += second[None, :]
    _add_chauvinism(costs, histories, penalty_table)
    _add_meetings(costs, histories, penalty_table)
    return costs


def pair_costs(oriented: Matrix, penalty_table: PenaltyTable) -> Matrix:
    """The cheaper orientation of every pair, capped."""
    cheaper = np.minimum(oriented, oriented.T)
    return cheaper if penalty_table.cap is None else np.minimum(cheaper, penalty_table.cap)


def bye_costs(histories: Sequence[PairingHistory], lowest: int, penalty_table: PenaltyTable) -> Matrix:
    """The uncapped cost of the bye for everybody."""
    scores, floats, wins = (
        _column(histories, "half_points"),
        _column(histories, "last_float"),
        _compensated(histories),
    )
    gap = scores - (lowest - 1)
    imbalance = _look_up(penalty_table.penalties.colour.imbalance, np.abs(_column(histories, "balance")))
    table = penalty_table.penalties.repetition
    idle = np.array([len(history.idle) for history in histories], dtype=np.int64)
    just = np.array([penalty_table.round - 1 in history.idle[-1:] for history in histories], dtype=np.int64)
    costs: Matrix = imbalance + _float_costs(gap, floats, wins, penalty_table)
    if lowest >= 1:
        costs += penalty_table.elitism * (scores + lowest - 1) * np.abs(gap) // 2
    return costs + idle * table.bye_again + just * table.in_a_row


def _column(histories: Sequence[PairingHistory], name: str) -> Matrix:
    return np.array([getattr(history, name) for history in histories], dtype=np.int64)


def _compensated(histories: Sequence[PairingHistory]) -> NDArray[np.bool_]:
    """Who floated last time and would be compensated: up and lost, or down and won."""
    floats, made = _column(histories, "last_float"), _column(histories, "last_half_points")
    won: NDArray[np.bool_] = ((floats < 0) & (made == 0)) | ((floats > 0) & (made == 2))
    return won


def _look_up(table: tuple[int, ...], index: Matrix) -> Matrix:
    entries = np.array(table or (0,), dtype=np.int64)
    costs: Matrix = entries[np.minimum(index, len(entries) - 1)]
    return costs


def _colours(histories: Sequence[PairingHistory], penalty_table: PenaltyTable) -> tuple[Matrix, Matrix]:
    """The cost of the first and of the second colour for everybody."""
    table = penalty_table.penalties.colour
    balance = _column(histories, "balance")
    had_first = np.array([history.last_first is True for history in histories], dtype=np.int64)
    had_second = np.array([history.last_first is False for history in histories], dtype=np.int64)
    first = _look_up(table.imbalance, np.abs(balance + 1)) + table.again * had_first
    second = _look_up(table.imbalance, np.abs(balance - 1)) + table.again * had_second
    return first, second


def _floats(histories: Sequence[PairingHistory], penalty_table: PenaltyTable) -> Matrix:
    """Float and elitism: they depend on score and last float only, so each combination is priced once."""
    scores, floats, won = (
        _column(histories, "half_points"),
        np.sign(_column(histories, "last_float")),
        _compensated(histories),
    )
    kinds, kind_of = np.unique(np.stack([scores, floats, won], axis=1), axis=0, return_inverse=True)
    score = kinds[:, 0]
    gap = score[:, None] - score[None, :]
    size = np.abs(gap)
    costs = _look_up(penalty_table.penalties.float.half_points, size)
    costs += penalty_table.elitism * (score[:, None] + score[None, :]) * size // 2
    memory = _memory(gap, kinds[:, 1:2], kinds[:, 2:3] == 1, penalty_table)
    costs += memory + memory.T
    of = kind_of.reshape(-1)
    spread: Matrix = costs[of][:, of]
    return spread


def _float_costs(gap: Matrix, floats: Matrix, won: NDArray[np.bool_], penalty_table: PenaltyTable) -> Matrix:
    return _look_up(penalty_table.penalties.float.half_points, np.abs(gap)) + _memory(
        gap, floats, won, penalty_table
    )


def _memory(gap: Matrix, floats: Matrix, won: NDArray[np.bool_], penalty_table: PenaltyTable) -> Matrix:
    table = penalty_table.penalties.float
    turn = np.sign(gap) * np.sign(floats)
    back = table.compensation if penalty_table.round >= 3 else 0
    return np.where(turn > 0, table.again, 0) - np.where((turn < 0) & won, back, 0)


def _add_chauvinism(costs: Matrix, histories: Sequence[PairingHistory], penalty_table: PenaltyTable) -> None:
    compatriots: dict[str, list[int]] = {}
    for place, history in enumerate(histories):
        compatriots.setdefault(history.country, []).append(place)
    for places in compatriots.values():
        if penalty_table.chauvinism and len(places) > 1:
            costs[np.ix_(places, places)] += penalty_table.chauvinism


def _add_meetings(costs: Matrix, histories: Sequence[PairingHistory], penalty_table: PenaltyTable) -> None:
    """Few pairs have met, so they are priced one by one."""
    table = penalty_table.penalties.repetition
    index = {history.player: place for place, history in enumerate(histories)}
    rows: list[int] = []
    columns: list[int] = []
    prices: list[int] = []
    for row, history in enumerate(histories):
        for opponent, meetings in history.meetings.items():
            if opponent in index:
                for round, first in meetings:
                    rows.append(row)
                    columns.append(index[opponent])
                    again = table.in_a_row if round == penalty_table.round - 1 else 0
                    prices.append(again + (table.same_colours if first else table.opposite_colours))
    np.add.at(costs, (rows, columns), prices)
