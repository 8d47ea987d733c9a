"""Decisions about rounds: pairs by hand, results, closing, reopening, the next season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ronde.model.errors import (
    AlreadyPaired,
    Conflict,
    DidNotMeet,
    FinalImpossible,
    ManualImpossible,
    NoResult,
    NoRoundClosed,
    NothingToChange,
    NotPresent,
    ResultDiffers,
    ResultImpossible,
    RoundNotComplete,
    RoundStarted,
    SamePlayer,
    SettingImpossible,
    TableHasResult,
    TableTaken,
    TournamentStarted,
)
from ronde.model.events import (
    ByeGiven,
    Event,
    ManualBegun,
    ManualEnded,
    PairForbidden,
    PlayerEntered,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    ResultCleared,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    RoundReopened,
    SeatsTaken,
    SettingsChanged,
    TableAdded,
    TableLocked,
    TableRemoved,
    TournamentOpened,
)
from ronde.model.names import clean_date
from ronde.model.player import Absence, Player, PlayerId, clean_name
from ronde.model.replay import check_results, replay
from ronde.model.result import GO_KINDS, Result, adjourned, valid_result
from ronde.model.schedule import knocked_out
from ronde.model.settings import Settings, check_settings, robin_range
from ronde.model.systems import Ranking, is_scheduled
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Round, Tournament, full_names, seated_table

# Opening a tournament, its settings, closing and reopening rounds.


def open_tournament(
    tournament: Tournament, *, name: str, date: str = "", settings: Settings | None = None
) -> list[Event]:
    chosen = settings or Settings()
    check_settings(chosen)
    return [TournamentOpened(clean_name(name), clean_date(date), chosen)]


def change_settings(
    tournament: Tournament, *, settings: Settings, name: str | None = None, date: str | None = None
) -> list[Event]:
    """Change the settings; past rounds are scored again, never paired again."""
    check_settings(settings)
    new_name = tournament.name if name is None else clean_name(name)
    new_date = tournament.date if date is None or date == tournament.date else clean_date(date)
    check_results(tournament, settings.board)
    _check_acceleration(tournament, settings)
    if tournament.final is not None and settings.system != tournament.settings.system:
        raise SettingImpossible(setting="system", value=settings.system, reason="started")
    if (new_name, new_date, settings) == (tournament.name, tournament.date, tournament.settings):
        raise NothingToChange(what=new_name)
    return [SettingsChanged(new_name, new_date, settings)]


def _check_acceleration(tournament: Tournament, settings: Settings) -> None:
    """Virtual points are announced beforehand: they cannot change once a round is paired."""
    started = bool(tournament.closed_rounds or tournament.open_round.tables)
    if not settings.pairing_system.numbered or not started:
        return
    for name in ("acceleration", "virtual"):
        wanted = getattr(settings.dutch, name)
        if wanted != getattr(tournament.settings.dutch, name):
            raise SettingImpossible(setting=f"dutch.{name}", value=wanted, reason="started")


def close_round(tournament: Tournament, *, values: tuple[PlayerId, ...] = ()) -> list[Event]:
    """Close the open round: every table has a result, and at most one player is left over for the bye.

    `values` is the order by which a Keizer round paired by hand is scored.
    """
    current = tournament.open_round
    if current.manual:
        raise RoundNotComplete(reason="manual", round=current.number)
    unpaired = tournament.unpaired
    most = len(unpaired) if tournament.pairing_system.scheduled else 1
    if len(unpaired) > most:
        if not current.tables:
            raise RoundNotComplete(reason="nobody", round=current.number)
        raise RoundNotComplete(
            reason="unpaired", round=current.number, unpaired=full_names(tournament, unpaired)
        )
    if current.missing:
        tables = [table.number for table in current.missing]
        raise RoundNotComplete(reason="results", round=current.number, tables=tables)
    drawn = current.tables or current.bye or is_scheduled(current.system)  # everybody may have a free round
    if not drawn and not _idle_evening(tournament):
        raise RoundNotComplete(reason="nobody", round=current.number)
    closed = RoundClosed(current.number, unpaired, absences(tournament), values)
    seats = round_robin_seats(tournament)
    return [*([SeatsTaken(seats)] if seats else []), closed, *_knocked_out(tournament, closed)]


def _knocked_out(tournament: Tournament, closed: RoundClosed) -> list[Event]:
    """In a cup, exactly the players who have lost their last tie leave after the round."""
    if not tournament.settings.pairing_system.knock_out:
        return []
    after = replay([closed], tournament)
    out = knocked_out(after)
    wronged = [
        player for player, leave in after.left.items() if leave.reason is Absence.OUT and player not in out
    ]
    return [
        *(PlayerReturned(player) for player in wronged),
        *(PlayerLeft(player, closed.round + 1, Absence.OUT) for player in out if player not in after.left),
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


def reopen_round(tournament: Tournament) -> list[Event]:
    """Reopen the last closed round, as long as nobody is paired for the next one."""
    closed = tournament.closed_rounds
    if not closed:
        raise NoRoundClosed()
    current = tournament.open_round
    if current.tables or current.forced_bye:
        raise RoundStarted(round=current.number, closed=closed[-1].number)
    if tournament.final is not None and closed[-1].number < tournament.final.round:
        raise FinalImpossible(reason="begun", round=tournament.final.round)
    return [RoundReopened(closed[-1].number)]


# Tables changed by hand, and accepting a pairing.


def add_table(tournament: Tournament, *, first: PlayerId, second: PlayerId, number: int = 0) -> list[Event]:
    """Put two free players at a table; number 0 takes the first free one."""
    if first == second:
        raise SamePlayer(player=tournament.player(first).full_name)
    for player in (first, second):
        _check_free(tournament, player)
    current = tournament.open_round
    if number in current.tables:
        raise TableTaken(table=number, round=current.number)
    return [TableAdded(current.number, number or free_table(current), Pair(first, second))]


def _check_free(tournament: Tournament, player: PlayerId) -> None:
    card = tournament.player(player)
    table = tournament.open_round.table_of(player)
    if table is not None:
        raise AlreadyPaired(player=card.full_name, table=table.number, round=tournament.open_round.number)
    if tournament.absence(player) is not None:
        raise NotPresent(player=card.full_name, id=player)


def free_table(current: Round) -> int:
    return next(number for number in range(1, len(current.tables) + 2) if number not in current.tables)


def pair_anew(tournament: Tournament, *, first: PlayerId, second: PlayerId) -> list[Event]:
    """Put two present players at a table, dissolving the pairs they were in."""
    dissolved: list[Event] = []
    for player in (first, second):
        table = tournament.open_round.table_of(player)
        if table is not None:
            news = remove_table(tournament, number=table.number)
            dissolved, tournament = [*dissolved, *news], replay(news, tournament)
    return [*dissolved, *add_table(tournament, first=first, second=second)]


def remove_table(tournament: Tournament, *, number: int) -> list[Event]:
    """Dissolve the pair of a table that has no result."""
    current = tournament.open_round
    if current.table(number).result is not None:
        raise TableHasResult(table=number, round=current.number)
    return [TableRemoved(current.number, number)]


def remove_all_tables(tournament: Tournament, *, locked_too: bool = True) -> list[Event]:
    """Dissolve all pairs without a result; locked tables only with `locked_too`."""
    current = tournament.open_round
    return [
        TableRemoved(current.number, table.number)
        for table in current
        if table.result is None and (locked_too or not table.locked)
    ]


def lock_table(tournament: Tournament, *, number: int, locked: bool) -> list[Event]:
    """Lock or unlock a table; a locked one is kept when the round is paired again."""
    current = tournament.open_round
    if current.table(number).locked == locked:
        return []
    return [TableLocked(current.number, number, locked)]


def swap_players(tournament: Tournament, *, one: PlayerId, other: PlayerId) -> list[Event]:
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
    removed = [TableRemoved(current.number, table.number) for table in tables]
    added = [
        TableAdded(
            current.number,
            table.number,
            Pair(exchange.get(table.first, table.first), exchange.get(table.second, table.second)),
        )
        for table in tables
    ]
    locked = [TableLocked(current.number, table.number, True) for table in tables if table.locked]
    return [*removed, *added, *locked]


def give_bye(tournament: Tournament, *, player: PlayerId) -> list[Event]:
    """Choose who has the bye of the open round; 0 leaves the choice to the pairing."""
    if player:
        _check_free(tournament, player)
    if tournament.open_round.forced_bye == player:
        return []
    return [ByeGiven(tournament.open_round.number, player)]


def accept_pairing(
    tournament: Tournament,
    *,
    tables: Mapping[int, Pair],
    bye: Bye | None,
    system: str,
    seed: int,
    total: int,
    values: tuple[PlayerId, ...] = (),
) -> list[Event]:
    """Record a pairing, all tables of the round by number; refused if the tournament has changed since."""
    current = tournament.open_round
    drawn = {player for pair in tables.values() for player in (pair.first, pair.second)}
    drawn |= {bye.player} if bye else set()
    # In a fixed schedule the opponent of an absent player is free, so some players may stay unpaired.
    needed = current.seated.keys() | (set() if is_scheduled(system) else set(tournament.unpaired))
    if not needed <= drawn <= current.seated.keys() | set(tournament.unpaired):
        raise Conflict(after=current.number)
    return [RoundPaired(current.number, dict(tables), bye, system, seed, total, values)]


# The manual phase of a round: a beginning and an end around what the arbiter changes by hand.


def begin_manual(tournament: Tournament) -> list[Event]:
    if tournament.open_round.manual:
        raise ManualImpossible(reason="begun", round=tournament.open_round.number)
    return [ManualBegun(tournament.open_round.number)]


def end_manual(tournament: Tournament, *, instead: tuple[tuple[PlayerId, PlayerId], ...]) -> list[Event]:
    """End the manual phase; `instead` are the pairs that it replaced."""
    if not tournament.open_round.manual:
        raise ManualImpossible(reason="not-begun", round=tournament.open_round.number)
    return [ManualEnded(tournament.open_round.number, instead)]


# Results of the open round, and corrections of earlier ones.


def enter_at_table(
    tournament: Tournament, *, table: int, result: Result, replacing: bool = False
) -> list[Event]:
    """Enter a result for a table, the first player's score first."""
    current = tournament.open_round
    before = current.table(table).result
    valid_result(result, tournament.settings.board)
    if result.kind in GO_KINDS and tournament.pairing_system.ranking is not Ranking.GO:
        raise ResultImpossible(text=result.kind.value, total=tournament.settings.board.total, reason="go")
    if before == result:
        return []
    if before is not None and not replacing:
        raise ResultDiffers(table=table, old=before, new=result)
    return [ResultEntered(current.number, table, result)]


