"""A terminal is told that a command is at work, and how far it has got; nobody else is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.cli.terminal import ronde
from tests.support.processes import plain_environment

from ronde.cli.speech import ProgressLine, with_progress

pty = pytest.importorskip("pty")
LONG = ["simulate", "--times", "100000", "--players", "40"]


def told_on_a_terminal(*words: str) -> Iterator[str]:
    """What a command shows on a terminal, as it comes; it is interrupted at the end."""
    ours, theirs = pty.openpty()
    line = [sys.executable, "-m", "ronde", *words]
    environment = plain_environment() | {"TERM": "xterm", "RONDE_LANG": "en"}
    process = subprocess.Popen(line, stderr=theirs, stdout=theirs, env=environment)
    os.close(theirs)
    try:
        while chunk := _read(ours):
            yield chunk
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        os.close(ours)


def _read(handle: int) -> str:
    try:
        return os.read(handle, 4096).decode()
    except OSError:  # the other end is closed
        return ""


@pytest.mark.full
def test_a_long_command_shows_its_part_and_its_seconds() -> None:
    shown = ""
    for chunk in told_on_a_terminal(*LONG):
        shown += chunk
        if " %, " in shown and " s" in shown:
            break

    assert "Playing…" in shown


def test_without_a_terminal_nothing_is_shown() -> None:
    done = ronde("simulate", "--times", "2", "--players", "4")

    assert done.returncode == 0
    assert done.stderr == ""


def test_the_line_is_taken_away_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    waiting = ProgressLine("Working")
    waiting._draw()
    waiting.end()
    waiting._draw()  # too late

    shown = capsys.readouterr().err
    assert shown.startswith("\r\x1b[2KWorking… 0 s\r")
    assert shown.endswith("\r\x1b[2K")


def test_counting_without_a_terminal_hands_everything_on() -> None:
    assert list(with_progress(range(3), 3, "Playing")) == [0, 1, 2]
