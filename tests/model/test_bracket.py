"""The shape of a cup: ties, sides and the places they give."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.model.bracket import (
    GRAND_FINAL,
    LOSERS,
    MAIN,
    PLACES,
    CupSettings,
    Section,
    Ties,
    bracket_ties,
    cup_rounds,
    full_size,
    seed_order,
    worst_places,
)

PLAIN = CupSettings()
THIRD = CupSettings(third_place=True)
ALL = CupSettings(consolation=True)
DOUBLE = CupSettings(double=True)
KINDS = st.sampled_from((PLAIN, THIRD, ALL, DOUBLE))
SIZES = st.integers(1, 8).map(lambda deep: 2**deep)


def kinds(ties: Ties) -> Counter[str]:
    return Counter(tie.section.kind for tie in ties)


def test_the_best_meet_as_late_as_they_can() -> None:
    assert seed_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


@pytest.mark.parametrize(("players", "size"), [(0, 1), (1, 1), (2, 2), (3, 4), (5, 8), (64, 64), (65, 128)])
def test_a_bracket_holds_its_players_and_is_never_twice_too_big(players: int, size: int) -> None:
    assert full_size(players) == size


def test_one_player_makes_no_shape() -> None:
    assert bracket_ties(1, PLAIN) == ()


def test_a_plain_cup_has_a_tie_for_everybody_who_goes_out() -> None:
    ties = bracket_ties(8, PLAIN)

    assert [tie.round for tie in ties] == [1, 1, 1, 1, 2, 2, 3]
    assert [tie.loser_place for tie in ties] == [5, 5, 5, 5, 3, 3, 2]
    assert [tie.winner_place for tie in ties] == [0, 0, 0, 0, 0, 0, 1]


def test_the_match_for_the_third_place_is_played_with_the_final() -> None:
    (third,) = [tie for tie in bracket_ties(8, THIRD) if tie.section.kind == PLACES]

    assert third.section == Section(PLACES, 3, 4)
    assert (third.round, third.winner_place, third.loser_place) == (3, 3, 4)
    assert all(not side.won for side in third.sides)


def test_two_players_have_no_third_place() -> None:
    assert bracket_ties(2, THIRD) == bracket_ties(2, PLAIN)


def test_a_consolation_plays_for_every_place_in_as_many_rounds() -> None:
    ties = bracket_ties(8, ALL)
    given_places = sorted(place for tie in ties for place in (tie.winner_place, tie.loser_place) if place)

    assert given_places == list(range(1, 9))
    assert len(ties) == 12
    assert ties[-1].round == 3
    assert {tie.section for tie in ties} == {
        Section(MAIN, 1, 8), Section(PLACES, 3, 4), Section(PLACES, 5, 8), Section(PLACES, 7, 8),
    }  # fmt: skip


def test_a_double_elimination_of_eight_has_the_rounds_people_know() -> None:
    ties = bracket_ties(8, DOUBLE)
    losers = [(tie.round, tie.loser_place) for tie in ties if tie.section.kind == LOSERS]

    assert kinds(ties) == {MAIN: 7, LOSERS: 6, GRAND_FINAL: 2}
    assert [tie.round for tie in ties if tie.section.kind == MAIN] == [1, 1, 1, 1, 2, 2, 4]
    assert losers == [(2, 7), (2, 7), (3, 5), (3, 5), (4, 4), (5, 3)]
    assert [(tie.round, tie.again) for tie in ties[-2:]] == [(6, False), (7, True)]


@given(size=SIZES, cup=KINDS)
def test_every_side_comes_from_an_earlier_round_and_goes_on_once(size: int, cup: CupSettings) -> None:
    ties = bracket_ties(size, cup)
    used = Counter((side.tie, side.won) for tie in ties for side in tie.sides if side.tie >= 0)

    assert set(used.values()) <= {1}
    for at, tie in enumerate(ties):
        assert all(side.tie < 0 or ties[side.tie].round < tie.round for side in tie.sides)
        assert ((at, True) in used) == (tie.winner_place == 0)
        assert ((at, False) in used) == (tie.loser_place == 0)
    assert sorted(side.seed for tie in ties for side in tie.sides if side.seed) == list(range(1, size + 1))


@given(size=SIZES, cup=KINDS)
def test_ties_come_by_round_and_the_last_is_as_announced(size: int, cup: CupSettings) -> None:
    numbers = [tie.round for tie in bracket_ties(size, cup)]

    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, cup_rounds(size, cup) + 1))


@given(size=SIZES, cup=KINDS)
def test_the_places_given_leave_no_gap(size: int, cup: CupSettings) -> None:
    """Losers of ties of one rank share the first of their places."""
    found = Counter(
        place for tie in bracket_ties(size, cup) for place in (tie.winner_place, tie.loser_place) if place
    )
    following = 1
    for place, shared in sorted(found.items()):
        assert place == following
        following += shared
    assert following == size + 1


@given(size=SIZES, cup=KINDS)
def test_the_last_resort_is_never_better_than_what_the_tie_gives(size: int, cup: CupSettings) -> None:
    ties = bracket_ties(size, cup)

    for tie, worst in zip(ties, worst_places(ties), strict=True):
        assert 2 <= worst <= size
        assert not tie.loser_place or worst == tie.loser_place
        assert tie.winner_place < worst
