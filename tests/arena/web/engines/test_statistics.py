"""The statistics on the page of an engine."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ronde.arena.games.record import Answer, GameRecord
from ronde.arena.http import EngineStore, GameRow
from ronde.arena.referee import Clock, Played
from ronde.arena.web.engine_pages import figures, pace
from ronde.arena.web.visitor import Visitor

GUEST = Visitor(None, False, b"")


def test_an_engine_without_a_game_has_none(tmp_path: Path) -> None:
    with closing(EngineStore(tmp_path / "engines.db")) as book:
        assert figures(book, 1, GUEST, "en") == {}


def game_of(number: int, first: int, times: tuple[float, ...]) -> GameRow:
    """A game between engines 1 and 2 whose moves took so many milliseconds."""
    plies = tuple((Answer(at % 2 + 1, "A1", taken),) for at, taken in enumerate(times))  # type: ignore[arg-type]
    played = Played(GameRecord("tictactoe", "", plies=plies), Clock(15), (0, 0))
    row = GameRow(number, "", "tictactoe", {}, "", 0, 15, first, 3 - first)
    return replace(row, record=json.dumps(played.to_dict()), ended="2026-11-19")


def test_the_time_per_move_is_the_mean_of_each_game_and_the_oldest_comes_first() -> None:
    running = replace(game_of(4, 1, ()), record="", ended="")
    rows = [running, game_of(3, 1, ()), game_of(2, 2, (5, 40, 5, 20)), game_of(1, 1, (10, 900, 20, 900))]

    assert pace(rows, 1) == [15, 30]
