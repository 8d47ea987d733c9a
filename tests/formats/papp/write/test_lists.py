from __future__ import annotations

from datetime import datetime
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from tests.formats.papp.halls import halls
from tests.support.builders import tournament

from ronde.formats.papp import (
    AddedGame,
    Edition,
    EloSlip,
    crosstable_html,
    crosstable_text,
    elo_file,
    pairings,
    sheet_list,
    standings_list,
)
from ronde.formats.papp.lists import results, teams_list
from ronde.formats.papp.xml import rounds_xml, standings_xml
from ronde.model.events import PlayerLeft, SettingsChanged
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Board
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament

EN, FR, OLD = Edition(), Edition(language="fr"), Edition("1.36")
NOON = datetime(2024, 6, 15, 12, 0)
PAPP = Settings(profile="papp", cap=10_000_000)


def test_a_list_says_that_it_is_incomplete_while_two_have_no_opponent() -> None:
    hall = tournament(4, current="1-2:40")

    assert (
        "Pairings of round 1 (not complete) :\n\n 1  P1  (1) -- P2  (2)  40/24\n\n P3  (3)\n P4  (4)\n"
        in pairings(hall, EN)
    )
    assert "Appariements de la ronde 1 (incomplets) :" in pairings(hall, FR)


def test_a_pairing_list_may_leave_out_the_scores() -> None:
    hall = tournament(2, current="1-2:40")

    assert " 1  P1 (1) -- P2 (2)\n" in pairings(hall, OLD, scores=False)


def test_a_closed_round_lists_its_byes() -> None:
    hall = tournament(3, rounds=["1-2:40"])

    assert results(hall, OLD, 1).endswith(" 1  P1 (1) -- P2 (2)  40/24\n\n P3 (3)\n")


def test_relative_scores_are_from_the_side_of_black() -> None:
    hall = tournament(4, current="1-2:29 3-4:=", settings=Settings(board=Board(relative=True)))

    assert results(hall, OLD).splitlines()[4:6] == [" 1  P1 (1) -- P2 (2)  -06", " 2  P3 (3) -- P4 (4)  =00"]


@pytest.mark.parametrize(
    ("edition", "title"), [(EN, "There are 2 inscribed players:"), (FR, "Liste des 2 joueurs inscrits :")]
)
def test_before_the_first_round_the_standings_are_a_list(edition: Edition, title: str) -> None:
    told = standings_list(tournament(2), edition).splitlines()

    assert told[2:] == [title, "", "  1:   0 pt  [0]   P1 (1)", "                   P2 (2)"]


def test_teams_are_listed_before_and_after_the_first_round() -> None:
    people = [Player(1, "A", country="FRA"), Player(2, "B", country="fra"), Player(3, "C", country="GBR")]
    before = tournament(people)
    after = tournament(people, rounds=["1-3:= 2:away"])

    assert "There are 2 teams:" in teams_list(before, EN)
    assert teams_list(after, EN).endswith("  FRA          0.5 pts\n  GBR          0.5 pts\n")


def test_nobody_is_listed_without_complaint() -> None:
    hall = tournament(0)

    for text in (
        pairings(hall, EN),
        standings_list(hall, EN),
        teams_list(hall, EN),
        crosstable_text(hall, EN),
    ):
        assert text.startswith("*** Test ***\n")


def test_a_sheet_tells_who_left_and_what_was_noted() -> None:
    hall = tournament([Player(1, "A", comment="paid"), Player(2, "B")], rounds=["1-2:40"])
    gone = replay([PlayerLeft(1, 2)], hall)

    assert sheet_list(gone, EN, 1).splitlines()[-2:] == ["The player has left the tournament.", "--> paid"]
    assert sheet_list(gone, FR, 1).splitlines()[-2:] == ["Le joueur est sorti du tournoi.", "--> paid"]


def test_the_victory_matrix_covers_the_chosen_round_in_our_profile_only() -> None:
    rounds = ["1-2:40 3-4:40", "1-3:40 2-4:40"]
    ours = crosstable_text(tournament(4, rounds), EN, 1)
    papp = crosstable_text(tournament(4, rounds, settings=PAPP), EN, 1)

    assert ours.endswith("   1234\n\n1  X 1 \n2   X 1\n3  0 X \n4   0 X\n")
    assert papp.endswith("   1234\n\n1  X11 \n2  0X 1\n3  0 X1\n4   00X\n")


def test_a_long_tournament_has_ten_rounds_a_line_and_no_float() -> None:
    hall = tournament(2, ["1-2:40"] * 14)

    lines = crosstable_text(hall, EN).splitlines()
    assert lines[4].startswith("No  " + " " * 27 + "rounds" + " " * 28 + "Pts    TB")
    assert lines[5] == "  1 " + " B+ 2 " * 10 + ":14   [ 560] (560/  0 - " + "B" * 14 + " -14)"
    assert lines[6] == "    " + " B+ 2 " * 4


