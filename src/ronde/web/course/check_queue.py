"""The queue of versions to check: each in its own process, a few at a time, in order."""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from functools import partial
from typing import Final

from starlette.concurrency import run_in_threadpool

from ronde.course.door import CHECKER, LADDER, CourseFolder, Fate, VersionOutcome
from ronde.system.door import python_command, python_environment

LONGEST: Final = 900.0
"""Seconds after which a check is aborted."""
AGAIN: Final = 60.0
"""Seconds after which a ladder process that ended is restarted."""
_LOG: Final = logging.getLogger("uvicorn.error")

Waiting = tuple[str, int]
"""A program and the number of its version."""


class CheckQueue:
    """Waiting and running checks; after a restart they are read from the folder of the course."""

    def __init__(self, folder: CourseFolder, at_once: int = 0) -> None:
        self.folder = folder
        self.at_once = at_once or max(1, (os.cpu_count() or 1) // 2)
        self._waiting: list[Waiting] = []
        self._busy: dict[Waiting, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        """Queue what the last server did not check."""
        for one in await run_in_threadpool(self._unchecked):
            self.add(*one)

    def _unchecked(self) -> list[Waiting]:
        versions = [one for name in self.folder.names() for one in self.folder.versions(name)]
        missing = sorted((one.at, one.name, one.number) for one in versions if one.outcome is None)
        return [(name, number) for _, name, number in missing]

    def add(self, name: str, number: int) -> None:
        self._waiting.append((name, number))
        self._assign()

    def pending(self, name: str) -> bool:
        """Whether a version of that program waits or is being checked."""
        return any(one[0] == name for one in (*self._waiting, *self._busy))

    def before(self, name: str) -> int:
        """How many checks come before that of a program; 0 if it is being checked."""
        at = next((at for at, one in enumerate(tuple(self._waiting)) if one[0] == name), -1)
        return at + 1

    def _assign(self) -> None:
        while self._waiting and len(self._busy) < self.at_once:
            one = self._waiting.pop(0)
            task = asyncio.get_running_loop().create_task(self._check(one))
            self._busy[one] = task
            task.add_done_callback(partial(self._freed, one))

    def _freed(self, one: Waiting, task: asyncio.Task[None]) -> None:
        self._busy.pop(one, None)
        self._assign()

    async def _check(self, one: Waiting) -> None:
        name, number = one
        process = await begun(CHECKER, str(self.folder.path.absolute()), name, str(number))
        try:
            async with asyncio.timeout(LONGEST):
                await process.wait()
        except TimeoutError:
            _LOG.warning("the check of %s, version %d, was given up", name, number)
        finally:
            await ended(process)
        await run_in_threadpool(self._settle, name, number)

    def _settle(self, name: str, number: int) -> None:
        """Store an outcome for a check that did not end."""
        version = self.folder.version(name, number)
        if version is not None and version.outcome is None:
            self.folder.conclude(self.folder.place(name, number), VersionOutcome(Fate.LOST))

    async def close(self) -> None:
        """Stop; pending versions are checked after the next start."""
        self._waiting.clear()
        await _cancelled(*self._busy.values())


class LadderProcess:
    """The process that plays the ladder, restarted if it ends."""

    def __init__(self, folder: CourseFolder) -> None:
        self.folder = folder
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            process = await begun(LADDER, str(self.folder.path.absolute()))
            try:
                await process.wait()
                _LOG.error("the ladder of the course ended with %s", process.returncode)
            finally:
                await ended(process)
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Stop; the game being played is not counted."""
        if self._task is not None:
            await _cancelled(self._task)


async def begun(module: str, *words: str) -> Process:
    """Start one of our modules: it ends with its standard input, and gets no signals of the terminal."""
    return await asyncio.create_subprocess_exec(
        *python_command(module, *words),
        stdin=PIPE,
        stdout=DEVNULL,
        env=python_environment(),
        start_new_session=os.name == "posix",
    )


async def ended(process: Process) -> None:
    """End a process, and with it its programs, unless it has ended."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _cancelled(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
