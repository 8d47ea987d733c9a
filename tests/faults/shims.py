"""Libraries put before the C library of a child: a disk and a clock that misbehave as told."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.support.processes import plain_environment

SOURCES = Path(__file__).parent


@contextmanager
def fast_folder() -> Iterator[Path]:
    """A folder in memory where there is one: syncing thousands of copies need not wait for a real disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


@cache
def shim(name: str) -> Path:
    """The compiled library of that name."""
    target = Path(tempfile.mkdtemp(prefix="ronde-shim-")) / f"{name}.so"
    line = ["cc", "-shared", "-fPIC", "-O1", "-o", str(target), str(SOURCES / f"{name}.c"), "-ldl"]
    subprocess.run(line, check=True)
    return target


def under(name: str, program: str, *words: str | Path, **wishes: str) -> subprocess.CompletedProcess[str]:
    """Run a small program under a shim with its wishes as environment variables."""
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        env=plain_environment() | {"LD_PRELOAD": str(shim(name))} | wishes,
        timeout=120,
        check=False,
    )
