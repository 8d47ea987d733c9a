"""The file of the games being played, beside the tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.formats.pages.livefile import LiveFile, live_path, read_live

RUNNING = {"title": "Table 1", "outcome": None}


def test_games_stand_in_it_by_key_until_they_are_over(tmp_path: Path) -> None:
    file = LiveFile(tmp_path / "cup.ronde")
    file.live("2", {**RUNNING, "title": "Table 2"})
    file.live("1", RUNNING)
    assert [game["title"] for game in read_live(file.path)] == ["Table 1", "Table 2"]

    file.live("1", {"title": "Table 1", "outcome": {"winner": 1}})
    assert [game["key"] for game in read_live(file.path)] == ["2"]


def test_once_finished_it_is_gone_and_does_not_come_back(tmp_path: Path) -> None:
    file = LiveFile(tmp_path / "cup.ronde")
    file.live("1", RUNNING)
    file.finish()
    file.live("1", RUNNING)

    assert not live_path(tmp_path / "cup.ronde").exists()


def test_right_after_a_writing_none_is_due(tmp_path: Path) -> None:
    file = LiveFile(tmp_path / "cup.ronde")
    assert file.due()
    file.live("1", RUNNING)
    assert not file.due()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"games": 1}', '{"games": [1, "x"]}'])
def test_whatever_else_lies_there_is_no_game(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cup.live.json"
    path.write_text(text)

    assert read_live(path) == []
    assert read_live(tmp_path / "nothing.live.json") == []
