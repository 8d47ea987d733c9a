"""Encounters played on a Dask cluster (extra `cluster`).

One task is one encounter. A worker publishes every finished game at the scheduler, under the game's own key,
before it goes on, and looks there before it begins one: a lost worker costs the game it was playing and no
other, and no finished game is played again. Dask executes arbitrary code: use private networks or TLS only.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from ronde.core.errors import ClusterTrouble
from ronde.core.player import PlayerId
from ronde.games.door import GameRecord, find_game
from ronde.referee.game import Played, Watcher
from ronde.referee.job import KEPT, packed, play_encounter
from ronde.referee.pool import Halted, Watch
from ronde.referee.roster import Opener, Roster, open_program
from ronde.referee.scheduler import CALL, connected
from ronde.referee.sheet import Sheet
from ronde.referee.task import Task
from ronde.referee.workers import CORES, Refuse, Workers, capacity, silent

BOARD: Final = "ronde"
_LOOK: Final = 0.2
_PATIENCE: Final = 60.0
"""Seconds without any worker, or without the scheduler, after which a run gives up."""
_CALL: Final = CALL
_CUT: Final = (OSError, TimeoutError)
"""The errors of a call to a scheduler that is unreachable."""


@dataclass(slots=True)
class _Out:
    """A submitted encounter: the games that are not stored yet, and the workers that may play it."""

    tasks: list[Task]
    workers: frozenset[str]


class ClusterPool:
    """The workers of a scheduler that are fit to play."""

    def __init__(
        self,
        address: str,
        roster: Roster,
        watch: Watch,
        *,
        opener: Opener = open_program,
        slowest: float = 0.5,
        tls: Path | None = None,
        refuse: Refuse = silent,
    ) -> None:
        self._line = address, tls
        self._client = connected(address, tls, _CALL)
        self._watch = watch
        self.opener = opener
        """Opens the entrants of the encounters submitted from here on."""
        self._crew = Workers(roster, slowest, refuse)
        self._run = token_hex(8)
        self.renew(roster)
        self._running: dict[Any, _Out] = {}
        self._waiting: list[list[Task]] = []
        self._watchers: dict[str, Watcher | None] = {}
        self._present: Mapping[str, Any] = {}
        self._asked = float("-inf")
        self._halted = threading.Event()

    def renew(self, roster: Roster) -> None:
        """Send these programs with the encounters from here on."""
        self._roster = roster
        # Sent with every encounter: scattered data is on one worker, and lost with it.
        files = {entrant.id: Path(entrant.path) for entrant in roster.entrants}
        self._programs = {player: packed(path) for player, path in files.items() if path.is_file()}

    @property
    def free(self) -> bool:
        """Whether the workers can take more encounters: one for each pair of cores, plus one in reserve."""
        with suppress(*_CUT):
            return len(self._running) + len(self._waiting) < 2 * max(1, self.capacity)
        return False

    @property
    def busy(self) -> bool:
        return bool(self._running or self._waiting)

    @property
    def capacity(self) -> int:
        """How many encounters the fit workers play at once."""
        fit = self._fit()
        return capacity(self._workers(), fit)

    def _fit(self) -> list[str]:
        return self._crew.fit(self._client, self._workers())

    def _workers(self) -> Mapping[str, Any]:
        """The current workers, possibly a moment old: asking costs a round trip."""
        if time.monotonic() - self._asked > _LOOK:
            workers: Mapping[str, Any] | None = self._client.scheduler_info(n_workers=-1).get("workers")
            if workers is None:  # a disconnected client knows nothing
                raise ConnectionError
            self._present, self._asked = workers, time.monotonic()
        return self._present

    def submit(self, encounter: Sequence[Task]) -> None:
        """Submit the games of one table to any free suitable worker, and again later if that fails."""
        try:
            self._send(encounter)
        except _CUT:
            self._waiting.append(list(encounter))

    def _send(self, encounter: Sequence[Task]) -> None:
        first, fit = encounter[0], self._fit()
        if not fit:
            raise ConnectionError
        programs = {player: self._programs[player] for player in _pair(first) if player in self._programs}
        future = self._client.submit(
            play_encounter,
            _without_paths(self._roster, self._programs).to_json(),
            [tuple(map(int, _place(task))) for task in encounter],
            programs,
            self._run,
            self.opener,
            workers=fit,
            resources={"core": CORES},
            key=f"{BOARD}-{self._run}-{first.round}-{first.table}-{first.leg}-{token_hex(4)}",
            pure=False,
            retries=3,
        )
        self._running[future] = _Out(list(encounter), frozenset(fit))

    def drop(self, task: Task) -> bool:
        """A game on another machine goes on there, but its result is ignored."""
        return False

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait until a game is published, and return all that are."""
        alone, pause = time.monotonic(), _LOOK / 16
        while True:
            fit: list[str] = []
            try:
                # Check which tasks have ended before reading the published games, not after.
                ended = {future for future in self._running if future.done()}
                games = self._look()
                for task, played in games:
                    yield task, played
                    self._mark(task, played)
                fit = self._fit()
                self._sweep(ended, self._workers())
            except _CUT:
                games = []
                self._call_again()
            if games:
                return
            alone = time.monotonic() if fit else alone
            if time.monotonic() - alone > _PATIENCE:
                raise self._nobody()
            if self._halted.wait(pause):
                raise Halted
            pause = min(_LOOK, 2 * pause)

    def _nobody(self) -> ClusterTrouble:
        """No worker plays: there is none, or none is allowed to."""
        if not self._crew.refused:
            return ClusterTrouble(reason="no-workers", detail="")
        address, reason = next(iter(self._crew.refused.items()))
        return ClusterTrouble(reason=reason, detail=address)

    def _look(self) -> list[tuple[Task, Played]]:
        """The published games that are not stored here yet; running ones are shown."""
        board: Mapping[str, Any] = self._client.get_metadata([BOARD, self._run], {})
        games = []
        for out in self._running.values():
            for task in list(out.tasks):
                state = board.get(task.record)
                if isinstance(state, dict) and state.get("over"):
                    played = Played.from_dict(state["played"])
                    self._show_end(task, played)
                    out.tasks.remove(task)
                    games.append((task, played))
                elif isinstance(state, dict):
                    self._show(task, state["record"])
        return games

    def _mark(self, task: Task, played: Played) -> None:
        """A stored game keeps its published key; one that is to be played again is removed."""
        kept = KEPT if played.record.outcome.counts else None
        with suppress(*_CUT):
            self._client.set_metadata([BOARD, self._run, task.record], kept)

    def _sweep(self, ended: Iterable[Any], present: Mapping[str, Any]) -> None:
        """Release what is stored, and submit again what was lost."""
        for future, out in list(self._running.items()):
            # A returning worker has another address: no worker is left that may play this.
            stranded = bool(present) and not out.workers & present.keys()
            if not out.tasks:
                self._running.pop(future)
                future.release()
            elif future in ended or stranded:
                self._lost(future, out)
        waiting, self._waiting = self._waiting, []
        for encounter in waiting:
            self.submit(encounter)

    def _lost(self, future: Any, out: _Out) -> None:
        """A task ended with games missing: workers were lost too often, or the referee failed there."""
        trouble = None if future.status in ("cancelled", "pending") else future.exception()
        self._running.pop(future)
        with suppress(*_CUT):
            future.cancel()
        if trouble is not None and "KilledWorker" not in type(trouble).__name__:
            raise ClusterTrouble(reason="failed", detail=repr(trouble)) from trouble
        self.submit(out.tasks)

    def _call_again(self) -> None:
        """The scheduler is unreachable: replace a client that has given up, and submit everything again."""
        if self._client.status in ("closing", "closed"):
            with suppress(ClusterTrouble, *_CUT):
                self._client = connected(*self._line, _CALL)
                lost, self._running = self._running, {}
                self._waiting += [out.tasks for out in lost.values() if out.tasks]

    def _show(self, task: Task, record: Mapping[str, Any]) -> None:
        if task.record not in self._watchers:
            self._watchers[task.record] = self._watch(task)
        watcher = self._watchers[task.record]
        if watcher is not None:
            kept = GameRecord.from_dict(record)
            watcher(Sheet.resume(kept, find_game(kept.game, kept.settings), self._roster.clock))

    def _show_end(self, task: Task, played: Played) -> None:
        watcher = self._watchers.pop(task.record, None)
        if watcher is not None:
            kept = played.record
            sheet = Sheet.resume(kept, find_game(kept.game, kept.settings), self._roster.clock)
            sheet.outcome, sheet.asked = played.record.outcome, []
            watcher(sheet)

    def pause(self) -> None:
        """Stop waiting now: a worker has an encounter whole, and cannot end one game of it."""
        self.halt()

    def halt(self) -> None:
        """From another thread: stop waiting for games now."""
        self._halted.set()

    def stop(self) -> None:
        """Cancel the tasks, clear the published games, disconnect."""
        with suppress(Exception):
            self._client.cancel(list(self._running))
            self._client.set_metadata([BOARD, self._run], {})
        self._client.close()


def _without_paths(roster: Roster, programs: Container[PlayerId]) -> Roster:
    """The roster with the bare names of the programs that are sent along."""
    entrants = (
        replace(one, path=Path(one.path).name) if one.id in programs else one for one in roster.entrants
    )
    return replace(roster, entrants=tuple(entrants))


def _pair(task: Task) -> tuple[PlayerId, PlayerId]:
    return task.first, task.second


def _place(task: Task) -> tuple[int, int, int, int, int]:
    return task.round, task.table, task.leg, task.first, task.second
