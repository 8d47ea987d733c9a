"""A watcher writes what strangers may see of a game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from ronde.arena.games import BOTH, NOBODY, Answer, Side, find_game
from ronde.arena.pages import LiveFile, follow, read_live
from ronde.arena.referee import Clock, GameState


def begun(name: str) -> GameState:
    """A game with one move by chance."""
    sheet = GameState(find_game(name), Clock(60), seed=1, players=("Ann", "Bob"))
    move = sheet.game.any_move(sheet.position, 1, Random(1))
    sheet.plies.append((Answer(1, move, 12.5, move, ""),))
    sheet.position = sheet.game.play(sheet.position, {1: move})
    return sheet


def shown(tmp_path: Path, sheet: GameState, eyes: frozenset[Side]) -> dict[str, Any]:
    file = LiveFile(tmp_path / "cup.ronde")
    watch = follow(file, "1", "Table 1", eyes=eyes)
    assert watch is not None
    watch(sheet)
    (game,) = read_live(file.path)
    return game


def test_nobody_follows_where_there_is_no_page() -> None:
    assert follow(None, "1", "Table 1") is None


def test_players_clocks_and_the_last_move_are_told(tmp_path: Path) -> None:
    game = shown(tmp_path, begun("reversi"), BOTH)

    assert (game["title"], game["players"], game["ply"]) == ("Table 1", ["Ann", "Bob"], 1)
    assert game["left"] == [60.0, 60.0]
    assert game["last"]


def test_a_move_that_would_give_a_secret_away_is_not_told_to_strangers(tmp_path: Path) -> None:
    sheet = begun("seafight")

    assert shown(tmp_path, sheet, NOBODY)["last"] == ""
    assert shown(tmp_path, sheet, BOTH)["last"] != ""
