"""One open tournament: its desk, one writer at a time, the pages that listen, the state of its file."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from ronde.app.desk import Desk
from ronde.app.files import ROSTER, live_path
from ronde.model.errors import FileMissing, RondeError
from ronde.model.tournament import Tournament
from ronde.render.public import public_tournament
from ronde.store import JournalEntry, is_server_name
from ronde.web.summaries import ClosedRounds, identical_rows

T = TypeVar("T")
FileState = tuple[int, int, int, int]
"""The state of a file on disk: device and inode, size, modification time."""
_SIZE = 2

RECHECK_INTERVAL = 10.0
"""Seconds after a change in which a file is read although it looks the same: some file systems have time
stamps with a resolution of two seconds, and slow disks confirm writes late.
"""
REREAD_INTERVAL = 30.0
"""Seconds after which any file is read again, whatever the disk says."""
CHECKPOINT_DELAY = 2.0
"""Seconds without a change after which the write-ahead log is moved into the file."""
ACTIVE_SECONDS = 60.0
"""Seconds for which a requested tournament is checked often."""

OTHER_CHANGE = "*"
"""The prefix of a notification that something outside the journal of a tournament has changed."""

Notify = Callable[[Callable[[], None]], None]
"""Calls a function on the loop, from any thread."""

_SERIALS = count(1)
_SIDES = count(1)


def file_state(path: str | Path) -> FileState | None:
    """The state of a file on disk, if it exists."""
    try:
        here = os.stat(path)
    except OSError:
        return None
    return here.st_dev, here.st_ino, here.st_size, here.st_mtime_ns


def _has_roster(desk: Desk) -> bool:
    try:
        return desk.journal.attachment(ROSTER) is not None
    except RondeError:  # a damaged attachment is a roster too
        return True


@dataclass
class ShownTournament:
    """The public form of a tournament, made once for each state and day, with its own lists."""

    closed: ClosedRounds = field(default_factory=ClosedRounds)
    _basis: tuple[object, ...] = ()
    _made: Tournament = field(default_factory=Tournament)

    def of(self, tournament: Tournament, now: Tournament) -> Tournament:
        basis = (tournament, now)
        if not identical_rows(self._basis[:2], basis) or self._basis[2:] != (date.today(),):
            self._made = public_tournament(tournament, now=now)
            self._basis = (*basis, date.today())
        return self._made


@dataclass
class LiveTournament:
    slug: str
    desk: Desk
    lock: threading.RLock = field(default_factory=threading.RLock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    side: int = 0
    """Changes with everything outside the journal: proposals, screens, moves of running games."""
    listeners: int = 0
    """Open pages that get its updates."""
    gone: bool = False
    """Whether its file was removed and the desk is closed."""
    past: bool = False
    """Whether this is a past state, which never changes."""
    listed: bool = False
    """Whether it has a roster: programs play in it, though perhaps no game has ended yet."""
    serial: int = field(default_factory=lambda: next(_SERIALS))
    """Unique per open tournament, even if one file replaces another."""
    closed: ClosedRounds = field(default_factory=ClosedRounds)
    """Its cached lists of closed rounds."""
    shown: ShownTournament = field(default_factory=ShownTournament)
    """The form that the public sees."""
    notify: Notify = lambda wake: wake()
    looking: threading.Lock = field(default_factory=threading.Lock)
    """Held while its file is checked."""
    _moved: int = 0
    _requested: float = float("-inf")
    _written: float = float("-inf")
    _unflushed: bool = True
    """Whether SQLite may still have data outside the file."""

    def __post_init__(self) -> None:
        path = str(self.desk.journal.path)
        self.path = Path(path)
        self.on_server = is_server_name(self.path)
        """Whether its journal is on a database server rather than in a file."""
        self.live_path = live_path(self.path)
        """Where a referee in another process writes the running games."""
        self.listed = _has_roster(self.desk)
        self._place, self._log, self._live = path, f"{path}-wal", str(self.live_path)
        if self.on_server:
            self.desk.journal.settle()  # many tournaments are idle, and a database server has few connections
        else:
            self._seen = file_state(self._place), file_state(self._log)
            self.desk.refresh()  # written between opening and this check
        self.connected = False
        """Whether it may have a connection to the database server."""
        self.used = time.monotonic()
        self._read = time.monotonic()

    @property
    def tournament(self) -> Tournament:
        return self.desk.tournament

    def wake_pages(self) -> None:
        """Wake all waiting pages; from any thread."""
        self.notify(self._wake)

    def _wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def notify_pages(self) -> None:
        """Notify open pages that something outside the journal has changed."""
        self.side = next(_SIDES)  # two threads never make the same change of it
        self.wake_pages()

    def note_request(self, now: float) -> None:
        """Check the file often for a while, because somebody has opened a page."""
        self._requested = now

    def in_use(self, now: float) -> bool:
        """Whether a page is open, or was lately, or it changed lately."""
        return (
            self.listeners > 0
            or now - self._requested < ACTIVE_SECONDS
            or now - self._written < RECHECK_INTERVAL
        )

    @property
    def programs(self) -> bool:
        """Whether programs play in it, rather than people."""
        return self.listed or bool(self.tournament.games)

    @property
    def playing(self) -> bool:
        return self.live_path.exists()

    @property
    def moved(self) -> int:
        """When a running game last moved, as far as this process knows; 0 if none is running."""
        return self._moved

    def check_running_games(self) -> None:
        """Notify open pages if a running game has moved."""
        here = file_state(self._live)
        moved = here[-1] if here else 0
        if moved != self._moved:
            self._moved = moved
            self.notify_pages()

    def was_written(self, now: float) -> bool:
        """Whether the file was written since the last check; FileMissing if it is gone."""
        seen, log = file_state(self._place), file_state(self._log)
        born = self._seen[0]
        if seen is None or born is None:
            raise FileMissing(path=self._place)
        if seen[:_SIZE] != born[:_SIZE]:
            raise FileMissing(path=self._place, reason="replaced")
        if (seen, log) == self._seen:
            return False
        self._seen, self._written, self._unflushed = (seen, log), now, True
        return True

    def should_reread(self, now: float) -> bool:
        """Whether the file should be read although it looks unchanged."""
        return now - self._written < RECHECK_INTERVAL or now - self._read > REREAD_INTERVAL

    def refresh(self, now: float) -> None:
        self._read = now
        self.use(lambda desk: desk.refresh())

    def checkpoint(self, now: float) -> None:
        """Once nothing has changed for a while, checkpoint the log, so that the file alone can be copied."""
        if not self._unflushed or now - self._written < CHECKPOINT_DELAY:
            return
        self._unflushed = False
        log = self._seen[1]
        if log and log[_SIZE]:
            self.use(lambda desk: desk.journal.settle())

    def disconnect(self) -> None:
        """Close the connection to the database server; it is opened again when needed."""
        with self.lock:
            self.connected = False
            self.desk.journal.settle()

    def use(self, task: Callable[[Desk], T]) -> T:
        """Use the desk, one thread at a time, then notify open pages."""
        with self.lock:
            if self.gone:
                raise FileMissing(path=self._place)
            before, self.used, self.connected = self.desk.number, time.monotonic(), True
            try:
                return task(self.desk)
            finally:
                if self.desk.number != before:
                    self.wake_pages()

    def close(self) -> None:
        """Close the file; requests still waiting for the desk get an error."""
        with self.lock:
            self.gone = True
            self.desk.close()


MAX_PAST_STATES: Final = 8
"""How many past states are cached."""


class PastDesk(Desk):
    """A read-only desk as of an event."""

    def __init__(self, desk: Desk, number: int, tournament: Tournament) -> None:
        self.journal = desk.journal
        self.now = number, tournament
        self.notices = []
        self._entries = desk._entries[:number]


def snapshot(live: LiveTournament) -> LiveTournament:
    """The present tournament for one page: the same to its end, whatever is written meanwhile."""
    shown = copy(live)
    shown.desk = PastDesk(live.desk, *live.desk.now)
    return shown


def as_public(live: LiveTournament, now: Tournament) -> LiveTournament:
    """A snapshot, or a past tournament, with its players as the public sees them now."""
    tournament = live.shown.of(live.tournament, now)
    if tournament is live.tournament:
        return live
    public = copy(live)
    public.desk = PastDesk(live.desk, live.desk.number, tournament)
    public.closed = live.shown.closed
    return public


def public_snapshot(live: LiveTournament) -> LiveTournament:
    """The present tournament for one page, with its players as the public sees them."""
    shown = snapshot(live)
    return as_public(shown, shown.tournament)


@dataclass
class PastTournament(LiveTournament):
    """A past tournament; `last` is the number of the current last event, `when` the time of this one."""

    last: int = 0
    when: datetime | None = None
    past: bool = field(default=True)

    def __post_init__(self) -> None:
        """Opens nothing: the current tournament has the file."""

    @property
    def playing(self) -> bool:
        return False


class PastTournaments:
    """A cache of past states of all tournaments."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int, int], PastTournament] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, live: LiveTournament, number: int) -> PastTournament:
        """The tournament as of the event of that number; 404 if there is none."""
        if not 1 <= number <= live.desk.number:
            raise HTTPException(404)
        key = live.serial, live.desk.erased, number
        past = self._kept.get(key) or _past(live, number)
        with self._lock:
            self._kept[key] = past
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_PAST_STATES:
                self._kept.popitem(last=False)
        return replace(past, last=live.desk.number)


def _past(live: LiveTournament, number: int) -> PastTournament:
    # Events are only appended: the past is read without the lock.
    desk = PastDesk(live.desk, number, live.desk.at(number))
    when = _when(desk.history()[-1][0])
    return PastTournament(live.slug, desk, lock=live.lock, listed=live.listed, serial=live.serial, when=when)


def requested_event(request: Request) -> int | None:
    """The number in `?at=`; None without one, 404 if it is no number."""
    text = request.query_params.get("at")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HTTPException(404)
    return int(text)


def _when(entry: JournalEntry) -> datetime | None:
    return datetime.fromisoformat(entry.at).astimezone() if entry.at else None
