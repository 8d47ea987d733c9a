"""A list of people joins a tournament."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import players, tournament

from ronde.model.decisions.players import newcomers_of, register_list
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.tournament import Tournament

PEOPLE = [
    Player(0, "MARTIN", "Claude", rating=1650, club="Lyon"),
    Player(0, "POIRIER", "Zoé", rating=1500),
    Player(7, "WEBB", "Ann", "GBR"),
]


def joined(hall: Tournament, people: list[Player]) -> Tournament:
    return replay(register_list(hall, people), hall)


def test_a_list_is_registered_once_whatever_columns_it_has_the_second_time() -> None:
    hall = joined(tournament([]), PEOPLE)
    names_only = [Player(0, card.name, card.first_name) for card in PEOPLE]
    numbered = [replace(card, id=100 + at, rating=0) for at, card in enumerate(PEOPLE)]
    shouted = [replace(card, id=0, name=card.name.lower(), club="") for card in PEOPLE]

    for again in (PEOPLE, names_only, numbered, shouted):
        assert register_list(hall, again) == []
        assert len(newcomers_of(hall, again)[1]) == 3


def test_two_of_one_name_in_a_list_are_two_people_and_stay_two() -> None:
    twins = [Player(0, "MARTIN", "Claude", rating=1600), Player(0, "MARTIN", "Claude", rating=1200)]
    hall = joined(tournament([]), twins)

    assert len(hall.players) == 2
    assert register_list(hall, twins) == []


def test_a_namesake_of_another_club_comes_in() -> None:
    hall = joined(tournament([]), PEOPLE)

    assert len(register_list(hall, [replace(PEOPLE[0], club="Nantes")])) == 1


def test_somebody_whose_number_is_taken_is_registered_under_another() -> None:
    hall = tournament(players(3))

    assert joined(hall, [Player(2, "NEW", "Ada")]).player(4).full_name == "NEW Ada"


def test_a_free_number_is_never_that_of_somebody_further_down_the_list() -> None:
    hall = joined(tournament([]), [Player(0, "FIRST", "Ada"), Player(1, "SECOND", "Bob")])

    assert hall.player(1).full_name == "SECOND Bob"


@given(st.lists(st.sampled_from(["A Ann", "B Bob", "C Cid"]), max_size=8), st.data())
def test_a_list_read_twice_changes_nothing_in_any_order(names: list[str], data: st.DataObject) -> None:
    people = [Player(0, name) for name in names]
    hall = joined(tournament([]), people)

    assert len(hall.players) == len(people)
    assert register_list(hall, data.draw(st.permutations(people))) == []


def test_a_list_with_a_comma_in_its_names_does_not_register_anybody_twice() -> None:
    hall = joined(tournament([]), [Player(0, "Kolar, Emil")])

    assert register_list(hall, [Player(0, "Kolar", "Emil")]) == []


def test_a_list_leaves_out_nobody_whose_family_name_is_a_first_name() -> None:
    hall = joined(tournament([]), [Player(0, "PAUL", "Martin")])

    assert len(register_list(hall, [Player(0, "MARTIN", "Paul")])) == 1
