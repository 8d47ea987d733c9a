"""A pool of worker processes for slow work, so that the event loop with the clocks stays responsive.

A thread would not do: it shares the interpreter with the loop. Workers are started when there is work for
them, read what they are sent on their standard input, answer on their standard output, and end with it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from ronde.system.door import python_command, python_environment
from ronde.web.server.fair_queue import FairQueue, QueueFull
from ronde.web.server.job import SIZE, Done, Job, framed, length, read_done

_LOG: Final = logging.getLogger("uvicorn.error")
LEAST: Final = 2
"""One address uses at most all workers but one, so there are at least two."""
MOST: Final = 4
EACH: Final = 64
"""Pages of one address that may wait: many visitors may share one router."""
PAPER: Final = 8
"""The weight of a page for printing: few are needed, and each is as long as the tournament."""
TOGETHER: Final = 512
LONGEST: Final = 60.0
"""Seconds after which a worker is killed."""
LARGEST: Final = 384
"""Megabytes after which a worker is replaced."""
_LEAVING: Final = 2.0
_CHUNK: Final = 1 << 20


class Crowded(Exception):
    """There is too much to render already, for this address or in all."""

    def __init__(self, *, own: bool = False) -> None:
        super().__init__(own)
        self.own = own
        """Whether all of it was requested by the same payer."""


class WorkerLost(Exception):
    """A worker died of a job, or exceeded its time."""


class WorkerDead(WorkerLost):
    """A worker died, of this job or before it."""


@dataclass
class _Order:
    job: Job
    answer: asyncio.Future[Done]


class Worker:
    """One process, busy with one job at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._in, self._out = process, process.stdin, process.stdout

    @classmethod
    async def start(cls) -> Worker:
        """Start a worker detached from the terminal: its signals are for the server alone."""
        command, environment = python_command("ronde.web.server.worker"), python_environment()
        apart = os.name == "posix"
        try:
            started = asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=_CHUNK, env=environment, start_new_session=apart
            )
            return cls(await started)
        except OSError as error:  # no memory, process or file available
            raise WorkerLost(repr(error)) from error

    async def do(self, job: Job) -> Done:
        """Send a job and wait for its answer; WorkerLost if there is none."""
        try:
            async with asyncio.timeout(LONGEST):
                self._in.write(framed(job))
                await self._in.drain()
                return read_done(await self._out.readexactly(length(await self._out.readexactly(SIZE))))
        except TimeoutError as error:
            raise WorkerLost(f"longer than {LONGEST:g} s") from error
        except (OSError, EOFError, ValueError, RuntimeError) as error:  # raised by uvloop for a closed pipe
            raise WorkerDead(repr(error)) from error

    async def end(self, within: float = 0.0) -> None:
        """Let it end by itself, or kill it after the timeout."""
        self._in.close()
        with suppress(TimeoutError, ProcessLookupError):
            async with asyncio.timeout(within):
                await self._process.wait()
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class WorkerPool:
    """All workers of a server, and the queue of jobs."""

    def __init__(self, most: int = 0) -> None:
        self.most = most or max(LEAST, min(MOST, os.cpu_count() or 1))
        self._queue: FairQueue[_Order] = FairQueue(share=self.most - 1, each=EACH, most=TOGETHER)
        self._idle: list[Worker] = []
        self._busy: set[asyncio.Task[None]] = set()
        self._asked: dict[Hashable, asyncio.Future[Done]] = {}
        self._awaited: set[asyncio.Future[Done]] = set()
        self._closed = False

    def warm_up(self) -> None:
        """Start the first worker in advance."""
        self._run(self._fresh())

    async def done(self, job: Job, *, payer: str, weight: int = 1, key: Hashable = None) -> Done:
        """The answer to a job; concurrent requests with the same key share one answer.

        Crowded if the payer has too many jobs waiting; WorkerLost if no worker survives the job.
        """
        known = self._asked.get(key) if key is not None else None
        if known is None:
            known = self._order(job, payer, weight)
            if key is not None:
                self._asked[key] = known
                known.add_done_callback(lambda _: self._asked.pop(key, None))
        return await asyncio.shield(known)

    def _order(self, job: Job, payer: str, weight: int) -> asyncio.Future[Done]:
        if self._closed:
            raise Crowded
        order = _Order(job, asyncio.get_running_loop().create_future())
        try:
            self._queue.put(payer, order, weight)
        except QueueFull as full:
            raise Crowded(own=full.own) from None
        self._awaited.add(order.answer)
        order.answer.add_done_callback(self._consume)
        self._assign()
        return order.answer

    def _assign(self) -> None:
        """Give waiting jobs to free workers."""
        while not self._closed and len(self._busy) < self.most and (turn := self._queue.take()):
            self._run(self._work(*turn))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._freed)

    def _freed(self, task: asyncio.Task[None]) -> None:
        self._busy.discard(task)
        self._assign()

    async def _fresh(self) -> None:
        if not self._idle:
            self._idle.append(await Worker.start())

    async def _work(self, payer: str, order: _Order) -> None:
        try:
            done = await self._tried(order.job)
        except WorkerLost as lost:
            _LOG.error("a worker was lost over %s: %s", order.job.path, lost)
            if not order.answer.done():
                order.answer.set_exception(lost)
        else:
            if not order.answer.done():
                order.answer.set_result(done)
        finally:
            self._queue.done(payer)

    def _consume(self, answer: asyncio.Future[Done]) -> None:
        """Consume a failure: its caller may have disconnected."""
        self._awaited.discard(answer)
        answer.exception()

    async def _tried(self, job: Job) -> Done:
        """An idle worker may have died before the job; a fresh one that dies has died of the job."""
        if self._idle:
            with suppress(WorkerDead):
                return await self._by(self._idle.pop(), job)
        return await self._by(await Worker.start(), job)

    async def _by(self, worker: Worker, job: Job) -> Done:
        try:
            done = await worker.do(job)
        except BaseException:
            await worker.end()
            raise
        await self._back(worker, done)
        return done

    async def _back(self, worker: Worker, done: Done) -> None:
        if done.peak > LARGEST:
            await worker.end()
        else:
            self._idle.append(worker)

    async def close(self) -> None:
        """End all workers; waiting requests get an error."""
        self._closed = True
        for answer in list(self._awaited):
            answer.set_exception(Crowded())
        for task in list(self._busy):
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        await asyncio.gather(*(worker.end(_LEAVING) for worker in self._idle))
        self._idle.clear()
