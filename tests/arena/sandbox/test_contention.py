"""An overloaded machine costs nobody a game; a program that sleeps or overloads it itself gets no credit."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script

from ronde.arena.sandbox import (
    EngineFault,
    Jail,
    MoveRequest,
    Opening,
    ProcessEngine,
    Reply,
    SandboxKind,
    SessionEngine,
    Verdict,
)
from ronde.arena.sandbox.listener import Thread
from ronde.arena.sandbox.process import Program

pytestmark = pytest.mark.full

TIME = 0.9
"""Seconds for a move."""
WORK = """
import sys, time
def work():
    end = time.process_time() + 0.6
    while time.process_time() < end:
        pass
    print(55, flush=True)
"""
PROCESS = f"#!/usr/bin/env python3\n{WORK}\nwork()\n"
SESSION = f"#!/usr/bin/env python3\n{WORK}\nfor line in sys.stdin:\n    if line[0] != 'n':\n        work()\n"
THREADED = f"""#!/usr/bin/env python3
import threading
{WORK}
worker = threading.Thread(target=work)
worker.start()
worker.join()
"""
SLEEPS = "#!/bin/sh\nsleep 5\necho 55\n"
OWN_CROWD = "#!/usr/bin/env python3\nimport os\nfor _ in range(3):\n    os.fork()\nwhile True:\n    pass\n"


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Load the interpreter of the programs once: reading it from a disk is not what is measured here."""
    line = [
        "/usr/bin/env",
        "-i",
        "PATH=/usr/local/bin:/usr/bin:/bin",
        "python3",
        "-c",
        "import threading, time",
    ]
    subprocess.run(line, check=True)


def asked(engine: Program) -> Reply:
    """Its answer to one request in the time for a move, once it is ready."""
    assert isinstance(engine, ProcessEngine | SessionEngine)
    try:
        engine.begin(Opening("supermorpion", 1))
        return engine.move(MoveRequest("999999999 00 o", 1, time.monotonic() + TIME, 1))
    finally:
        engine.close()


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize(
    ("kind", "text"), [(ProcessEngine, PROCESS), (ProcessEngine, THREADED), (SessionEngine, SESSION)]
)
def test_a_program_that_works_two_thirds_of_its_time_is_not_late_beside_eight_busy_loops(
    kind: type[Program], text: str, tmp_path: Path
) -> None:
    reply = asked(kind(script(tmp_path, "j1", text), Jail(SandboxKind.OWN)))

    assert reply.text == "55\n"
    assert reply.taken > 0
    assert reply.seconds - reply.taken <= TIME


@pytest.mark.usefixtures("rationed")
def test_a_program_is_not_late_because_a_quota_holds_its_container_back(tmp_path: Path) -> None:
    reply = asked(ProcessEngine(script(tmp_path, "j1", PROCESS), Jail(SandboxKind.OWN)))

    assert reply.text == "55\n"
    assert reply.seconds > TIME
    assert reply.seconds - reply.taken <= TIME


def test_a_thread_that_never_rested_waited_whenever_it_did_not_work() -> None:
    before, now = Thread(1.0, 2.0, ready=True, rests=7), Thread(1.1, 2.0, ready=True, rests=7)

    assert now.since(before, 0.5).waited == pytest.approx(0.4)


@pytest.mark.parametrize(
    "before", [Thread(1.0, 2.0, ready=True, rests=6), Thread(1.0, 2.0, ready=False, rests=7)]
)
def test_of_a_thread_that_rested_only_what_the_kernel_counted_was_taken(before: Thread) -> None:
    now = Thread(1.1, 2.2, ready=True, rests=7)

    assert now.since(before, 0.5).waited == pytest.approx(0.2)


@pytest.mark.usefixtures("crowded")
def test_a_program_that_sleeps_is_late_however_crowded_the_machine_is(tmp_path: Path) -> None:
    with pytest.raises(EngineFault) as fault:
        asked(ProcessEngine(script(tmp_path, "j1", SLEEPS), Jail(SandboxKind.OWN)))

    assert fault.value.verdict is Verdict.LATE


@pytest.mark.usefixtures("one_core")
def test_a_program_that_crowds_the_machine_itself_is_late(tmp_path: Path) -> None:
    with pytest.raises(EngineFault) as fault:
        asked(ProcessEngine(script(tmp_path, "j1", OWN_CROWD), Jail(SandboxKind.OWN)))

    assert fault.value.verdict is Verdict.LATE
