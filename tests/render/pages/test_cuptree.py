"""The scoreboard of a cup as a drawing."""

from __future__ import annotations

from typing import Any

from ronde.arena.pages.run_pages import with_trees

TIE: dict[str, Any] = {
    "players": ["A", "B"], "seeds": [1, 4], "games": [{}], "winner": 1, "by": "points", "bye": False,
    "tally": {"total": 110_003, "halves": [3, 1]}, "round": 1, "table": 1, "feeds": [],
}  # fmt: skip
OPEN = TIE | {"winner": 0, "games": [], "round": 2, "table": 1, "feeds": [[0, 0]], "players": ["A", ""]}
CUP = {"bracket": [[TIE], [OPEN]], "sections": [], "scored": True, "live": []}


def test_a_cup_is_drawn_with_its_running_sums() -> None:
    drawn = with_trees(CUP)["tree"]

    assert "+110\u202f003" in drawn
    assert "−110\u202f003" in drawn
    assert 'href="#m1-1"' in drawn


def test_points_are_those_of_the_games_where_no_rule_adds_them() -> None:
    drawn = with_trees(CUP | {"scored": False})["tree"]

    assert ">1.5</text>" in drawn
    assert ">0.5</text>" in drawn


def test_a_match_being_played_leads_to_its_live_board() -> None:
    drawn = with_trees(CUP | {"live": ["2-1-1"]})["tree"]

    assert 'class="tie on"' in drawn
    assert 'href="direct.html?game=2-1"' in drawn


def test_a_league_has_nothing_to_draw() -> None:
    assert "tree" not in with_trees({"bracket": None, "standings": []})
