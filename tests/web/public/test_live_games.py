"""Games being played: their clocks, and a few boards on the first page of the tournament."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.in_process import Visitor

from ronde.app.files import live_path
from ronde.arena.web.programs import MAX_FEATURED

GAME = {
    "key": "1-1-1", "title": "Round 1, table 1", "since": 0, "asked": [1], "timed": [True, True], "ply": 3,
    "left": [60.0, 50.0], "players": ["Corner", "Greedy"], "colours": ["black", "white"], "counts": "discs",
    "score": [4, 1], "last": "f5", "svg": "<svg class='game'></svg>", "text": "", "game": "reversi",
    "outcome": None, "clock": {"seconds": 60.0, "increment": 0.0, "fixed": False, "margin": 0.0},
}  # fmt: skip


def test_clocks_of_running_games_are_told_by_the_referees_time(tmp_path: Path, inside: Visitor) -> None:
    game = GAME | {"since": round((time.time() - 31) * 1000), "left": [6_000.0, 50.0]}
    path = live_path(tmp_path / "cup.ronde")
    path.write_text(json.dumps({"games": [game]}))
    opened: Any = SimpleNamespace(live_path=path)

    (shown,) = inside.app.state.programs.games_now(opened)

    assert 5_000 < shown["left"][0] <= 5_970
    assert shown["left"][1] == 50.0


def written(file: Path, *keys: str, **twist: Any) -> None:
    games = [GAME | twist | {"key": key, "since": round(time.time() * 1000)} for key in keys]
    live_path(file).write_text(json.dumps({"games": games}))


def test_boards_being_played_stand_on_the_first_page_until_they_are_over(file: Path, inside: Visitor) -> None:
    assert "live-1-1-1" not in inside.get("/t/open").text
    written(file, *(f"1-{table}-1" for table in range(1, 7)))
    inside.app.state.tournaments.by_slug["open"].check_running_games()

    page = inside.get("/t/open").text
    assert page.count('<section class="card" id="live-') == MAX_FEATURED
    assert 'class="watch"' not in page  # a page that is kept for everybody cannot tell the time
    assert "data-side=" in page

    live_path(file).unlink()
    inside.app.state.tournaments.by_slug["open"].check_running_games()
    assert "live-1-1-1" not in inside.get("/t/open").text


@pytest.mark.parametrize("page", ["/t/open?at=9", "/t/open/games/live?at=9"])
def test_a_moment_of_the_past_shows_no_boards(page: str, file: Path, inside: Visitor) -> None:
    written(file, "1-1-1")
    answer = inside.get(page)

    assert answer.status == 200
    assert "live-1-1-1" not in answer.text


@pytest.mark.parametrize("page", ["/t/open", "/t/open/games/live", "/t/open/screen?view=boards"])
def test_no_page_shows_markup_that_somebody_else_wrote_for_a_running_game(
    file: Path, inside: Visitor, page: str
) -> None:
    written(file, "1-1-1", svg="<svg><script>steal()</script></svg>")
    written_with_marks = {
        "title": "<img src=x onerror=steal()>",
        "colours": ["<img src=x onerror=steal()>"] * 2,
    }
    inside.app.state.tournaments.by_slug["open"].check_running_games()
    assert "steal" not in inside.get(page).text

    written(file, "1-1-1", **written_with_marks)
    inside.app.state.tournaments.by_slug["open"].check_running_games()
    shown = inside.get(page).text
    assert 'id="live-1-1-1"' in shown
    assert "<img src=x" not in shown
