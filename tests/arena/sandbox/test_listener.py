"""What is heard of a program before its deadline."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script

from ronde.arena.sandbox import EngineFault, Jail, Sandbox, SandboxKind, Verdict
from ronde.arena.sandbox.listener import MOST_MESSAGES, Listener
from ronde.arena.sandbox.process import stamped_pipe

pytestmark = pytest.mark.full

Started = Callable[[str], Listener]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """Starts the lines of a shell script and listens to them."""
    opened: list[Sandbox] = []

    def start(lines: str) -> Listener:
        sandbox = Sandbox(script(tmp_path, "program", f"#!/bin/sh\n{lines}\n"), Jail(SandboxKind.NONE))
        opened.append(sandbox)
        listener = Listener(sandbox, sandbox.output, sandbox.errors)
        sandbox.start()
        return listener

    yield start
    for sandbox in opened:
        sandbox.close()


def until(seconds: float) -> float:
    return time.monotonic() + seconds


def test_both_streams_and_the_status_are_heard(started: Started) -> None:
    listener = started("echo 11; echo thinking >&2; exit 4")

    assert listener.until_end(until(30)).status == 4
    assert listener.said == b"11\n"
    assert listener.messages == "thinking\n"


def test_messages_are_kept_up_to_their_cap_and_the_rest_is_dropped(started: Started) -> None:
    listener = started("head -c 400000 /dev/zero | tr '\\\\0' x >&2; echo 11")
    listener.until_end(until(30))

    assert len(listener.messages) == MOST_MESSAGES
    assert listener.said == b"11\n"


@pytest.mark.parametrize(
    ("lines", "seconds", "verdict"),
    [("sleep 600", 0.2, Verdict.LATE), ("head -c 100000 /dev/zero; sleep 600", 30, Verdict.FLOOD)],
)
def test_who_is_late_or_says_too_much_is_not_waited_for(
    started: Started, lines: str, seconds: float, verdict: Verdict
) -> None:
    with pytest.raises(EngineFault) as caught:
        started(lines).until_end(until(seconds))

    assert caught.value.verdict is verdict


def test_an_end_without_an_answer_is_told_by_its_status_or_by_the_words_of_want(started: Started) -> None:
    listener = started("exit 0")
    assert listener.collapse(listener.until_end(until(30))).verdict is Verdict.MISSING

    listener = started("echo MemoryError >&2; exit 1")
    assert listener.collapse(listener.until_end(until(30))).verdict is Verdict.MEMORY


@pytest.mark.parametrize("patience", [0.0, 30.0])
def test_an_answer_came_when_it_was_written_however_late_the_referee_looks(
    started: Started, tmp_path: Path, patience: float
) -> None:
    reading, writing = stamped_pipe(tmp_path)
    sandbox = started("sleep 600").sandbox
    listener = Listener(sandbox, reading, sandbox.errors)
    listener.begin(time.monotonic())
    os.write(writing, b"11\n")
    written = time.monotonic()
    time.sleep(0.05)  # the machine runs something else than the referee, beyond the deadline or not

    assert listener.until_line(written + patience) <= written
    assert listener.said == b"11\n"
    os.close(reading)
    os.close(writing)
