"""The standings of the screen: changes of rank and forms, as far as there is room."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.talking import conversation, typed

from ronde.render.text import width
from ronde.terminal import Conversation
from ronde.terminal.pages import DOWN, MARKS, UP, standings_page

ROUND = ("m", "a", "1", "2", "a", "3", "4", "a", "5", "6", "q", "r", "1 40", "3 32", "5 20", "!")
BACK = ("m", "a", "2", "1", "a", "4", "3", "a", "6", "5", "q", "r", "2 64", "4 64", "6 0", "!")


@pytest.fixture
def at(tmp_path: Path) -> Conversation:
    """Six people after two rounds: two changed places with each other in the second."""
    opened = conversation(tmp_path)
    typed(opened, *ROUND, *BACK, "x")
    assert len(opened.tournament.closed_rounds) == 2
    return opened


def row(page: str, number: int) -> str:
    return next(line for line in page.split("\n") if f"({number})" in line)


def test_everybody_has_his_form_and_whoever_moved_his_arrow(at: Conversation) -> None:
    page = standings_page(at, 120)

    assert row(page, 1).endswith(MARKS["w"] + MARKS["l"])
    assert row(page, 3).endswith(MARKS["d"] + MARKS["l"])
    assert UP in row(page, 2)
    assert DOWN in row(page, 1)
    assert at.say("form-legend") in page


@pytest.mark.parametrize("room", [30, 57, 60, 64, 77, 117])
def test_what_has_no_room_is_left_out_before_the_figures_are(at: Conversation, room: int) -> None:
    plain, page = standings_page(at), standings_page(at, room)

    widest = max(width(line) for line in page.split("\n") if "(" in line)
    assert widest <= max(room, max(map(width, plain.split("\n"))))
    assert "Brightwell" in page


def test_line_by_line_the_standings_are_those_of_the_lists(at: Conversation) -> None:
    assert not {UP, DOWN, MARKS["w"]} & set(standings_page(at))


def test_after_one_round_nobody_has_moved(tmp_path: Path) -> None:
    opened = conversation(tmp_path)
    typed(opened, *ROUND, "x")

    page = standings_page(opened, 120)

    assert not {UP, DOWN} & set(page)
    assert row(page, 1).endswith(MARKS["w"])
