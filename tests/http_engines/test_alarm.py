"""The alarm that stands in for a timeout around every move."""

from __future__ import annotations

import asyncio
import time

import pytest
from tests.http_engines.arena import run

from ronde.http_engines.alarm import Alarm
from ronde.http_engines.move_clock import MoveClock


async def waits(alarm: Alarm, seconds: float) -> None:
    with alarm.at(MoveClock(time.monotonic() + seconds)):
        await asyncio.Event().wait()


def test_a_wait_ends_at_its_deadline() -> None:
    async def scenario() -> None:
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await waits(Alarm(), 0.05)
        assert time.monotonic() - began >= 0.05
        task = asyncio.current_task()
        assert task is not None
        assert task.cancelling() == 0

    run(scenario())


def test_a_deadline_that_is_past_ends_the_wait_at_once() -> None:
    async def scenario() -> None:
        with pytest.raises(TimeoutError):
            await waits(Alarm(), -5)

    run(scenario())


def test_the_same_alarm_serves_move_after_move() -> None:
    async def scenario() -> None:
        alarm = Alarm()
        for _ in range(100):
            with alarm.at(MoveClock(time.monotonic() + 30)):
                await asyncio.sleep(0.001)
        with pytest.raises(TimeoutError):
            await waits(alarm, 0.03)
        with alarm.at(MoveClock(time.monotonic() + 30)):
            await asyncio.sleep(0.001)

    run(scenario())


def test_a_later_deadline_is_not_cut_short_by_the_timer_of_an_earlier_one() -> None:
    async def scenario() -> None:
        alarm = Alarm()
        with alarm.at(MoveClock(time.monotonic() + 0.02)):
            pass
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await waits(alarm, 0.1)
        assert time.monotonic() - began >= 0.1

    run(scenario())


def test_an_earlier_deadline_does_not_wait_for_the_timer_of_a_later_one() -> None:
    async def scenario() -> None:
        alarm = Alarm()
        with alarm.at(MoveClock(time.monotonic() + 3600)):
            await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            await waits(alarm, 0.02)

    run(scenario(), seconds=30)


def test_nobody_is_woken_between_two_moves() -> None:
    async def scenario() -> None:
        alarm = Alarm()
        with alarm.at(MoveClock(time.monotonic() + 0.02)):
            pass
        await asyncio.sleep(0.05)
        with pytest.raises(TimeoutError):
            await waits(alarm, 0.02)

    run(scenario())


def test_somebody_elses_cancellation_stays_one() -> None:
    async def scenario() -> None:
        alarm = Alarm()
        task = asyncio.ensure_future(waits(alarm, 3600))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        alarm.stop()

    run(scenario())


def test_a_cancellation_together_with_the_deadline_stays_a_cancellation() -> None:
    async def scenario() -> None:
        task = asyncio.ensure_future(waits(Alarm(), 0.01))
        await asyncio.sleep(0)
        time.sleep(0.02)  # the deadline is past, and nobody has been told yet
        asyncio.get_running_loop().call_later(0, task.cancel)
        with pytest.raises(asyncio.CancelledError):
            await task

    run(scenario())


def test_a_fault_inside_is_handed_on_as_it_is() -> None:
    async def scenario() -> None:
        with pytest.raises(KeyError), Alarm().at(MoveClock(time.monotonic() + 3600)):
            raise KeyError("x")

    run(scenario())


def test_a_stopped_alarm_leaves_no_timer_and_can_be_set_again() -> None:
    async def scenario() -> None:
        alarm = Alarm()
        with alarm.at(MoveClock(time.monotonic() + 3600)):
            await asyncio.sleep(0)
        alarm.stop()
        alarm.stop()
        assert alarm._timer is None
        with pytest.raises(TimeoutError):
            await waits(alarm, 0.01)

    run(scenario())
