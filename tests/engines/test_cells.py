"""Cells and their guards: on which core they sit, which descriptors they get, and how they are given up."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from pathlib import Path

import pytest
from tests.bots.fixtures import Open
from tests.bots.workshop import bot, script

from ronde.engines import cores, tree
from ronde.engines.cell import Cell
from ronde.engines.door import Ask, Engine, EngineFault, Opening, Verdict, one_core
from ronde.engines.jail import Jail, possible_tiers
from ronde.engines.process import ProcessEngine
from ronde.games.door import find_game
from ronde.referee.clock import Clock
from ronde.referee.game import play

START = "999999999 00 o"
TIERS = pytest.mark.parametrize("tier", possible_tiers())
SEVERAL = pytest.mark.skipif(len(cores.ALL) < 2, reason="one core is all there is")


def asked(engine: Engine, seconds: float = 5.0) -> str:
    engine.begin(Opening("supermorpion", 1))
    return engine.move(Ask(START, int(seconds), time.monotonic() + seconds, 1)).text


@TIERS
@pytest.mark.parametrize("first", [30, 31, 32, 33, 34, 35, 36])
def test_it_does_not_matter_which_descriptors_the_referee_has_free(
    opened: Open, first: int, tier: int
) -> None:
    held = [os.open(os.devnull, os.O_RDONLY)]
    while held[-1] < first:
        held.append(os.open(os.devnull, os.O_RDONLY))
    try:
        assert asked(opened("good", Jail(tier=tier))) == "11\n"
    finally:
        for descriptor in held:
            os.close(descriptor)


@TIERS
def test_after_a_fault_nothing_is_left_once_the_engine_is_closed(opened: Open, tier: int) -> None:
    engine = opened("holds-and-stays", Jail(tier=tier))
    with pytest.raises(EngineFault):
        asked(engine, 0.2)
    assert isinstance(engine, ProcessEngine)
    assert engine.cell is not None
    mark, folder = engine.cell.mark, engine.cell.scratch
    engine.close()

    assert tree.marked(mark) == []
    assert not folder.exists()


@TIERS
def test_a_program_that_was_at_fault_gets_a_fresh_cell_for_the_next_game(
    opened: Open, tmp_path: Path, tier: int
) -> None:
    lines = '#!/bin/sh\n[ "$2" = 0 ] && sleep 600\necho 11\n'
    engine = opened(script(tmp_path, "moody", lines), Jail(tier=tier))
    with pytest.raises(EngineFault) as caught:
        asked(engine, 0.2)

    assert caught.value.verdict is Verdict.LATE
    assert asked(engine) == "11\n"


def test_an_engine_that_was_aborted_before_its_cell_was_ready_begins_nothing(opened: Open) -> None:
    engine = opened("good")
    engine.abort()

    with pytest.raises(EngineFault) as caught:
        engine.begin(Opening("supermorpion", 1))
    assert caught.value.verdict is Verdict.REFEREE


def test_a_cell_that_cannot_be_made_leaves_no_folder_and_no_descriptor(tmp_path: Path) -> None:
    program = script(tmp_path, "program", "#!/bin/sh\necho 11\n")
    (tmp_path / "program.d").mkdir()
    (tmp_path / "program.d" / "lost").symlink_to(tmp_path / "nowhere")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(EngineFault) as caught:
        Cell(program, Jail())

    assert caught.value.verdict is Verdict.START
    assert len(os.listdir("/proc/self/fd")) == before
    assert not list(Path(tempfile.gettempdir()).glob(f"ronde-{os.getpid()}-*"))


@SEVERAL
def test_the_referee_and_the_guards_share_a_core_and_programs_have_them_all(
    bad: Path, tmp_path: Path
) -> None:
    lines = "#!/bin/sh\nnproc >&2\necho 11\n"
    with one_core():
        sitting = os.sched_getaffinity(0)
        engine = ProcessEngine(script(tmp_path, "curious", lines), Jail(tier=1))
        engine.begin(Opening("supermorpion", 1))
        assert engine.cell is not None
        guard = os.sched_getaffinity(engine.cell.pid)
        reply = engine.move(Ask(START, 5, time.monotonic() + 5, 1))
        engine.close()

    assert len(sitting) == 1
    assert guard == sitting
    assert os.sched_getaffinity(0) == cores.ALL
    assert int(reply.messages) == len(cores.ALL)


@SEVERAL
def test_referees_that_play_at_once_sit_on_different_cores() -> None:
    together, found = threading.Barrier(2), []

    def sit() -> None:
        with one_core():
            together.wait()
            found.append(os.sched_getaffinity(0))
            together.wait()

    threads = [threading.Thread(target=sit) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found[0] != found[1]


def test_after_a_game_the_referee_has_all_its_cores_again(bad: Path, tmp_path: Path) -> None:
    engines = [ProcessEngine(bot(tmp_path, kind, source=bad), Jail()) for kind in ("good", "garbage")]
    played = play(find_game("supermorpion"), (engines[0], engines[1]), Clock(), seed=1)
    for engine in engines:
        engine.close()

    assert played.record.outcome.reason == "unreadable"
    assert os.sched_getaffinity(0) == cores.ALL