def test_byes_and_absences_of_a_long_tournament_are_in_the_columns_of_the_games() -> None:
    hall = tournament(3, ["1-2:40", "1-2:40 3:away", *(["1-2:40"] * 19)])

    long = crosstable_text(hall, EN).splitlines()
    number = hall.players[3].full_name
    rank = next(at for at, line in enumerate(long[1:4], start=1) if line.endswith(number))
    first = next(at for at, line in enumerate(long) if line.startswith(f"{rank:3d}  "))
    assert long[first].startswith(f"  {rank}   BYE   --- " + "  BYE " * 8 + ":20  ")
    assert long[first + 1 : first + 3] == ["    " + "  BYE " * 10, "      BYE "]


@pytest.mark.parametrize(
    ("players", "rounds", "row"), [(98, 13, " 1 B+55 "), (99, 1, "  1 B+ 56: 1"), (2, 14, "  1  B+ 2 ")]
)
def test_the_long_form_begins_with_99_players_or_14_rounds(players: int, rounds: int, row: str) -> None:
    line = " ".join(f"{one}-{one + 1}:40" for one in range(1, players - players % 2, 2))

    text = crosstable_text(tournament(players, [line] * rounds), EN)

    assert f"\n{row}" in text
    assert ("* d)" in text) == row.startswith(" 1 ")


def test_a_screen_has_no_figures_behind_the_rows() -> None:
    assert "(" not in crosstable_text(tournament(2, ["1-2:40"]), EN, figures=False)


def test_added_games_and_missing_answers_are_in_the_elo_file() -> None:
    hall = tournament(2, ["1-2:40"])

    told = elo_file(hall, EN, NOON, EloSlip(added=(AddedGame(1, 30, 7, 34),)))

    assert "%%Country: ??\n%%Date: 2024-06-15\n%%Sender: ??\n" in told
    assert told.endswith("     1 (40)>(24)      2 B\n\n\n%%Added results\n     1 (30)<(34)      7 B\n")


def test_a_game_that_was_not_played_is_not_rated() -> None:
    hall = tournament(4, ["1-2:+ 3-4:40"])

    assert "     1 (" not in elo_file(hall, EN, NOON)


def test_xml_is_well_formed_whatever_the_names() -> None:
    people = [Player(1, "A & <B>", country="<x>"), Player(2, "C\ufffe\uffff"), Player(3, "]]>")]
    hall = replay([SettingsChanged("Tom & Jerry", "", Settings())], tournament(people, ["1-2:40"]))

    rounds = ElementTree.fromstring(rounds_xml(hall, EN, NOON))
    standings = ElementTree.fromstring(standings_xml(hall, EN, NOON))

    assert rounds.findtext("Name") == standings.findtext("Name") == "Tom & Jerry"
    assert [name.text for name in rounds.iter("Name")][1:3] == ["A & <B>", "C"]
    assert standings.findtext(".//Player/Country") == "<x>"


def test_the_bye_of_the_open_round_is_in_the_xml() -> None:
    hall = tournament(3, current="1-2")

    told = ElementTree.fromstring(rounds_xml(hall, EN, NOON))

    assert [one.text for one in told.findall(".//NotPairedPlayer/Id")] == ["3"]


def test_tables_of_past_rounds_are_sorted_by_todays_scores_in_papps_profile_only() -> None:
    rounds = ["1-2:40 3-4:40", "2-4:40 1-3:40", "1-4:40 2-3:64"]

    def second_round(chosen: Settings) -> list[str | None]:
        told = ElementTree.fromstring(rounds_xml(tournament(4, rounds, settings=chosen), EN, NOON))
        return [one.text for one in told.findall(".//Round")[1].findall("Pairs/Pair/BlackPlayer/Id")]

    assert second_round(PAPP) == ["1", "2"]
    assert second_round(Settings()) == ["2", "1"]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(halls())
def test_every_list_of_any_tournament_can_be_written(hall: Tournament) -> None:
    for edition in (EN, FR, OLD):
        for write in (pairings, results, standings_list, teams_list, crosstable_text, crosstable_html):
            assert write(hall, edition)
        for player in hall.players:
            assert sheet_list(hall, edition, player)
        ElementTree.fromstring(rounds_xml(hall, edition, NOON))
        ElementTree.fromstring(standings_xml(hall, edition, NOON))
        assert elo_file(hall, edition, NOON)


def test_figures_have_a_point_in_french_too_and_braces_stay_as_they_are() -> None:
    french = Edition(language="fr")

    assert french.say("sheet-total", points="5.5", rounds=7, discs="12.5") == (
        "Soit au total 5.5 points sur 7, avec 12.5 pions."
    )
    assert french.say("sheet", player="A {x}", round=2) == "Fiche du joueur A {x} apres la ronde 2:"
