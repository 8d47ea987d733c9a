"""Tables changed by hand, and accepting a pairing."""

from __future__ import annotations

from collections.abc import Mapping

from ronde.core import events as fact
from ronde.core.errors import AlreadyPaired, Conflict, NotPresent, SamePlayer, TableHasResult, TableTaken
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.systems import is_scheduled
from ronde.core.table import Bye, Pair
from ronde.core.tournament import Round, Tournament


def add_table(
    tournament: Tournament, *, first: PlayerId, second: PlayerId, number: int = 0
) -> list[fact.Event]:
    """Put two free players at a table; number 0 takes the first free one."""
    if first == second:
        raise SamePlayer(player=tournament.player(first).full_name)
    for player in (first, second):
        _check_free(tournament, player)
    current = tournament.open_round
    if number in current.tables:
        raise TableTaken(table=number, round=current.number)
    return [fact.TableAdded(current.number, number or free_table(current), Pair(first, second))]


def _check_free(tournament: Tournament, player: PlayerId) -> None:
    card = tournament.player(player)
    table = tournament.open_round.table_of(player)
    if table is not None:
        raise AlreadyPaired(player=card.full_name, table=table.number, round=tournament.open_round.number)
    if tournament.absence(player) is not None:
        raise NotPresent(player=card.full_name, id=player)


def free_table(current: Round) -> int:
    return next(number for number in range(1, len(current.tables) + 2) if number not in current.tables)


def pair_anew(tournament: Tournament, *, first: PlayerId, second: PlayerId) -> list[fact.Event]:
    """Put two present players at a table, dissolving the pairs they were in."""
    dissolved: list[fact.Event] = []
    for player in (first, second):
        table = tournament.open_round.table_of(player)
        if table is not None:
            news = remove_table(tournament, number=table.number)
            dissolved, tournament = [*dissolved, *news], replay(news, tournament)
    return [*dissolved, *add_table(tournament, first=first, second=second)]


def remove_table(tournament: Tournament, *, number: int) -> list[fact.Event]:
    """Dissolve the pair of a table that has no result."""
    current = tournament.open_round
    if current.table(number).result is not None:
        raise TableHasResult(table=number, round=current.number)
    return [fact.TableRemoved(current.number, number)]


def remove_all_tables(tournament: Tournament, *, locked_too: bool = True) -> list[fact.Event]:
    """Dissolve all pairs without a result; locked tables only with `locked_too`."""
    current = tournament.open_round
    return [
        fact.TableRemoved(current.number, table.number)
        for table in current
        if table.result is None and (locked_too or not table.locked)
    ]


def lock_table(tournament: Tournament, *, number: int, locked: bool) -> list[fact.Event]:
    """Lock or unlock a table; a locked one is kept when the round is paired again."""
    current = tournament.open_round
    if current.table(number).locked == locked:
        return []
    return [fact.TableLocked(current.number, number, locked)]


def swap_players(tournament: Tournament, *, one: PlayerId, other: PlayerId) -> list[fact.Event]:
    """Exchange two players: their seats, a seat and the bye, or their colours if they meet."""
    if one == other:
        raise SamePlayer(player=tournament.player(one).full_name)
    current = tournament.open_round
    exchange = {one: other, other: one}
    tables = [table for table in current if one in table.pair or other in table.pair]
    for player in (one, other):
        if current.table_of(player) is None:
            _check_free(tournament, player)
    for table in tables:
        if table.result is not None:
            raise TableHasResult(table=table.number, round=current.number)
    removed = [fact.TableRemoved(current.number, table.number) for table in tables]
    added = [
        fact.TableAdded(
            current.number,
            table.number,
            Pair(exchange.get(table.first, table.first), exchange.get(table.second, table.second)),
        )
        for table in tables
    ]
    locked = [fact.TableLocked(current.number, table.number, True) for table in tables if table.locked]
    return [*removed, *added, *locked]


def give_bye(tournament: Tournament, *, player: PlayerId) -> list[fact.Event]:
    """Choose who has the bye of the open round; 0 leaves the choice to the draw."""
    if player:
        _check_free(tournament, player)
    if tournament.open_round.forced_bye == player:
        return []
    return [fact.ByeGiven(tournament.open_round.number, player)]


def accept_draw(
    tournament: Tournament,
    *,
    tables: Mapping[int, Pair],
    bye: Bye | None,
    system: str,
    seed: int,
    total: int,
    values: tuple[PlayerId, ...] = (),
) -> list[fact.Event]:
    """Record a draw, all tables of the round by number; refused if the tournament has changed since."""
    current = tournament.open_round
    drawn = {player for pair in tables.values() for player in (pair.first, pair.second)}
    drawn |= {bye.player} if bye else set()
    # In a fixed schedule the opponent of an absent player is free, so some players may stay unpaired.
    needed = current.seated.keys() | (set() if is_scheduled(system) else set(tournament.unpaired))
    if not needed <= drawn <= current.seated.keys() | set(tournament.unpaired):
        raise Conflict(after=current.number)
    return [fact.RoundPaired(current.number, dict(tables), bye, system, seed, total, values)]
