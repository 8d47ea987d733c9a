"""The order of the tables."""

from __future__ import annotations

from tests.support.builders import tournament

from ronde.formats.papp.to_tournament import add_round, in_order, tables_now

HALL = tournament(6, ["1-2:40 3-4:= 5-6:0"], current="2-4 1-6 3-5")


def test_the_first_round_keeps_the_order_of_creation() -> None:
    assert [table.first for table in tables_now(HALL, 1, 0)] == [1, 3, 5]


def test_later_rounds_go_by_the_better_score_and_the_sum() -> None:
    assert [table.first for table in tables_now(HALL, 2, 1)] == [1, 3, 2]


def test_a_round_adds_its_half_points_and_those_of_the_bye() -> None:
    hall = tournament(3, ["1-2:40"])
    halves: dict[int, int] = {}
    add_round(halves, hall.rounds[0], hall.settings.board)

    assert halves == {1: 2, 2: 0, 3: hall.settings.board.bye_half_points}


def test_equal_tables_go_by_the_later_registration_of_black() -> None:
    assert in_order([(1, 2), (3, 4)], lambda pair: pair, {}, {1: 0, 2: 1, 3: 2, 4: 3}) == [(3, 4), (1, 2)]
