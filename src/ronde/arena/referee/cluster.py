"""Encounters played on a Dask cluster (extra `cluster`)."""

from __future__ import annotations

import asyncio
import hashlib
import io
import os
import re
import shutil
import ssl
import stat
import tarfile
import tempfile
import threading
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from ronde import __version__
from ronde.arena.games import GameRecord, find_game
from ronde.arena.referee.game import GameState, Played, Watcher
from ronde.arena.referee.roster import Opener, Roster, Task, game_seed, open_program
from ronde.arena.referee.series import Pool, PoolStopped, Watch, play_task
from ronde.arena.sandbox import CopiedPart, Engine, parts, possible_kinds
from ronde.model.errors import ClusterTrouble
from ronde.model.player import PlayerId

# The connection to a cluster's scheduler: its address, its certificates, and whether it answers.


CERTIFICATES: Final = ("ca.pem", "cert.pem", "key.pem")
"""The files of a folder for TLS."""
SECURE: Final = "tls"
CALL: Final = 10.0
"""Seconds within which a scheduler must answer."""
_ADDRESS: Final = re.compile(r"(tcp|tls)://(?:\[[0-9A-Fa-f:.]+\]|[^\s\[\]:/?#@]+):([0-9]{1,5})")
_PORTS: Final = range(1, 65_536)


def need_cluster(address: str, tls: Path | None) -> None:
    """Raise ClusterTrouble now, not in the middle of an event, if no connection is possible."""
    dask()
    match = _ADDRESS.fullmatch(address)
    if match is None or int(match[2]) not in _PORTS:
        raise ClusterTrouble(reason="address", detail=address)
    if tls is not None:
        _check_certificates(tls)
    if (match[1] == SECURE) != (tls is not None):
        raise ClusterTrouble(reason="no-tls" if tls is None else "no-secret", detail=address)


def _check_certificates(folder: Path) -> None:
    ca, cert, key = (folder / name for name in CERTIFICATES)
    for path in (ca, cert, key):
        if not path.is_file():
            raise ClusterTrouble(reason="certificate", detail=str(path))
    _try_certificate(ca, lambda: ssl.create_default_context(cafile=ca))
    _try_certificate(cert, lambda: ssl.create_default_context().load_cert_chain(cert, key))


def _try_certificate(path: Path, read: Callable[[], object]) -> None:
    try:
        read()
    except (OSError, ssl.SSLError) as trouble:
        raise ClusterTrouble(reason="certificate", detail=str(path)) from trouble


def dask() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise ClusterTrouble(reason="no-distributed", detail="") from error
    return distributed


def connect_cluster(address: str, tls: Path | None) -> Any:
    """A client of that scheduler; ClusterTrouble if there is no answer in time."""
    need_cluster(address, tls)
    try:
        return dask().Client(address, timeout=CALL, set_as_default=False, security=security(tls))
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterTrouble(reason="unreachable", detail=address) from error


def call_cluster(address: str, tls: Path | None) -> None:
    """Raise ClusterTrouble if the address is invalid or no scheduler answers."""
    need_cluster(address, tls)
    asyncio.run(check_scheduler(address, tls))


async def check_scheduler(address: str, tls: Path | None) -> None:
    """Connect to a scheduler once; ClusterTrouble if it does not answer."""
    secured = security(tls)
    arguments = secured.get_connection_args("worker") if secured else {}
    try:
        (await dask().core.connect(address, timeout=CALL, **arguments)).abort()
    except (OSError, TimeoutError) as error:
        raise ClusterTrouble(reason="unreachable", detail=address) from error


def security(tls: Path | None) -> Any:
    """The certificates of a folder, or none."""
    if tls is None:
        return None
    ca, cert, key = (str(tls / name) for name in CERTIFICATES)
    return dask().Security(
        tls_ca_file=ca,
        tls_client_cert=cert,
        tls_client_key=key,
        tls_worker_cert=cert,
        tls_worker_key=key,
        require_encryption=True,
    )


