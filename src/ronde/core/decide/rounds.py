"""Opening a tournament, its settings, closing and reopening rounds."""

from __future__ import annotations

from ronde.core import events as fact
from ronde.core.cup import knocked_out
from ronde.core.days import clean_date
from ronde.core.errors import (
    NoRoundClosed,
    NothingToChange,
    RoundNotComplete,
    RoundStarted,
    SettingImpossible,
)
from ronde.core.player import Absence, PlayerId, clean_name
from ronde.core.replay import replay
from ronde.core.settings import Settings, check_settings, robin_range
from ronde.core.soundness import check_results
from ronde.core.systems import is_scheduled
from ronde.core.tournament import Round, Tournament, named


def open_tournament(
    tournament: Tournament, *, name: str, date: str = "", settings: Settings | None = None
) -> list[fact.Event]:
    chosen = settings or Settings()
    check_settings(chosen)
    return [fact.TournamentOpened(clean_name(name), clean_date(date), chosen)]


def change_settings(
    tournament: Tournament, *, settings: Settings, name: str | None = None, date: str | None = None
) -> list[fact.Event]:
    """Change the settings; past rounds are scored again, never paired again."""
    check_settings(settings)
    new_name = tournament.name if name is None else clean_name(name)
    new_date = tournament.date if date is None or date == tournament.date else clean_date(date)
    check_results(tournament, settings.board)
    _check_acceleration(tournament, settings)
    if (new_name, new_date, settings) == (tournament.name, tournament.date, tournament.settings):
        raise NothingToChange(what=new_name)
    return [fact.SettingsChanged(new_name, new_date, settings)]


def _check_acceleration(tournament: Tournament, settings: Settings) -> None:
    """Virtual points are announced beforehand: they cannot change once a round is paired."""
    started = bool(tournament.closed_rounds or tournament.open_round.tables)
    if not settings.pairing_system.numbered or not started:
        return
    for name in ("acceleration", "virtual"):
        wanted = getattr(settings.dutch, name)
        if wanted != getattr(tournament.settings.dutch, name):
            raise SettingImpossible(setting=f"dutch.{name}", value=wanted, reason="started")


def close_round(tournament: Tournament, *, values: tuple[PlayerId, ...] = ()) -> list[fact.Event]:
    """Close the open round: every table has a result, and at most one player is left over for the bye.

    `values` is the order by which a Keizer round paired by hand is scored.
    """
    current = tournament.open_round
    if current.manual:
        raise RoundNotComplete(reason="manual", round=current.number)
    unpaired = tournament.unpaired
    most = len(unpaired) if tournament.settings.pairing_system.scheduled else 1
    if len(unpaired) > most:
        if not current.tables:
            raise RoundNotComplete(reason="nobody", round=current.number)
        raise RoundNotComplete(reason="unpaired", round=current.number, unpaired=named(tournament, unpaired))
    if current.missing:
        tables = [table.number for table in current.missing]
        raise RoundNotComplete(reason="results", round=current.number, tables=tables)
    drawn = current.tables or current.bye or is_scheduled(current.system)  # everybody may have a free round
    if not drawn and not _idle_evening(tournament):
        raise RoundNotComplete(reason="nobody", round=current.number)
    closed = fact.RoundClosed(current.number, unpaired, absences(tournament), values)
    seats = round_robin_seats(tournament)
    return [*([fact.SeatsTaken(seats)] if seats else []), closed, *_knocked_out(tournament, closed)]


def _knocked_out(tournament: Tournament, closed: fact.RoundClosed) -> list[fact.Event]:
    """In a cup, exactly the players who have lost their last tie leave after the round."""
    if not tournament.settings.pairing_system.knock_out:
        return []
    hall = replay([closed], tournament)
    out = knocked_out(hall)
    wronged = [
        player for player, leave in hall.left.items() if leave.reason is Absence.OUT and player not in out
    ]
    return [
        *(fact.PlayerReturned(player) for player in wronged),
        *(
            fact.PlayerLeft(player, closed.round + 1, Absence.OUT)
            for player in out
            if player not in hall.left
        ),
    ]


def _idle_evening(tournament: Tournament) -> bool:
    """Whether nobody plays but an absence is worth points: Keizer counts such a round."""
    away = set(absences(tournament).values())
    return tournament.settings.pairing_system.season and not away <= {Absence.WITHDRAWN, Absence.OUT}


def absences(tournament: Tournament) -> dict[PlayerId, Absence]:
    """Who does not play the open round, and why."""
    seated = tournament.open_round.seated
    reasons = {player: tournament.absence(player) for player in tournament.players if player not in seated}
    return {player: reason for player, reason in reasons.items() if reason is not None}


def round_robin_seats(tournament: Tournament) -> tuple[PlayerId, ...]:
    """The seats of a round robin derived from round 1 as it was played, if the rounds allow one (papp 7).

    The bye is seat 0; at even seats of the upper row the first colour sits on top.
    """
    current = tournament.open_round
    if current.number != 1 or not tournament.settings.pairing_system.small_round_robin or not current.tables:
        return ()
    if len(tournament.present) not in robin_range(tournament.settings) or len(tournament.unpaired) > 1:
        return ()
    return _seats(current, tournament.unpaired)


def _seats(current: Round, unpaired: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    top: list[PlayerId] = [0] * len(unpaired)
    bottom = list(unpaired)
    for table in current:
        upper, lower = table.first, table.second
        if len(top) % 2:
            upper, lower = lower, upper
        top.append(upper)
        bottom.append(lower)
    return (*top, *bottom)


def reopen_round(tournament: Tournament) -> list[fact.Event]:
    """Reopen the last closed round, as long as nobody is paired for the next one."""
    closed = tournament.closed_rounds
    if not closed:
        raise NoRoundClosed()
    current = tournament.open_round
    if current.tables or current.forced_bye:
        raise RoundStarted(round=current.number, closed=closed[-1].number)
    return [fact.RoundReopened(closed[-1].number)]
