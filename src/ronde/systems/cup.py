"""Cups: a bracket by seeds, and the beginning of a final."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ronde.model.errors import (
    FinalImpossible,
    NobodyToPair,
    NoRoundClosed,
    NotPresent,
    RoundsOver,
    RoundStarted,
)
from ronde.model.events import MOST_GAMES, Event, FinalBegun
from ronde.model.player import PlayerId
from ronde.model.schedule import Meeting, due_meetings, entrants, finished, seeds
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament, preliminary
from ronde.systems.roundrobin import assign_seats
from ronde.systems.standings import standings
from ronde.systems.system import Method, RoundPairing

# Cups: a bracket by seeds, byes for the top seeds, losers out or playing on for places.


def knockout(tournament: Tournament, *, seed: int) -> RoundPairing:
    """The next round of the bracket, which follows from the seeds and the results without randomness."""
    current = tournament.open_round.number
    if len(entrants(tournament)) < 2:
        raise NobodyToPair(present=len(tournament.present))
    due = due_meetings(tournament)
    if finished(tournament) or not due:
        raise RoundsOver(round=current, last=current - 1)
    tables = {table.number: table.pair for table in tournament.open_round}
    free, ranks = set(tournament.unpaired), seeds(tournament)
    idle: list[PlayerId] = []
    for number, meeting in enumerate(due, start=1):
        here = [player for player in meeting.players if player is not None and player in free]
        if len(here) == 2:
            tables[_number(number, tables)] = _pair(tournament, meeting, ranks)
        idle += here if len(here) == 1 else []
    bye = Bye(idle[0]) if len(idle) == 1 else None
    return RoundPairing(tables, bye, "cup", seed, 0)


def due_games(tournament: Tournament) -> list[tuple[PlayerId, PlayerId]]:
    """The games of the bracket in the open round, first colour first."""
    ranks = seeds(tournament)
    due = [one for one in due_meetings(tournament) if None not in one.players]
    pairs = [_pair(tournament, meeting, ranks) for meeting in due]
    return [(pair.first, pair.second) for pair in pairs]


def _pair(tournament: Tournament, meeting: Meeting, ranks: Mapping[PlayerId, int]) -> Pair:
    """The better seed has the first colour, but the second in a replayed final; in a match they alternate."""
    before = [number for number in meeting.rounds if number < tournament.open_round.number]
    players = [player for player in meeting.players if player is not None]
    best, other = sorted(players, key=ranks.__getitem__)
    if before:
        last = tournament.round(before[-1]).seated[best].pair
        return Pair(last.second, last.first)
    return Pair(other, best) if meeting.tie.again else Pair(best, other)


def _number(wanted: int, tables: dict[int, Pair]) -> int:
    """The table of that position in the bracket, or the next free one if it is taken by hand."""
    while wanted in tables:
        wanted += 1
    return wanted


# Cups: a bracket by seeds.


CUP = Method(pair=knockout, before_pairing=assign_seats)
FINAL = Method(pair=knockout)


# The beginning of a final: who goes on after the last round.


def begin_final(
    tournament: Tournament,
    *,
    players: int,
    chosen: Collection[PlayerId] = (),
    country: str = "",
    best_of: int = 1,
    third_place: bool = False,
) -> list[Event]:
    """The best of the standings who are here go on; only those chosen, or of a country, if there is a choice.

    Beside a final of two the next two play for the third place.
    """
    _check_begin(tournament, best_of)
    for player in chosen:
        if tournament.absence(player) is not None:
            raise NotPresent(player=tournament.player(player).full_name, id=player)
    able = _candidates(tournament, chosen, country)
    wanted = players + 2 * (third_place and players == 2)
    if players < 2 or len(able) < wanted:
        raise FinalImpossible(reason="players", count=len(able), wanted=max(wanted, 2))
    third = tuple(able[players:wanted])
    number = tournament.open_round.number
    return [FinalBegun(number, tuple(able[:players]), best_of, third_place and players > 2, third)]


def _check_begin(tournament: Tournament, best_of: int) -> None:
    current, system = tournament.open_round, tournament.settings.pairing_system
    if tournament.final is not None:
        raise FinalImpossible(reason="begun", round=tournament.final.round)
    if system.knock_out or system.by_value:
        raise FinalImpossible(reason="system", system=system.name)
    if not tournament.closed_rounds:
        raise NoRoundClosed()
    if current.tables or current.forced_bye:
        raise RoundStarted(round=current.number, closed=current.number - 1)
    if not 1 <= best_of <= MOST_GAMES:
        raise FinalImpossible(reason="games", games=best_of, most=MOST_GAMES)


def _candidates(tournament: Tournament, chosen: Collection[PlayerId], country: str) -> list[PlayerId]:
    """Who may go on, the best first."""
    played = {player for one in tournament.closed_rounds for player in one.seated}
    return [
        row.player
        for row in standings(preliminary(tournament)).rows
        if row.player in played
        and tournament.absence(row.player) is None
        and (not chosen or row.player in chosen)
        and (not country or tournament.players[row.player].country.casefold() == country.casefold())
    ]
