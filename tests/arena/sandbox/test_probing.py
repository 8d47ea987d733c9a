"""Which acts are tried, and with which program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ronde.arena.sandbox import Jail, ProcessEngine, SandboxKind, probe
from ronde.arena.sandbox.probing import ACTS, _answer, _program
from ronde.i18n import LANGUAGES, say

pytestmark = pytest.mark.full


def test_every_act_of_the_probe_has_a_name_in_every_language() -> None:
    assert set(ACTS) == set(probe.ACTS)
    for language in LANGUAGES:
        names = {say(f"programs.act-{act}", language) for act in ACTS}
        assert len(names) == len(ACTS)


def test_a_program_without_a_sandbox_starts_a_python_and_does_what_it_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    jail = Jail(SandboxKind.NONE, read=(sys.base_prefix, sys.prefix))
    program = _program(tmp_path, jail)
    assert program is not None
    engine = ProcessEngine(program, jail)
    aim = {"act": "reads-others", "path": "/etc/passwd"}
    try:
        assert _answer(engine, aim) == "done"
        assert _answer(engine, {**aim, "path": "/nowhere"}) == "stopped"
    finally:
        engine.close()
