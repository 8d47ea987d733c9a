"""Programs that keep running and are asked line by line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.arena.programs.fixtures import Open
from tests.arena.programs.workshop import script

from ronde.arena.sandbox import Engine, EngineFault, MoveRequest, Opening, Verdict

pytestmark = pytest.mark.full

COUNTS = """#!/bin/sh
while read -r line; do
  case $line in
    new*) echo "$line" >&2;;
    *) n=$((n + 1)); echo $n;;
  esac
done
"""


def asked(engine: Engine) -> str:
    return engine.move(MoveRequest("000000000 01 o", 9, time.monotonic() + 30, 1)).text


def test_it_is_started_once_for_all_moves_and_games(opened: Open, tmp_path: Path) -> None:
    engine = opened(script(tmp_path, "session-counts", COUNTS))
    engine.begin(Opening("tictactoe", 1))
    assert [asked(engine), asked(engine)] == ["1\n", "2\n"]

    engine.begin(Opening("tictactoe", 2))
    assert asked(engine) == "3\n"


def test_one_that_leaves_in_the_middle_has_crashed_and_is_started_again_for_the_next_game(
    opened: Open, tmp_path: Path
) -> None:
    leaves = COUNTS.replace("echo $n", "[ $n = 2 ] && exit 3; echo $n")
    engine = opened(script(tmp_path, "session-leaves", leaves))
    engine.begin(Opening("tictactoe", 1))
    assert asked(engine) == "1\n"
    with pytest.raises(EngineFault) as caught:
        asked(engine)
    assert caught.value.verdict is Verdict.CRASH

    engine.begin(Opening("tictactoe", 1))
    assert asked(engine) == "1\n"
