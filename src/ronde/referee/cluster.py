"""Hands on other machines: encounters played on a Dask cluster (extra `cluster`).

One task is one encounter. A worker puts every finished game on the scheduler's board before it goes on,
under the game's own place, and looks there before it begins one: a worker that is lost costs the game it was
playing and no other, and no finished game is played again. Dask runs whatever code it is sent: private
networks or TLS only.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from ronde.core.errors import ClusterTrouble
from ronde.core.player import PlayerId
from ronde.games.door import GameRecord
from ronde.referee.game import Played, Watcher
from ronde.referee.labour import KEPT, packed, play_encounter, speed
from ronde.referee.pool import Halted, Watch
from ronde.referee.roster import Opener, Roster, open_program
from ronde.referee.sheet import Sheet
from ronde.referee.task import Task

BOARD: Final = "ronde"
CORES: Final = 2
"""What an encounter takes of a worker's resource `core`: one for each playing side."""
_LOOK: Final = 0.2
_PATIENCE: Final = 60.0
"""Seconds without any worker, or without the scheduler, after which a run gives up."""
_RETURN: Final = 1.0
"""Seconds after which a worker that lost its scheduler calls it again."""
_CUT: Final = (OSError, TimeoutError)
"""What a call to a scheduler ends with that cannot be reached now."""


@dataclass(slots=True)
class _Out:
    """An encounter on its way: the games that are not home yet, and the workers that may play it."""

    tasks: list[Task]
    workers: frozenset[str]
    """None means any."""


