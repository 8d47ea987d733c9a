"""Limits of processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ronde.system import processes as system


def ended(program: str) -> int:
    """How a process ended that limits itself and then works."""
    begin = "from ronde.system.processes import limit_process\nlimit_process(memory=300_000_000, work=1)\n"
    return subprocess.run(
        [sys.executable, "-c", begin + program], check=False, stderr=subprocess.DEVNULL
    ).returncode


@pytest.mark.full
def test_a_process_that_works_too_long_is_ended_and_known_by_its_status() -> None:
    assert system.reached_cpu_limit(ended("while True: pass"))


def test_a_process_that_takes_too_much_memory_fails_otherwise() -> None:
    status = ended("bytearray(500_000_000)")

    assert status == 1
    assert not system.reached_cpu_limit(status)


def test_what_stays_within_its_limits_ends_as_it_likes() -> None:
    assert ended("raise SystemExit(7)") == 7


def test_open_files_are_raised_to_what_the_machine_allows() -> None:
    program = (
        "import resource\nfrom ronde.system.processes import most_open_files, raise_open_files\n"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))\nbefore = most_open_files()\n"
        "raise_open_files()\nprint(before, most_open_files() == (hard if hard >= 0 else None))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="ascii", check=True)

    assert told.stdout.split() == ["64", "True"]


def test_where_the_system_keeps_no_figures_nothing_is_limited_and_nothing_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(system, "resource", None)
    system.limit_process(memory=1, work=1)
    system.raise_open_files()

    assert system.most_open_files() is None
