"""Players inside the referee: chance, functions of files, people."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from ronde.arena.games import GAMES, find_game
from ronde.arena.sandbox import (
    EngineFault,
    InsideEngine,
    MoveRequest,
    TerminalPlayer,
    Verdict,
    player_from,
    random_player,
)


def request(view: str = "", position: object = None) -> MoveRequest:
    return MoveRequest(view, 7, time.monotonic() + 60, 1, position=position)


@pytest.mark.parametrize("name", GAMES)
def test_the_player_of_the_house_plays_legally_and_the_same_by_the_same_seed(name: str) -> None:
    game = find_game(name)
    ask = request(position=game.start(Random(1)))
    moves = [InsideEngine("house", random_player(game, 5)).move(ask).text for _ in range(2)]

    assert moves[0] == moves[1] == game.read(ask.position, 1, moves[0])


def test_a_function_of_a_file_is_told_the_view_and_the_seconds(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def play(view, seconds):\n    return f'{view}/{seconds}'\n")

    assert InsideEngine("file", player_from(path)).move(request("view")).text == "view/7"


@pytest.mark.parametrize(("text", "detail"), [("1 +", "SyntaxError"), ("x = 1", "AttributeError")])
def test_a_file_without_a_player_cannot_start(tmp_path: Path, text: str, detail: str) -> None:
    (tmp_path / "bad.py").write_text(text)
    for name, told in (("bad.py", detail), ("missing.py", "missing")):
        with pytest.raises(EngineFault) as fault:
            player_from(tmp_path / name)
        assert fault.value.verdict is Verdict.START
        assert fault.value.detail.startswith(told)


def test_a_person_has_no_clock_and_may_give_up() -> None:
    answers = iter(["5", None])
    person = TerminalPlayer("Ann", lambda ask: next(answers))

    assert not person.timed
    assert person.move(request()).text == "5"
    with pytest.raises(EngineFault) as fault:
        person.move(request())
    assert fault.value.verdict is Verdict.RESIGNED
