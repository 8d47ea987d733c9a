"""Which files of a folder are entrants, and what becomes of the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.programs.workshop import script

from ronde.arena.referee import find_entrants
from ronde.arena.sandbox import EngineFault, Jail, MoveRequest, Opening, ProcessEngine, SandboxKind


def test_left_overs_of_editors_and_compilers_are_no_entrants_and_are_named(tmp_path: Path) -> None:
    for name in ("j1", "j2", "j7~", "j9.bak", "j3.o", ".j4.swp"):
        script(tmp_path, name, "#!/bin/sh\necho 55\n")
    (tmp_path / "j5").mkdir()
    entrants, refused = find_entrants(tmp_path)

    assert [one.name for one in entrants] == ["j1", "j2"]
    assert {one.path.name: one.reason for one in refused} == {
        "j7~": "left-over",
        "j9.bak": "left-over",
        "j3.o": "left-over",
        "j5": "not-a-file",
    }


def test_an_interpreter_outside_the_sandbox_is_named_with_what_cures_it(tmp_path: Path) -> None:
    outside = script(tmp_path / "venv" / "bin", "python", "#!/bin/sh\nexit 0\n")
    engine = ProcessEngine(script(tmp_path, "j1", f"#!{outside}\n"), Jail(SandboxKind.OWN))
    engine.begin(Opening("supermorpion", 1))
    try:
        with pytest.raises(EngineFault) as fault:
            engine.move(MoveRequest("999999999 00 o", 5, float("inf"), 1))
    finally:
        engine.close()

    assert fault.value.detail == f"outside {tmp_path / 'venv'}"
