"""A Grand Prix weekend at the command line: the rounds, then best of three and a game for third place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal


@pytest.fixture
def after_the_last_round(ronde: Terminal, played: Path) -> Path:
    for first, second, score in ((1, 5, 40), (3, 6, 40), (2, 4, 40)):
        ronde.done("table", "add", played, first, second)
        ronde.done("result", played, first, score)
    ronde.done("close", played)
    return played


def places(ronde: Terminal, *words: object) -> list[int]:
    return [row["id"] for row in ronde.data("standings", *words)["rows"]]


def test_a_grand_prix_ends_with_a_final(ronde: Terminal, after_the_last_round: Path) -> None:
    file = after_the_last_round
    before = ronde.data("standings", file)
    first, second, third, fourth, *others = places(ronde, file)

    said = ronde.done("final", file, "--best-of", "3", "--third-place").out
    assert said.startswith("final begun: ")
    assert "best of 3, third place: " in said
    status = ronde.data("status", file)
    assert status["final"] == {
        "round": 3, "players": [first, second], "third": [third, fourth], "best_of": 3, "third_place": False,
    }  # fmt: skip
    assert (status["present"], status["over"]) == (4, False)

    pairs = [(one["first"], one["second"]) for one in ronde.data("pair", file)["tables"]]
    assert pairs == [(first, second), (third, fourth)]
    ronde.done("table", "swap", file, first, second)  # the better ranked chooses the other colour
    ronde.done("result", file, "table", 1, 20)
    ronde.done("result", file, "table", 2, 20)
    ronde.done("close", file)
    assert places(ronde, file)[:4] == [first, second, fourth, third]

    for winner in (second, second):
        assert len(ronde.data("pair", file)["tables"]) == 1
        ronde.done("result", file, winner, 40)
        last = ronde.data("close", file)

    assert [row["id"] for row in last["rows"]] == [second, first, fourth, third, *others]
    assert ronde.data("standings", file, "--after", 2) == before
    assert ronde.data("status", file)["over"] is True
    assert ronde.done("status", file).out.splitlines()[1].startswith("6 players, 6 present; ")
    assert ronde("pair", file).status == 1
    assert len(ronde.data("crosstable", file)["rows"][0]["rounds"]) == 5


def test_undo_leads_back_into_the_rounds_before(ronde: Terminal, after_the_last_round: Path) -> None:
    file = after_the_last_round
    before = ronde.data("status", file)
    ronde.done("final", file, "--players", "4", "--third-place")
    ronde.done("pair", file)
    ronde.done("undo", file)
    assert ronde.refused("reopen", file).code == "final-impossible"

    ronde.done("undo", file)

    assert ronde.data("status", file) == before
    assert ronde.data("reopen", file)["open_round"] == 2


@pytest.mark.parametrize("words", [("--players", "16"), ("--country", "JPN"), ("--who", "doe")])
def test_a_final_that_too_few_could_play_is_refused(
    ronde: Terminal, after_the_last_round: Path, words: tuple[str, ...]
) -> None:
    before = ronde.data("history", after_the_last_round)

    assert ronde.refused("final", after_the_last_round, *words).code == "final-impossible.players"
    assert ronde.data("history", after_the_last_round) == before


def test_a_final_before_any_round_is_refused(ronde: Terminal, file: Path) -> None:
    assert ronde.refused("final", file).code == "no-round-closed"


def test_a_national_final_and_one_for_those_named(ronde: Terminal, after_the_last_round: Path) -> None:
    file = after_the_last_round
    assert set(ronde.data("final", file, "--country", "FRA")["final"]["players"]) == {1, 5}
    ronde.done("undo", file)

    named = ronde.data("final", file, "--who", "doe", "--who", "3", "--who", "4")["final"]["players"]
    assert set(named) == {2, 3, 4}
