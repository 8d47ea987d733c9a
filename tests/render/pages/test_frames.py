"""The frames of a replay: pictures, clocks, and not too much of them."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest
from tests.render.pages.recorded import CLOCK, record

from ronde.arena.games import GAMES, Answer, Outcome, find_game
from ronde.arena.pages import course_of, replay_data


@pytest.mark.parametrize("name", GAMES)
def test_the_frames_of_every_game_put_together_are_its_drawings(name: str) -> None:
    played = record(name)
    data = replay_data(played, CLOCK)
    game = find_game(name)
    for frame, shown in zip(played.frames(game), data["frames"], strict=True):
        drawn = "".join(data["pieces"][piece] for piece in shown["pieces"])
        assert drawn == game.svg(frame.position, title=str(frame.number))


def test_a_replay_of_a_long_game_stays_small() -> None:
    played = record("supermorpion", 81)

    assert len(json.dumps(replay_data(played, CLOCK))) < 250_000


def test_clocks_in_a_replay_run_as_the_referee_charged_them() -> None:
    data = replay_data(record("tictactoe", 2), CLOCK)

    assert [frame["left"] for frame in data["frames"]] == [[60, 60], [61, 60], [61, 61]]


@pytest.mark.parametrize("name", GAMES)
def test_every_position_says_what_a_program_asked_there_is_given(name: str) -> None:
    played = record(name, 6)
    game = find_game(name)
    for frame, shown in zip(played.frames(game), replay_data(played, CLOCK)["frames"], strict=True):
        assert shown["position"] == game.write(frame.position)
        words = shlex.split(shown["arguments"])
        assert len(words) == (len(game.description.arguments) if shown["asked"] else 0)


def test_the_command_of_a_position_has_its_fen_in_quotes_and_whole_seconds() -> None:
    data = replay_data(record("supermorpion", 1), CLOCK)

    assert data["frames"][0]["arguments"] == '"999999999 00 o" 60'
    assert data["frames"][1]["asked"] == 2


def test_the_command_of_a_move_that_was_at_fault_has_the_seconds_the_program_was_given() -> None:
    played = record("supermorpion", 2)
    spoilt = replace(played, plies=(*played.plies, (Answer(1, "", 2_000.0, "99"),)))
    *_, before, fault = replay_data(spoilt, CLOCK)["frames"]

    assert fault["left"][0] == 0
    assert fault["arguments"] == before["arguments"]


def test_a_game_of_the_course_has_the_sum_of_the_manual() -> None:
    played = replace(record("supermorpion", 2), outcome=Outcome("line", 1, (3, 4)))

    assert replay_data(played, CLOCK)["sum"] == [100_000, -10_000, 0]  # the manual's first example
    assert replay_data(record("tictactoe"), CLOCK)["sum"] == []


def test_slow_moves_and_faults_are_marked_in_the_course_of_a_game() -> None:
    data = replay_data(record("tictactoe", 3), CLOCK)
    data["frames"][2]["answers"][0]["ms"] = 4_000.0
    data["frames"][3]["answers"][0]["move"] = ""

    assert course_of(data)["slow"] == {2, 3}
    assert len(course_of(data)["times"]) == 3
