"""A referee that is not root: the sandbox holds without a separate user for every program."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.arena.programs.workshop import bot, script
from tests.support.processes import WITHOUT_RIGHTS, common_python, python

from ronde.arena.sandbox import SandboxKind, possible_kinds

pytestmark = pytest.mark.full

KINDS = {
    "good": "11",
    "status": "11",
    "holds-the-pipe": "11",
    "silent": "missing",
    "flood": "flood",
    "crashes": "crash",
    "never-ends": "late",
    "stops-itself": "late",
    "fork-bomb": "late",
    "greedy": "memory",
    "kills-its-launcher": "crash",
    "session": "11",
    "session-silent": "late",
}
LATE = [kind for kind, verdict in KINDS.items() if verdict == "late"]
TRIAL = f"""
import json, os, sys, tempfile, time
from pathlib import Path
from ronde.arena.launcher import tree
from ronde.arena.sandbox import EngineFault, Jail, MoveRequest, Opening, ProcessEngine, SessionEngine
from ronde.arena.sandbox import SandboxKind, possible_kinds
{WITHOUT_RIGHTS}
if sys.executable != sys.argv[1]:
    sys.executable, sys.prefix, sys.base_prefix = sys.argv[1], "/usr", "/usr"
folder, sandbox = Path(sys.argv[2]), SandboxKind(int(sys.argv[3]))
os.environ["TMPDIR"] = tempfile.tempdir = sys.argv[4]
found = {{"user": os.geteuid(), "possible": possible_kinds()}}
reading, writing = os.pipe2(os.O_NONBLOCK)  # an output of its own: somebody else's pipe cannot be opened
told = os.dup(1)
os.dup2(writing, 1)
for kind in sys.argv[5:]:
    made = SessionEngine if kind.startswith("session") else ProcessEngine
    engine = made(folder / kind, Jail(sandbox, memory=256, processes=20))
    try:
        engine.begin(Opening("supermorpion", 1))
        seconds = 0.5 if kind in {LATE} else 30
        reply = engine.move(MoveRequest("999999999 00 o", 1, time.monotonic() + seconds, 1))
        found[kind] = reply.text.strip()
    except EngineFault as fault:
        found[kind] = fault.verdict.value
    mark = engine.sandbox.mark if engine.sandbox else ""
    engine.close()
    if mark and tree.marked(mark):
        found[kind] += " and left something"
found["folders"] = os.listdir(sys.argv[4])
os.dup2(told, 1)
os.close(writing)
found["output"] = os.read(reading, 1000).decode()
print(json.dumps(found))
"""


@pytest.fixture
def open_folder(bad: Path) -> Iterator[Path]:
    """The bots where everybody may read them (pytest's own folders are closed), and one to write in."""
    folder = Path(tempfile.mkdtemp(prefix="open-bots-"))
    folder.chmod(0o755)
    for kind in KINDS:
        bot(folder, kind, source=bad).chmod(0o755)
    (folder / "scratch").mkdir()
    (folder / "scratch").chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("sandbox", possible_kinds())
def test_every_verdict_is_the_same_without_rights(open_folder: Path, sandbox: SandboxKind) -> None:
    line: list[str | Path] = [common_python(), open_folder, str(sandbox), open_folder / "scratch", *KINDS]
    found: dict[str, Any] = json.loads(python(TRIAL, *line))

    if sandbox not in found.pop("possible"):
        pytest.skip("this machine gives the sandbox to root alone")
    assert found.pop("user") != 0
    assert found.pop("folders") == []
    assert found.pop("output") == ""
    assert found == KINDS


SPIES = """#!/usr/bin/python3
import os
supervisors = [os.getppid()]
try:
    with open(f"/proc/{supervisors[0]}/stat") as file:
        supervisors.append(int(file.read().rpartition(")")[2].split()[1]))
except OSError:
    pass
reached = []
for pid in filter(None, supervisors):
    for name in ("fd/1", "fd/2", "fd/6", "mem", "environ"):
        try:
            with open(f"/proc/{pid}/{name}", "r" if name == "environ" else "w") as file:
                reached.append(name)
                if name in ("fd/1", "fd/2"):
                    file.write("forged")
        except OSError:
            pass
print(*reached, "nothing")
"""


@pytest.mark.parametrize("sandbox", possible_kinds())
def test_a_program_reaches_nothing_of_its_supervisors_and_not_the_output_of_the_referee(
    open_folder: Path, sandbox: SandboxKind
) -> None:
    script(open_folder, "spy", SPIES)
    line: list[str | Path] = [common_python(), open_folder, str(sandbox), open_folder / "scratch", "spy"]
    found = json.loads(python(TRIAL, *line))

    assert (found["spy"], found["output"]) == ("nothing", "")
