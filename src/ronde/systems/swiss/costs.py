"""The whole matrix of penalties at once, by array expressions; `price.py` is the readable version."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ronde.systems.swiss.price import PairingHistory, PenaltyTable

Matrix = NDArray[np.int64]


def oriented_costs(forms: Sequence[PairingHistory], tariff: PenaltyTable) -> Matrix:
    """The uncapped cost of every pair: the row has the first colour, the column the second."""
    first, second = _colours(forms, tariff)
    costs = _floats(forms, tariff)
    costs += first[:, None]
    costs += second[None, :]
    _add_chauvinism(costs, forms, tariff)
    _add_meetings(costs, forms, tariff)
    return costs


def pair_costs(oriented: Matrix, tariff: PenaltyTable) -> Matrix:
    """The cheaper orientation of every pair, capped."""
    cheaper = np.minimum(oriented, oriented.T)
    return cheaper if tariff.cap is None else np.minimum(cheaper, tariff.cap)


def bye_costs(forms: Sequence[PairingHistory], lowest: int, tariff: PenaltyTable) -> Matrix:
    """The uncapped cost of the bye for everybody."""
    scores, floats, wins = _column(forms, "half_points"), _column(forms, "last_float"), _compensated(forms)
    gap = scores - (lowest - 1)
    imbalance = _look_up(tariff.penalties.colour.imbalance, np.abs(_column(forms, "balance")))
    table = tariff.penalties.repetition
    idle = np.array([len(form.idle) for form in forms], dtype=np.int64)
    just = np.array([tariff.round - 1 in form.idle[-1:] for form in forms], dtype=np.int64)
    costs: Matrix = imbalance + _float_costs(gap, floats, wins, tariff)
    if lowest >= 1:
        costs += tariff.elitism * (scores + lowest - 1) * np.abs(gap) // 2
    return costs + idle * table.bye_again + just * table.in_a_row


def _column(forms: Sequence[PairingHistory], name: str) -> Matrix:
    return np.array([getattr(form, name) for form in forms], dtype=np.int64)


def _compensated(forms: Sequence[PairingHistory]) -> NDArray[np.bool_]:
    """Who floated last time and would be compensated: up and lost, or down and won."""
    floats, made = _column(forms, "last_float"), _column(forms, "last_half_points")
    won: NDArray[np.bool_] = ((floats < 0) & (made == 0)) | ((floats > 0) & (made == 2))
    return won


def _look_up(table: tuple[int, ...], index: Matrix) -> Matrix:
    entries = np.array(table or (0,), dtype=np.int64)
    costs: Matrix = entries[np.minimum(index, len(entries) - 1)]
    return costs


def _colours(forms: Sequence[PairingHistory], tariff: PenaltyTable) -> tuple[Matrix, Matrix]:
    """The cost of the first and of the second colour for everybody."""
    table = tariff.penalties.colour
    balance = _column(forms, "balance")
    had_first = np.array([form.last_first is True for form in forms], dtype=np.int64)
    had_second = np.array([form.last_first is False for form in forms], dtype=np.int64)
    first = _look_up(table.imbalance, np.abs(balance + 1)) + table.again * had_first
    second = _look_up(table.imbalance, np.abs(balance - 1)) + table.again * had_second
    return first, second


def _floats(forms: Sequence[PairingHistory], tariff: PenaltyTable) -> Matrix:
    """Float and elitism: they depend on score and last float only, so each combination is priced once."""
    scores, floats, won = (
        _column(forms, "half_points"),
        np.sign(_column(forms, "last_float")),
        _compensated(forms),
    )
    kinds, kind_of = np.unique(np.stack([scores, floats, won], axis=1), axis=0, return_inverse=True)
    score = kinds[:, 0]
    gap = score[:, None] - score[None, :]
    size = np.abs(gap)
    costs = _look_up(tariff.penalties.float.half_points, size)
    costs += tariff.elitism * (score[:, None] + score[None, :]) * size // 2
    memory = _memory(gap, kinds[:, 1:2], kinds[:, 2:3] == 1, tariff)
    costs += memory + memory.T
    of = kind_of.reshape(-1)
    spread: Matrix = costs[of][:, of]
    return spread


def _float_costs(gap: Matrix, floats: Matrix, won: NDArray[np.bool_], tariff: PenaltyTable) -> Matrix:
    return _look_up(tariff.penalties.float.half_points, np.abs(gap)) + _memory(gap, floats, won, tariff)


def _memory(gap: Matrix, floats: Matrix, won: NDArray[np.bool_], tariff: PenaltyTable) -> Matrix:
    table = tariff.penalties.float
    turn = np.sign(gap) * np.sign(floats)
    back = table.compensation if tariff.round >= 3 else 0
    return np.where(turn > 0, table.again, 0) - np.where((turn < 0) & won, back, 0)


def _add_chauvinism(costs: Matrix, forms: Sequence[PairingHistory], tariff: PenaltyTable) -> None:
    compatriots: dict[str, list[int]] = {}
    for place, form in enumerate(forms):
        compatriots.setdefault(form.country, []).append(place)
    for places in compatriots.values():
        if tariff.chauvinism and len(places) > 1:
            costs[np.ix_(places, places)] += tariff.chauvinism


def _add_meetings(costs: Matrix, forms: Sequence[PairingHistory], tariff: PenaltyTable) -> None:
    """Few pairs have met, so they are priced one by one."""
    table = tariff.penalties.repetition
    index = {form.player: place for place, form in enumerate(forms)}
    rows: list[int] = []
    columns: list[int] = []
    prices: list[int] = []
    for row, form in enumerate(forms):
        for opponent, meetings in form.meetings.items():
            if opponent in index:
                for round, first in meetings:
                    rows.append(row)
                    columns.append(index[opponent])
                    again = table.in_a_row if round == tariff.round - 1 else 0
                    prices.append(again + (table.same_colours if first else table.opposite_colours))
    np.add.at(costs, (rows, columns), prices)