def adjourn_rest(tournament: Tournament) -> list[Event]:
    """All games without a result count as draws until they are finished."""
    events: list[Event] = []
    for table in tournament.open_round.missing:
        news = enter_at_table(tournament, table=table.number, result=adjourned(tournament.settings.board))
        events, tournament = [*events, *news], replay(news, tournament)
    return events


def clear_result(tournament: Tournament, *, table: int) -> list[Event]:
    current = tournament.open_round
    if current.table(table).result is None:
        raise NoResult(table=table, round=current.number)
    return [ResultCleared(current.number, table)]


def correct_result(
    tournament: Tournament, *, round: int, first: PlayerId, second: PlayerId, result: Result
) -> list[Event]:
    """Correct the colours and the score of a game of any round; the opponents stay (papp 5.8)."""
    played = tournament.round(round)
    table = seated_table(played, first, tournament.player(first).full_name)
    if second not in table.pair or first == second:
        met = table.second if first == table.first else table.first
        names = (tournament.player(one).full_name for one in (first, second, met))
        raise DidNotMeet(**dict(zip(("first", "second", "met"), names, strict=True)), round=round)
    valid_result(result, tournament.settings.board)
    if (table.first, table.second, table.result) == (first, second, result):
        raise NothingToChange(what=f"{round}.{table.number}")
    return [ResultCorrected(round, table.number, first, second, result)]


