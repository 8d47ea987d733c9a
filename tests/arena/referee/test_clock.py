"""Clocks: budgets, margins and how they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.arena.referee import Clock, parse_clock


def test_the_usual_clock_is_a_quarter_of_an_hour_and_thirty_seconds_a_move() -> None:
    assert str(Clock()) == "15:00+30"
    assert Clock().after(900, 10.05) == pytest.approx(920)


def test_the_margin_is_given_and_never_charged() -> None:
    clock = Clock(60, 0, margin=0.05)

    assert clock.allowance(3) == pytest.approx(3.05)
    assert clock.after(3, 0.04) == 3


def test_a_fixed_clock_is_full_again_after_every_move() -> None:
    clock = parse_clock("5/move")

    assert clock.fixed
    assert clock.after(5, 4.9) == 5


@pytest.mark.parametrize(
    "text", ["", "x", "0", "-5", "1:2:3", "5+", "+30", "0/move", "5/coup", "1e9", "15:60"]
)
def test_other_clocks_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_clock(text)


@given(
    st.builds(
        Clock,
        st.integers(1, 10**5).map(lambda tenths: tenths / 10),
        st.integers(0, 600).map(float),
        fixed=st.just(False),
    )
    | st.builds(Clock, st.integers(1, 600).map(float), st.just(0.0), fixed=st.just(True))
)
def test_what_a_clock_writes_it_reads(clock: Clock) -> None:
    assert parse_clock(str(clock)) == clock
