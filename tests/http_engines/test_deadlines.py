"""Many deadlines on one timer: each rings in time, none that no longer matters, and no memory is kept."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from tests.http_engines.arena import run

from ronde.http_engines.deadlines import FORGOTTEN, Deadlines


@dataclass
class Waiting:
    deadline: float
    rung: list[float] = field(default_factory=list)
    awaited: bool = True

    def ring(self) -> None:
        self.awaited = False
        self.rung.append(self.deadline)


def test_deadlines_ring_in_their_order_whatever_the_order_of_asking() -> None:
    async def scenario() -> None:
        deadlines, now = Deadlines(), time.monotonic()
        rung: list[float] = []
        for late in (0.08, 0.02, 0.05, 0.02):
            deadlines.add(Waiting(now + late, rung))
        while len(rung) < 4:
            await asyncio.sleep(0.01)
        assert rung == sorted(rung)
        assert time.monotonic() >= now + 0.08

    run(scenario())


def test_what_is_no_longer_awaited_does_not_ring_and_delays_nobody() -> None:
    async def scenario() -> None:
        deadlines, now = Deadlines(), time.monotonic()
        rung: list[float] = []
        over, pending = Waiting(now + 0.02, rung), Waiting(now + 0.04, rung)
        deadlines.add(over)
        deadlines.add(pending)
        over.awaited = False
        while not rung:
            await asyncio.sleep(0.01)
        assert rung == [pending.deadline]
        assert len(deadlines) == 0

    run(scenario())


def test_a_deadline_in_the_past_rings_at_once() -> None:
    async def scenario() -> None:
        deadlines = Deadlines()
        rung: list[float] = []
        deadlines.add(Waiting(time.monotonic() + 3600, rung))
        deadlines.add(Waiting(time.monotonic() - 1, rung))
        await asyncio.sleep(0.05)
        assert len(rung) == 1

    run(scenario())


def test_moves_that_are_over_are_forgotten_long_before_their_deadline() -> None:
    async def scenario() -> None:
        deadlines, later = Deadlines(), time.monotonic() + 3600
        for _ in range(10 * FORGOTTEN):
            over = Waiting(later)
            deadlines.add(over)
            over.awaited = False
        assert len(deadlines) <= FORGOTTEN + 1

    run(scenario())
