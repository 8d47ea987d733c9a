"""Fixtures of tests that start bots."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.arena.programs.workshop import bot, compiled

from ronde.arena.sandbox import Engine, Jail, ProcessEngine, SessionEngine

Open = Callable[..., Engine]
LOOPS = 8


@pytest.fixture(scope="session")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that misbehaves according to its name."""
    return compiled(tmp_path_factory.mktemp("bots"))


@pytest.fixture
def opened(tmp_path: Path, bad: Path) -> Iterator[Open]:
    """Opens engines by the kind of bot, or by a path, and closes them all."""
    engines: list[ProcessEngine | SessionEngine] = []

    def open_engine(kind: str | Path, jail: Jail | None = None) -> Engine:
        path = kind if isinstance(kind, Path) else bot(tmp_path, kind, source=bad)
        made = SessionEngine if path.name.startswith("session") else ProcessEngine
        engine = made(path, jail or Jail(memory=256))
        engines.append(engine)
        return engine

    yield open_engine
    for engine in engines:
        engine.close()


@pytest.fixture
def one_core() -> Iterator[None]:
    """Everything on one core."""
    given = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(given)})
    yield
    os.sched_setaffinity(0, given)


@pytest.fixture
def crowded(one_core: None) -> Iterator[None]:
    """Everything on one core, with eight busy loops."""
    with _busy_loops(LOOPS):
        yield


@pytest.fixture
def shared() -> Iterator[None]:
    """Everything on two cores, with two busy loops."""
    given = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(given)[:2])
    with _busy_loops(2):
        yield
    os.sched_setaffinity(0, given)


@contextmanager
def _busy_loops(number: int) -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-I", "-c", "while True: pass"]) for _ in range(number)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


@pytest.fixture
def rationed(one_core: None) -> Iterator[None]:
    """Everything, with two busy loops, in a group that may use half a core: a container with a quota."""
    first = Path("/sys/fs/cgroup/cpu")
    whole = first if first.is_dir() else Path("/sys/fs/cgroup")
    group = whole / f"ronde-test-{os.getpid()}"
    try:
        if whole is not first:
            (whole / "cgroup.subtree_control").write_text("+cpu")
        group.mkdir()
        ration = "cpu.cfs_quota_us" if whole is first else "cpu.max"
        (group / ration).write_text("50000")
        home = _group_of_this_process(whole)
        (group / "cgroup.procs").write_text(str(os.getpid()))
    except OSError as trouble:
        pytest.skip(f"no group with a quota can be made here: {trouble}")
    with _busy_loops(2):
        yield
    (home / "cgroup.procs").write_text(str(os.getpid()))
    group.rmdir()


def _group_of_this_process(whole: Path) -> Path:
    lines = [line.split(":") for line in Path("/proc/self/cgroup").read_text().splitlines()]
    return whole / next(path for _, kinds, path in lines if "cpu" in kinds.split(",") or not kinds).lstrip(
        "/"
    )
