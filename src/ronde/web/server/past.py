"""A tournament as of one of its events, for pages that show the past."""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

from ronde.app.desk import Desk, JournalEntry
from ronde.core.tournament import Tournament
from ronde.web.server.open_tournament import OpenTournament

KEPT: Final = 8
"""How many past states are cached."""


class PastDesk(Desk):
    """A read-only desk as of an event."""

    def __init__(self, desk: Desk, number: int, tournament: Tournament) -> None:
        self.journal = desk.journal
        self.now = number, tournament
        self.notices = []
        self._entries = desk._entries[:number]


def still(opened: OpenTournament) -> OpenTournament:
    """The present tournament for one page: the same to its end, whatever is written meanwhile."""
    shown = copy(opened)
    shown.desk = PastDesk(opened.desk, *opened.desk.now)
    return shown


@dataclass
class PastTournament(OpenTournament):
    """A past tournament; `last` is the number of the current last event, `when` the time of this one."""

    last: int = 0
    when: datetime | None = None
    past: bool = field(default=True)

    def __post_init__(self) -> None:
        """Opens nothing: the current tournament has the file."""

    @property
    def playing(self) -> bool:
        return False


class Moments:
    """A cache of past states of all tournaments."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], PastTournament] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, opened: OpenTournament, number: int) -> PastTournament:
        """The tournament as of the event of that number; 404 if there is none."""
        if not 1 <= number <= opened.desk.number:
            raise HTTPException(404)
        key = opened.serial, number
        past = self._kept.get(key) or _past(opened, number)
        with self._lock:
            self._kept[key] = past
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return replace(past, last=opened.desk.number)


def _past(opened: OpenTournament, number: int) -> PastTournament:
    # Events are only appended: the past is read without the lock.
    desk = PastDesk(opened.desk, number, opened.desk.at(number))
    when = _when(desk.history()[-1][0])
    return PastTournament(
        opened.slug, desk, lock=opened.lock, listed=opened.listed, serial=opened.serial, when=when
    )


def asked_moment(request: Request) -> int | None:
    """The number in `?at=`; None without one, 404 if it is no number."""
    text = request.query_params.get("at")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HTTPException(404)
    return int(text)


def _when(entry: JournalEntry) -> datetime | None:
    return datetime.fromisoformat(entry.at).astimezone() if entry.at else None
