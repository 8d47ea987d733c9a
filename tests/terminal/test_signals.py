"""What ends the plain desk and what does not; nothing confirmed is lost either way."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.processes import plain_environment, tell
from tests.terminal.talking import conversation, typed

from ronde.app.desk import Desk
from ronde.model.tournament import Tournament

pytestmark = pytest.mark.full


@contextmanager
def plain_desk(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The plain desk in a process of its own, with six people and their pairs."""
    at = conversation(folder)
    typed(at, "m", "a", "1", "2", "a", "3", "4", "a", "5", "6", "q")
    at.desk.close()
    process = subprocess.Popen(
        [sys.executable, "-m", "ronde", "desk", "--plain", str(folder / "open.ronde")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=plain_environment(),
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def hear_until(process: subprocess.Popen[str], words: str) -> None:
    """Listen until the desk has said some words; it says a prompt without ending the line."""
    assert process.stdout is not None
    heard = ""
    while words not in heard:
        letter = process.stdout.read(1)
        assert letter, heard
        heard += letter


def resting(process: subprocess.Popen[str]) -> None:
    """Wait until the desk is blocked in reading its input.

    Python handles a signal that comes just before the read only after the next line.
    """
    stat = Path(f"/proc/{process.pid}/stat")
    while stat.read_text().rpartition(")")[2].split()[0] != "S":
        time.sleep(0.01)


def on_disk(folder: Path) -> Tournament:
    desk = Desk.open(folder / "open.ronde")
    try:
        return desk.tournament
    finally:
        desk.close()


def one_result(process: subprocess.Popen[str]) -> None:
    """Enter the result of the first table and wait for the next question."""
    hear_until(process, "Your choice?")
    tell(process, "r")
    hear_until(process, "(3 missing):")
    tell(process, "1 40")
    hear_until(process, "(2 missing):")
    resting(process)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT])
def test_a_quiet_signal_ends_the_desk_cleanly(number: signal.Signals, tmp_path: Path) -> None:
    with plain_desk(tmp_path) as process:
        one_result(process)
        process.send_signal(number)

        assert process.wait(60) == 0

    result = on_disk(tmp_path).open_round.table(1).result
    assert result is not None
    assert result.first == 40


def test_an_interrupt_does_not_kill(tmp_path: Path) -> None:
    with plain_desk(tmp_path) as process:
        one_result(process)
        process.send_signal(signal.SIGINT)
        tell(process, "3 20")
        hear_until(process, "(1 missing):")
        tell(process, "")
        tell(process, "x")

        assert process.wait(60) == 0

    assert len(on_disk(tmp_path).open_round.missing) == 1


def test_a_kill_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    with plain_desk(tmp_path) as process:
        one_result(process)
        process.kill()
        process.wait(60)

    assert len(on_disk(tmp_path).open_round.missing) == 2


def test_the_end_of_the_input_ends_the_desk_like_a_signal(tmp_path: Path) -> None:
    with plain_desk(tmp_path) as process:
        one_result(process)
        assert process.stdin is not None
        process.stdin.close()

        assert process.wait(60) == 0