# Start the next season with the settings of the last one, with or without its players.


def returning_players(tournament: Tournament) -> list[Player]:
    """Players expected in the next season, by number: everybody who has neither withdrawn nor been erased."""
    left = tournament.left
    withdrawn = {player for player in left if left[player].reason is Absence.WITHDRAWN}
    gone = withdrawn | tournament.erased
    return [card for number, card in sorted(tournament.players.items()) if number not in gone]


def next_season(
    tournament: Tournament, *, before: Tournament, name: str, date: str, players: bool
) -> list[Event]:
    """Begin a season in an empty journal with the settings of another one.

    Players are numbered from 1 without gaps; forbidden pairs are kept.
    """
    events = open_tournament(tournament, name=name, date=date, settings=replace(before.settings, times=()))
    if not players:
        return events
    cards = returning_players(before)
    numbers = {card.id: place for place, card in enumerate(cards, start=1)}
    events += [PlayerEntered(replace(card, id=numbers[card.id], new=False), 1) for card in cards]
    pairs = sorted(sorted(pair) for pair in before.forbidden if pair <= numbers.keys())
    return events + [PairForbidden(numbers[one], numbers[other]) for one, other in pairs]


def remove_everybody(tournament: Tournament) -> list[Event]:
    """Remove all players; only while there is no game (keizer 4)."""
    if tournament.closed_rounds or tournament.open_round.tables or tournament.open_round.bye:
        raise TournamentStarted()
    if not tournament.players:
        raise NothingToChange(what=tournament.name)
    return [PlayerRemoved(number) for number in tournament.players]
