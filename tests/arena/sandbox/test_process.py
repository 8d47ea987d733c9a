"""Programs that are started once a move."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.arena.programs.fixtures import Open
from tests.arena.programs.workshop import script

from ronde.arena.sandbox import Engine, EngineFault, MoveRequest, Opening, ProcessEngine, Reply, Verdict

pytestmark = pytest.mark.full

POSITION = "000000000 01 o"


def asked(engine: Engine) -> Reply:
    return engine.move(MoveRequest(POSITION, 9, time.monotonic() + 30, 1))


def test_every_move_is_a_start_with_the_position_as_arguments(opened: Open, tmp_path: Path) -> None:
    lines = '#!/bin/sh\necho "$# $1 $2" >&2\necho $$\n'
    engine = opened(script(tmp_path, "tells", lines))
    engine.begin(Opening("tictactoe", 1))
    first, second = asked(engine), asked(engine)

    assert first.messages == "3 000000000 01 o 9\n"
    assert first.text != second.text


def test_a_program_that_says_nothing_has_not_answered(opened: Open, tmp_path: Path) -> None:
    engine = opened(script(tmp_path, "mute", "#!/bin/sh\nexit 0\n"))
    engine.begin(Opening("tictactoe", 1))
    with pytest.raises(EngineFault) as caught:
        asked(engine)

    assert caught.value.verdict is Verdict.MISSING


def test_a_program_that_was_changed_after_its_first_game_does_not_play(opened: Open, tmp_path: Path) -> None:
    path = script(tmp_path, "honest", "#!/bin/sh\necho 5\n")
    engine = opened(path)
    assert isinstance(engine, ProcessEngine)
    engine.begin(Opening("tictactoe", 1))
    assert asked(engine).text == "5\n"
    script(tmp_path, "honest", "#!/bin/sh\necho 1\n")

    with pytest.raises(EngineFault) as caught:
        engine.begin(Opening("tictactoe", 1))
    assert caught.value.verdict is Verdict.START
