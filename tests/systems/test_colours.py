from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import halls, tournament

from ronde.model.tournament import Tournament
from ronde.systems.swiss.pairing import by_history, first_of, past_colours


def test_the_past_is_told_from_the_latest_round_back() -> None:
    hall = tournament(4, ["1-2:40 3-4:=", "2-3:40"], current="1-4")

    assert past_colours(hall) == [{2: True, 3: False}, {1: True, 2: False, 3: True, 4: False}]


def test_a_game_that_was_not_played_gave_nobody_a_colour() -> None:
    assert past_colours(tournament(4, ["1-2:+ 3-4:unplayed"])) == [{}]


@pytest.mark.parametrize(
    ("rounds", "first"),
    [
        ([], None),
        (["1-3:= 2-4:="], None),
        (["1-2:="], 2),
        (["2-1:="], 1),
        (["1-3:="], 2),
        (["3-1:="], 1),
        (["2-3:="], 1),
        (["3-2:="], 2),
        (["1-2:=", "1-3:= 2-4:="], 2),
        (["1-2:=", "2-3:="], 1),
        (["1-2:=", "3-4:="], 2),
        (["2-1:=", "1-2:="], 2),
    ],
)
def test_the_latest_round_with_different_colours_is_turned_round(
    rounds: list[str], first: int | None
) -> None:
    past = past_colours(tournament(4, rounds))

    assert by_history(past, 1, 2) == first
    assert by_history(past, 2, 1) == first


@given(halls(), st.data())
def test_the_history_decides_the_same_whoever_is_named_first(hall: Tournament, data: st.DataObject) -> None:
    one, other = data.draw(st.permutations(sorted(hall.players)))[:2]
    past = past_colours(hall)

    chosen = by_history(past, one, other)

    assert chosen == by_history(past, other, one)
    differed = [colours for colours in past if colours.get(one) != colours.get(other)]
    assert (chosen is None) == (not differed)
    if chosen is not None:
        assert differed[0].get(chosen) is not True


def test_the_history_wins_over_the_toss() -> None:
    past = past_colours(tournament(2, ["1-2:="]))

    assert {first_of(past, 1, 2, random.Random(seed)) for seed in range(20)} == {2}


def test_without_a_difference_the_coin_decides_and_is_fair() -> None:
    tosses = [first_of([], 1, 2, random.Random(seed)) for seed in range(400)]

    assert 160 < tosses.count(1) < 240
    assert tosses == [first_of([], 1, 2, random.Random(seed)) for seed in range(400)]
