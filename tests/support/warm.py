"""Programs of ours that begin warm: real processes, forked from one that has done all the imports already.

A server that is started for one test spends most of its time on imports and templates. Here a process beside
the tests does both once, and every server is a child of it: with its own memory, sockets, signals and exit
status.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

_STOVE = """
import atexit, json, os, random, signal, socket, sys

import uvicorn.lifespan.off, uvicorn.lifespan.on, uvicorn.loops.auto, uvicorn.protocols.http.auto
import ronde.cli.main, ronde.arena.cli.serve, ronde.arena.web.programs, ronde.arena.web.routes
import ronde.web.server.serve, ronde.web.server.rendering

ronde.web.server.rendering.warm_up()

LINE = socket.socket(fileno=int(sys.argv[1]))
TOLD = {}

def reap(*_):
    while TOLD:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        told = TOLD.pop(pid)
        try:
            os.write(told, b"%d\\n" % os.waitstatus_to_exitcode(status))
        except BrokenPipeError:
            pass  # nobody has waited for it
        os.close(told)

def begin(wish, out):
    for number in (signal.SIGCHLD, signal.SIGINT):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    LINE.close()
    for told in TOLD.values():
        os.close(told)
    os.dup2(out, 1)
    os.close(out)
    os.chdir(wish["folder"])
    os.environ.clear()
    os.environ.update(wish["environment"])
    random.seed()
    sys.argv = ["ronde", *wish["words"]]
    sys.stdout = open(1, "w", buffering=1, closefd=False)
    status = 1
    try:
        status = ronde.cli.main.main()
    except SystemExit as leaving:
        status = leaving.code or 0
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(status)

signal.signal(signal.SIGCHLD, reap)
signal.signal(signal.SIGINT, signal.SIG_IGN)
while True:
    wish, pipes, *_ = socket.recv_fds(LINE, 1 << 20, 2)
    if not wish:
        break
    out, told = pipes
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    pid = os.fork()
    if pid == 0:
        os.close(told)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        begin(json.loads(wish), out)
    os.write(told, b"%d\\n" % pid)
    TOLD[pid] = told
    os.close(out)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
"""


@cache
def _stove() -> socket.socket:
    """The line to the process that is warm, started when it is needed first."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    program = [sys.executable, "-c", _STOVE, str(theirs.fileno())]
    process = subprocess.Popen(program, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
    theirs.close()
    atexit.register(_cold, ours, process)
    return ours


def _cold(line: socket.socket, process: subprocess.Popen[bytes]) -> None:
    line.close()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:  # a forked process of the tests still holds the line
        process.kill()
        process.wait(20)


class Warm(subprocess.Popen[str]):
    """`python -m ronde WORDS`, with as much of a Popen as tests use: its output, its signals, its end."""

    def __init__(self, words: Sequence[str], env: Mapping[str, str]) -> None:
        out, theirs = os.pipe()
        self._told, telling = os.pipe()
        wish = {"words": [*words], "environment": {**env}, "folder": os.getcwd()}
        socket.send_fds(_stove(), [json.dumps(wish).encode()], [theirs, telling])
        os.close(theirs)
        os.close(telling)
        self._child_created = False  # nothing for Popen itself to wait for
        self.args, self.stdin, self.stderr, self.returncode = list(words), None, None, None
        self.stdout = open(out, encoding="utf-8")  # noqa: SIM115
        self._ends = open(self._told, encoding="ascii")  # noqa: SIM115
        self.pid = int(self._ends.readline())

    def poll(self) -> int | None:
        """The exit status, if there is one by now."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, as soon as there is one."""
        status = self._ended(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return status

    def _ended(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._ends], [], [], seconds)[0]:
            self.returncode = int(self._ends.readline())
            self._ends.close()
        found: Any = self.returncode
        return found if found is None else int(found)

    def send_signal(self, sig: int) -> None:
        """Send it a signal, if it is still there."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def __del__(self) -> None:
        """Nothing: whoever began it has waited for it."""
