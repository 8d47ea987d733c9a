"""A real Dask scheduler and real `ronde worker` processes on the loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.ports import free_port

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@dataclass
class Cluster:
    """A scheduler that may be killed and started again at its address, and its workers."""

    folder: Path
    port: int
    scheduler: subprocess.Popen[bytes] = field(init=False)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the scheduler, and wait until it listens."""
        told = self.folder / "scheduler.json"
        told.unlink(missing_ok=True)
        self.scheduler = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1",
             "--port", str(self.port), "--no-dashboard", "--scheduler-file", told],
            cwd=self.folder, **QUIET,  # type: ignore[call-overload]
        )  # fmt: skip
        while self.scheduler.poll() is None:
            with suppress(OSError, ValueError):
                json.loads(told.read_text())
                return
            time.sleep(0.1)
        raise RuntimeError("the scheduler ended")

    def lend(self, *options: str) -> subprocess.Popen[bytes]:
        """One more machine that lends two cores."""
        worker: subprocess.Popen[bytes] = subprocess.Popen(
            [sys.executable, "-m", "ronde", "worker", self.address, "--cores", "2", *options],
            cwd=self.folder, start_new_session=True, **QUIET,  # type: ignore[call-overload]
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def stop(self) -> None:
        """End everything."""
        for worker in self.workers:
            power_cut(worker)
        self.scheduler.kill()
        self.scheduler.wait()


@contextmanager
def cluster_of(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A cluster of so many machines of two cores."""
    port = free_port()
    cluster = Cluster(folder, port)
    try:
        for _ in range(workers):
            cluster.lend()
        yield cluster
    finally:
        cluster.stop()


def power_cut(worker: subprocess.Popen[bytes]) -> None:
    """The worker with its nanny and all programs, as a machine that loses its power."""
    with suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def crash(worker: subprocess.Popen[bytes]) -> None:
    """Only the process that plays; its nanny starts another, at another address."""
    threads = Path(f"/proc/{worker.pid}/task").glob("*/children")
    for child in (int(number) for thread in threads for number in thread.read_text().split()):
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(child, signal.SIGKILL)
            return
    raise AssertionError("nobody plays")
