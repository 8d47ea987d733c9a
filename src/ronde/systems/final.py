"""The beginning of a final: who goes on after the last round."""

from __future__ import annotations

from collections.abc import Collection

from ronde.model.errors import FinalImpossible, NoRoundClosed, NotPresent, RoundStarted
from ronde.model.events import MOST_GAMES, Event, FinalBegun
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament, preliminary
from ronde.systems.standings import standings


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
