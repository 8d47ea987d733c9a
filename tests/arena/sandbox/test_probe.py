"""The program that tries what a sandbox should prevent, outside any sandbox."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ronde.arena.sandbox import probe

pytestmark = pytest.mark.full


def answer(**aim: object) -> str:
    line = [sys.executable, probe.__file__, json.dumps(aim)]
    return subprocess.run(line, capture_output=True, text=True, check=True, timeout=60).stdout


def test_what_nobody_prevents_is_done(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")

    assert answer(act="reads-others", path=str(tmp_path / "secret")) == "done\n"
    assert answer(act="writes-outside", path=str(tmp_path / "written")) == "done\n"
    assert answer(act="signals-others", pid=os.getpid()) == "done\n"
    assert (tmp_path / "written").read_text() == "x"


def test_what_cannot_be_done_is_stopped(tmp_path: Path) -> None:
    assert answer(act="reads-others", path=str(tmp_path / "nothing")) == "stopped\n"
    assert answer(act="writes-outside", path=str(tmp_path / "no" / "folder")) == "stopped\n"