# The workers of a cluster: which of them are given games, and why the others are not.
#
# A worker reports its speed, its version of Ronde and its sandboxes. One that would play by other rules,
# with a
# weaker sandbox, or more slowly than the others gets no games.


CORES: Final = 2
"""What an encounter takes of a worker's resource `core`: one for each playing side."""

Refuse = Callable[[str, str], None]
"""Called with the address of a worker that gets no games, and the reason."""


def silent(address: str, reason: str) -> None:
    """Report nothing."""


class Workers:
    """The known workers of one scheduler."""

    def __init__(self, roster: Roster, slowest: float, refuse: Refuse = silent) -> None:
        local = any(not entrant.remote for entrant in roster.entrants)
        self._kind = roster.jail.kind if local else None
        self._slowest = slowest
        self._refuse = refuse
        self._reports: dict[str, Mapping[str, Any]] = {}
        """What every worker reported; empty if it does not have Ronde."""
        self.refused: dict[str, str] = {}

    def fit(self, client: Any, present: Mapping[str, Any]) -> list[str]:
        """The workers that may play; new ones are asked for a report first."""
        for address in present.keys() - self._reports.keys():
            if _cores(present[address]) < CORES:  # not one of ours: it may not have Ronde at all
                self._reports[address] = {}
            else:
                self._ask(client, address)
        self._reports = {address: report for address, report in self._reports.items() if address in present}
        faults = {address: self._fault(present[address], report) for address, report in self._reports.items()}
        best = max(
            (report["speed"] for address, report in self._reports.items() if not faults[address]), default=0
        )
        for address, report in self._reports.items():
            if not faults[address] and report["speed"] < self._slowest * best:
                faults[address] = "unfit-slow"
        self._note({address: fault for address, fault in faults.items() if fault})
        return [address for address, fault in faults.items() if not fault]

    def _ask(self, client: Any, address: str) -> None:
        try:
            (report,) = client.run(fitness, workers=[address], on_error="return").values()
        except (OSError, TimeoutError, ValueError):  # it left while it was asked
            return
        if not isinstance(report, OSError | TimeoutError):
            self._reports[address] = report if isinstance(report, dict) else {}

    def _fault(self, worker: Mapping[str, Any], report: Mapping[str, Any]) -> str:
        if _cores(worker) < CORES:
            return "unfit-cores"
        if report.get("version") != __version__:
            return "unfit-version"
        return "unfit-jail" if self._kind is not None and self._kind not in report["sandboxes"] else ""

    def _note(self, refused: dict[str, str]) -> None:
        for address, reason in refused.items():
            if self.refused.get(address) != reason:
                self._refuse(address, reason)
        self.refused = refused


