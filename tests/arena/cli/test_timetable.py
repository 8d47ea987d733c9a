"""What a run says about its time, before and during it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.cli.terminal import Terminal

from ronde.arena.cli.playing import Timetable, duration
from ronde.arena.referee import Expectation


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.2, "1 s"),
        (89, "89 s"),
        (90, "2 min"),
        (5_300, "88 min"),
        (5_400, "1 h 30 min"),
        (36_300, "10 h 05 min"),
    ],
)
def test_times_are_told_as_people_tell_them(seconds: float, told: str) -> None:
    assert duration(seconds) == told


def test_a_run_counts_its_games_and_never_more_than_there_are() -> None:
    progress = Timetable(Expectation([1.0, 2.0], 10), 1)
    progress.begin()
    for _ in range(3):
        progress.count()

    assert (progress.data()["played"], progress.data()["games"]) == (3, 3)
    assert "3" in progress.during()


@pytest.mark.full
def test_games_time_and_end_are_told_before_and_during(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ronde: Terminal
) -> None:
    for number in (1, 2):
        script(tmp_path / "joueurs", f"j{number}", f"#!/bin/sh\necho {number}\n")
    monkeypatch.chdir(tmp_path)

    said = ronde("tournoi", "--game", "chifoumi", "--sandbox", "none", "--jobs", "1").out
    before, _, during = said.partition("1-1-1")

    assert any(line.startswith("2 ") and line.count(":") >= 1 for line in before.splitlines())
    assert "[1 " in during
    assert "[2 " in during
    assert '"progress":' not in (tmp_path / "web" / "tournoi-data.js").read_text()


@pytest.mark.full
def test_a_run_that_goes_on_counts_the_games_that_were_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ronde: Terminal
) -> None:
    for number in (1, 2):
        script(tmp_path / "joueurs", f"j{number}", f"#!/bin/sh\necho {number}\n")
    monkeypatch.chdir(tmp_path)
    line = ("tournoi", "--game", "chifoumi", "--sandbox", "none", "--jobs", "1", "--no-web")
    ronde.done(*line)
    for _ in ("the end of the round", "the second game"):
        ronde.done("undo", "tournoi.ronde")

    said = ronde(*line).out

    assert "1 game is kept" in said
    assert "[2 of 2," in said
