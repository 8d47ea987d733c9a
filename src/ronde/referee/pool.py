"""A pool of threads on this machine, one per running game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, Protocol

from ronde.core.player import PlayerId
from ronde.engines.door import Engine
from ronde.games.door import GameError, GameRecord
from ronde.referee.game import Played, Watcher, go_on
from ronde.referee.roster import Opener, Roster, open_program
from ronde.referee.sheet import Sheet
from ronde.referee.task import Task, game_seed


class Halted(Exception):
    """The pool was stopped while games were running; they are played another time."""


Watch = Callable[[Task], Watcher | None]
"""An observer of a running game."""
Begun = Callable[[Task], GameRecord | None]
"""Finds the moves of an interrupted game."""


def never_begun(task: Task) -> GameRecord | None:
    return None


class Pool(Protocol):
    """Where encounters are played: in threads, or on the machines of a cluster."""

    @property
    def free(self) -> bool:
        """Whether another encounter can be begun."""

    @property
    def busy(self) -> bool:
        """Whether a game is being played."""

    def submit(self, encounter: Sequence[Task]) -> None:
        """Begin the games of one table."""

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait a limited time until games have ended, and return them."""

    def drop(self, task: Task) -> bool:
        """End one game at once and forget it; False if it cannot be reached any more."""

    def pause(self) -> None:
        """Begin no further game; those that are being played go on."""

    def renew(self, roster: Roster) -> None:
        """Use these programs for games that begin from here on."""

    def stop(self) -> None:
        """Stop all running games and discard their results."""


LOOK: Final = 1.0
"""Seconds between two checks whether the running games are still needed."""


class LocalPool:
    """That many simultaneous games on this machine, each with its own blocking reader."""

    def __init__(
        self,
        roster: Roster,
        jobs: int,
        watch: Watch,
        opener: Opener = open_program,
        begun: Begun = never_begun,
    ) -> None:
        self._roster = roster
        self._opener = opener
        self._begun = begun
        self._jobs = jobs
        self._watch = watch
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="game")
        self._running: dict[Future[Played | None], Task] = {}
        self._engines: dict[Engine, Task] = {}
        self._lock = threading.Lock()
        self._pausing = threading.Event()

    @property
    def free(self) -> bool:
        return len(self._running) < self._jobs

    @property
    def busy(self) -> bool:
        return bool(self._running)

    def submit(self, encounter: Sequence[Task]) -> None:
        """Begin every game in its own thread, as threads become free."""
        for task in encounter:
            self._running[self._threads.submit(self._play, task)] = task

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait for the next game to end; games not begun because of a pause are left out."""
        done, _ = wait(self._running, LOOK, FIRST_COMPLETED)
        for future in done:
            task = self._running.pop(future)
            if (played := future.result()) is not None:
                yield task, played

    def drop(self, task: Task) -> bool:
        """End a game at once, or do not let it begin."""
        future = next(future for future, running in self._running.items() if running == task)
        del self._running[future]
        future.cancel()
        with self._lock:
            for engine in [engine for engine, own in self._engines.items() if own == task]:
                engine.abort()
        return True

    def pause(self) -> None:
        """Begin none of the games that wait for a thread; safe in a signal handler."""
        self._pausing.set()

    def renew(self, roster: Roster) -> None:
        self._roster = roster

    def stop(self) -> None:
        for future in self._running:
            future.cancel()
        with self._lock:
            for engine in self._engines:
                engine.abort()
        self._threads.shutdown(wait=True)

    def _play(self, task: Task) -> Played | None:
        if self._pausing.is_set():
            return None
        roster = self._roster.between(task.first, task.second)
        engines = self._open(roster, task.first, task), self._open(roster, task.second, task)
        try:
            return play_task(roster, task, engines, self._watch(task), self._begun(task))
        finally:
            self._close(*engines)

    def _open(self, roster: Roster, player: PlayerId, task: Task) -> Engine:
        engine = self._opener(roster.entrant(player), roster, game_seed(roster, task))
        with self._lock:
            self._engines[engine] = task
        return engine

    def _close(self, *engines: Engine) -> None:
        with self._lock:
            for engine in engines:
                del self._engines[engine]
        for engine in engines:
            engine.close()


def play_task(
    roster: Roster,
    task: Task,
    engines: tuple[Engine, Engine],
    watch: Watcher | None,
    begun: GameRecord | None = None,
) -> Played:
    """Play one game of a tournament, by its own seed, or resume it."""
    jailed = any(hasattr(engine, "jail") for engine in engines)  # remote engines have no sandbox
    sheet = _sheet(roster, task, (engines[0].name, engines[1].name), begun)
    return go_on(sheet, engines, watch=watch, jail=roster.jail.tier if jailed else -1)


def _sheet(roster: Roster, task: Task, players: tuple[str, str], begun: GameRecord | None) -> Sheet:
    """The state of a new game, or of the interrupted one if that is the same game."""
    seed, start = game_seed(roster, task), roster.start_of(task.round, task.leg)
    fresh = Sheet(roster.rules, roster.clock, seed=seed, players=players, start=start)
    if begun is None or _setting(begun) != _setting(fresh.record):
        return fresh
    try:
        resumed = Sheet.resume(begun, roster.rules, roster.clock)
    except (GameError, ValueError, KeyError):  # the file was damaged
        return fresh
    return fresh if resumed.outcome.over else resumed


def _setting(record: GameRecord) -> tuple[object, ...]:
    """What is decided before the first move."""
    return record.game, record.settings, record.players, record.seed, record.start
