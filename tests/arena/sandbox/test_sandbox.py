"""Sandboxes and their launchers: which descriptors they get, and how they are given up."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from tests.arena.programs.fixtures import Open
from tests.arena.programs.workshop import script
from tests.support.engine_house import until

from ronde.arena.launcher import tree
from ronde.arena.sandbox import (
    Engine,
    EngineFault,
    Jail,
    MoveRequest,
    Opening,
    ProcessEngine,
    Sandbox,
    SandboxKind,
    Verdict,
    possible_kinds,
)

pytestmark = pytest.mark.full

START = "999999999 00 o"
SANDBOXES = pytest.mark.parametrize("sandbox", possible_kinds())
REFEREE = """
import sys
from pathlib import Path
from ronde.arena.sandbox.sandbox import Jail, SandboxKind
from ronde.arena.sandbox.sandbox import Sandbox
sandbox = Sandbox(Path(sys.argv[1]), Jail(SandboxKind.of(sys.argv[2])))
sandbox.start()
print(sandbox.mark, flush=True)
sys.stdin.read()
"""
"""Starts a program and waits for its own end."""


def asked(engine: Engine, seconds: float = 30.0) -> str:
    engine.begin(Opening("supermorpion", 1))
    return engine.move(MoveRequest(START, int(seconds), time.monotonic() + seconds, 1)).text


@SANDBOXES
@pytest.mark.parametrize("first", [30, 31, 32, 33, 34, 35, 36])
def test_it_does_not_matter_which_descriptors_the_referee_has_free(
    opened: Open, first: int, sandbox: SandboxKind
) -> None:
    held = [os.open(os.devnull, os.O_RDONLY)]
    while held[-1] < first:
        held.append(os.open(os.devnull, os.O_RDONLY))
    try:
        assert asked(opened("good", Jail(sandbox))) == "11\n"
    finally:
        for descriptor in held:
            os.close(descriptor)


@SANDBOXES
def test_what_the_shell_left_open_for_the_referee_does_not_reach_a_program(
    opened: Open, tmp_path: Path, sandbox: SandboxKind
) -> None:
    held = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(held, True)
    lines = f"#!/usr/bin/python3\nimport os\ntry:\n    os.fstat({held})\nexcept OSError:\n    print(11)\n"
    try:
        assert asked(opened(script(tmp_path, "heir", lines), Jail(sandbox))) == "11\n"
    finally:
        os.close(held)


@SANDBOXES
def test_it_does_not_matter_how_deep_the_folder_for_passing_things_lies(
    opened: Open, monkeypatch: pytest.MonkeyPatch, sandbox: SandboxKind
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        deep = Path(folder) / "deep" / "deeper"
        deep.mkdir(parents=True)
        for place in (deep, deep.parent, Path(folder)):
            place.chmod(0o755)
        monkeypatch.setattr(tempfile, "tempdir", str(deep))
        engine = opened("good", Jail(sandbox))

        assert asked(engine) == "11\n"
        engine.close()


@SANDBOXES
def test_after_a_fault_nothing_is_left_once_the_engine_is_closed(opened: Open, sandbox: SandboxKind) -> None:
    engine = opened("holds-and-stays", Jail(sandbox))
    with pytest.raises(EngineFault):
        asked(engine, 0.2)
    assert isinstance(engine, ProcessEngine)
    assert engine.sandbox is not None
    mark, folder = engine.sandbox.mark, engine.sandbox.scratch
    engine.close()

    assert tree.marked(mark) == []
    assert not folder.exists()


@SANDBOXES
def test_a_killed_referee_takes_its_program_and_all_children_along(
    tmp_path: Path, sandbox: SandboxKind
) -> None:
    program = script(tmp_path, "program", "#!/bin/sh\nsetsid sleep 600 &\nsleep 600\n")
    line = [sys.executable, "-P", "-c", REFEREE, str(program), sandbox.option]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout is not None
        mark = referee.stdout.readline().strip()
        assert len(until(lambda: tree.marked(mark), lambda found: len(found) >= 3)) == 3
        referee.kill()

    assert until(lambda: tree.marked(mark), lambda found: not found) == []


@SANDBOXES
def test_a_program_that_was_at_fault_gets_a_fresh_sandbox_for_the_next_game(
    opened: Open, tmp_path: Path, sandbox: SandboxKind
) -> None:
    lines = '#!/bin/sh\n[ "$2" = 0 ] && sleep 600\necho 11\n'
    engine = opened(script(tmp_path, "moody", lines), Jail(sandbox))
    with pytest.raises(EngineFault) as caught:
        asked(engine, 0.2)

    assert caught.value.verdict is Verdict.LATE
    assert asked(engine) == "11\n"


def test_an_engine_that_was_aborted_before_its_sandbox_was_ready_begins_nothing(opened: Open) -> None:
    engine = opened("good")
    engine.abort()

    with pytest.raises(EngineFault) as caught:
        engine.begin(Opening("supermorpion", 1))
    assert caught.value.verdict is Verdict.REFEREE


def test_a_sandbox_that_cannot_be_made_leaves_no_folder_and_no_descriptor(tmp_path: Path) -> None:
    program = script(tmp_path, "program", "#!/bin/sh\necho 11\n")
    (tmp_path / "program.d").mkdir()
    (tmp_path / "program.d" / "lost").symlink_to(tmp_path / "nowhere")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(EngineFault) as caught:
        Sandbox(program, Jail())

    assert caught.value.verdict is Verdict.START
    assert len(os.listdir("/proc/self/fd")) <= before
    assert not list(Path(tempfile.gettempdir()).glob(f"ronde-{os.getpid()}-*"))


def test_a_program_may_rewrite_its_data_and_finds_them_as_they_were_in_the_next_game(
    opened: Open, tmp_path: Path
) -> None:
    path = script(tmp_path, "deeper", "#!/bin/sh\ncat sub/depth.txt\necho 7 > sub/depth.txt\n")
    (tmp_path / "deeper.d" / "sub").mkdir(parents=True)
    (tmp_path / "deeper.d" / "sub" / "depth.txt").write_text("6\n")
    engine = opened(path)

    assert asked(engine) == "6\n"
    assert engine.move(MoveRequest(START, 30, time.monotonic() + 30, 1)).text == "7\n"
    assert asked(engine) == "6\n"


@SANDBOXES
def test_data_that_are_too_large_to_be_copied_into_the_current_folder_are_read_there(
    opened: Open, tmp_path: Path, sandbox: SandboxKind
) -> None:
    path = script(tmp_path, "heavy", "#!/bin/sh\ncat small\nwc -c < large\n[ -w large ] || echo kept\n")
    (tmp_path / "heavy.d").mkdir()
    (tmp_path / "heavy.d" / "small").write_text("6\n")
    with (tmp_path / "heavy.d" / "large").open("wb") as large:
        large.truncate(20 << 20)

    assert asked(opened(path, Jail(sandbox))).split() == ["6", str(20 << 20), "kept"]
