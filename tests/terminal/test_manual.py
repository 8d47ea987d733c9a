"""Pairs by hand: what M shows and says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.terminal.talking import conversation, typed

from ronde.app.commands import ChangeSettings
from ronde.model.events import SettingsChanged
from ronde.render.text import width
from ronde.terminal.rounds import overview

LONG = (
    "VAN-DEN-BERG-WOLVERHAMPTON Alexandre",
    "ROE Jo",
    "DE-LA-FONTENAY-SOUS-BOIS Marie-Madeleine",
    "DOE Al",
)


def test_dissolving_all_pairs_says_which_stay_and_why(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    typed(at, "m", "a", "1", "2", "a", "3", "4", "a", "5", "6", "q", "r", "1 40", "5 40", "", "x")

    screen = typed(at, "m", "z", "y", "q", "x")

    assert "1 pair is dissolved." in screen
    assert "Tables 1 and 3 stay: their results are in." in screen
    assert sorted(at.tournament.open_round.tables) == [1, 3]


def test_dissolving_when_nobody_is_paired_says_so(tmp_path: Path) -> None:
    screen = typed(conversation(tmp_path), "m", "z", "d", "q", "x")

    assert screen.count("The round has no pairs yet.") == 2


def test_parting_somebody_without_a_pair_says_so(tmp_path: Path) -> None:
    at = conversation(tmp_path)

    assert "WEBB Ann has no pair." in typed(at, "m", "a", "1", "2", "d", "webb", "q", "x")


def test_a_pair_beyond_the_announced_rounds_is_asked_for(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    at.desk.run(ChangeSettings({"rounds": "1"}))
    typed(at, "m", "a", "1", "2", "a", "3", "4", "a", "5", "6", "q", "r", "1 40", "3 40", "5 40", "!", "x")

    assert "The announced round is played. Pair round 2 all the same?" in typed(
        at, "m", "a", "1", "2", "n", "q"
    )
    assert not at.tournament.open_round.tables
    typed(at, "m", "a", "1", "2", "y", "q")
    assert at.tournament.open_round.tables


@pytest.mark.parametrize("room", [0, 57, 77, 117, 400])
def test_names_are_whole_where_there_is_room_and_never_beyond_it(room: int, tmp_path: Path) -> None:
    at = conversation(tmp_path, LONG)
    typed(at, "m", "a", "1", "2", "q", "x")

    page = overview(at.tournament, room)

    assert ("VAN-DEN-BERG-WOLVERHAMPTON Alexandre (1)--ROE Jo (2)" in page) is True
    assert not room or max(map(width, page.split("\n"))) <= room
    assert "DE-LA-FONTENAY-SOUS-BOIS Marie-Madeleine (3)" in page


def test_two_long_names_share_a_narrow_window(tmp_path: Path) -> None:
    at = conversation(tmp_path, LONG)
    typed(at, "m", "a", "1", "3", "q", "x")

    (pair, *_) = overview(at.tournament, 57).split("\n")

    assert 54 <= width(pair) <= 57, "the window is used as far as it goes"
    assert pair.count("…") == 2


def test_two_players_are_asked_for_by_their_colours(tmp_path: Path) -> None:
    at = conversation(tmp_path)
    board = replace(at.tournament.settings.board, colours=("Rouge", "Vert"))
    settings = replace(at.tournament.settings, board=board)
    at.desk.act("arbiter", lambda tournament: [SettingsChanged("Open", "", settings)])

    screen = typed(at, "m", "a", "1", "2", "q", "x")

    assert "First player (Rouge):" in screen
    assert "Second player (Vert):" in screen
