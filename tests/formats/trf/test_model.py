"""What a report is made of: worth of results, rounds that were paired, acceleration."""

from __future__ import annotations

import pytest

from ronde.formats.trf import PointSystem, Trf
from ronde.formats.trf.records import TrfPlayer, TrfRound, VirtualPoints, baku, upper_group


@pytest.mark.parametrize(("letters", "worth"), [("1W+F", 30), ("=DH", 10), ("0L", 1), ("U", 20), ("-Z", 2)])
def test_every_letter_is_worth_what_the_points_of_the_file_say(letters: str, worth: int) -> None:
    points = PointSystem(win=30, draw=10, loss=1, absent=2, bye=20)

    assert {points.worth(letter) for letter in letters} == {worth}


def test_a_round_in_which_only_byes_were_asked_for_is_not_paired_yet() -> None:
    asked = TrfPlayer(1, "Ann", rounds=(TrfRound(2, "w", "1"), TrfRound(result="H")))
    given = TrfPlayer(1, "Ann", rounds=(TrfRound(2, "w", "1"), TrfRound(result="U")))

    assert Trf(players=(asked,)).played == 1
    assert Trf(players=(given,)).played == 2


def test_baku_gives_a_win_in_the_first_quarter_and_half_of_it_in_the_second() -> None:
    assert baku(20, 9, PointSystem()) == (VirtualPoints(10, 1, 3, 1, 20), VirtualPoints(5, 4, 5, 1, 20))
    assert baku(20, 1, PointSystem()) == (VirtualPoints(10, 1, 1, 1, 20),)


def test_the_accelerated_group_is_even_and_at_least_half_of_everybody() -> None:
    assert [upper_group(players) for players in (4, 5, 8, 161)] == [2, 4, 4, 82]
