"""A round before it is accepted: the constraints, the computed pairing, and the changes by hand.

Nothing of it is in the journal; accepting stores all of it as one action.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from ronde.core.decide.players import arrivals
from ronde.core.decide.tables import free_table
from ronde.core.errors import Conflict, RondeError
from ronde.core.events import (
    AbsenceCancelled,
    Event,
    ManualBegun,
    ManualEnded,
    PlayerReturned,
    RoundPaired,
    TableAdded,
    TableLocked,
)
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament
from ronde.pairing.door import ManualReport, complete_round, manual_report, repeats

PROVED = "swiss"
"""The system whose pairings come with a proof of minimal cost."""
Decide = Callable[[Tournament], list[Event]]


@dataclass(frozen=True, slots=True)
class Preview:
    """A proposal for the open round of the frozen tournament `base`."""

    base: Tournament
    wishes: tuple[Event, ...] = ()
    drawn: tuple[Event, ...] = ()
    edits: tuple[tuple[Event, ...], ...] = ()
    again: bool = False
    """Whether stored pairs are dissolved first."""
    by_hand: bool = False
    bring_in: bool = True
    """Whether players expected in this round are marked present."""

    @property
    def arrivals(self) -> list[PlayerId]:
        """Absent players who would be marked present."""
        came = (fact.player for fact in self.drawn if isinstance(fact, PlayerReturned | AbsenceCancelled))
        return list(dict.fromkeys(came))

    @property
    def repeats(self) -> list[tuple[PlayerId, PlayerId, int]]:
        """The pairs that a resumed round robin repeats, unless changed by hand."""
        if self.by_hand:
            return []
        wished = replay(self.wishes, self.base)
        return repeats(wished, again=self.again, bring_in=self.bring_in)

    @property
    def facts(self) -> list[Event]:
        """All events that accepting would store."""
        return [*self.wishes, *self.drawn, *(fact for edit in self.edits for fact in edit)]

    @property
    def tournament(self) -> Tournament:
        """The tournament after accepting."""
        return replay(self.facts, self.base)

    @property
    def proved(self) -> bool:
        """Whether the pairing is unchanged and of a system that proves minimal cost."""
        drawn = [fact for fact in self.drawn if isinstance(fact, RoundPaired)]
        return not any(self.edits) and any(fact.system == PROVED for fact in drawn)

    def draw(self, seed: int) -> Preview:
        """Pair under the same constraints; slow, and depends on nothing else."""
        hall = replay(self.wishes, self.base)
        if self.by_hand:
            return replace(self, drawn=tuple(arrivals(hall)) if self.bring_in else (), edits=())
        drawn = complete_round(hall, seed=seed, again=self.again, bring_in=self.bring_in)
        return replace(self, drawn=tuple(drawn), edits=())

    def edited(self, decide: Decide) -> Preview:
        facts = tuple(decide(self.tournament))
        return replace(self, edits=(*self.edits, facts)) if facts else self

    def back(self) -> Preview:
        return replace(self, edits=self.edits[:-1])

    def wishing(self, decide: Decide) -> Preview:
        """One more constraint; locked tables of the proposal become constraints too."""
        kept = self.keeping()
        return replace(kept, wishes=(*kept.wishes, *decide(replay(kept.wishes, self.base))))

    def keeping(self) -> Preview:
        """The previous constraints and all locked tables, not yet paired."""
        wishes: list[Event] = [fact for fact in self.wishes if not isinstance(fact, TableAdded | TableLocked)]
        hall = replay(wishes, self.base)
        for table in self.tournament.open_round:
            there = hall.open_round.table_of(table.first)
            if not table.locked or (there and there.locked):
                continue
            news: list[Event] = []
            number = there.number if there else _free(hall, table.number)
            if there is None:
                news.append(TableAdded(hall.open_round.number, number, table.pair))
            news.append(TableLocked(hall.open_round.number, number, True))
            wishes, hall = [*wishes, *news], replay(news, hall)
        return replace(self, wishes=tuple(wishes), drawn=(), edits=(), by_hand=False)

    def accepted(self, tournament: Tournament) -> list[Event]:
        """The decision that stores the proposal; refused if the tournament has changed."""
        if _matters(tournament) != _matters(self.base):
            raise Conflict(after=0, now=0)
        return self._with_phase() if self.manual else self.facts

    @property
    def manual(self) -> ManualReport | None:
        """The cost of changes by hand, where the system can compare them with its pairing."""
        hall = self.tournament
        by_hand = self.by_hand or any(self.edits)
        if not by_hand or not hall.settings.pairing_system.numbered or hall.open_round.manual:
            return None
        return manual_report(hall, seed=0)

    def _with_phase(self) -> list[Event]:
        """All events, those made by hand between the start and the end of a manual phase."""
        number, report = self.base.open_round.number, self.manual
        by_hand = (fact for edit in self.edits for fact in edit)
        ended = ManualEnded(number, report.instead if report else ())
        return [*self.wishes, *self.drawn, ManualBegun(number), *by_hand, ended]

    def moved(self, tournament: Tournament) -> Preview:
        """The same constraints, and the same changes by hand, for a tournament that has changed."""
        fresh = Preview(tournament, again=self.again, by_hand=self.by_hand, bring_in=self.bring_in)
        for one in (replace(self, base=tournament), replace(fresh, wishes=self.wishes), fresh):
            try:
                replay(one.facts if one.by_hand else list(one.wishes), tournament)
            except RondeError:
                continue
            return one
        return fresh


@dataclass
class PendingDraw:
    """A preview with its token: being computed, or done."""

    token: str
    slug: str
    task: asyncio.Task[Preview]
    since: float

    @property
    def preview(self) -> Preview | None:
        """The preview, once it is computed."""
        done = self.task.done() and not self.task.cancelled() and self.task.exception() is None
        return self.task.result() if done else None


def _free(hall: Tournament, wanted: int) -> int:
    return free_table(hall.open_round) if wanted in hall.open_round.tables else wanted


def _matters(tournament: Tournament) -> tuple[object, ...]:
    """What a pairing depends on; a new title is no reason to pair again."""
    return (
        tournament.players,
        tournament.entered,
        tournament.left,
        tournament.away,
        tournament.forbidden,
        tournament.seats,
        tournament.rounds,
        tournament.settings,
    )
