"""Values by rank, and the numbers they are made of."""

from __future__ import annotations

import json
import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.keizer_states import GOLDEN, load

from ronde.model.system_settings import RATIOS, KeizerSettings
from ronde.systems import decimals, format_single, rank_values, shortest, single

KNOWN = load(GOLDEN / "rank_values.json")
DISPLAY = load(GOLDEN / "small_functions.json")["display"]


@pytest.mark.parametrize("ratio", KNOWN["plain"])
def test_plain_values_are_those_of_the_real_program(ratio: str) -> None:
    for count, (first, last) in KNOWN["plain"][ratio].items():
        values = rank_values(int(count), KeizerSettings(ratio=float(ratio)))
        assert (values[0], values[-1]) == (first, last)
        assert all(upper - lower == 1 for upper, lower in pairwise(values))


@pytest.mark.parametrize("ratio", KNOWN["normalised"])
def test_normalised_values_are_those_of_the_real_program(ratio: str) -> None:
    for count, known in KNOWN["normalised"][ratio].items():
        values = rank_values(int(count), KeizerSettings(ratio=float(ratio), normalised=True))
        assert [float(f"{value:.6g}") for value in values] == known


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("normalised", [False, True])
def test_nobody_one_and_a_thousand_have_values_too(ratio: float, normalised: bool) -> None:
    settings = KeizerSettings(ratio=ratio, normalised=normalised)

    assert rank_values(0, settings) == ()
    assert len(rank_values(1, settings)) == 1
    many = rank_values(1000, settings)
    assert list(many) == sorted(many, reverse=True)


def test_one_plain_player_is_worth_nothing() -> None:
    assert list(rank_values(1, KeizerSettings())) == json.loads(KNOWN["one_player_plain"])


def test_decimals_tell_two_neighbours_apart() -> None:
    assert [decimals(3, second) for second in (1.5, 2.5, 2.95, 3.0)] == [0, 1, 2, 1]


@pytest.mark.parametrize("number", DISPLAY)
def test_two_decimals_are_made_in_two_steps(number: str) -> None:
    assert format_single(single(float(number))) == DISPLAY[number]


@given(st.floats(0, 1e6, width=32))
def test_the_shortest_text_names_the_number_and_no_shorter_one_does(number: float) -> None:
    text = shortest(number)

    assert single(float(text)) == number
    assert "e" not in text


@given(st.floats(-1e6, 1e6))
def test_a_single_is_what_the_machine_makes_of_it(number: float) -> None:
    assert single(number) == struct.unpack("f", struct.pack("f", number))[0]
    assert single(single(number)) == single(number)
