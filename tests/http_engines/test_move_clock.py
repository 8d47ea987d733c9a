"""Two delays of a move are ours: until its request is written, and from the deadline until we read."""

from __future__ import annotations

import time

import pytest

from ronde.engines.door import Verdict
from ronde.http_engines.move_clock import MoveClock


def test_the_time_of_an_engine_begins_when_its_request_is_written() -> None:
    clock = MoveClock(time.monotonic() + 5)
    decided = clock.deadline
    time.sleep(0.02)
    clock.written()
    assert clock.deadline - decided >= 0.02
    assert clock.reply("5").seconds <= time.monotonic() - decided + 5 - 0.02


def test_a_request_that_is_written_again_gives_no_more_time() -> None:
    clock = MoveClock(time.monotonic() + 5)
    clock.written()
    before = clock.deadline
    clock.written()
    assert clock.deadline == before


def test_an_engine_is_charged_until_the_deadline_and_not_until_we_read() -> None:
    clock = MoveClock(time.monotonic() + 0.01)
    clock.written()
    time.sleep(0.03)
    reply = clock.reply("5")
    assert reply.taken >= 0.02
    assert reply.seconds - reply.taken == pytest.approx(0.01, abs=1e-3)
    assert clock.left == 0.0


def test_an_answer_before_the_deadline_is_charged_whole() -> None:
    clock = MoveClock(time.monotonic() + 60)
    assert clock.reply("5").taken == 0.0
    assert 0 < clock.left <= 60


def test_a_fault_has_the_time_and_the_text_of_what_came() -> None:
    fault = MoveClock(time.monotonic() - 1).fault(Verdict.LATE, "printed", "5")
    assert (fault.verdict, fault.detail, fault.reply.text) == (Verdict.LATE, "printed", "5")
    assert fault.reply.taken >= 1
