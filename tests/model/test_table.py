from __future__ import annotations

from ronde.model.result import Result
from ronde.model.table import Bye, Pair, Reason, Table


def test_a_table_names_the_players_of_its_pair_by_colour() -> None:
    table = Table(3, Pair(7, 9), Result(40, 24))

    assert (table.first, table.second) == (7, 9)
    assert not table.locked


def test_a_pair_knows_its_players_and_nobody_else() -> None:
    pair = Pair(7, 9)

    assert 7 in pair
    assert 9 in pair
    assert 8 not in pair
    assert None not in pair


def test_a_bill_may_be_cut_below_the_sum_of_its_reasons() -> None:
    pair = Pair(7, 9, (Reason("met-same-colours", 10_000_000), Reason("colour", 20, 7, 1)), 10_000_000)

    assert sum(reason.cost for reason in pair.reasons) > pair.cost
    assert Bye(7).cost == 0
