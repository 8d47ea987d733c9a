"""Orphans come to the reaper, wherever they tried to go."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.full

PROGRAM = """
import os, sys, time
from ronde.arena.launcher import tree
from ronde.arena.launcher.tree import adopt_orphans
if sys.argv[1] == "adopts":
    adopt_orphans()
read, write = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.setsid()
    os.write(write, b"%d" % os.getpid())
    time.sleep(600)
orphan = int(os.read(read, 100))
os.wait()
print(orphan in tree.children(os.getpid()))
os.kill(orphan, 9)
"""


def told(how: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True, timeout=60
    )
    return run.stdout


def test_an_orphan_in_a_session_of_its_own_is_a_child_of_who_adopts() -> None:
    assert told("adopts") == "True\n"


def test_without_adoption_it_would_be_somebody_elses() -> None:
    assert told("does not") == "False\n"
