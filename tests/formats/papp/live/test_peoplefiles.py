"""The players files while the desk works."""

from __future__ import annotations

from dataclasses import replace

from tests.support.builders import tournament

from ronde.formats.papp import DeskChanges, PappFiles
from ronde.formats.papp.players_files import PeopleFiles, different_fields
from ronde.model.player import Player

ANN, BOB = Player(1, "ALPHA", "Ann", "FRA"), Player(2, "BETA", "Bob", "FRA")
BASE = b"% the club\n1 ALPHA, Ann\n2 BETA, Bob\n"


def files(news: bytes = b"") -> PeopleFiles:
    return PeopleFiles.of(PappFiles({"players": BASE, "new_players": news}), "FRA")


def test_a_newcomer_is_appended_to_the_second_file() -> None:
    people = files()
    people.follow(tournament([ANN, Player(7, "ZETA", "Zoe", "FRA", new=True)]), DeskChanges({}))

    assert people.added == [7]
    assert people.players == BASE
    assert b"ZETA, Zoe" in people.news


def test_a_changed_card_changes_its_line_and_no_other() -> None:
    people = files()
    people.follow(tournament([replace(ANN, rating=1500), BOB]), DeskChanges({1: ["rating"]}))

    assert people.touched == [1]
    assert people.players.startswith(b"% the club\n1 ALPHA, Ann")
    assert people.players.endswith(b"\n2 BETA, Bob\n")
    assert b"1500" in people.players


def test_what_the_desk_has_not_changed_stays_as_the_club_has_it() -> None:
    people = files()
    people.follow(tournament([replace(ANN, rating=1500)]), DeskChanges({}))

    assert people.players == BASE
    assert people.news == b""


def test_another_country_is_written_among_the_newcomers() -> None:
    people = files()
    people.follow(tournament([replace(ANN, country="GBR")]), DeskChanges({1: ["country"]}))

    assert people.players == BASE
    assert b"GBR" in people.news


def test_somebody_typed_in_and_removed_again_leaves_the_file() -> None:
    people = files(b"7 ZETA, Zoe\n")
    people.follow(tournament([ANN]), DeskChanges({}, typed=frozenset({7})))

    assert b"ZETA" not in people.news


def test_only_fields_that_differ_are_named_and_only_of_people_the_base_knows() -> None:
    hall = tournament([replace(ANN, rating=1500), Player(9, "NEW")])

    assert different_fields(hall, {1: ANN}) == {1: ["rating"]}
