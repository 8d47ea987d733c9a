"""Correcting a result: whose score, a wrong sum, the coupon at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.talking import NAMES, conversation, typed

from ronde.terminal import Conversation


@pytest.fixture
def at(tmp_path: Path) -> Conversation:
    opened = conversation(tmp_path, NAMES[:2])
    typed(opened, "m", "a", "1", "2", "q", "r", "1 40", "!", "x")
    return opened


def test_the_scores_are_asked_for_by_name_and_the_coupon_is_shown(at: Conversation) -> None:
    screen = typed(at, "c", "1", "2", "33", "1", "31", "x")

    assert screen.index("Score of MARTIN Zoe:") < screen.index("Score of MARTIN Bob:")
    assert "MARTIN Zoe (2) -- MARTIN Bob (1)  33-31" in screen


def test_the_players_are_asked_for_by_their_colours(at: Conversation) -> None:
    screen = typed(at, "c", "1", "1", "", "x")
    assert "Who had Black?" in screen
    at.language = "fr"
    assert "Qui avait les Noirs ?" in typed(at, "c", "1", "", "x").replace("\xa0", " ")


def test_a_wrong_sum_asks_for_the_scores_again_and_for_nothing_else(at: Conversation) -> None:
    screen = typed(at, "c", "1", "2", "33", "1", "33", "34", "30", "x")

    assert "do not add up" in screen
    assert screen.count("Who had Black?") == 1
    result = at.tournament.round(1).table(1).result
    assert result is not None
    assert (result.first, result.second) == (34, 30)


def test_a_score_that_is_none_is_asked_for_again(at: Conversation) -> None:
    screen = typed(at, "c", "1", "2", "abc", "33", "1", "99", "31", "x")

    assert screen.count("Score of MARTIN Zoe:") == 2
    assert screen.count("Score of MARTIN Bob:") == 2
    assert "MARTIN Zoe (2) -- MARTIN Bob (1)  33-31" in screen


@pytest.mark.parametrize(
    "lines", [("",), ("1", ""), ("1", "2", ""), ("1", "2", "33", ""), ("1", "2", "33", "1", "")]
)
def test_an_empty_line_leaves_everything_as_it_was(at: Conversation, lines: tuple[str, ...]) -> None:
    before = at.tournament

    typed(at, "c", *lines, "x")

    assert at.tournament == before
