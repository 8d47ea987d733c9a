"""The state around a desk: proposals from phones, screens, signed-in browsers, the last backup."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from ronde.app.files import last_backup
from ronde.web.public.proposals import Proposal, Proposals
from ronde.web.public.screen import kept_wish
from ronde.web.server.accounts import Seats
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.rights import Right


@dataclass(frozen=True, slots=True)
class HallState:
    heard: tuple[Proposal, ...] = ()
    """Proposals from phones, by table."""
    view: str = ""
    """What the screens show."""
    seats: int = 0
    """Browsers that are signed in for this tournament."""
    saved: str = ""
    """When the last backup was made: the time, or the day if it was not today."""

    @property
    def tables(self) -> list[tuple[int, list[Proposal]]]:
        """The proposals, by table."""
        return [(number, list(proposals)) for number, proposals in groupby(self.heard, lambda one: one.table)]


def listen(seats: Seats, opened: OpenTournament) -> HallState:
    """The proposals only, for a page that is requested after every result; a past state has none."""
    return HallState() if opened.past else HallState(tuple(Proposals(seats.register).of(opened)))


def look_around(seats: Seats, opened: OpenTournament) -> HallState:
    """Read the state from the account store and the disk; a past state has none."""
    if opened.past:
        return HallState()
    now = time.time()
    return replace(
        listen(seats, opened),
        view=kept_wish(seats.register, opened).view,
        seats=sum(one.until >= now and one.seat.may(Right.RESULTS, opened.slug) for one in seats.sessions()),
        saved=_saved(opened),
    )


def _saved(opened: OpenTournament) -> str:
    made = last_backup(opened.path)
    if made is None:
        return ""
    return f"{made:%H:%M}" if made.date() == datetime.now().astimezone().date() else f"{made:%Y-%m-%d}"
