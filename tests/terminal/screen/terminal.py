"""A real terminal: tmux with a shell in it, typed at and looked at as an arbiter would."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.processes import plain_environment

PATIENCE = 120.0
"""Seconds until a screen is given up; a busy machine may take its time."""
PROMPT = "ready> "
RONDE = f"{sys.executable} -m ronde"
_numbers = itertools.count(1)


def needs_tmux() -> None:
    """Without tmux these tests cannot be run: on the build machine that is a failure."""
    if shutil.which("tmux") is None:
        if os.environ.get("CI"):
            pytest.fail("tmux is missing; `./go test` sees to it that it is there")
        pytest.skip("tmux is missing")


class Terminal:
    """One window of a tmux server of our own."""

    def __init__(self, folder: Path, size: tuple[int, int], **environment: str) -> None:
        self.name = f"ronde-test-{os.getpid()}-{next(_numbers)}"
        told = {"LC_ALL": "C.UTF-8", "ENV": "", "TERM": "tmux-256color", "HOME": str(folder)}
        env = plain_environment() | told | environment
        for unwanted in ("TMUX", "COLUMNS", "LINES", "NO_COLOR"):
            if unwanted not in environment:
                env.pop(unwanted, None)
        words = ["new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "-c", str(folder), "sh -i"]
        self._tmux(*words, env=env)
        self._tmux("set-option", "-g", "escape-time", "0")
        self.until(bool)
        self.line(f"PS1='{PROMPT}'; clear")
        self.until(lambda screen: screen == PROMPT.strip())

    def _tmux(self, *words: str, env: dict[str, str] | None = None) -> str:
        command = ["tmux", "-L", self.name, "-f", "/dev/null", *words]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", env=env, check=False)
        return done.stdout

    def close(self) -> None:
        self._tmux("kill-server")

    def line(self, text: str) -> None:
        """Type a line and press Return."""
        if text:
            self._tmux("send-keys", "-l", "--", text)
        self._tmux("send-keys", "Enter")

    def lines(self, texts: Iterable[object]) -> None:
        """Type several lines at one go, as fast as the terminal takes them."""
        words: list[str] = []
        for text in texts:
            words += ["send-keys", "-l", "--", str(text), ";", "send-keys", "Enter", ";"]
        self._tmux(*words[:-1])

    def text(self, text: str) -> None:
        """Type some letters."""
        self._tmux("send-keys", "-l", "--", text)

    def key(self, *names: str) -> None:
        """Press keys by the names tmux has for them."""
        self._tmux("send-keys", *names)

    def resize(self, wide: int, high: int) -> None:
        self._tmux("resize-window", "-x", str(wide), "-y", str(high))

    def screen(self, *, colours: bool = False) -> str:
        """What the screen shows, without the blanks at the ends of its lines."""
        shown = self._tmux("capture-pane", "-p", *(["-e"] if colours else []))
        return "\n".join(line.rstrip() for line in shown.split("\n")).rstrip()

    def pids(self) -> list[int]:
        """The processes started in the window, the shell first."""
        shell = self._tmux("list-panes", "-F", "#{pane_pid}").strip()
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], capture_output=True, encoding="ascii")
        return [int(shell), *(int(pid) for pid in found.stdout.split())]

    def until(self, wanted: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows something, and then until it stands still."""
        holds = (lambda screen: wanted in screen) if isinstance(wanted, str) else wanted
        end = time.monotonic() + PATIENCE
        before = ""
        while True:
            now = self.screen()
            if now == before and holds(now):
                return now
            if time.monotonic() > end:
                raise AssertionError(f"waited for {wanted!r}, but the screen shows:\n{now}")
            before = now
            time.sleep(0.06)


@contextmanager
def terminal(folder: Path, size: tuple[int, int] = (100, 30), **environment: str) -> Iterator[Terminal]:
    """A terminal with a shell in that folder, closed at the end."""
    needs_tmux()
    opened = Terminal(folder, size, **environment)
    try:
        yield opened
    finally:
        opened.close()


def eventually(holds: Callable[[], bool], shown: Callable[[], str] = str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain\n{shown()}"
        time.sleep(0.05)
