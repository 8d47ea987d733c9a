"""Fixtures of tests that start bots."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.bots.workshop import bot, compiled

from ronde.engines.door import Engine
from ronde.engines.jail import Jail
from ronde.engines.process import ProcessEngine
from ronde.engines.session import SessionEngine

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
    loops = [subprocess.Popen([sys.executable, "-I", "-c", "while True: pass"]) for _ in range(LOOPS)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()
