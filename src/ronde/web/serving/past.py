"""A tournament as it was after one of its facts, for pages that show the past."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.storage.door import JournalEntry
from ronde.web.serving.open_tournament import OpenTournament

KEPT: Final = 8
"""Moments that are kept, for the next who asks and for the other tabs of who asked."""


class PastDesk(Desk):
    """What a desk knew after the fact of that number; nobody acts on it."""

    def __init__(self, desk: Desk, number: int) -> None:
        self.journal = desk.journal
        self.tournament: Tournament = desk.at(number)
        self.number = number
        self.notices = []
        self._entries = [entry for entry, _ in desk.history(number)]


@dataclass
class PastTournament(OpenTournament):
    """A tournament as it was; `last` is the number of its last fact today, `when` the time of the moment."""

    last: int = 0
    when: datetime | None = None
    past: bool = field(default=True)

    def __post_init__(self) -> None:
        """Nothing is opened: the tournament of today has the file."""

    @property
    def playing(self) -> bool:
        """No referee plays in the past."""
        return False


class Moments:
    """The moments of all tournaments that were asked for lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], PastTournament] = OrderedDict()

    def of(self, opened: OpenTournament, number: int) -> PastTournament:
        """That tournament after the fact of that number; 404 if there is none."""
        if not 1 <= number <= opened.desk.number:
            raise HTTPException(404)
        key = opened.serial, number
        past = self._kept.get(key)
        if past is None:
            desk = PastDesk(opened.desk, number)  # facts are only added: what was is read without the lock
            past = PastTournament(
                opened.slug, desk, lock=opened.lock, listed=opened.listed, serial=opened.serial
            )
            past.when = _when(desk.history()[-1][0])
            self._kept[key] = past
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        past.last = opened.desk.number
        return past


def asked_moment(request: Request) -> int | None:
    """The number in `?at=`; None if today is asked for, 404 for what is no number."""
    text = request.query_params.get("at")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise HTTPException(404)
    return int(text)


def _when(entry: JournalEntry) -> datetime | None:
    return datetime.fromisoformat(entry.at).astimezone() if entry.at else None
