"""A pool of threads on this machine, one per running game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from ronde.core.player import PlayerId
from ronde.engines.door import Engine
from ronde.referee.game import Played, Watcher, play
from ronde.referee.roster import Opener, Roster, open_program
from ronde.referee.task import Task, game_seed


class Halted(Exception):
    """The pool was stopped while games were running; they are played another time."""


Watch = Callable[[Task], Watcher | None]
"""An observer of a running game."""


class Pool(Protocol):
    """Where encounters are played: in threads here, or on the machines of a cluster."""

    @property
    def free(self) -> bool:
        """Whether another encounter can be begun now."""

    def submit(self, encounter: Sequence[Task]) -> None:
        """Begin the games of one table."""

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait until at least one game has ended, and return all that have."""

    def stop(self) -> None:
        """Stop all running games and discard their results."""


class LocalPool:
    """A number of simultaneous games on this machine, each with its own blocking reader."""

    def __init__(self, roster: Roster, jobs: int, watch: Watch, opener: Opener = open_program) -> None:
        self._roster = roster
        self._opener = opener
        self._jobs = jobs
        self._watch = watch
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="game")
        self._running: dict[Future[Played], Task] = {}
        self._engines: set[Engine] = set()
        self._lock = threading.Lock()

    @property
    def free(self) -> bool:
        """Whether a thread has nothing to do."""
        return len(self._running) < self._jobs

    def submit(self, encounter: Sequence[Task]) -> None:
        """Begin every game in a thread of its own, as threads become free."""
        for task in encounter:
            self._running[self._threads.submit(self._play, task)] = task

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait for the next game to end."""
        done, _ = wait(self._running, return_when=FIRST_COMPLETED)
        for future in done:
            yield self._running.pop(future), future.result()

    def stop(self) -> None:
        """End the running games at once."""
        for future in self._running:
            future.cancel()
        with self._lock:
            for engine in self._engines:
                engine.abort()
        self._threads.shutdown(wait=True)

    def _play(self, task: Task) -> Played:
        roster = self._roster.between(task.first, task.second)
        engines = self._open(roster, task.first, task), self._open(roster, task.second, task)
        try:
            return play_task(roster, task, engines, self._watch(task))
        finally:
            self._close(*engines)

    def _open(self, roster: Roster, player: PlayerId, task: Task) -> Engine:
        engine = self._opener(roster.entrant(player), roster, game_seed(roster, task))
        with self._lock:
            self._engines.add(engine)
        return engine

    def _close(self, *engines: Engine) -> None:
        with self._lock:
            self._engines.difference_update(engines)
        for engine in engines:
            engine.close()


def play_task(roster: Roster, task: Task, engines: tuple[Engine, Engine], watch: Watcher | None) -> Played:
    """Play one game of a tournament, by the seed that belongs to its place."""
    jailed = any(hasattr(engine, "jail") for engine in engines)  # engines at addresses are in none
    return play(
        roster.rules,
        engines,
        roster.clock,
        seed=game_seed(roster, task),
        start=roster.start_of(task.round, task.leg),
        watch=watch,
        jail=roster.jail.tier if jailed else -1,
    )
