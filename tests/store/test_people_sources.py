"""The lists of the base: each replaces its own older version and leaves the others alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ronde.model.player import FideCard, PersonChange, Player
from ronde.store.people import People, PeopleSource

ANN, BOB = Player(12, "DOE", "Ann"), Player(14, "FOX", "Bob", rating=1500)
DAY = "2026-11-19"


@pytest.fixture
def people(tmp_path: Path) -> People:
    base = People(tmp_path / "people.db")
    base.take([ANN, BOB], "joueurs", DAY)
    return base


def test_each_list_is_kept_with_its_day_and_its_number_of_people(people: People) -> None:
    people.take([Player(7, "OTHER")], "club", "2026-12-01")

    assert people.sources() == [PeopleSource("club", "2026-12-01", 1), PeopleSource("joueurs", DAY, 2)]
    assert people.source_of() == {7: "club", 12: "joueurs", 14: "joueurs"}


def test_who_is_no_longer_in_a_list_is_gone_from_it_and_from_no_other(people: People) -> None:
    people.take([Player(7, "OTHER")], "club", DAY)

    taken = people.take([ANN], "joueurs", DAY)

    assert (taken.new, taken.changed, taken.gone, taken.same) == (0, 0, 1, 1)
    assert taken.changes == (PersonChange(BOB, None),)
    assert people.numbers() == {7, 12}


def test_a_number_of_another_list_is_left_to_it_and_the_person_found_again(people: People) -> None:
    for rating in (1400, 1450):
        taken = people.take([Player(12, "OTHER", rating=rating)], "club", DAY)
        assert {card.id: card.full_name for card in people} == {1: "OTHER", 12: "DOE Ann", 14: "FOX Bob"}

    assert (taken.new, taken.changed) == (0, 1)


def test_namesakes_without_numbers_stay_as_many_as_they_are(tmp_path: Path) -> None:
    people = People(tmp_path / "people.db")
    twins = [Player(0, "MARTIN", "Jean"), Player(0, "MARTIN", "Jean", rating=1200)]
    people.take(twins, "club", DAY)

    assert people.take(twins, "club", DAY).same == 2
    assert people.numbers() == {1, 2}


def test_a_list_takes_over_who_is_in_none(tmp_path: Path) -> None:
    people = People(tmp_path / "people.db")
    people.take([ANN])

    assert people.take([ANN], "joueurs", DAY).same == 1
    assert people.source_of() == {12: "joueurs"}


def test_birth_sex_and_title_are_kept(people: People) -> None:
    card = Player(20, "GRAY", fide=FideCard(4711, "WFM", "w", "2014/12/31", 20))
    people.take([card], "club", DAY)

    assert people.search("gray") == [card]


def test_digits_find_the_numbers_that_begin_so(people: People) -> None:
    assert [card.id for card in people.search("1")] == [12, 14]
    assert [card.id for card in people.search("14")] == [14]
    assert people.search("15") == []


def test_a_base_from_before_lists_is_brought_up_to_date(people: People) -> None:
    people.close()
    old = sqlite3.connect(people.path)
    old.execute("DROP TABLE source")
    for column in ("source", "listed", "fide", "title", "sex", "birth", "k"):
        old.execute(f"ALTER TABLE person DROP COLUMN {column}")
    old.close()

    renewed = People(people.path)

    assert list(renewed) == [ANN, BOB]
    assert renewed.sources() == []
    assert renewed.take([ANN], "joueurs", DAY).gone == 0
