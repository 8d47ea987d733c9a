"""Real programs beside the test: started, talked to, killed, or run as somebody without rights."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534
LONGEST = 300
"""Seconds after which a program is ended, so that its test fails by name instead of waiting for ever."""

WITHOUT_RIGHTS = f"""
import os
if os.getuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
"""
"""Python that gives up root, whom permission bits do not bind; put it behind the imports."""


def ronde(
    *words: str | Path, stdin: str | bytes = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `python -m ronde` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "ronde", *map(str, words)],
        input=stdin if isinstance(stdin, str) else stdin.decode("utf-8", "surrogateescape"),
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        env=plain_environment() | environment,
        timeout=LONGEST,
        check=False,
    )


def common_python() -> str:
    """A Python that somebody without rights may start; root's own may lie where nobody else can look."""
    system = Path("/usr/bin/python3")
    if os.geteuid() != 0:
        return sys.executable
    if not system.exists():
        pytest.skip("no Python of the system")
    return str(system)


def plain_environment() -> dict[str, str]:
    """The environment without this machine's own wishes for a language and for Python."""
    wishes = ("RONDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if name not in wishes}


def python(program: str, *words: str | Path) -> str:
    """Run a small program and return what it printed; a failure shows what it complained of."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        env=plain_environment(),
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def talking(program: str, *words: str | Path) -> Iterator[subprocess.Popen[str]]:
    """A small program with its input and output in our hands, killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        bufsize=1,
        env=plain_environment(),
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def tell(process: subprocess.Popen[str], line: str = "") -> None:
    """Say a line to a program."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> str:
    """The next line a program says."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")
