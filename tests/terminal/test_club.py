"""A club evening at the desk, line by line: ratings, categories, reasons, rounds planned ahead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.terminal.talking import typed

from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import correct_result, open_tournament
from ronde.model.events import SettingsChanged
from ronde.model.player import Absence, Player
from ronde.model.settings import Settings
from ronde.model.system_settings import KEIZER_BOARD, KeizerSettings
from ronde.systems import keizer_table
from ronde.terminal import Conversation

NAMES = ("Ann", "Bob", "O'Neil", "Dan", "Eve")


def club(folder: Path, language: str = "en", **options: str) -> Conversation:
    """Five members of a Keizer club."""
    keizer = KeizerSettings(**options)  # type: ignore[arg-type]
    settings = Settings(system="keizer", board=KEIZER_BOARD, tiebreaks=(), keizer=keizer, rounds=30)
    desk = Desk.create(folder / "club.ronde")
    desk.act("arbiter", open_tournament, name="Club", settings=settings)
    for place, name in enumerate(NAMES):
        desk.act("arbiter", enter_player, player=Player(0, name, rating=1900 - 100 * place))
    return Conversation(desk, language, folder=folder)


def one_round(at: Conversation, *results: str) -> str:
    """The round is paired, played and closed; what is not told is left to chance."""
    return typed(at, "a", "r", *results, "?", "!", "", "x")


@pytest.mark.parametrize(
    ("line", "told"), [("1555 3", "already belongs"), ("1 2 3", "is not a rating"), ("1555 0", "0")]
)
def test_the_number_of_a_newcomer_may_be_chosen_behind_the_rating(
    line: str, told: str, tmp_path: Path
) -> None:
    at = club(tmp_path)

    screen = typed(at, "i", "Poe, Edgar", "y", line, "1555 77", "", "x")

    assert told in screen
    assert at.tournament.player(77).rating == 1555


def test_a_club_leaves_in_one_action_each_for_his_reason(tmp_path: Path) -> None:
    at = club(tmp_path)
    one_round(at)

    played = at.tournament.round(1).seated
    answers = [
        key for player in at.tournament.players for key in (("e",) if player in played else ("n", "e"))
    ]

    typed(at, "-", "*", *answers, "x")

    assert {left.reason for left in at.tournament.left.values()} == {Absence.EXCUSED}
    typed(at, "u", "x")
    assert not at.tournament.left


def test_a_newcomer_is_asked_for_his_rating_and_not_for_his_country(tmp_path: Path) -> None:
    at = club(tmp_path)

    screen = typed(at, "i", "Poe, Edgar", "y", "fast", "1555", "", "x")

    assert "“fast” is not a rating" in screen
    assert "Country [" not in screen
    assert at.tournament.player(6) == Player(6, "Poe", "Edgar", rating=1555, new=True)


def test_whoever_is_expected_is_named_and_the_arbiter_asked_before_the_draw(tmp_path: Path) -> None:
    at = club(tmp_path)
    typed(at, "-", "5", "n", "p 1", "x")

    screen = typed(at, "a", "n", "x")
    joining = "Joining with this pairing: Eve (5, expected in round 1)."
    assert f"{joining}\nInclude this player? N pairs the round without." in screen
    assert 5 not in at.tournament.open_round.seated
    assert at.tournament.expected(5) == 1

    typed(at, "m", "z", "y", "q", "a", "y", "x")
    assert at.tournament.absence(5) is None


def test_a_letter_with_a_round_says_when_a_pre_registered_player_is_expected(tmp_path: Path) -> None:
    at = club(tmp_path, "fr")

    screen = typed(at, "-", "5", "n", "p 2", "x")
    assert "préinscrit, attendu en ronde 2" in screen
    assert "fait entrer" not in one_round(at)
    assert "L'appariement fait entrer\u00a0: Eve (5, attendu en ronde 2)." in typed(at, "a", "o", "x")
    assert at.tournament.absence(5) is None


def test_a_newcomer_without_a_rating_has_none(tmp_path: Path) -> None:
    at = club(tmp_path)

    typed(at, "i", "Poe, Edgar", "y", "", "", "x")

    assert at.tournament.player(6).rating == 0


def test_categories_are_asked_for_where_there_are_any(tmp_path: Path) -> None:
    at = club(tmp_path, categories="u=Under 18, w=Women")

    screen = typed(at, "i", "Poe, Ella", "y", "1200", "w, u", "", "x")

    assert "u=Under 18, w=Women" in screen
    assert at.tournament.player(6).categories == ("w", "u")


@pytest.mark.parametrize(
    ("letter", "reason"),
    [
        ("c", Absence.CLUB),
        ("E", Absence.EXCUSED),
        ("u", Absence.UNEXCUSED),
        ("w", Absence.WITHDRAWN),
        ("p", Absence.PREREGISTERED),
    ],
)
def test_a_letter_says_why_somebody_is_away_until_he_returns(
    letter: str, reason: Absence, tmp_path: Path
) -> None:
    at = club(tmp_path)

    typed(at, "-", "Dan", "n", letter, "x")
    assert at.tournament.absence(4) is reason

    typed(at, "+", "Dan", "x")
    assert at.tournament.absence(4) is None


def test_rounds_are_planned_ahead_and_taken_back(tmp_path: Path) -> None:
    at = club(tmp_path)

    screen = typed(at, "-", "Dan", "n", "c 3, 5", "-", "Dan", "n", "e 4", "-", "Dan", "n", "+ 5", "x")

    assert "Dan (4): away: 3 (away for the club), 4 (excused)." in screen
    planned = {number: away[4] for number, away in at.tournament.away.items() if 4 in away}
    assert planned == {3: Absence.CLUB, 4: Absence.EXCUSED}
    assert at.tournament.absence(4) is None


def test_one_reason_takes_the_place_of_another(tmp_path: Path) -> None:
    at = club(tmp_path)

    screen = typed(at, "-", "Dan", "n", "e", "-", "Dan", "n", "w", "-", "Dan", "n", "+", "x")

    assert "Dan (4): withdrawn." in screen
    assert "Dan (4) is here." in screen
    assert at.tournament.absence(4) is None


def test_what_is_no_reason_is_asked_again_and_nothing_is_changed(tmp_path: Path) -> None:
    at = club(tmp_path)
    before = at.tournament

    screen = typed(at, "-", "Dan", "n", "z", "e three", "c -1", "", "x")

    assert screen.count("is not a reason") == 3
    assert at.tournament == before


def test_a_round_that_is_over_cannot_be_missed_any_more(tmp_path: Path) -> None:
    at = club(tmp_path)
    one_round(at)
    before = at.tournament

    typed(at, "-", "Ann", "e 1", "x")

    assert at.tournament == before


def test_the_desk_shows_keizers_columns_states_and_who_has_withdrawn(tmp_path: Path) -> None:
    at = club(tmp_path)
    one_round(at)

    screen = typed(at, "-", "Ann", "e 2 4", "-", "Bob", "w", "l", "x")

    heads = next(line for line in screen.splitlines() if line.startswith("place"))
    assert heads.split()[:5] == ["place", "name", "Keizer", "games", "value"]
    assert heads.split()[-1] == "state"
    assert "Withdrawn: Bob (2)" in screen


def test_the_pairs_say_who_does_not_play_and_why(tmp_path: Path) -> None:
    at = club(tmp_path)

    screen = typed(at, "-", "Dan", "n", "c 1", "a", "x")

    assert "Not playing:\n    Dan (4): away for the club" in screen


def test_in_french_the_letters_are_the_same(tmp_path: Path) -> None:
    at = club(tmp_path, language="fr")

    screen = typed(at, "-", "Dan", "n", "e 3 5", "x")

    assert "Dan (4)\u00a0: absent\u00a0: 3, 5 (excusé)." in screen


def test_a_round_begun_by_hand_freezes_its_values_at_once(tmp_path: Path) -> None:
    """A later correction changes points, never the values of a round that had begun."""
    at = club(tmp_path)
    one_round(at, "Ann 1", "Dan =")
    order = keizer_table(at.tournament).order

    typed(at, "m", "a", "Ann", "Eve", "q", "x")
    first = next(iter(at.tournament.closed_rounds[0]))
    assert first.result is not None
    wish = {"round": 1, "first": first.first, "second": first.second}
    at.desk.act("arbiter", correct_result, **wish, result=first.result.swapped)

    assert keizer_table(at.tournament).order != order
    assert at.tournament.open_round.values == order
    one_round(at)
    assert at.tournament.closed_rounds[1].values == order


def test_a_member_typed_as_he_is_shown_is_asked_about_before_he_is_registered_again(tmp_path: Path) -> None:
    at = club(tmp_path)
    typed(at, "i", "Kolar, Emil", "y", "1555", "", "x")

    screen = typed(at, "i", "Kolar Emil", "n", "Kolar, Emil", "n", "", "x")
    assert screen.count("Kolar Emil (6) is registered already.") == 2
    assert len(at.tournament.players) == 6

    typed(at, "i", "Kolar Emil", "y", "1400", "", "x")
    assert at.tournament.player(7).full_name == "Kolar Emil"


def test_when_the_last_round_is_closed_the_desk_says_that_the_season_is_over(tmp_path: Path) -> None:
    at = club(tmp_path)
    settings = replace(at.tournament.settings, rounds=2)
    at.desk.act("arbiter", lambda tournament: [SettingsChanged("Club", "", settings)])

    assert "The tournament is over" not in one_round(at)
    assert "The tournament is over: L shows the final standings, S saves them." in one_round(at)
