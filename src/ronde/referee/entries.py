"""Changing programs during a tournament: replacing, withdrawing, entering late."""

from __future__ import annotations

from dataclasses import replace

from ronde.app.command import Command, Context
from ronde.app.commands import PairRound
from ronde.core.bracket import full_size
from ronde.core.cup import entrants
from ronde.core.decide.players import enter_player
from ronde.core.decide.results import enter_at_table
from ronde.core.errors import NothingToChange, PlayerLeftAlready, ScheduleFixed
from ronde.core.events import Event, PlayerEntered, PlayerLeft, ProgramChanged
from ronde.core.player import Player, PlayerId
from ronde.core.replay import replay
from ronde.core.result import Result
from ronde.core.tournament import Tournament
from ronde.referee.roster import Roster
from ronde.referee.task import draw_seed


class ReplaceProgram(Command, frozen=True):
    """Another program plays for an entrant in all games that begin from here on"""

    roster: Roster
    player: PlayerId
    file: str
    digest: str

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        before = self.roster.entrant(self.player)
        if before.digest == self.digest and before.path.rpartition("/")[2] == self.file:
            raise NothingToChange(what=self.file)
        return [ProgramChanged(self.player, self.file, self.digest)]


class WithdrawProgram(Command, frozen=True):
    """An entrant plays no more: the other wins its unfinished match, and it is not paired again"""

    player: PlayerId

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        player, current = self.player, now.open_round
        if player in now.left:
            raise PlayerLeftAlready(player=now.player(player).full_name, id=player)
        table = current.table_of(player)
        if table is None:  # a bye of a paired round stays, so that nobody changes places in a bracket
            return [PlayerLeft(player, current.number + bool(current.tables))]
        events: list[Event] = []
        if table.result is None:
            total = now.settings.board.total
            lost = Result(0, total) if table.first == player else Result(total, 0)
            events = enter_at_table(now, table=table.number, result=lost)
        return [*events, PlayerLeft(player, current.number + 1)]


class EnterProgram(Command, frozen=True):
    """A late entrant: in a cup it replaces a bye in round 1, elsewhere it plays from the next pairing

    If a player has the bye of the open round, the two meet at once.
    """

    roster: Roster
    card: Player
    file: str
    digest: str

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        entered = _late_in_cup(now, self.card) if _drawn_cup(now) else _entered(now, self.card)
        number = next(one.player.id for one in entered if isinstance(one, PlayerEntered))
        events = [*entered, ProgramChanged(number, self.file, self.digest)]
        after = replay(events, now)
        if not now.open_round.tables or len(after.unpaired) < 2:
            return events
        pairing = PairRound(draw_seed(self.roster, now.open_round.number))
        return [*events, *pairing.decide(after, context)]


def _entered(tournament: Tournament, card: Player) -> list[Event]:
    free = replace(card, id=0) if card.id in tournament.players else card
    return enter_player(tournament, player=free)


def _drawn_cup(tournament: Tournament) -> bool:
    return tournament.settings.pairing_system.knock_out and bool(tournament.seats)


def _late_in_cup(tournament: Tournament, card: Player) -> list[Event]:
    """The worst seed, so that nobody else changes places: its position in the bracket was a bye."""
    here = entrants(tournament)
    if tournament.closed_rounds or len(here) == full_size(len(here)):
        raise ScheduleFixed(player=card.full_name, reason="cup")
    worst = replace(card, id=max(tournament.players) + 1, rating=0)
    return [PlayerEntered(worst, tournament.open_round.number)]
