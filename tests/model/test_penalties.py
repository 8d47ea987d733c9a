from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.model.errors import PenaltiesImpossible
from ronde.model.settings import (
    CAP,
    ColourPenalties,
    FloatPenalties,
    Penalties,
    RepetitionPenalties,
    at,
    check_penalties,
)

FLOATS = """
    20000 40588 62785 87119 114041 143998 177453 214908 256910 304062 357037 416582 483534 558828 643514
    738767 845906 966413 1101949 1254381 1425805 1618578 1835345 2079081
"""
"""From 1 to 24 half-points and more (papp 4)."""

MANUAL = Penalties(
    colour=ColourPenalties((0, 0, 500, 5000), again=100),
    float=FloatPenalties((0, 100, 500, 5000), again=50, compensation=10),
    repetition=RepetitionPenalties(CAP, 5_000_000, CAP, 1),
    chauvinism=(100,) * 10 + (1000,),
    elitism=(5,) * 5 + (25,) * 5 + (100,),
)
"""The examples of the manual, 4.3, put together."""


def refusal(penalties: Penalties) -> dict[str, object]:
    with pytest.raises(PenaltiesImpossible) as refused:
        check_penalties(penalties)
    return refused.value.facts


def test_the_defaults_are_those_of_papp() -> None:
    usual = Penalties()

    assert usual.colour == ColourPenalties((0, 20, 105, 225, 530, 1075), 15)
    assert usual.float.half_points == (0, *(int(cost) for cost in FLOATS.split()))
    assert (usual.float.again, usual.float.compensation) == (25, 10)
    assert usual.repetition == RepetitionPenalties(10_000_000, 5_000_000, 10_000_000, 1)
    assert [at(usual.chauvinism, number - 1) for number in (1, 2, 9)] == [2, 0, 0]
    factors = [at(usual.elitism, number - 1) for number in (1, 3, 4, 5, 6, 9, 10, 128)]
    assert factors == [100, 100, 200, 200, 300, 300, 400, 400]


def test_the_defaults_and_the_examples_of_the_manual_pass_the_check() -> None:
    check_penalties(Penalties())
    check_penalties(MANUAL)


def test_the_last_entry_of_a_table_holds_for_everything_beyond() -> None:
    assert [at(MANUAL.colour.imbalance, gap) for gap in (0, 1, 2, 3, 4, 99)] == [0, 0, 500, 5000, 5000, 5000]
    assert [at(MANUAL.chauvinism, number - 1) for number in (1, 10, 11, 500)] == [100, 100, 1000, 1000]
    assert [at(MANUAL.elitism, number - 1) for number in (5, 6, 10, 11)] == [5, 25, 25, 100]
    assert at((), 3) == 0


@given(st.lists(st.integers(0, CAP), min_size=1), st.integers(0, 300))
def test_a_table_answers_its_entry_or_its_last(table: list[int], index: int) -> None:
    assert at(tuple(table), index) == (table[index] if index < len(table) else table[-1])


def test_a_colour_table_that_falls_is_refused() -> None:
    facts = refusal(replace(MANUAL, colour=ColourPenalties((0, 500, 400))))

    assert facts == {"section": "colour", "reason": "growth", "value": 400, "limit": 500}


def test_a_float_table_that_falls_is_refused() -> None:
    facts = refusal(replace(MANUAL, float=FloatPenalties((0, 100, 50), compensation=0)))

    assert facts == {"section": "float", "reason": "growth", "value": 50, "limit": 100}


@pytest.mark.parametrize(("table", "reason"), [((5, 20), "start"), ((), "empty")])
def test_a_table_must_begin_with_nothing_for_nothing(table: tuple[int, ...], reason: str) -> None:
    assert refusal(replace(MANUAL, colour=ColourPenalties(table)))["reason"] == reason
    assert refusal(replace(MANUAL, float=FloatPenalties(table)))["reason"] == reason


def test_twice_the_compensation_may_reach_but_not_exceed_one_half_point() -> None:
    check_penalties(replace(MANUAL, float=FloatPenalties((0, 100), compensation=50)))

    facts = refusal(replace(MANUAL, float=FloatPenalties((0, 100), compensation=51)))

    assert (facts["section"], facts["reason"], facts["value"]) == ("float", "compensation", 51)


@pytest.mark.parametrize("value", [-1, CAP + 1])
@pytest.mark.parametrize("section", ["colour", "float", "repetition", "chauvinism", "elitism"])
def test_every_penalty_lies_between_nothing_and_ten_million(section: str, value: int) -> None:
    wrong = {
        "colour": replace(MANUAL, colour=replace(MANUAL.colour, again=value)),
        "float": replace(MANUAL, float=replace(MANUAL.float, again=value)),
        "repetition": replace(MANUAL, repetition=replace(MANUAL.repetition, in_a_row=value)),
        "chauvinism": replace(MANUAL, chauvinism=(0, value)),
        "elitism": replace(MANUAL, elitism=(0, value)),
    }

    facts = refusal(wrong[section])

    assert facts == {"section": section, "reason": "range", "value": value, "limit": CAP}


@given(
    st.lists(st.integers(0, CAP), min_size=1, max_size=8),
    st.lists(st.integers(0, CAP), min_size=1, max_size=8),
    st.integers(0, CAP),
)
def test_growing_tables_pass_and_no_float_can_then_fall_below_nothing(
    colour: list[int], floats: list[int], compensation: int
) -> None:
    penalties = replace(
        MANUAL,
        colour=ColourPenalties((0, *sorted(colour))),
        float=FloatPenalties((0, *sorted(floats)), compensation=compensation),
    )
    if 2 * compensation > min(floats):
        assert refusal(penalties)["reason"] == "compensation"
    else:
        check_penalties(penalties)
        assert at(penalties.float.half_points, 1) - 2 * compensation >= 0
