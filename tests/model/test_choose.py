from __future__ import annotations

import pytest
from tests.support.builders import tournament

from ronde.model.entry import find_named, find_player
from ronde.model.errors import AmbiguousPlayer, UnknownPlayer
from ronde.model.player import Player

HALL = tournament(
    [
        Player(1, "MARTIN", "Bob"),
        Player(2, "MARTIN", "Zoé"),
        Player(3, "MARTIN"),
        Player(145, "VANE", "Lou"),
        Player(146, "DOE", "Ana"),
        Player(147, "DOE", "Ana"),
        Player(148, "2001", "Hal"),
    ]
)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("145", 145),
        (" 145 ", 145),
        ("0145", 145),
        ("vane", 145),
        ("VANE LOU", 145),
        ("martin z", 2),
        ("martin zoe", 2),
        ("2001", 148),
        ("Vane, Lou", 145),
        ("vane, l", 145),
        ("Lou Vane", 145),
    ],
)
def test_a_player_is_found_by_number_or_by_the_start_of_the_name(typed: str, number: int) -> None:
    assert find_player(HALL, typed) == number


def test_people_who_are_not_registered_are_found_in_the_same_way() -> None:
    people = {7: Player(7, "ROE", "Jo"), 8: Player(8, "ROE", "Joan"), 9: Player(9, "DOE", "Ana")}

    assert [find_named(people, typed) for typed in ("9", "do", "roe jo")] == [9, 9, 7]
    with pytest.raises(AmbiguousPlayer):
        find_named(people, "roe")
    with pytest.raises(UnknownPlayer):
        find_named(people, "145")


@pytest.mark.parametrize(("typed", "number"), [("martin", 1), ("de la", 3), ("smith", 5), ("Élan", 7)])
def test_a_surname_wins_over_longer_ones_that_start_so(typed: str, number: int) -> None:
    people = [
        *(Player(1, "MARTIN", "Bob"), Player(2, "MARTINEZ", "Zoé")),
        *(Player(3, "DE LA", "Ada"), Player(4, "DE LA RUE", "Jo")),
        *(Player(5, "SMITH", "Al"), Player(6, "SMITH-JONES", "Kim")),
        *(Player(7, "ÉLAN", "Luc"), Player(8, "ELANGE", "Ida")),
    ]

    assert find_player(tournament(people), typed) == number


def test_of_several_with_one_surname_only_they_are_told() -> None:
    hall = tournament([Player(1, "MARTIN", "Bob"), Player(2, "MARTIN", "Zoé"), Player(3, "MARTINEZ", "Al")])

    with pytest.raises(AmbiguousPlayer) as refused:
        find_player(hall, "martin")

    assert refused.value.facts["candidates"] == ["MARTIN Bob (1)", "MARTIN Zoé (2)"]


def test_a_whole_name_wins_over_longer_ones_that_start_so() -> None:
    assert find_player(HALL, "Martin") == 3


@pytest.mark.parametrize("typed", ["mar", "marti", "doe", "doe ana"])
def test_a_text_that_fits_several_names_all_of_them(typed: str) -> None:
    with pytest.raises(AmbiguousPlayer) as refused:
        find_player(HALL, typed)

    candidates = refused.value.facts["candidates"]
    assert isinstance(candidates, list)
    assert len(candidates) >= 2
    assert all("(" in candidate for candidate in candidates)


def test_namesakes_are_told_with_their_numbers() -> None:
    with pytest.raises(AmbiguousPlayer) as refused:
        find_player(HALL, "doe ana")

    assert refused.value.facts["candidates"] == ["DOE Ana (146)", "DOE Ana (147)"]


def test_a_misspelt_name_is_refused_with_a_proposal() -> None:
    with pytest.raises(UnknownPlayer) as refused:
        find_player(HALL, "vanne lou")

    assert refused.value.facts["reason"] == "similar"
    assert refused.value.facts["similar"] == ["VANE Lou (145)"]


@pytest.mark.parametrize("typed", ["", "   ", "999", "qqq", "-1", "9" * 5_000, "¨", "x" * 10_000])
def test_a_text_that_fits_nobody_is_refused(typed: str) -> None:
    with pytest.raises(UnknownPlayer):
        find_player(HALL, typed)
