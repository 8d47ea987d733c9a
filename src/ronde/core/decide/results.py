"""Results of the open round, and corrections of earlier ones."""

from __future__ import annotations

from ronde.core import events as fact
from ronde.core.errors import (
    DidNotMeet,
    NoResult,
    NothingToChange,
    ResultDiffers,
)
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.result import Result, adjourned, checked
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament, bye_of, not_paired


def enter_at_table(
    tournament: Tournament, *, table: int, result: Result, replacing: bool = False
) -> list[fact.Event]:
    """Enter a result for a table, the first player's score first."""
    current = tournament.open_round
    before = current.table(table).result
    checked(result, tournament.settings.board)
    if before == result:
        return []
    if before is not None and not replacing:
        raise ResultDiffers(table=table, old=before, new=result)
    return [fact.ResultEntered(current.number, table, result)]


def adjourn_rest(tournament: Tournament) -> list[fact.Event]:
    """All games without a result count as draws until they are finished."""
    events: list[fact.Event] = []
    for table in tournament.open_round.missing:
        news = enter_at_table(tournament, table=table.number, result=adjourned(tournament.settings.board))
        events, tournament = [*events, *news], replay(news, tournament)
    return events


def clear_result(tournament: Tournament, *, table: int) -> list[fact.Event]:
    current = tournament.open_round
    if current.table(table).result is None:
        raise NoResult(table=table, round=current.number)
    return [fact.ResultCleared(current.number, table)]


def seated_table(played: Round, player: PlayerId, name: str = "") -> Table:
    """The table of the round at which the player sits."""
    table = played.table_of(player)
    if table is None:
        raise not_paired(played, name or str(player), bye=player in bye_of(played))
    return table


def correct_result(
    tournament: Tournament, *, round: int, first: PlayerId, second: PlayerId, result: Result
) -> list[fact.Event]:
    """Correct the colours and the score of a game of any round; the opponents stay (papp 5.8)."""
    played = tournament.round(round)
    table = seated_table(played, first, tournament.player(first).full_name)
    if second not in table.pair or first == second:
        met = table.second if first == table.first else table.first
        names = (tournament.player(one).full_name for one in (first, second, met))
        raise DidNotMeet(**dict(zip(("first", "second", "met"), names, strict=True)), round=round)
    checked(result, tournament.settings.board)
    if (table.first, table.second, table.result) == (first, second, result):
        raise NothingToChange(what=f"{round}.{table.number}")
    return [fact.ResultCorrected(round, table.number, first, second, result)]
