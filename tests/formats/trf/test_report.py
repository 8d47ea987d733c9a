"""A tournament of the desk as a report: numbers, byes to come, points, forbidden pairs, the open round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.systems.dutch.test_drawing import closed, drawn, opened

from ronde.formats.trf import check_rounds, parse_trf, trf_of, wrong_points
from ronde.formats.trf.records import ByeRequest, NoMeeting, VirtualPoints
from ronde.formats.trf.write import write_trf
from ronde.model.decisions.players import (
    change_player,
    enter_player,
    forbid_pair,
    plan_absence,
    player_leaves,
)
from ronde.model.decisions.rounds import add_table
from ronde.model.player import Absence, FideCard, Player, ReportSettings
from ronde.model.replay import replay
from ronde.model.system_settings import DutchSettings
from ronde.systems.rounds import with_costs


def test_byes_to_come_and_who_has_left_are_told() -> None:
    hall = closed(opened(8))
    hall = replay(plan_absence(hall, number=1, rounds=(2, 4), reason=Absence.HALF_BYE), hall)
    hall = replay(plan_absence(hall, number=2, rounds=(2,), reason=Absence.FULL_BYE), hall)
    hall = replay(player_leaves(hall, number=3), hall)

    assert trf_of(hall).byes == (
        ByeRequest("F", 2, (2,)),
        ByeRequest("H", 2, (1,)),
        ByeRequest("Z", 2, (3,)),
        ByeRequest("H", 4, (1,)),
    )


def test_a_late_entry_moves_the_numbers_and_every_round_still_passes() -> None:
    hall = closed(closed(opened(9), 1), 2)
    hall = replay(enter_player(hall, player=Player(99, "Late", rating=2475)), hall)
    hall = drawn(closed(hall, 3), 4)
    trf = trf_of(hall, open_round=True)

    assert trf.players[2].name == "Late"
    assert [one.result for one in trf.players[2].rounds[:2]] == ["Z", "Z"]
    assert all(one.equal for one in check_rounds(trf))
    assert wrong_points(trf_of(hall)) == []


@pytest.mark.parametrize("virtual", ["", "1-2:1-4=1,3-3:1-4=0.5"])
def test_accelerated_rounds_pass_the_check_of_their_report(virtual: str) -> None:
    dutch = DutchSettings(acceleration="none" if virtual else "baku", virtual=virtual)
    hall = opened(10, dutch=dutch)
    for seed in range(1, 5):
        hall = closed(hall, seed)
    trf = parse_trf(write_trf(trf_of(hall)))

    assert trf.virtual[0] == VirtualPoints(10, 1, 2, 1, 4 if virtual else 6)
    assert [one.equal for one in check_rounds(trf)] == [True] * 4


def test_a_pair_forbidden_after_it_met_leaves_the_past_right() -> None:
    hall = closed(opened(6))
    first, second = (hall.rounds[0].tables[1].first, hall.rounds[0].tables[1].second)
    hall = replay(forbid_pair(hall, first=first, second=second), hall)

    assert trf_of(hall).forbidden == (NoMeeting(2, 999, tuple(sorted((first, second)))),)


def test_the_head_says_what_the_settings_say_and_cards_what_fide_says() -> None:
    report = ReportSettings("Lyon", "FRA", "2026/11/07", "2026/11/08", "Chief, Anna", ("A", "B"), "5400+30")
    hall = opened(2, report=report)
    card = FideCard(100001, "IM", "w", "1990/01/31", 10)
    hall = replay(change_player(hall, number=1, changes={"fide": card, "first_name": "Ada"}), hall)
    lines = write_trf(trf_of(hall)).split("\r\n")

    for line in ("022 Lyon", "032 FRA", "052 2026/11/08", "102 Chief, Anna", "112 B", "222 5400+30"):
        assert line in lines
    rows = [line for line in lines if line.startswith("001    1")]
    assert rows == [f"001    1 w IM {'P001, Ada':<33} 2490          100001 1990/01/31  0.0"]


def test_three_points_for_a_win_are_told_and_counted() -> None:
    hall = closed(opened(5, dutch=DutchSettings(win=3, draw=1, bye=1.5)))
    trf = trf_of(hall)

    assert (trf.points.win, trf.points.draw, trf.points.bye) == (30, 10, 15)
    assert wrong_points(trf) == []
    assert wrong_points(replace(trf, points=replace(trf.points, bye=30))) != []


def test_pairs_made_by_hand_are_comments_of_the_report_told_once() -> None:
    hall = opened(6)
    hall = closed(replay(with_costs(hall, add_table(hall, first=6, second=1)), hall))
    first = trf_of(hall)

    assert first.others == ("### Round 1: 6 - 1 was paired by hand",)
    assert trf_of(hall, kept=parse_trf(write_trf(first))).others == first.others
