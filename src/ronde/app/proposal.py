"""A round before it is accepted: the constraints, the computed pairing, and the changes by hand.

Nothing of it is in the journal; accepting writes all of it as one action.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from ronde.app.command import Actor, Command, Context, RuleBroken
from ronde.app.commands import COMPARED, PairRound
from ronde.model.decisions.players import arrivals
from ronde.model.decisions.rounds import free_table
from ronde.model.errors import Conflict, RondeError
from ronde.model.events import (
    AbsenceCancelled,
    Event,
    ManualBegun,
    ManualEnded,
    PlayerReturned,
    RoundPaired,
    TableAdded,
    TableLocked,
)
from ronde.model.player import PlayerId
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.systems.rounds import ManualReport, broken_rules, manual_report, repeats

PROVED = "swiss"
"""The system whose pairings come with a proof of minimal cost."""


@dataclass(frozen=True)
class Proposal:
    """A proposal for the open round of the frozen tournament `base`."""

    base: Tournament
    constraints: tuple[Event, ...] = ()
    paired: tuple[Event, ...] = ()
    edits: tuple[tuple[Event, ...], ...] = ()
    again: bool = False
    """Whether stored pairs are dissolved first."""
    by_hand: bool = False
    bring_in: bool = True
    """Whether players expected in this round are marked present."""

    @property
    def arrivals(self) -> list[PlayerId]:
        """Absent players who would be marked present."""
        came = (event.player for event in self.paired if isinstance(event, PlayerReturned | AbsenceCancelled))
        return list(dict.fromkeys(came))

    @property
    def repeats(self) -> list[tuple[PlayerId, PlayerId, int]]:
        """The pairs that a resumed round robin repeats, unless changed by hand."""
        if self.by_hand:
            return []
        return repeats(self._constrained, again=self.again, bring_in=self.bring_in)

    @property
    def broken(self) -> list[RuleBroken]:
        """The pairs made by hand that no pairing would contain."""
        pairs = [table.pair for table in self.tournament.open_round if table.by_hand]
        found = broken_rules(self.tournament, pairs)
        return [RuleBroken(pair.first, pair.second, reasons) for pair, reasons in found]

    @property
    def _edited(self) -> list[Event]:
        return [event for edit in self.edits for event in edit]

    @property
    def events(self) -> list[Event]:
        return [*self.constraints, *self.paired, *self._edited]

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament after accepting."""
        return replay(self.events, self.base)

    @property
    def _constrained(self) -> Tournament:
        return replay(self.constraints, self.base)

    @property
    def proved(self) -> bool:
        """Whether the pairing is unchanged and of a system that proves minimal cost."""
        paired = [event for event in self.paired if isinstance(event, RoundPaired)]
        return not any(self.edits) and any(event.system == PROVED for event in paired)

    def pair(self, seed: int) -> Proposal:
        """Pair under the same constraints; slow, and depends on nothing else."""
        now = self._constrained
        if self.by_hand:
            return replace(self, paired=tuple(arrivals(now)) if self.bring_in else (), edits=())
        command = PairRound(seed, self.again, self.bring_in, beyond=True)
        return replace(self, paired=tuple(_decided(command, now)), edits=())

    def edited(self, command: Command) -> Proposal:
        events = tuple(_decided(command, self.tournament))
        return replace(self, edits=(*self.edits, events)) if events else self

    def back(self) -> Proposal:
        return replace(self, edits=self.edits[:-1])

    def constrained(self, command: Command) -> Proposal:
        """One more constraint, not yet paired; locked tables of the proposal become constraints too."""
        kept = self.unpaired()
        return replace(kept, constraints=(*kept.constraints, *_decided(command, kept._constrained)))

    def unpaired(self) -> Proposal:
        """The previous constraints and all locked tables, not yet paired."""
        kept: list[Event] = [one for one in self.constraints if not isinstance(one, TableAdded | TableLocked)]
        now = replay(kept, self.base)
        for table in self.tournament.open_round:
            there = now.open_round.table_of(table.first)
            if not table.locked or (there and there.locked):
                continue
            news: list[Event] = []
            number = there.number if there else _free(now, table.number)
            if there is None:
                news.append(TableAdded(now.open_round.number, number, table.pair))
            news.append(TableLocked(now.open_round.number, number, True))
            kept, now = [*kept, *news], replay(news, now)
        return replace(self, constraints=tuple(kept), paired=(), edits=(), by_hand=False)

    @cached_property
    def manual(self) -> ManualReport | None:
        """The cost of changes by hand, where the system can compare them with its pairing."""
        now = self.tournament
        by_hand = self.by_hand or any(self.edits)
        if not by_hand or not now.settings.pairing_system.numbered or now.open_round.manual:
            return None
        return manual_report(now, seed=COMPARED)

    @property
    def written(self) -> list[Event]:
        """What accepting writes: changes by hand are between the start and the end of a manual phase."""
        if self.manual is None:
            return self.events
        number = self.base.open_round.number
        ended = ManualEnded(number, self.manual.instead)
        return [*self.constraints, *self.paired, ManualBegun(number), *self._edited, ended]

    def moved(self, tournament: Tournament) -> Proposal:
        """The same constraints, and the same changes by hand, for a tournament that has changed."""
        fresh = Proposal(tournament, again=self.again, by_hand=self.by_hand, bring_in=self.bring_in)
        for one in (replace(self, base=tournament), replace(fresh, constraints=self.constraints), fresh):
            try:
                replay(one.events if one.by_hand else list(one.constraints), tournament)
            except RondeError:
                continue
            return one
        return fresh


class AcceptProposal(Command, frozen=True):
    """Write a proposal down; refused if the tournament has changed since"""

    proposal: Proposal

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        if _matters(now) != _matters(self.proposal.base):
            raise Conflict(after=0, now=0)
        return self.proposal.written


def _decided(command: Command, now: Tournament) -> list[Event]:
    return command.decide(now, Context(Actor(), tuple))


def _free(now: Tournament, wanted: int) -> int:
    return free_table(now.open_round) if wanted in now.open_round.tables else wanted


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
