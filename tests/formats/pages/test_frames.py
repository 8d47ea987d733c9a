"""The frames of a replay: pictures, clocks, and not too much of them."""

from __future__ import annotations

import json

import pytest
from tests.formats.pages.recorded import CLOCK, record

from ronde.formats.pages.frames import replay_data
from ronde.games.door import GAMES, find_game


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
