"""Processes below a process are found and ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from ronde.arena.launcher.tree import children, descendants, kill_tree, marked, of_user, send, tasks_of

pytestmark = pytest.mark.full

MARK = "RONDE_TEST_TREE=1"
FAMILY = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c", "import time; print('up', flush=True); time.sleep(600)"])
time.sleep(600)
"""


@pytest.fixture
def parent() -> Iterator[subprocess.Popen[str]]:
    """A process with a child, both asleep."""
    environment = {**os.environ, "RONDE_TEST_TREE": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", FAMILY], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        yield process
        kill_tree(process.pid)
        process.kill()


def test_a_child_of_a_child_is_a_descendant(parent: subprocess.Popen[str]) -> None:
    (child,) = children(parent.pid)

    assert parent.pid in children(os.getpid())
    assert {parent.pid, child} <= set(descendants(os.getpid()))
    assert descendants(parent.pid) == [child]


def test_processes_are_found_by_their_mark_and_their_user(parent: subprocess.Popen[str]) -> None:
    family = {parent.pid, *children(parent.pid)}

    assert family <= set(marked(MARK))
    assert family <= set(of_user(os.getuid()))
    assert tasks_of(os.getuid()) >= len(family)


def test_everything_below_is_ended_and_the_process_itself_stays(parent: subprocess.Popen[str]) -> None:
    assert kill_tree(parent.pid) == 1
    assert descendants(parent.pid) == []
    assert parent.poll() is None


def test_a_signal_to_somebody_who_is_gone_is_lost(parent: subprocess.Popen[str]) -> None:
    parent.kill()
    parent.wait()
    send([parent.pid], signal.SIGTERM)

    assert children(parent.pid) == []
