"""What ends the full screen and what does not, at a real terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.processes import ronde
from tests.terminal.screen.terminal import PROMPT, RONDE, Terminal, eventually, terminal
from tests.terminal.talking import conversation, typed

from ronde.app.desk import Desk

pytestmark = pytest.mark.full


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a paired tournament."""
    at = conversation(tmp_path)
    typed(at, "m", "a", "1", "2", "a", "3", "4", "a", "5", "6", "q")
    at.desk.close()
    return tmp_path


@pytest.fixture
def at_results(folder: Path) -> Iterator[Terminal]:
    """A terminal at the result prompt, with one result in and the next one half typed."""
    with terminal(folder, RONDE_LANG="en") as at:
        at.line(f"{RONDE} desk open.ronde")
        at.until("Your choice?")
        at.text("r1 40")
        at.key("Enter")
        at.until("(2 missing)")
        at.text("3 2")
        at.until("MARTIN Bob")
        yield at


def running(at: Terminal) -> int:
    """The process of the desk."""
    return at.pids()[1]


def missing(folder: Path) -> int:
    desk = Desk.open(folder / "open.ronde")
    try:
        return len(desk.tournament.open_round.missing)
    finally:
        desk.close()


def test_a_quiet_signal_ends_the_screen_cleanly(at_results: Terminal, folder: Path) -> None:
    os.kill(running(at_results), signal.SIGTERM)

    at_results.until(PROMPT.strip())
    at_results.line("echo status $?")
    at_results.until("status 0")
    assert missing(folder) == 2


def test_an_interrupt_leaves_the_question_and_not_the_desk(at_results: Terminal, folder: Path) -> None:
    os.kill(running(at_results), signal.SIGINT)

    at_results.until("Your choice?")
    at_results.text("r3 20")
    at_results.key("Enter")
    at_results.until("(1 missing)")
    assert missing(folder) == 1


def test_the_end_of_the_terminal_ends_the_desk(at_results: Terminal, folder: Path) -> None:
    desk = running(at_results)

    at_results.close()

    eventually(lambda: not _lives(desk))
    assert missing(folder) == 2


def _lives(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:  # it has gone, perhaps while we read
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_what_a_script_writes_shows_up_beside_the_line_being_typed(
    at_results: Terminal, folder: Path
) -> None:
    done = ronde("--seat", "web", "result", folder / "open.ronde", "5", "50")

    assert done.returncode == 0, done.stderr
    told = ("Changed elsewhere (web): result entered: round 1, table", "50-14", "1 result missing", " 3 2")
    at_results.until(lambda screen: all(one in screen for one in told))
