"""Changing programs during a tournament: replacing, withdrawing, entering late."""

from __future__ import annotations

from dataclasses import replace

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
from ronde.pairing.door import complete_round
from ronde.referee.roster import Roster
from ronde.referee.task import draw_seed


def replace_program(
    tournament: Tournament, *, roster: Roster, player: PlayerId, file: str, digest: str
) -> list[Event]:
    """Another program plays for an entrant in all games that begin from here on."""
    before = roster.entrant(player)
    if before.digest == digest and before.path.rpartition("/")[2] == file:
        raise NothingToChange(what=file)
    return [ProgramChanged(player, file, digest)]


def withdraw_program(tournament: Tournament, *, player: PlayerId) -> list[Event]:
    """An entrant plays no more: the other wins its unfinished match, and it is not paired again."""
    if player in tournament.left:
        raise PlayerLeftAlready(player=tournament.player(player).full_name, id=player)
    current = tournament.open_round
    table = current.table_of(player)
    if table is None:  # a bye of a drawn round stays, so that nobody changes places in a bracket
        return [PlayerLeft(player, current.number + bool(current.tables))]
    facts: list[Event] = []
    if table.result is None:
        total = tournament.settings.board.total
        lost = Result(0, total) if table.first == player else Result(total, 0)
        facts = enter_at_table(tournament, table=table.number, result=lost)
    return [*facts, PlayerLeft(player, current.number + 1)]


def enter_program(
    tournament: Tournament, *, roster: Roster, card: Player, file: str, digest: str
) -> list[Event]:
    """A late entrant: in a cup it replaces a bye in round 1, elsewhere it plays from the next pairing.

    If a player has the bye of the open round, the two meet at once.
    """
    entered = _late_in_cup(tournament, card) if _drawn_cup(tournament) else _entered(tournament, card)
    number = next(one.player.id for one in entered if isinstance(one, PlayerEntered))
    facts = [*entered, ProgramChanged(number, file, digest)]
    after = replay(facts, tournament)
    if not tournament.open_round.tables or len(after.unpaired) < 2:
        return facts
    seed = draw_seed(roster, tournament.open_round.number)
    return [*facts, *complete_round(after, seed=seed)]


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