def capacity(present: Mapping[str, Any], fit: list[str]) -> int:
    """How many encounters the fit workers play at once."""
    return sum(int(_cores(present[address]) // CORES) for address in fit if address in present)


def _cores(worker: Mapping[str, Any]) -> float:
    return float(worker.get("resources", {}).get("core", 0))


def fitness() -> dict[str, Any]:
    """What a worker reports: its version, its speed and its sandboxes."""
    return {"version": __version__, "speed": speed(), "sandboxes": possible_kinds()}


def speed() -> float:
    """How fast this machine is at a small fixed task, by CPU time; larger is faster."""
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        sum(number * number % 7 for number in range(200_000))
        best = max(best, 1 / max(1e-6, time.process_time() - begun))
    return best


# What a cluster worker runs: an encounter, reporting every game as it ends.
#
# A thread cannot be stopped from outside. When the referee has stopped or was killed, the worker finds its
# task
# cancelled and stops the programs itself, so that it is free for the next task.


KEPT: Final = "kept"
"""Published in place of a game that the referee has stored."""
_NEWS: Final = 0.5
"""Seconds between two updates of a running game."""


def play_encounter(
    roster_json: bytes,
    places: Sequence[Sequence[int]],
    programs: Mapping[PlayerId, bytes],
    run: str,
    opener: Opener = open_program,
) -> int:
    """Play the games of one table that are not published yet; returns how many."""
    from distributed import get_client, get_worker

    roster = _settled(Roster.from_json(roster_json), programs)
    board = _Board(get_client(), run)
    played = 0
    with suppress(CalledOff), _Leash(get_worker()) as leash:
        for place in places:
            task = Task(*place)
            if not board.has(task):
                board.end(task, _play(roster, task, board, opener, leash))
                played += 1
    return played


def _play(roster: Roster, task: Task, board: _Board, opener: Opener, leash: _Leash) -> Played:
    seed, roster = game_seed(roster, task), roster.between(task.first, task.second)
    first, second = roster.entrant(task.first), roster.entrant(task.second)
    engines = opener(first, roster, seed), opener(second, roster, seed)
    try:
        leash.hold(*engines)
        leash.check()
        played = play_task(roster, task, engines, board.watcher(task))
    finally:
        leash.hold()
        for engine in engines:
            engine.close()
    leash.check()
    return played


class CalledOff(Exception):
    """The task was cancelled."""


class _Leash:
    """Stops the engines of an encounter when its task is cancelled."""

    def __init__(self, worker: Any) -> None:
        self._tasks = worker.state.tasks
        self._key = worker.get_current_task()
        self._lock = threading.Lock()
        self._engines: tuple[Engine, ...] = ()
        self._off = threading.Event()
        self._over = threading.Event()
        self._looking = threading.Thread(target=self._look, name="leash", daemon=True)

    def __enter__(self) -> _Leash:
        self._looking.start()
        return self

    def __exit__(self, *trouble: object) -> None:
        self._over.set()
        self._looking.join()

    def hold(self, *engines: Engine) -> None:
        """Watch these engines instead of the previous ones."""
        with self._lock:
            self._engines = engines

    def check(self) -> None:
        """Raise CalledOff if the task was cancelled."""
        if self._off.is_set():
            raise CalledOff

    def _look(self) -> None:
        while not self._over.wait(_NEWS):
            task = self._tasks.get(self._key)
            if task is None or task.state == "cancelled":
                with self._lock:
                    self._off.set()
                    for engine in self._engines:
                        engine.abort()
                return


class _Board:
    """The games published at the scheduler, by key."""

    def __init__(self, client: Any, run: str) -> None:
        self._client = client
        self._run = run

    def has(self, task: Task) -> bool:
        """Whether that game is finished already."""
        state = self._client.get_metadata(["ronde", self._run, task.record], None)
        return state == KEPT or (isinstance(state, dict) and bool(state.get("over")))

    def end(self, task: Task, played: Played) -> None:
        """Publish a finished game; it is stored at the scheduler when this returns."""
        self._tell(task, {"over": True, "played": played.to_dict()})

    def watcher(self, task: Task) -> Any:
        """An observer that publishes the state of a running game from time to time."""
        last = time.monotonic()

        def watch(state: GameState) -> None:
            nonlocal last
            if time.monotonic() - last > _NEWS and not state.outcome.over:  # the end is reported separately
                last = time.monotonic()
                self._tell(task, {"over": False, "record": state.record.to_dict()})

        return watch

    def _tell(self, task: Task, state: dict[str, Any]) -> None:
        self._client.set_metadata(["ronde", self._run, task.record], state)


def _settled(roster: Roster, programs: Mapping[PlayerId, bytes]) -> Roster:
    """The roster with its programs on the disk of this machine."""
    entrants = tuple(
        replace(one, path=str(_kept(one.path, programs[one.id]))) if one.id in programs else one
        for one in roster.entrants
    )
    return replace(roster, entrants=entrants)


def pack_program(program: Path) -> bytes:
    """A program, and the folder `NAME.d` beside it if it has one, as an archive."""
    kept = io.BytesIO()
    with tarfile.open(fileobj=kept, mode="w") as box:
        for part in parts(program, executable=False):
            box.addfile(*_packed(part))
    return kept.getvalue()


def _packed(part: CopiedPart) -> tuple[tarfile.TarInfo, io.BytesIO | None]:
    """A part of a program, without times and owners, so that equal programs give equal archives."""
    member = tarfile.TarInfo(part.name)
    if part.is_folder:
        member.type, member.mode = tarfile.DIRTYPE, 0o755
        return member, None
    data = b"".join(part.read())
    member.size, member.mode = len(data), 0o755 if part.kind.st_mode & 0o111 else 0o644
    return member, io.BytesIO(data)


def _kept(name: str, data: bytes) -> Path:
    """A program in a folder named by its fingerprint, so that two of one name do not collide."""
    own = Path(tempfile.gettempdir()) / f"ronde-programs-{os.getuid()}"
    own.mkdir(mode=0o700, exist_ok=True)
    about = own.lstat()  # do not follow another user's link
    if about.st_uid != os.getuid() or not stat.S_ISDIR(about.st_mode) or about.st_mode & 0o022:
        raise PermissionError(f"{own} belongs to somebody else")
    folder = own / hashlib.sha256(data).hexdigest()[:32]
    path = folder / Path(name).name
    if not path.exists():
        draft = Path(tempfile.mkdtemp(dir=own))
        with tarfile.open(fileobj=io.BytesIO(data)) as box:
            box.extractall(draft, filter="data")
        with suppress(OSError):  # another encounter on this machine was first
            draft.rename(folder)
        shutil.rmtree(draft, ignore_errors=True)
    return path


# Encounters played on a Dask cluster (extra `cluster`).
#
# One task is one encounter. A worker publishes every finished game at the scheduler, under the game's own
# key,
# before it goes on, and looks there before it begins one: a lost worker costs the game it was playing and
# no
# other, and no finished game is played again. Dask executes arbitrary code: use private networks or TLS
# only.


BOARD: Final = "ronde"
_LOOK: Final = 0.2
_PATIENCE: Final = 60.0
"""Seconds without any worker, or without the scheduler, after which a run gives up."""
_CUT: Final = (OSError, TimeoutError)
"""The errors of a call to a scheduler that is unreachable."""


@dataclass(slots=True)
class _Out:
    """A submitted encounter: the games that are not stored yet, and the workers that may play it."""

    tasks: list[Task]
    workers: frozenset[str]


class ClusterPool(Pool):
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
        self._client = connect_cluster(address, tls)
        self._watch = watch
        self._opener = opener
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
        self._programs = {player: pack_program(path) for player, path in files.items() if path.is_file()}

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
        pair = first.first, first.second
        programs = {player: self._programs[player] for player in pair if player in self._programs}
        future = self._client.submit(
            play_encounter,
            _without_paths(self._roster, self._programs).to_json(),
            [tuple(map(int, astuple(task))) for task in encounter],
            programs,
            self._run,
            self._opener,
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
                raise PoolStopped
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
                self._client = connect_cluster(*self._line)
                lost, self._running = self._running, {}
                self._waiting += [out.tasks for out in lost.values() if out.tasks]

    def _show(self, task: Task, record: Mapping[str, Any]) -> None:
        if task.record not in self._watchers:
            self._watchers[task.record] = self._watch(task)
        if watcher := self._watchers[task.record]:
            watcher(self._state(GameRecord.from_dict(record)))

    def _show_end(self, task: Task, played: Played) -> None:
        if watcher := self._watchers.pop(task.record, None):
            state = self._state(played.record)
            state.outcome, state.asked = played.record.outcome, []
            watcher(state)

    def _state(self, record: GameRecord) -> GameState:
        return GameState.resume(record, find_game(record.game, record.settings), self._roster.clock)

    def pause(self) -> None:
        """Stop waiting now: a worker has an encounter whole, and cannot end one game of it."""
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
