from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.builders import leave, tournament
from tests.support.papp_states import FOLDERS, folder_tournament

from ronde.model.errors import UnknownPlayer
from ronde.model.events import Event, PlayerLeft, PlayerReturned, RoundClosed
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.standings import player_card, player_cards

_LINE = re.compile(r"(?m)^ +(\d+)\.(?: (\S+) +([+=]|) *(-?[\d.]+) +.*\((\d+)\))?$")
ABSOLUTE = [folder for folder in FOLDERS if "relative" not in folder.name]
MARKS = {2: "+", 1: "=", 0: ""}


def test_a_sheet_has_the_card_the_lines_and_the_sums() -> None:
    hall = tournament([Player(1, "DOE", "Ana"), Player(2, "B"), Player(3, "C")], ["1-2:40", "1-3:=", "2-3:0"])

    told = player_card(hall, 1)

    assert told.player.full_name == "DOE Ana"
    assert [line.opponent for line in told.lines] == [2, 3, 0]
    assert (told.half_points, told.points, told.discs) == (5, 2.5, 40 + 32 + 40)
    assert told.present


def test_a_sheet_says_if_the_player_has_left() -> None:
    hall = tournament(3, ["1-2:40"])

    assert not player_card(leave(hall, 2), 2).present
    assert player_card(tournament(3, ["1-2:40"], current="2:away"), 2).present


def test_a_player_who_came_back_was_absent_and_one_who_is_gone_withdrew() -> None:
    facts: list[Event] = [PlayerLeft(3, 1), RoundClosed(1, (), {3: Absence.WITHDRAWN})]
    gone = replay(facts, tournament(3, current="1-2:40"))
    back = replay([PlayerReturned(3)], gone)

    assert [line.absence for line in player_card(gone, 3).lines] == [Absence.WITHDRAWN]
    assert [line.absence for line in player_card(back, 3).lines] == [Absence.ABSENT]


def test_before_the_first_round_a_sheet_is_empty() -> None:
    told = player_card(tournament(2, current="1-2:40"), 1)

    assert (told.lines, told.points, told.discs) == ((), 0, 0)


def test_a_sheet_of_nobody_is_refused() -> None:
    with pytest.raises(UnknownPlayer):
        player_card(tournament(2), 9)


@pytest.mark.parametrize("folder", ABSOLUTE, ids=lambda path: path.name)
def test_the_sheets_papp_wrote_are_ours(folder: Path) -> None:
    hall = folder_tournament(folder)
    papers = sorted((folder / "sheets").glob("sheet_*.txt"))
    assert papers
    for paper in papers:
        text = paper.read_text()
        told = player_card(hall, int(paper.stem.removeprefix("sheet_")))
        listed = _LINE.findall(text)
        assert len(listed) == len(told.lines)
        for line, (number, _, mark, score, opponent) in zip(told.lines, listed, strict=True):
            assert line.round == int(number)
            assert line.played == bool(opponent)
            if opponent:
                assert (line.opponent, line.discs) == (int(opponent), float(score))
                assert MARKS[line.half_points] == mark
        found = re.search(r" ([\d.]+) points? \S+ .*?([\d.]+) \w+\.$", text, re.M)
        assert found is not None, text
        assert (told.points, told.discs) == (float(found[1]), float(found[2]))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_all_sheets_together_are_those_of_everybody(folder: Path) -> None:
    hall = folder_tournament(folder)

    assert player_cards(hall) == [player_card(hall, player) for player in hall.players]
