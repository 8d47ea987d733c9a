"""Programs that attack from inside their jail, refereed by root or by somebody without rights."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.processes import LONGEST, NOBODY, WITHOUT_RIGHTS, common_python, plain_environment
from tests.support.root import TESTS

from ronde.arena.sandbox import SandboxKind

ATTACKS = TESTS / "arena" / "programs" / "attacks.c"
ACTS = (
    "takes-rights", "sets-limits", "sets-affinity", "sets-priority", "shares-memory", "hides-memory",
    "forgets-memory", "hoards-sockets", "hoards-tables", "splices-memory", "changes-times",
    "hides-in-threads", "hoards-in-threads", "hides-unreadable",
    "fills-folder", "fills-unnamed", "crowds-folder", "outlives", "outlives-its-leader",
)  # fmt: skip

LASTS = f"75.{os.getpid()}"
"""How long the left children of this run sleep: their name, by which nobody else finds them."""

TRIAL = """
import json, os, subprocess, sys, tempfile, time
from pathlib import Path
from ronde.arena.sandbox import EngineFault, Jail, MoveRequest, Opening, ProcessEngine
from ronde.arena.sandbox import SandboxKind, possible_kinds
WITHOUT_RIGHTS
interpreter, folder, scratch, sandbox, room = sys.argv[1:6]
folder, sandbox = Path(folder), SandboxKind(int(sandbox))
if os.geteuid() and interpreter != sys.executable:
    sys.executable, sys.prefix, sys.base_prefix = interpreter, "/usr", "/usr"
os.environ["TMPDIR"] = tempfile.tempdir = scratch
if room == "counted":
    from ronde.arena.launcher import kernel
    kernel.no_new_privileges()
    kernel.refuse_dangerous_calls()  # as on a machine where nobody may mount
possible = possible_kinds()
found = {"user": os.geteuid(), "possible": sandbox in possible}
rival = Path(scratch) / "rival"
rival.write_text("#!/bin/sh\\necho 11\\n")
rival.chmod(0o755)

def alive():
    lines = (Path(f"/proc/{name}/cmdline") for name in os.listdir("/proc") if name.isdecimal())
    found = 0
    for line in lines:
        try:
            found += line.read_bytes() == b"sleep\\x00LASTS\\x00"
        except OSError:
            pass
    return found

for kind in sys.argv[6:] if sandbox in possible else []:
    victim = subprocess.Popen(["sleep", "60"])
    home = Path(scratch) / f"{kind}.d"
    home.mkdir()
    (home / "target").write_text(f"{victim.pid} {rival}")
    program = Path(scratch) / kind
    program.write_bytes((folder / "attacks").read_bytes())
    program.chmod(0o755)
    limits = {"room": 64} if "room" in Jail.__dataclass_fields__ else {}
    engine = ProcessEngine(program, Jail(sandbox, memory=256, processes=20, **limits))
    try:
        engine.begin(Opening("supermorpion", 1))
        patience = 2 if kind.startswith("outlives") else 40  # these print nothing
        reply = engine.move(MoveRequest("999999999 00 o", 1, time.monotonic() + patience, 1))
        found[kind] = reply.messages.split()[0] if reply.messages else reply.text.strip()
    except EngineFault as fault:
        found[kind] = fault.verdict.value
        if fault.reply.messages:
            found[kind] += " " + fault.reply.messages.split()[0]
    engine.close()
    victim.kill()
    victim.wait()
    if kind.startswith("outlives"):
        time.sleep(1.5 if kind == "outlives-its-leader" else 0)  # it shows itself after a second
        end = time.monotonic() + 20
        while alive() and time.monotonic() < end:
            time.sleep(0.05)
        found[kind] = "done" if alive() else "stopped"
    if not rival.exists():
        found[kind] += " and emptied the folder"
print(json.dumps(found))
""".replace("WITHOUT_RIGHTS", WITHOUT_RIGHTS).replace("LASTS", LASTS)


@contextmanager
def open_place() -> Iterator[Path]:
    """A folder that everybody may enter, with the attacks in it and a place to write."""
    folder = Path(tempfile.mkdtemp(prefix="attacks-"))
    folder.chmod(0o755)
    try:
        subprocess.run(
            [
                "cc",
                "-O1",
                "-w",
                "-pthread",
                f'-DLASTS="{LASTS}"',
                "-o",
                str(folder / "attacks"),
                str(ATTACKS),
            ],
            check=True,
        )
        (folder / "scratch").mkdir()
        (folder / "scratch").chmod(0o777)
        yield folder
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=False)


def attacked(
    sandbox: SandboxKind, acts: Iterable[str], *, rights: bool, room: str = "usual"
) -> dict[str, Any]:
    """What came of the attacks in that sandbox; skipped where the machine does not give it."""
    trial = TRIAL if not rights else TRIAL.replace(WITHOUT_RIGHTS, "")
    if rights and os.geteuid() != 0:
        pytest.skip("only root referees as root")
    with open_place() as folder:
        line = [common_python(), str(folder), str(folder / "scratch"), str(sandbox), room, *acts]
        done = subprocess.run(
            [sys.executable, "-c", trial, *line],
            capture_output=True,
            encoding="utf-8",
            env=plain_environment(),
            timeout=LONGEST,
            start_new_session=True,  # an attack that reaches the group of the referee must not reach ours
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
    assert found.pop("user") == (0 if rights else os.geteuid() or NOBODY)
    if not found.pop("possible"):
        pytest.skip("this machine does not give the sandbox to this user")
    return found
