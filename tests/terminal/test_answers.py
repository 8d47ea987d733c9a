"""Wrong answers are never silent, and what the desk says is true."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.terminal.arbiter import OPEN, PAIRED, PLAYED, PLAYERS, TWO, WORKFILE, Arbiter
from tests.terminal.talking import conversation, typed

from ronde.app.desk import Desk
from ronde.model.decisions.rounds import close_round, enter_at_table
from ronde.model.result import Result
from ronde.terminal import run_plain

# 13


@pytest.mark.parametrize("wrong", ["abc", "0", "129", "", "-3"])
def test_a_number_of_rounds_that_is_none_is_refused_in_words(wrong: str, papp: Arbiter) -> None:
    screen = papp.types("Open", wrong, "5", "", "x")

    assert f"“{wrong}” is not a number of rounds" in screen


@pytest.mark.parametrize("wrong", ["abc", "nan", "-1", "1001"])
def test_a_constant_that_is_none_is_refused_in_words(wrong: str, papp: Arbiter) -> None:
    screen = papp.types("Open", "5", wrong, "3", "x")

    assert f"“{wrong}” is " in screen


def test_a_number_nobody_has_is_told_before_it_goes_into_the_rating_file(papp: Arbiter) -> None:
    screen = papp.types(*PLAYED, "e", "e.txt", "", "", "", "12345", "40", "3", "24", "", "x")

    assert "Nobody here has the number 12345" in screen
    assert "GAMMA Cid (3) is not registered" in screen


@pytest.mark.parametrize("wrong", ["abc", "31/02/2024", "15.13.2024", "2024"])
def test_a_date_that_is_none_is_asked_for_again(wrong: str, papp: Arbiter) -> None:
    screen = papp.types(*PLAYED, "e", "e.txt", "", wrong, "29/02/2024", "", "", "x")

    assert f"“{wrong}” is not a date" in screen
    assert "%%Date: 29/02/2024" in papp.read("e.txt")


@pytest.mark.parametrize(
    "answers", [("1", "", ""), ("1", "40", "", ""), ("1", "40", "2", "", ""), ("1", "99", "", "")]
)
def test_an_added_game_without_a_score_or_an_opponent_is_left_out_in_words(
    answers: tuple[str, ...], papp: Arbiter
) -> None:
    screen = papp.types(*PLAYED, "e", "e.txt", "", "", "", *answers, "x")

    assert "The added game is left out" in screen
    assert papp.read("e.txt").endswith("%%Added results\n"), "no game below"


def test_whoever_is_not_paired_cannot_be_parted_in_silence(papp: Arbiter) -> None:
    screen = papp.types(*PAIRED, "i", "gamma cid", "", "m", "d", "gamma", "q", "x")

    assert "GAMMA Cid has no pair" in screen


# 14


def test_a_correction_of_people_who_did_not_meet_says_whom_he_met(papp: Arbiter) -> None:
    papp.put("joueurs.txt", PLAYERS + "4 DELTA, Dan\n")
    four = (*OPEN, "i", "alpha ann", "beta bob", "gamma cid", "delta dan", "")
    played = (*four, "m", "a", "1", "2", "a", "3", "4", "q", "a", "r", "1 40", "3 40", "!")

    screen = papp.types(*played, "c", "1", "alpha", "40", "gamma", "24", "x")

    assert "ALPHA Ann met BETA Bob in round 1, not GAMMA Cid" in screen


def test_a_correction_about_somebody_who_did_not_play_says_what_he_did(papp: Arbiter) -> None:
    three = (*OPEN, "i", "alpha ann", "beta bob", "gamma cid", "", "m", "a", "1", "2", "q", "r", "1 40", "!")

    screen = papp.types(*three, "c", "1", "alpha", "40", "gamma", "24", "x")
    bye = papp.types("c", "1", "gamma", "40", "alpha", "24", "x")

    assert "ALPHA Ann met BETA Bob in round 1, not GAMMA Cid" in screen
    assert "GAMMA Cid has the bye in round 1" in bye


def test_whoever_leaves_after_his_result_is_in_leaves_after_the_round_and_is_told_so(papp: Arbiter) -> None:
    first = papp.types(*PAIRED, "r", "1 40", "", "-", "alpha", "x")
    second = papp.types("r", "!", "a", "x")

    assert "result of round 1 is in" in first
    assert "leaves after it" in first
    assert "has not played" not in first
    assert "has left" not in first
    assert "ALPHA Ann" in second


def test_whoever_has_left_after_the_round_is_said_to_have_left_already(papp: Arbiter) -> None:
    papp.types(*PLAYED, "a", "r", "1 40", "", "-", "alpha", "x")

    assert "has already left" in papp.types("-", "alpha", "x")


def closed_elsewhere(file: Path) -> None:
    """Another desk enters the missing results and closes the round."""
    desk = Desk.open(file)
    for table in desk.tournament.open_round.missing:
        desk.act("other", enter_at_table, table=table.number, result=Result(40, 24))
    desk.act("other", close_round)
    desk.close()


@pytest.mark.parametrize("line", ["?", "!", "webb 40", "-webb"])
def test_a_round_another_desk_has_closed_is_said_to_be_closed(line: str, tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "a", "x")
    words = iter(("r\n", line + "\n", "x\n"))

    class Keyboard:
        """Between two lines the other desk is quick."""

        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            word = next(words, "")
            if word.startswith(line):
                closed_elsewhere(tmp_path / "open.ronde")
            return word

    screen = io.StringIO()
    run_plain(at, Keyboard(), screen)  # type: ignore[arg-type]

    assert "Round 1 was closed at another desk (other)" in screen.getvalue()


def test_when_nothing_is_missing_a_draw_of_results_says_so(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    assert "No result is missing" in typed(at, "a", "r", "?", "?", "", "x")


def test_the_workfile_is_untouched_by_wrong_answers(papp: Arbiter) -> None:
    papp.types(*TWO, "x")
    before = papp.data(WORKFILE)

    papp.types("c", "-", "nobody", "", "n", "nobody", "", "x")

    assert papp.data(WORKFILE) == before
