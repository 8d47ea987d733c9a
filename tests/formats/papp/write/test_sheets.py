"""PAPP's sheet of one player."""

from __future__ import annotations

from dataclasses import replace

from tests.support.builders import leave, tournament

from ronde.formats.papp import Edition, sheet_list
from ronde.model.player import Player
from ronde.model.result import Board
from ronde.model.settings import Settings

CARDS = [Player(1, "DOE", comment="sits in front"), Player(2, "ROE"), Player(3, "POE")]
HALL = tournament(CARDS, ["1-2:40", "2-3:="], settings=Settings(profile="papp"))


def test_there_is_a_line_a_round_and_a_bye_leaves_it_empty() -> None:
    lines = sheet_list(HALL, Edition(), 1).splitlines()

    assert lines[2].split() == ["1.", "Black", "+", "40", "ROE", "(2)"]
    assert lines[3].strip() == "2."
    assert lines[-1] == "--> sits in front"


def test_whoever_has_left_is_told() -> None:
    left = sheet_list(leave(HALL, 2), Edition(), 2)

    assert len(left.splitlines()) == len(sheet_list(HALL, Edition(), 2).splitlines()) + 1


def test_relative_lists_tell_differences() -> None:
    settings = replace(HALL.settings, board=Board(relative=True))

    assert "+16" in sheet_list(replace(HALL, settings=settings), Edition(), 1)
