"""Hands on other machines: encounters played on a Dask cluster (extra `cluster`).

One task is one encounter. A worker puts every finished game on the scheduler's board before it goes on,
under the game's own place, and looks there before it begins one: a worker that is lost costs the game it was
playing and no other, and no finished game is played again. Dask runs whatever code it is sent: private
networks or TLS only.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from ronde.core.errors import ClusterTrouble
from ronde.games.door import GameRecord
from ronde.referee.game import Played
from ronde.referee.labour import packed, play_encounter, speed
from ronde.referee.pool import Watch
from ronde.referee.roster import Roster
from ronde.referee.sheet import Sheet
from ronde.referee.task import Task

BOARD: Final = "ronde"
CORES: Final = 2
"""What an encounter takes of a worker's resource `core`: one for each playing side."""
_LOOK: Final = 0.2
_PATIENCE: Final = 60.0
"""Seconds without any worker after which a run gives up."""


class ClusterPool:
    """The workers of a scheduler, those that are fast enough."""

    def __init__(
        self, address: str, roster: Roster, watch: Watch, *, slowest: float = 0.5, tls: Path | None = None
    ) -> None:
        self._client = _connected(address, tls)
        self._roster = roster
        self._watch = watch
        self._slowest = slowest
        self._run = token_hex(8)
        # With every encounter: what is scattered lives on one worker, and is lost with it.
        self._programs = {entrant.id: packed(Path(entrant.path)) for entrant in roster.entrants}
        self._running: dict[Any, list[Task]] = {}
        self._watchers: dict[str, Any] = {}
        self._speeds: dict[str, float] = {}

    @property
    def free(self) -> bool:
        """Whether fewer encounters are out than the workers have pairs of cores, and one in hand each."""
        return len(self._running) < 2 * max(1, self._capacity())

    def _capacity(self) -> int:
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        cores = (worker.get("resources", {}).get("core", 0) for worker in workers.values())
        return int(sum(count // CORES for count in cores))

    def submit(self, encounter: Sequence[Task]) -> None:
        """Send the games of one table to whichever good worker is free."""
        first = encounter[0]
        programs = {player: self._programs[player] for player in (first.first, first.second)}
        future = self._client.submit(
            play_encounter,
            _without_paths(self._roster).to_json(),
            [tuple(map(int, _place(task))) for task in encounter],
            programs,
            self._run,
            workers=self._good_workers(),
            resources={"core": CORES},
            key=f"{BOARD}-{self._run}-{first.round}-{first.table}-{first.leg}-{token_hex(4)}",
            pure=False,
            retries=3,
        )
        self._running[future] = list(encounter)

    def finished(self) -> Iterator[tuple[Task, Played]]:
        """Wait until a game is on the board, and hand over all that are."""
        alone = time.monotonic()
        while True:
            found = list(self._look())
            yield from found
            if found:
                return
            if self._client.scheduler_info(n_workers=-1)["workers"]:
                alone = time.monotonic()
            elif time.monotonic() - alone > _PATIENCE:
                raise ClusterTrouble(reason="no-workers", detail="")
            time.sleep(_LOOK)

    def _look(self) -> Iterator[tuple[Task, Played]]:
        ended = {future for future in self._running if future.done()}  # before the board is read, not after
        board: Mapping[str, Any] = self._client.get_metadata([BOARD, self._run], {})
        for future, encounter in list(self._running.items()):
            for task in list(encounter):
                told = board.get(task.record)
                if isinstance(told, dict) and told.get("over"):
                    encounter.remove(task)
                    self._client.set_metadata([BOARD, self._run, task.record], "kept")
                    yield task, Played.from_dict(told["played"])
                elif isinstance(told, dict):
                    self._show(task, told["record"])
            if not encounter:
                self._running.pop(future).clear()
                future.release()
            elif future in ended:
                self._lost(future, encounter)

    def _show(self, task: Task, record: Mapping[str, Any]) -> None:
        """Let those who look at a game here see a game that is played there."""
        if task.record not in self._watchers:
            self._watchers[task.record] = self._watch(task)
        watcher = self._watchers[task.record]
        if watcher is not None:
            kept = GameRecord.from_dict(record)
            watcher(Sheet.resume(kept, self._roster.rules, self._roster.clock))

    def _lost(self, future: Any, encounter: list[Task]) -> None:
        """The task ended and games are missing: workers were lost too often, or the referee failed there."""
        trouble = future.exception()
        self._running.pop(future)
        future.release()
        if trouble is not None and "KilledWorker" not in type(trouble).__name__:
            raise ClusterTrouble(reason="failed", detail=repr(trouble)) from trouble
        self.submit(encounter)

    def _good_workers(self) -> list[str] | None:
        """Workers whose own measure is not far below the best; clocks would not be fair there."""
        known = set(self._client.scheduler_info(n_workers=-1)["workers"])
        for address in known - self._speeds.keys():
            with suppress(Exception):  # a worker that left while it was measured
                self._speeds |= self._client.run(speed, workers=[address])
        speeds = {address: self._speeds[address] for address in known & self._speeds.keys()}
        best = max(speeds.values(), default=0.0)
        return [address for address, rate in speeds.items() if rate >= self._slowest * best] or None

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


def _connected(address: str, tls: Path | None) -> Any:
    try:
        return _dask().Client(address, timeout=10, set_as_default=False, security=security(tls))
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterTrouble(reason="unreachable", detail=address) from error


def _without_paths(roster: Roster) -> Roster:
    return replace(roster, entrants=tuple(replace(one, path=Path(one.path).name) for one in roster.entrants))


def _place(task: Task) -> tuple[int, int, int, int, int]:
    return task.round, task.table, task.leg, task.first, task.second


def run_worker(address: str, cores: int, tls: Path | None, *, ready: Callable[[], None]) -> None:
    """Lend so many cores to a scheduler until a signal; the worker process is restarted if it dies."""
    try:
        asyncio.run(_work(address, cores, tls, ready))
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterTrouble(reason="unreachable", detail=address) from error


async def _work(address: str, cores: int, tls: Path | None, ready: Callable[[], None]) -> None:
    async with _dask().Nanny(
        address,
        nthreads=max(1, cores // CORES),
        resources={"core": cores},
        security=security(tls),
        dashboard=False,
        death_timeout=30,
        # Games hold little memory of ours; their programs have limits of their own.
        memory_limit=None,
    ) as nanny:
        ready()
        await nanny.finished()


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
