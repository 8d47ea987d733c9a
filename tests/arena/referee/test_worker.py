"""`ronde worker` as its owner sees it: one line at the start, silent while all is well, ends at Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.arena.referee.halls import Cluster, cluster_of
from tests.arena.referee.test_cluster_troubles import THINKING, thinkers, until
from tests.support.ports import free_port
from tests.support.processes import plain_environment

from ronde.arena.referee import Clock, ClusterPool, Entrant, Roster, Task, run_worker
from ronde.arena.referee import cluster as line
from ronde.arena.sandbox import Jail, SandboxKind, fingerprint
from ronde.model.errors import ClusterTrouble

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler that nobody works for."""
    with cluster_of(tmp_path_factory.mktemp("cluster"), workers=0) as running:
        yield running


@contextmanager
def lent(address: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    worker = subprocess.Popen(
        [sys.executable, "-m", "ronde", "worker", address, "--cores", "2"],
        cwd=folder, env=plain_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        yield worker
    finally:
        worker.kill()
        worker.communicate()


def test_a_worker_says_one_line_and_leaves_at_a_signal(empty: Cluster, tmp_path: Path) -> None:
    with lent(empty.address, tmp_path) as worker:
        assert worker.stdout is not None
        assert empty.address in worker.stdout.readline()
        worker.send_signal(signal.SIGINT)
        said, _ = worker.communicate(timeout=120)

    # On a busy machine Dask may have to say that it ended a process of its own the hard way.
    assert [line for line in said.splitlines() if line and "still alive" not in line] == []
    assert worker.returncode == 130


def test_a_worker_that_leaves_takes_the_programs_with_it(empty: Cluster, tmp_path: Path) -> None:
    program = tmp_path / "j1"
    program.write_text(f"#!/bin/sh\nexec sleep {THINKING}\n")
    program.chmod(0o755)
    entrant = Entrant(1, "j1", str(program), fingerprint(program))
    roster = Roster((entrant,), "tictactoe", clock=Clock(900, 0), jail=Jail(SandboxKind.NONE))
    with lent(empty.address, tmp_path) as worker:
        pool = ClusterPool(empty.address, roster, lambda task: None, slowest=0.0)
        until(lambda: pool.capacity)
        pool.submit([Task(1, 1, 1, 1, 1)])
        until(thinkers)
        worker.send_signal(signal.SIGINT)
        worker.communicate(timeout=120)
        until(lambda: not thinkers())
        pool.stop()


def test_a_worker_without_a_scheduler_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "CALL", 0.5)
    monkeypatch.delenv("DASK_LOGGING__DISTRIBUTED", raising=False)
    monkeypatch.setenv("PYTHONSAFEPATH", "1")  # a worker sets it; it ends with the test
    begun: list[bool] = []
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(ClusterTrouble) as trouble:
        run_worker(address, 2, None, ready=lambda: begun.append(True))

    assert trouble.value.facts == {"reason": "unreachable", "detail": address}
    assert begun == []
