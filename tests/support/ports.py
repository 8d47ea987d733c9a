"""Ports that are free now and still are when a program opens them a moment later.

The kernel gives the ports from 32768 on to whoever asks for any, and to every outgoing line: one of those may
be gone by the time the program is up, and whoever knocks at one too early may even reach himself.
"""

from __future__ import annotations

import itertools
import os
import re
import socket

FIRST, SHARE, WORKERS = 10_100, 1_400, 16
"""Each worker of the test run has a share of its own, below the kernel's and above those no browser opens,
of which 10080 is the last."""
_taken = itertools.count(os.getpid())


def free_port() -> int:
    """The next port of our share at which nobody listens."""
    worker = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0) % WORKERS
    for turn in itertools.islice(_taken, SHARE):
        port = FIRST + worker * SHARE + turn % SHARE
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if _opened(trial, port):
                return port
    raise AssertionError("no port is free")


def _opened(trial: socket.socket, port: int) -> bool:
    try:
        trial.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True
