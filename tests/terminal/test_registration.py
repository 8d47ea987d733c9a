"""Who is registered by I: people of the base, new ones, their countries and numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.terminal.talking import conversation, typed

from ronde.model.events import SettingsChanged
from ronde.model.player import Player
from ronde.terminal import Conversation

KNOWN = {
    812: Player(812, "LAZARD", "Emmanuel", "FRA"),
    813: Player(813, "LAZARETH", "Jo", "BEL"),
    814: Player(814, "MARTIN", "Jonas", "CHE"),
    81: Player(81, "DUPONT", "Luc"),
    82: Player(82, "DUPONT", "Luc"),
}


@pytest.fixture
def at(tmp_path: Path) -> Conversation:
    opened = conversation(tmp_path)
    opened.known = KNOWN
    return opened


def papp_without_a_country(at: Conversation) -> None:
    settings = replace(at.tournament.settings, profile="papp", country="")
    at.desk.act("arbiter", lambda tournament: [SettingsChanged("Open", "", settings)])


def test_a_lone_candidate_is_taken_after_one_confirmation(at: Conversation) -> None:
    screen = typed(at, "i", "lazard", "y", "", "x")

    assert "LAZARD Emmanuel (812)? (Y/N)" in screen
    assert 812 in at.tournament.players


def test_a_lone_candidate_who_is_not_meant_may_be_somebody_new(at: Conversation) -> None:
    typed(at, "i", "MARTIN Jo", "n", "y", "GBR", "", "x")

    assert at.tournament.player(7).full_name == "MARTIN Jo"
    assert 814 not in at.tournament.players


def test_several_candidates_are_named_before_somebody_new_is_offered(at: Conversation) -> None:
    screen = typed(at, "i", "laza", "n", "LAZARD Emmanuel", "", "x")

    assert "“laza” fits several players: LAZARD Emmanuel (812) and LAZARETH Jo (813)." in screen
    assert "A new player called “laza”?" in screen
    assert "is unknown" not in screen
    assert 812 in at.tournament.players


@pytest.mark.parametrize("number", ["99999", " 99999 ", "0", "000"])
def test_a_number_nobody_has_is_no_name(at: Conversation, number: str) -> None:
    before = len(at.tournament.players)

    screen = typed(at, "i", number, "", "x")

    assert f"Nobody has number {int(number)}." in screen
    assert len(at.tournament.players) == before


def test_of_namesakes_a_wrong_number_is_asked_for_again(at: Conversation) -> None:
    screen = typed(at, "i", "dupont luc", "83", "82", "", "x")

    assert "Nobody has number 83." in screen
    assert 82 in at.tournament.players


def test_a_third_namesake_is_somebody_new(at: Conversation) -> None:
    screen = typed(at, "i", "DUPONT Luc", "", "y", "BEL", "", "x")

    assert "A new player called “DUPONT Luc”?" in screen
    assert at.tournament.player(7).country == "BEL"


def test_a_missing_country_says_what_is_needed(at: Conversation) -> None:
    papp_without_a_country(at)

    screen = typed(at, "i", "NEWLAND Alice", "y", "", "GBR", "", "x")

    assert "Country [-]" in screen
    assert "A country is needed" in screen
    assert at.tournament.player(7).country == "GBR"


@pytest.mark.parametrize(("line", "country"), [("GBR 77", "GBR"), ("77", "FRA"), (" GBR   77 ", "GBR")])
def test_the_number_of_a_new_player_may_be_chosen(at: Conversation, line: str, country: str) -> None:
    typed(at, "i", "NEWLAND Alice", "y", line, "", "x")

    assert at.tournament.player(77) == Player(77, "NEWLAND", "Alice", country, new=True)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("GBR 3", "already belongs to POIRIER Jean"),
        ("GBR 812", "already belongs to LAZARD Emmanuel"),
        ("GBR 0", "0"),
        ("GBR 9999999999", "9999999999"),
    ],
)
def test_a_number_that_cannot_be_chosen_is_asked_for_again(at: Conversation, line: str, told: str) -> None:
    screen = typed(at, "i", "NEWLAND Alice", "y", line, "GBR 77", "", "x")

    assert told in screen
    assert 77 in at.tournament.players


def test_line_by_line_an_empty_line_ends_also_after_a_slip(at: Conversation) -> None:
    """On the screen the slip stands in the line, to be put right; here it can only be typed again."""
    before = set(at.tournament.players)

    screen = typed(at, "i", "nobdy known", "n", "", "l", "x")

    assert screen.count("“nobdy known” is unknown") == 1
    assert "[nobdy known]" not in screen
    assert set(at.tournament.players) == before
