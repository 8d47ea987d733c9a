"""The file of the games being played, beside the tournament."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ronde.app.files import live_path
from ronde.arena.pages import LiveFile, read_live

RUNNING = {
    "title": "Table 1", "game": "tictactoe", "players": ["Ann", "Bob"], "left": [9.0, 8.5], "asked": [1],
    "clock": {"seconds": 9.0, "increment": 0.0, "fixed": False, "margin": 0.0}, "timed": [True, True],
    "ply": 0, "since": 1_700_000_000_000, "score": [0, 0], "last": "", "outcome": None, "text": "",
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" class="game"><rect width="9"/></svg>',
}  # fmt: skip


def test_games_stand_in_it_by_key_until_they_are_over(tmp_path: Path) -> None:
    file = LiveFile(tmp_path / "cup.ronde")
    file.live("2", {**RUNNING, "title": "Table 2"})
    file.live("1", RUNNING)
    assert [game["title"] for game in read_live(file.path)] == ["Table 1", "Table 2"]

    file.live("1", {**RUNNING, "outcome": {"winner": 1}})
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


@pytest.mark.parametrize(
    "twist",
    [
        {"svg": "<svg><script>steal()</script></svg>"},
        {"svg": 7},
        {"left": ["<b>", 1]},
        {"left": [1.0]},
        {"asked": [3]},
        {"timed": None},
        {"since": "yesterday"},
        {"game": "no such game"},
        {"players": ["A" * 2_000, "B"]},
        {"clock": {}},
        {"score": None},
    ],
)
def test_a_game_that_is_not_told_as_we_tell_one_is_left_out(tmp_path: Path, twist: dict[str, object]) -> None:
    path = tmp_path / "cup.live.json"
    path.write_text(json.dumps({"games": [{"key": "1", **RUNNING, **twist}, {"key": "2", **RUNNING}]}))

    assert [game["key"] for game in read_live(path)] == ["2"]


def test_marks_of_the_sides_come_from_the_game_and_not_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cup.live.json"
    evil = {
        "colours": ["<script>", "x"],
        "tokens": ["<script>", "x"],
        "counts": "<script>",
        "more": "<script>",
    }
    path.write_text(json.dumps({"games": [{"key": "1", **RUNNING, **evil}]}))

    assert "script" not in json.dumps(read_live(path))


def test_a_file_that_never_ends_or_is_a_pipe_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "cup.live.json"
    os.mkfifo(path)
    assert read_live(path) == []

    path.unlink()
    with path.open("wb") as file:
        file.truncate(2**40)
    assert read_live(path) == []
