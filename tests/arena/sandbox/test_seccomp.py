"""Seccomp: calls that no program needs are refused."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ronde.arena.launcher import kernel

REFUSED = """
import ctypes, os
from ronde.arena.launcher import kernel
kernel.no_new_privileges()
kernel.refuse_dangerous_calls()
libc = ctypes.CDLL(None, use_errno=True)
print(libc.unshare(0x10000000), os.strerror(ctypes.get_errno()))
print(libc.ptrace(0, 0, 0, 0))
print(os.getpid() > 0, sum(range(10)))
"""


@pytest.mark.full
@pytest.mark.skipif(not kernel.available(), reason="this machine has no such filter")
def test_name_spaces_and_tracing_are_refused_and_the_usual_goes_on() -> None:
    told = subprocess.run([sys.executable, "-c", REFUSED], capture_output=True, text=True, check=True)
    space, trace, usual = told.stdout.splitlines()

    assert space.startswith("-1")
    assert trace == "-1"
    assert usual == "True 45"