class ClusterPool:
    """The workers of a scheduler, those that are fast enough."""

    def __init__(
        self,
        address: str,
        roster: Roster,
        watch: Watch,
        *,
        opener: Opener = open_program,
        slowest: float = 0.5,
        tls: Path | None = None,
    ) -> None:
        self._line = address, tls
        self._client = _connected(address, tls)
        self._roster = roster
        self._watch = watch
        self._opener = opener
        self._slowest = slowest
        self._run = token_hex(8)
        # With every encounter: what is scattered lives on one worker, and is lost with it.
        files = {entrant.id: Path(entrant.path) for entrant in roster.entrants}
        self._programs = {player: packed(path) for player, path in files.items() if path.is_file()}
        self._running: dict[Any, _Out] = {}
        self._waiting: list[list[Task]] = []
        self._watchers: dict[str, Watcher | None] = {}
        self._speeds: dict[str, float] = {}
        self._present: Mapping[str, Any] = {}
        self._asked = float("-inf")
        self._halted = threading.Event()

    @property
    def free(self) -> bool:
        """Whether fewer encounters are out than the workers have pairs of cores, and one in hand each."""
        with suppress(*_CUT):
            return len(self._running) + len(self._waiting) < 2 * max(1, self._capacity())
        return False

    def _capacity(self) -> int:
        cores = (worker.get("resources", {}).get("core", 0) for worker in self._workers().values())
        return int(sum(count // CORES for count in cores))

    def _workers(self) -> Mapping[str, Any]:
        """The workers there are, or were a moment ago: asking costs a way there and back."""
        if time.monotonic() - self._asked > _LOOK:
            found: Mapping[str, Any] | None = self._client.scheduler_info(n_workers=-1).get("workers")
            if found is None:  # a client that has hung up knows nothing
                raise ConnectionError
            self._present, self._asked = found, time.monotonic()
        return self._present

    def submit(self, encounter: Sequence[Task]) -> None:
        """Send the games of one table to whichever good worker is free; at the next chance if that fails."""
        try:
            self._send(encounter)
        except _CUT:
            self._waiting.append(list(encounter))

    def _send(self, encounter: Sequence[Task]) -> None:
        first, good = encounter[0], self._good_workers()
        programs = {player: self._programs[player] for player in _pair(first) if player in self._programs}
        future = self._client.submit(
            play_encounter,
            _without_paths(self._roster, self._programs).to_json(),
            [tuple(map(int, _place(task))) for task in encounter],
            programs,
            self._run,
            self._opener,
            workers=good or None,
            resources={"core": CORES},
            key=f"{BOARD}-{self._run}-{first.round}-{first.table}-{first.leg}-{token_hex(4)}",
            pure=False,
            retries=3,
        )
        self._running[future] = _Out(list(encounter), frozenset(good))

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait until a game is on the board, and hand over all that are."""
        alone, pause = time.monotonic(), _LOOK / 16
        while True:
            present: Mapping[str, Any] = {}
            try:
                # What has ended is asked before the board is read, not after.
                ended = {future for future in self._running if future.done()}
                found = self._look()
                for task, played in found:
                    yield task, played
                    self._mark(task)
                present = self._workers()
                self._sweep(ended, present)
            except _CUT:
                found = []
                self._call_again()
            if found:
                return
            alone = time.monotonic() if present else alone
            if time.monotonic() - alone > _PATIENCE:
                raise ClusterTrouble(reason="no-workers", detail="")
            if self._halted.wait(pause):
                raise Halted
            pause = min(_LOOK, 2 * pause)

    def _look(self) -> list[tuple[Task, Played]]:
        """The games on the board that are not home yet; those being played are shown."""
        board: Mapping[str, Any] = self._client.get_metadata([BOARD, self._run], {})
        found = []
        for out in self._running.values():
            for task in list(out.tasks):
                told = board.get(task.record)
                if isinstance(told, dict) and told.get("over"):
                    played = Played.from_dict(told["played"])
                    self._show_end(task, played)
                    out.tasks.remove(task)
                    found.append((task, played))
                elif isinstance(told, dict):
                    self._show(task, told["record"])
        return found

    def _mark(self, task: Task) -> None:
        """On the board a game that is written down needs its place only."""
        with suppress(*_CUT):
            self._client.set_metadata([BOARD, self._run, task.record], KEPT)

    def _sweep(self, ended: Iterable[Any], present: Mapping[str, Any]) -> None:
        """Let go of what is home, and send out again what was lost on the way."""
        for future, out in list(self._running.items()):
            # A worker that comes back has another address: nobody is left who may play this.
            stranded = bool(present) and bool(out.workers) and not out.workers & present.keys()
            if not out.tasks:
                self._running.pop(future)
                future.release()
            elif future in ended or stranded:
                self._lost(future, out)
        waiting, self._waiting = self._waiting, []
        for encounter in waiting:
            self.submit(encounter)

    def _lost(self, future: Any, out: _Out) -> None:
        """The task ended and games are missing: workers were lost too often, or the referee failed there."""
        trouble = None if future.status in ("cancelled", "pending") else future.exception()
        self._running.pop(future)
        with suppress(*_CUT):
            future.cancel()
        if trouble is not None and "KilledWorker" not in type(trouble).__name__:
            raise ClusterTrouble(reason="failed", detail=repr(trouble)) from trouble
        self.submit(out.tasks)

    def _call_again(self) -> None:
        """The scheduler cannot be reached: a client that has given up is replaced, and all is sent anew."""
        if self._client.status in ("closing", "closed"):
            with suppress(ClusterTrouble, *_CUT):
                self._client = _connected(*self._line)
                lost, self._running = self._running, {}
                self._waiting += [out.tasks for out in lost.values() if out.tasks]

    def _show(self, task: Task, record: Mapping[str, Any]) -> None:
        """Let those who look at a game here see a game that is played there."""
        if task.record not in self._watchers:
            self._watchers[task.record] = self._watch(task)
        watcher = self._watchers[task.record]
        if watcher is not None:
            kept = GameRecord.from_dict(record)
            watcher(Sheet.resume(kept, self._roster.rules, self._roster.clock))

    def _show_end(self, task: Task, played: Played) -> None:
        """Whoever has seen a game sees how it ended."""
        watcher = self._watchers.pop(task.record, None)
        if watcher is not None:
            sheet = Sheet.resume(played.record, self._roster.rules, self._roster.clock)
            sheet.outcome, sheet.asked = played.record.outcome, []
            watcher(sheet)

    def _good_workers(self) -> list[str]:
        """Workers whose own measure is not far below the best; clocks would not be fair there."""
        known = set(self._workers())
        for address in known - self._speeds.keys():
            with suppress(Exception):  # a worker that left while it was measured
                self._speeds |= self._client.run(speed, workers=[address])
        speeds = {address: self._speeds[address] for address in known & self._speeds.keys()}
        best = max(speeds.values(), default=0.0)
        return [address for address, rate in speeds.items() if rate >= self._slowest * best]

    def halt(self) -> None:
        """From another thread: let whoever waits for games give up now."""
        self._halted.set()

    def stop(self) -> None:
        """Cancel what is out, wipe the board, hang up."""
        with suppress(Exception):
            self._client.cancel(list(self._running))
            self._client.set_metadata([BOARD, self._run], {})
        self._client.close()


def _dask() -> Any:
    """The library, which not everybody has."""
    try:
        import distributed
    except ImportError as error:
        raise ClusterTrouble(reason="no-distributed", detail="") from error
    return distributed


def need_cluster() -> None:
    """ClusterTrouble now, and not in the middle of an event, if this machine lacks the extra."""
    _dask()


def _connected(address: str, tls: Path | None) -> Any:
    try:
        return _dask().Client(address, timeout=10, set_as_default=False, security=security(tls))
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterTrouble(reason="unreachable", detail=address) from error


def _without_paths(roster: Roster, programs: Container[PlayerId]) -> Roster:
    """The roster with the bare names of the programs that travel."""
    entrants = (
        replace(one, path=Path(one.path).name) if one.id in programs else one for one in roster.entrants
    )
    return replace(roster, entrants=tuple(entrants))


def _pair(task: Task) -> tuple[PlayerId, PlayerId]:
    return task.first, task.second


def _place(task: Task) -> tuple[int, int, int, int, int]:
    return task.round, task.table, task.leg, task.first, task.second


def run_worker(address: str, cores: int, tls: Path | None, *, ready: Callable[[], None]) -> None:
    """Lend so many cores to a scheduler until a signal; ClusterTrouble if there is none at the start.

    The worker process is restarted if it dies. When the scheduler is lost the games that were being played
    are given up, since others will play them, and the worker comes back as soon as the scheduler does.
    """
    asyncio.run(_work(address, cores, tls, ready))


async def _work(address: str, cores: int, tls: Path | None, ready: Callable[[], None]) -> None:
    told = False
    while True:
        try:
            async with _nanny(address, cores, tls) as nanny:
                if not told:
                    ready()
                told = True
                await nanny.finished()
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            if not told:
                raise ClusterTrouble(reason="unreachable", detail=address) from error
        await asyncio.sleep(_RETURN)


def _nanny(address: str, cores: int, tls: Path | None) -> Any:
    return _dask().Nanny(
        address,
        nthreads=max(1, cores // CORES),
        resources={"core": cores},
        security=security(tls),
        dashboard=False,
        death_timeout=30,
        # Games hold little memory of ours; their programs have limits of their own.
        memory_limit=None,
    )


def security(tls: Path | None) -> Any:
    """The certificates of a folder, or none."""
    if tls is None:
        return None
    key = {"cert": str(tls / "cert.pem"), "key": str(tls / "key.pem")}
    return _dask().Security(
        tls_ca_file=str(tls / "ca.pem"),
        tls_client_cert=key["cert"],
        tls_client_key=key["key"],
        tls_worker_cert=key["cert"],
        tls_worker_key=key["key"],
        require_encryption=True,
    )
