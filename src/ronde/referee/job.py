"""What a cluster worker runs: an encounter, reporting every game as it ends.

A thread cannot be stopped from outside. When the referee has stopped or was killed, the worker finds its task
cancelled and stops the programs itself, so that it is free for the next task.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import stat
import tarfile
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ronde.core.player import PlayerId
from ronde.engines.door import CopiedPart, Engine, parts
from ronde.referee.game import Played
from ronde.referee.pool import play_task
from ronde.referee.roster import Opener, Roster, open_program
from ronde.referee.sheet import Sheet
from ronde.referee.task import Task, game_seed

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

        def watch(sheet: Sheet) -> None:
            nonlocal last
            if time.monotonic() - last > _NEWS and not sheet.outcome.over:  # the end is reported separately
                last = time.monotonic()
                self._tell(task, {"over": False, "record": sheet.record.to_dict()})

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


def packed(program: Path) -> bytes:
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
