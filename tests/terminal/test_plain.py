"""The desk line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.terminal.talking import NAMES, conversation, typed

from ronde.app.keys import ACTIONS, MANUAL, SMALL_MENU, by_key
from ronde.i18n import LANGUAGES, say
from ronde.model.player import Player
from ronde.terminal import DIALOGUES


def test_every_action_but_quitting_has_a_dialogue() -> None:
    assert {action.name for action in ACTIONS} - {"quit"} == set(DIALOGUES)


def test_no_two_actions_share_a_key() -> None:
    keys = [action.key for action in ACTIONS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("letter", "ILNFTWMAVRCESX&-+")
def test_the_letters_of_papp_are_all_there_in_either_case(letter: str) -> None:
    assert by_key(letter) is not None
    assert by_key(letter) == by_key(letter.lower())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_has_papps_seventeen_keys_and_undo_and_a_question_mark_all_of_them(
    language: str, tmp_path: Path
) -> None:
    at = conversation(tmp_path, language=language)
    small, whole = typed(at, "x"), typed(at, "?", "x").partition("? ?")[2]

    menu = re.findall(r"^  (\S)  (.*)$", small, re.MULTILINE)
    assert "".join(key for key, _ in menu) == "IL-+NFTWMAVRCUES&X?"
    for key, label in menu[:-1]:
        action = by_key(key)
        assert action is not None
        assert label == say(f"actions.{action.name}", language)
    for action in ACTIONS:
        assert say(f"actions.{action.name}", language) in whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_narrow_menu_has_a_short_word_for_every_action(language: str) -> None:
    words = [say(f"menu.{action.name}", language) for action in SMALL_MENU]

    assert max(map(len, words)) <= 10  # six across at 80 columns
    assert all(say(f"menu.{action.name}", language) for action in MANUAL)


def test_an_unknown_key_says_so(tmp_path: Path) -> None:
    assert "“j” has no effect" in typed(conversation(tmp_path), "j", "x")


def test_an_action_that_is_not_to_be_had_says_why(tmp_path: Path) -> None:
    assert "The round has no pairs yet." in typed(conversation(tmp_path), "r", "x")


def test_the_end_of_the_input_leaves_the_desk(tmp_path: Path) -> None:
    assert "Your choice?" in typed(conversation(tmp_path))


def test_a_new_player_is_asked_about_and_numbered(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "i", "NEWLAND Alice", "y", "GBR", "", "x")

    assert "is unknown" in screen
    assert at.tournament.player(7) == Player(7, "NEWLAND", "Alice", "GBR", new=True)


def test_an_empty_country_is_the_usual_one(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    typed(at, "i", "NEWLAND Alice", "y", "", "", "x")

    assert at.tournament.player(7).country == "FRA"


def test_a_known_person_is_found_by_his_whole_name_without_accents(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    at.known = {812: Player(812, "LEFÈVRE", "Zoé", "BEL", rating=1650, comment="licence 2026")}

    screen = typed(at, "i", "lefevre zoe", "", "x")

    assert at.tournament.player(812).rating == 1650
    assert "licence 2026" in screen


def test_of_two_people_of_one_name_the_number_decides(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    at.known = {number: Player(number, "DUPONT", "Luc") for number in (81, 82)}

    typed(at, "i", "dupont luc", "82", "", "x")

    assert 82 in at.tournament.players
    assert 81 not in at.tournament.players


def test_somebody_registered_already_is_not_entered_twice(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    at.known = dict(at.tournament.players)

    assert "already registered" in typed(at, "i", "webb ann", "", "x")


def test_tab_lists_the_candidates_and_their_common_part(tmp_path: Path) -> None:
    screen = typed(conversation(tmp_path), "f", "mar\t", "", "x")

    assert "MARTIN Bob (1)" in screen
    assert "MARTIN Zoe (2)" in screen
    assert "> MARTIN " in screen


def test_who_never_played_may_be_erased_when_leaving(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    typed(at, "-", "webb", "y", "-", "poirier", "n", "x")

    assert 6 not in at.tournament.players
    assert 3 in at.tournament.left


def test_a_star_sends_everybody_away_and_brings_everybody_back(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    typed(at, "-", "*", *("n" for _ in range(6)), "x")
    assert at.tournament.present == ()

    typed(at, "+", "*", "x")
    assert len(at.tournament.present) == 6


def test_a_nationality_changes_and_makes_teams(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "n", "webb", "FRA2", "t", "x")

    assert at.tournament.player(6).country == "FRA2"
    assert "FRA2" in screen


def test_coupons_are_taken_until_the_round_is_closed(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "x")
    first = [at.tournament.player(table.first).id for table in at.tournament.open_round]

    screen = typed(at, "r", *(f"{number} 40" for number in first), "!", "x")

    assert "All results are in" in screen
    assert len(at.tournament.closed_rounds) == 1
    assert [row for row in screen.splitlines() if "40" in row]


def test_a_round_is_not_closed_before_all_results_are_in(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "a", "r", "!", "", "x")

    assert "Round 1 is not complete" in screen
    assert not at.tournament.closed_rounds


def test_a_second_different_result_is_never_silent(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "x")
    first = at.tournament.open_round.table(1).first

    screen = typed(at, "r", f"{first} 40", f"{first} 41", "", "x")

    assert "Previous result: 40-24." in screen


def test_manual_pairing_moves_people_and_parts_them(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    typed(at, "m", "a", "webb", "poirier", "a", "webb", "martin b", "q", "x")

    assert [(table.first, table.second) for table in at.tournament.open_round] == [(6, 1)]

    typed(at, "m", "z", "y", "q", "x")
    assert not at.tournament.open_round.tables


def test_a_correction_asks_in_the_order_of_papp(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES[:2])
    typed(at, "m", "a", "1", "2", "q", "r", "1 40", "!", "x")

    screen = typed(at, "c", "1", "2", "33", "1", "31", "x")

    questions = [
        "Which round?",
        "Who had Black?",
        "Score of",
        "Who had White?",
        "Score:",
        "is corrected",
    ]
    places = [screen.index(question) for question in questions[:2]]
    assert places == sorted(places)
    table = at.tournament.round(1).table(1)
    assert (table.first, table.second, table.result and table.result.first) == (2, 1, 33)


def test_a_correction_whose_scores_do_not_agree_is_refused(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES[:2])
    typed(at, "m", "a", "1", "2", "q", "r", "1 40", "!", "x")

    assert "do not add up" in typed(at, "c", "1", "2", "33", "1", "33", "x")


def test_undo_and_redo_say_what_they_did(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "a", "u", "y", "x")

    assert "Undone: pairing of round 1" in screen
    assert "Redone: pairing of round 1" in screen
    assert at.tournament.open_round.tables


def test_standings_go_to_a_file_and_through_a_pipe(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    typed(at, "s", "players.txt", "s", "|cat > piped.txt", "x")

    assert "WEBB Ann" in (tmp_path / "players.txt").read_text()
    assert (tmp_path / "piped.txt").read_text() == (tmp_path / "players.txt").read_text()


def test_pairs_and_sheets_go_to_files_by_control_keys(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    typed(at, "a", "^v", "pairs.txt", "^f", "webb.txt", "webb", "x")

    assert "WEBB Ann" in (tmp_path / "pairs.txt").read_text()
    assert "WEBB Ann" in (tmp_path / "webb.txt").read_text()


def test_a_file_that_cannot_be_written_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "s", "no/such/folder/file.txt", "x")

    assert "There is no file or folder" in screen


def test_the_crosstable_is_shown_and_kept(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES[:2])
    typed(at, "m", "a", "1", "2", "q", "r", "1 40", "!", "x")

    typed(at, "w", "cross.htm", "1", "cross.txt", "n", "w", "", "1", "cross.txt", "y", "x")

    assert "MARTIN Bob" in (tmp_path / "cross.htm").read_text()
    assert (tmp_path / "cross.txt").read_text().count("MARTIN Bob") == 2


def test_why_not_and_bills_are_told(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    screen = typed(at, "a", "d", "k", "1", "2", "h", "&", "x")

    assert "With this pair the round would cost" in screen
    assert "tournament opened" in screen
    assert "open.ronde" in screen


def test_a_closed_round_is_opened_again(tmp_path: Path) -> None:
    at = conversation(tmp_path, NAMES[:2])
    typed(at, "a", "r", "?", "!", "x")

    typed(at, "o", "y", "x")

    assert at.tournament.open_round.number == 1


def test_a_closed_round_is_said_to_be_closed_and_how_many_there_are(tmp_path: Path) -> None:
    screen = typed(conversation(tmp_path, rounds=3), "a", "r", "?", "!", "x")

    assert "Round 1 is closed (rounds announced: 3)." in screen


def test_a_round_that_nobody_announced_is_paired_only_if_it_is_wanted(tmp_path: Path) -> None:
    once = ("a", "r", "?", "!")
    at = conversation(tmp_path, rounds=2)

    within = typed(at, *once, *once, "x")
    refused = typed(at, "a", "n", "x")
    tables = at.tournament.open_round.tables
    typed(at, "a", "y", "x")

    question = "All 2 announced rounds are played. Pair round 3 all the same?"
    assert question not in within
    assert question in refused
    assert not tables
    assert at.tournament.open_round.tables


def test_the_desk_says_that_a_small_swiss_became_a_round_robin(tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    few.mkdir()
    many.mkdir()
    lines = ("a", "r", "?", "!")

    assert "everybody will meet everybody" in typed(conversation(few, rounds=5), *lines)
    assert "everybody will meet everybody" not in typed(conversation(many, rounds=3), *lines)
