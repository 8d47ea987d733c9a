from __future__ import annotations

from pathlib import Path

from tests.cli.terminal import Terminal

MEANS = ("strongest_won", "rank_error", "replays", "float_half_points", "imbalance", "second_byes")


def test_a_simulation_reports_what_the_settings_lead_to(ronde: Terminal) -> None:
    words = ("simulate", "--players", "9", "--rounds", "3", "--times", "4", "--seed", "5")

    data = ronde.data(*words)

    assert {name: data[name] for name in ("players", "rounds", "times")} == {
        "players": 9,
        "rounds": 3,
        "times": 4,
    }
    assert set(data) == {"players", "rounds", "times", *MEANS}
    assert 0 <= data["strongest_won"] <= 1
    assert ronde.data(*words) == data
    lines = ronde.done("--lang", "fr", *words).out.splitlines()
    assert lines[0] == "4 tournois de 9 joueurs en 3 rondes\u00a0:"
    assert len(lines) == 1 + len(MEANS)


def test_a_simulation_may_take_the_settings_of_a_tournament(ronde: Terminal, file: Path) -> None:
    assert ronde.data("simulate", "--like", file, "--players", "5", "--times", "1")["rounds"] == 4
    assert "[" not in ronde.misused("simulate", "--players", "1").split("\n")[0]


def test_the_demo_plays_a_tournament_and_leaves_its_file(ronde: Terminal, tmp_path: Path) -> None:
    first = ronde.done("demo", "here").out
    second = ronde.done("demo", "here").out

    assert first.replace("demo.ronde", "demo-2.ronde") == second
    assert "$ ronde pair here/demo.ronde" in first
    assert ronde.data("status", tmp_path / "here" / "demo.ronde")["closed_rounds"] == 3
    assert "Tournoi de démonstration" in ronde.done("--lang", "fr", "demo", "la").out
