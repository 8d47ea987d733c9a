"""A real server whose draws wait for a file before they begin."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.ports import free_port
from tests.support.web_server import Browser, listening_at

SLOW = """
import sys, time
from pathlib import Path
from ronde.cli.main import main
from ronde.app.proposal import Proposal

signal, paired = Path(sys.argv.pop(1)), Proposal.pair
def pair(proposal, seed):
    while not signal.exists():
        time.sleep(0.02)
    return paired(proposal, seed)
Proposal.pair = pair
sys.exit(main())
"""


@contextmanager
def slow_server(path: Path, signal: Path) -> Iterator[tuple[Browser, str]]:
    """A browser for that server, and the arbiter's link; draws begin as soon as `signal` exists."""
    port = free_port()
    words = [str(signal), "--lang", "en", "serve", str(path), "--port", str(port)]
    process = subprocess.Popen([sys.executable, "-u", "-c", SLOW, *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        link = process.stdout.readline().split("/enter/")[-1].strip()
        listening_at(port, process)
        yield Browser(port), f"/enter/{link}"
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()
