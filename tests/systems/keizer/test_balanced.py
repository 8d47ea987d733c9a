"""Keizer balanced by the exact matcher: always a pairing, with its costs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.systems.keizer import keizer_law as law
from tests.systems.keizer.test_pairing import club, evening

from ronde.model.errors import CannotPair
from ronde.model.events import PairForbidden
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.systems.rounds import pair_round
from ronde.systems.system import rules


def balanced(count: int, **options: object) -> Tournament:
    return club(count, pairing="balanced", **options)


def test_in_round_one_neighbours_meet_and_the_bill_says_so() -> None:
    drawn = pair_round(balanced(6), seed=1)

    assert {frozenset((pair.first, pair.second)) for pair in drawn.tables.values()} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
        frozenset((5, 6)),
    }
    assert drawn.total == 3
    assert [reason.rule for reason in drawn.tables[1].reasons] == ["rank-distance"]


def test_the_bye_goes_to_the_last_and_then_to_somebody_who_had_none() -> None:
    hall = balanced(5)
    had: list[int] = []
    for _ in range(5):
        drawn = pair_round(hall, seed=1)
        assert drawn.bye is not None
        had.append(drawn.bye.player)
        hall = evening(hall)

    assert had[0] == 5
    assert sorted(had) == [1, 2, 3, 4, 5]


def test_five_players_who_have_all_met_are_paired_at_a_price() -> None:
    hall = balanced(5, repeat_distance=99)
    for _ in range(7):
        hall = evening(hall)

    drawn = pair_round(hall, seed=1)

    assert len(drawn.tables) == 2
    assert drawn.total >= 1_000_000
    assert {reason.rule for pair in drawn.tables.values() for reason in pair.reasons} <= set(rules())


@given(st.integers(0, 2**32))
def test_no_pair_meets_too_soon_if_that_can_be_avoided(seed: int) -> None:
    hall = law.random_hall(seed, most=10, rounds=6)
    keizer = hall.settings.keizer
    wished = _with(hall, pairing="balanced", colour_limit=0, fair_bye=False)
    past, number = law.games(hall), hall.open_round.number
    present = list(hall.present)

    def fresh(one: int, other: int) -> law.Seats | None:
        soon = law.too_soon(one, other, number, keizer.repeat_distance, past)
        return None if soon else (one, other)

    if not present:
        return
    halls = [present] if len(present) % 2 == 0 else [[p for p in present if p != bye] for bye in present]
    avoidable = any(law.pairable(rest, fresh) for rest in halls)
    again = [
        pair for pair in pair_round(wished, seed=1).tables.values() if fresh(pair.first, pair.second) is None
    ]

    assert not (avoidable and again)


def _with(hall: Tournament, **changes: object) -> Tournament:
    keizer = replace(hall.settings.keizer, **changes)  # type: ignore[arg-type]
    return replace(hall, settings=replace(hall.settings, keizer=keizer))


def test_forbidden_pairs_stay_forbidden() -> None:
    hall = replay([PairForbidden(one, other) for one, other in combinations((1, 2, 3), 2)], balanced(4))

    with pytest.raises(CannotPair):
        pair_round(hall, seed=1)
    hall = replay([PairForbidden(1, 2)], balanced(4))
    assert all({pair.first, pair.second} != {1, 2} for pair in pair_round(hall, seed=1).tables.values())
