"""A folder may hold files named like modules of Python or of ours: no process of ours runs them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.arena.course.classroom import GOOD, classroom
from tests.arena.referee.halls import cluster_of
from tests.faults.heavy import large
from tests.support.ports import free_port
from tests.support.processes import plain_environment
from tests.support.web_server import Browser, listening_at

import ronde
from ronde.app.isolated import read_isolated
from ronde.arena.course import VersionState
from ronde.arena.web.course import LADDER, CheckQueue, start_process
from ronde.terminal.conversation import Website
from ronde.web.desk.uploads import Uploads

RELATIVE = os.pathsep.join(("", ".", "below"))
"""A PYTHONPATH that leads into whatever folder a process is in."""
SCRIPT = str(Path(sys.executable).with_name("ronde"))
LENDING = f"""
import os, sys
from pathlib import Path
os.environ["PYTHONPATH"] = {RELATIVE!r}
from ronde.arena.referee import run_worker
run_worker(sys.argv[1], 2, None, ready=lambda: print("ready", flush=True))
"""


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder we are in, full of modules that leave a trace when they are run."""
    folder = tmp_path / "hostile"
    for place in (folder, folder / "below"):
        (place / "ronde").mkdir(parents=True)
        for name in ("msgspec.py", "random.py", "pickle.py", "ronde/__init__.py"):
            trace = f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r} + ' ')\n"
            (place / name).write_text(trace)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", RELATIVE)
    return folder


def ran(folder: Path) -> str:
    """What was run of the folder."""
    trace = folder.parent / "ran"
    return trace.read_text() if trace.exists() else ""


def test_the_check_of_a_program_of_a_student(hostile: Path) -> None:
    folder = classroom(hostile.parent)
    folder.keep(folder.next_version("j01"), GOOD.encode())

    async def check() -> None:
        queue = CheckQueue(folder)
        queue.add("j01", 1)
        while queue.pending("j01"):
            await asyncio.sleep(0.05)

    asyncio.run(check())
    version = folder.version("j01", 1)
    assert version is not None
    assert version.outcome is not None
    assert version.outcome.fate is VersionState.ACCEPTED
    assert ran(hostile) == ""


def test_the_ladder_of_a_course(hostile: Path) -> None:
    folder = classroom(hostile.parent)

    async def play() -> int | None:
        process = await start_process(LADDER, str(folder.path))
        assert process.stdin is not None
        process.stdin.close()
        return await process.wait()

    assert asyncio.run(play()) == 0
    assert ran(hostile) == ""


def test_the_process_that_reads_files_of_others(hostile: Path) -> None:
    (hostile / "list.csv").write_text("id,name\n7,DOE\n")

    assert read_isolated("csv", Path("list.csv"))
    uploads = Uploads()
    try:
        assert uploads.read({"list.csv": b"id,name\n7,DOE\n"}, "csv", "arbiter").summary.players == 1
    finally:
        uploads.close()
    assert ran(hostile) == ""


def test_the_server_that_the_desk_starts(hostile: Path) -> None:
    site = Website(large(hostile / "open.ronde", 4), free_port())
    try:
        assert site.start() is not None
    finally:
        site.stop()
    assert ran(hostile) == ""


def test_a_server_that_is_started_in_the_folder_and_asked_for_cards(hostile: Path) -> None:
    large(hostile / "open.ronde", 260)
    port = free_port()
    line = [SCRIPT, "serve", ".", "--port", str(port)]
    with subprocess.Popen(line, env=_own_path(), stdout=subprocess.DEVNULL) as process:
        try:
            listening_at(port, process)
            assert Browser(port).get("/t/open/print/cards").status == 200
        finally:
            process.send_signal(signal.SIGTERM)
    assert ran(hostile) == ""


def test_a_worker_of_a_cluster(hostile: Path) -> None:
    with cluster_of(hostile.parent, workers=0) as cluster:
        for line in (
            [SCRIPT, "worker", cluster.address],
            [sys.executable, "-P", "-c", LENDING, cluster.address],
        ):
            with subprocess.Popen(line, env=_own_path(), stdout=subprocess.PIPE, text=True) as worker:
                try:
                    assert worker.stdout is not None
                    assert worker.stdout.readline()
                finally:
                    worker.send_signal(signal.SIGINT)
    assert ran(hostile) == ""


def test_python_is_started_in_one_place_and_for_programs_without_any_modules() -> None:
    house = Path(ronde.__file__).parent
    naming = {path.relative_to(house).as_posix() for path in house.rglob("*.py") if _starts_python(path)}

    assert naming == {"system/processes.py", "arena/sandbox/sandbox.py"}
    assert '"-I", "-S"' in (house / "arena/sandbox/sandbox.py").read_text()


def _starts_python(path: Path) -> bool:
    text = path.read_text()
    return "[sys.executable" in text or '(sys.executable, "-' in text or "multiprocessing" in text


def _own_path() -> dict[str, str]:
    """The environment of somebody who has wished for no path."""
    return {name: value for name, value in plain_environment().items() if name != "PYTHONPATH"}
