"""The Dutch system against its own definitions, against a second path, and against its promises."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.systems.dutch.events import positions
from tests.systems.dutch.oracle import Oracle

from ronde.standings.fide import Past, ResultKind
from ronde.systems.dutch.exact import NotPairable
from ronde.systems.dutch.field import ABSOLUTE, DutchPlayer, DutchPosition, Field, Pairing
from ronde.systems.dutch.pairing import pair, pair_exactly, pair_quickly


def paired(position: DutchPosition, solver: object = pair_quickly) -> Pairing | None:
    try:
        return pair(position, solver)  # type: ignore[arg-type]
    except NotPairable:
        return None


@pytest.mark.parametrize("seed", range(25))
def test_small_rounds_are_the_first_best_candidate_of_the_definitions(seed: int) -> None:
    for position in positions(seed, 4, 8):
        found = paired(position)
        asked = Oracle(position).pair()

        assert (found and ({frozenset(one) for one in found.pairs}, found.bye)) == asked


@pytest.mark.parametrize("seed", range(1000, 1016))
def test_the_fast_path_gives_what_the_exact_path_gives(seed: int) -> None:
    for position in positions(seed, 9, 45):
        assert paired(position, pair_quickly) == paired(position, pair_exactly)


@pytest.mark.parametrize("seed", range(2000, 2008))
def test_no_legal_bound_is_ever_broken(seed: int) -> None:
    for position in positions(seed, 6, 60):
        found = paired(position)
        if found is None:
            continue
        people = {person.number: person for person in Field(position).people}
        seated = [number for one in found.pairs for number in one] + ([found.bye] if found.bye else [])
        assert sorted(seated) == sorted(people)
        assert not found.bye or people[found.bye].may_have_bye
        for white, black in found.pairs:
            one, other = people[white], people[black]
            assert black not in one.opponents
            assert frozenset({white, black}) not in position.forbidden
            if not (one.topscorer or other.topscorer):
                assert not (one.strength == other.strength == ABSOLUTE and one.wants == other.wants)
                assert abs(one.difference + 1) <= 2
                assert abs(other.difference - 1) <= 2
                assert one.colours[-2:] != (1, 1)
                assert other.colours[-2:] != (-1, -1)


@pytest.mark.parametrize("seed", range(3000, 3004))
def test_tables_are_ordered_by_the_better_player(seed: int) -> None:
    for position in positions(seed, 10, 30):
        found = paired(position)
        scores = {person.number: person.score for person in Field(position).people}
        best = [max(scores[one], scores[other]) for one, other in found.pairs] if found else []
        assert all(upper >= lower for upper, lower in pairwise(best))


def test_round_one_pairs_the_upper_with_the_lower_half_and_alternates_colours() -> None:
    position = DutchPosition(tuple(DutchPlayer(number, ()) for number in range(1, 8)), win=10, loss=0)

    assert pair(position) == Pairing(((1, 4), (5, 2), (3, 6)), bye=7)


def test_who_never_took_part_is_not_counted_where_numbers_decide_the_colour() -> None:
    entrants = tuple(DutchPlayer(number, (), here=number != 1) for number in range(1, 6))

    assert pair(DutchPosition(entrants, win=10, loss=0)) == Pairing(((2, 4), (5, 3)))


def test_a_round_that_nobody_can_pair_is_refused() -> None:
    met = (Past(ResultKind.GAME, 5, 2, white=True),), (Past(ResultKind.GAME, 5, 1),)
    entrants = tuple(DutchPlayer(at + 1, past) for at, past in enumerate(met))

    with pytest.raises(NotPairable):
        pair(DutchPosition(entrants, win=10, loss=0))


def test_a_forfeited_game_is_no_meeting() -> None:
    absent = (Past(ResultKind.FORFEIT, 10, 2, white=True),), (Past(ResultKind.FORFEIT, 0, 1),)
    entrants = tuple(DutchPlayer(at + 1, past) for at, past in enumerate(absent))

    assert pair(DutchPosition(entrants, win=10, loss=0)).pairs == ((1, 2),)


def test_nobody_at_all_makes_an_empty_round() -> None:
    assert pair(DutchPosition((), win=10, loss=0)) == Pairing(())
