"""Replay: the tournament after its events, and the check that the events make sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import Any, TypeVar

from ronde.model.errors import (
    EventImpossible,
    NameImpossible,
    NumberImpossible,
    ResultImpossible,
    RuleError,
    SettingImpossible,
)
from ronde.model.events import (
    MOST_GAMES,
    AbsenceCancelled,
    AbsencePlanned,
    ByeGiven,
    Event,
    FinalBegun,
    GamePlayed,
    ManualBegun,
    ManualEnded,
    PairAllowed,
    PairForbidden,
    PlayerChanged,
    PlayerEntered,
    PlayerErased,
    PlayerLeft,
    PlayerRemoved,
    PlayerReturned,
    ProgramChanged,
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
from ronde.model.go import MOST_STONES, NO_GO_CARD, check_go_card
from ronde.model.player import (
    BIGGEST_FOREIGN,
    LONGEST_NAME,
    NO_CARD,
    Absence,
    Player,
    PlayerId,
    anonymous,
    check_fide_card,
    check_rating,
    clean_name,
)
from ronde.model.result import Board, valid_result
from ronde.model.schedule import with_due_players
from ronde.model.settings import MOST_ROUNDS, check_settings
from ronde.model.systems import Schedule
from ronde.model.table import Bye, Pair, Reason, Table
from ronde.model.tournament import Leave, Round, Tournament

# What no event may contain in any tournament: unprintable texts, numbers out of range.


COUNTABLE = 2**63 - 1
"""The largest number that SQLite, numpy and other programs can store."""


def check_opening(event: TournamentOpened | SettingsChanged) -> None:
    """Refuse an impossible name, date or settings; tournaments of PAPP may have no name."""
    clean_name(event.name, needed=False)
    clean_name(event.date, field="date", needed=False)
    check_settings(event.settings)


def checked(card: Player) -> None:
    """Refuse an impossible player; a fast check passes nearly all."""
    if not 1 <= card.id <= BIGGEST_FOREIGN:
        raise NumberImpossible(number=card.id)
    check_rating(card.rating)
    if card.fide != NO_CARD:
        check_fide_card(card.fide)
    if card.go != NO_GO_CARD:
        check_go_card(card.go)
    texts = card.name + card.first_name + card.country + card.club + card.comment + card.phone + card.email
    if card.categories or len(texts) > LONGEST_NAME or not (texts.isprintable() and card.name.strip()):
        _check_texts(card)


def _check_texts(card: Player) -> None:
    clean_name(card.name)
    texts = {"first-name": card.first_name, "country": card.country, "club": card.club}
    texts |= {"comment": card.comment, "phone": card.phone, "email": card.email}
    for field, text in texts.items():
        clean_name(text, field=field, needed=False)
    for category in card.categories:
        clean_name(category, field="category")


def check_pairing(event: RoundPaired) -> None:
    """Refuse a pairing whose numbers or costs are out of range."""
    clean_name(event.system, field="system", needed=False)
    check_numbers((event.seed, event.total, *event.tables))
    check_cost_breakdowns([*event.tables.values(), *((event.bye,) if event.bye else ())])


def check_cost_breakdowns(priced: Sequence[Pair | Bye]) -> None:
    """Refuse costs and handicaps out of range, and unprintable names of rules."""
    lines: list[Reason] = [line for pair in priced for line in pair.reasons]
    check_numbers([pair.cost for pair in priced])
    for stones in {one.handicap for one in priced if isinstance(one, Pair)}:
        if not 0 <= stones <= MOST_STONES:
            raise NumberImpossible(number=stones)
    check_numbers([line.cost for line in lines])
    check_numbers([line.amount for line in lines])
    for rule in {line.rule for line in lines}:
        clean_name(rule, field="rule")


def check_game(event: GamePlayed) -> None:
    check_numbers((event.leg, *event.score, *event.seconds))
    clean_name(event.reason, field="reason", needed=False)
    clean_name(event.record, field="record", needed=False)
    clean_name(event.moves, field="moves", needed=False)


def check_program(event: ProgramChanged) -> None:
    clean_name(event.file, field="file")
    hidden = event.file.startswith(".") or "/" in event.file
    if hidden or not re.fullmatch("[0-9a-f]{64}", event.digest):
        raise NameImpossible(field="file", reason="path", text=event.file)


def check_results(tournament: Tournament, board: Board) -> None:
    """Refuse another board on which the results so far are impossible."""
    if board.total == tournament.settings.board.total:
        return
    for played in tournament.rounds:
        for table in played.tables.values():
            try:
                if table.result is not None:
                    valid_result(table.result, board)
            except ResultImpossible as error:
                raise SettingImpossible(
                    setting="board.total", value=board.total, reason="results", round=played.number
                ) from error


def check_numbers(numbers: Iterable[int]) -> None:
    counted = list(numbers)
    if counted and (min(counted) < -COUNTABLE or max(counted) > COUNTABLE):
        raise NumberImpossible(number=max(counted, key=abs))


# Replay: every event is checked against the state before it.


T = TypeVar("T")


def apply_event(tournament: Tournament, event: Event) -> Tournament:
    """The tournament after `event`; EventImpossible if it cannot follow."""
    return replay((event,), tournament)


def replay(events: Iterable[Event], start: Tournament | None = None) -> Tournament:
    """The tournament after all events; runs of entries and results, the most frequent, are folded at once."""
    tournament = Tournament() if start is None else start
    for kind, run in groupby(events, type):
        if not tournament.opened and kind is not TournamentOpened:
            raise EventImpossible(kind=kind.__name__, reason="not-opened")
        try:
            if kind in _TOGETHER:
                tournament = _TOGETHER[kind](tournament, run)
            else:
                tournament = reduce(_AFTER[kind], run, tournament)
        except EventImpossible:
            raise
        except RuleError as error:
            raise EventImpossible(kind=kind.__name__, reason=error.code) from error
    return tournament


def _require(condition: bool, event: Event, reason: str) -> None:
    if not condition:
        raise EventImpossible(kind=type(event).__name__, reason=reason)


def _opened(tournament: Tournament, event: TournamentOpened) -> Tournament:
    _require(not tournament.opened, event, "opened-twice")
    check_opening(event)
    return replace(
        tournament, name=event.name, date=event.date, settings=event.settings, opened=True, rounds=(Round(1),)
    )


def _settings(tournament: Tournament, event: SettingsChanged) -> Tournament:
    check_opening(event)
    check_results(tournament, event.settings.board)
    return replace(tournament, name=event.name, date=event.date, settings=event.settings)


def _entered(tournament: Tournament, run: Iterable[PlayerEntered]) -> Tournament:
    players, entered = dict(tournament.players), dict(tournament.entered)
    for event in run:
        number = event.player.id
        checked(event.player)
        _require(number not in players, event, "number-taken")
        _require(event.round == tournament.open_round.number, event, "other-round")
        players[number], entered[number] = event.player, event.round
    return replace(tournament, players=players, entered=entered)


def _changed(tournament: Tournament, event: PlayerChanged) -> Tournament:
    before = tournament.player(event.id)
    checked(event.player)
    if event.player.id != event.id:
        return _renumbered(tournament, event)
    erased = tournament.erased if event.player.name == before.name else tournament.erased - {event.id}
    return replace(tournament, players={**tournament.players, event.id: event.player}, erased=erased)


def _renumbered(tournament: Tournament, event: PlayerChanged) -> Tournament:
    """Change a number in place; only while no round mentions the old one."""
    new = event.player.id
    _require(new not in tournament.players, event, "number-taken")
    _require(not is_mentioned(tournament, event.id), event, "already-paired")

    def renamed(entries: Mapping[PlayerId, T]) -> dict[PlayerId, T]:
        return {new if number == event.id else number: value for number, value in entries.items()}

    players = {**tournament.players, event.id: event.player}
    return replace(
        tournament,
        players=renamed(players),
        entered=renamed(tournament.entered),
        left=renamed(tournament.left),
        away={number: renamed(away) for number, away in tournament.away.items()},
        programs=renamed(tournament.programs),
    )


def is_mentioned(tournament: Tournament, player: PlayerId) -> bool:
    """Whether a round or a forbidden pair refers to the player."""
    current = tournament.open_round
    promised = current.forced_bye == player or (current.bye is not None and current.bye.player == player)
    return (
        promised
        or any(player in pair for pair in tournament.forbidden)
        or any(
            player in played.seated
            or player in played.byes
            or player in played.absent
            or player in played.values
            for played in tournament.rounds
        )
    )


def _left(tournament: Tournament, event: PlayerLeft) -> Tournament:
    tournament.player(event.player)
    _require(event.player not in tournament.left, event, "player-left-already")
    current = tournament.open_round
    _require(event.round in (current.number, current.number + 1), event, "other-round")
    seated = current.table_of(event.player) is not None
    _require(not seated or event.round > current.number, event, "already-paired")
    expected = (event.expected or event.round) if event.reason is Absence.PREREGISTERED else 0
    _require(0 <= event.expected <= max(MOST_ROUNDS, current.number), event, "unknown-round")
    leave = Leave(event.reason, event.round, expected)
    gone = with_due_players(replace(tournament, left={**tournament.left, event.player: leave}))
    return _bye_withdrawn(gone, event.player) if event.round == current.number else gone


def _bye_withdrawn(tournament: Tournament, player: PlayerId) -> Tournament:
    current = tournament.open_round
    forced = 0 if current.forced_bye == player else current.forced_bye
    bye = None if current.bye is not None and current.bye.player == player else current.bye
    if (forced, bye) == (current.forced_bye, current.bye):
        return tournament
    return tournament.with_open_round(replace(current, forced_bye=forced, bye=bye))


def _returned(tournament: Tournament, event: PlayerReturned) -> Tournament:
    _require(event.player in tournament.left, event, "player-is-here")
    return with_due_players(replace(tournament, left=_without(tournament.left, event.player)))


def _removed(tournament: Tournament, event: PlayerRemoved) -> Tournament:
    tournament.player(event.player)
    seated = any(event.player in played.seated for played in tournament.rounds)
    _require(not seated, event, "player-has-played")
    gone = event.player
    cleared = replace(
        tournament,
        players=_without(tournament.players, gone),
        entered=_without(tournament.entered, gone),
        left=_without(tournament.left, gone),
        programs=_without(tournament.programs, gone),
        away={number: _without(away, gone) for number, away in tournament.away.items()},
        forbidden=frozenset(pair for pair in tournament.forbidden if gone not in pair),
        rounds=tuple(_round_without(played, gone) for played in tournament.rounds),
        seats=tuple(0 if player == gone else player for player in tournament.seats),
        erased=tournament.erased - {gone},
    )
    return _bye_withdrawn(cleared, gone)


def _round_without(played: Round, gone: PlayerId) -> Round:
    """The round without the player; a frozen order keeps his row, because numbers can be reused."""
    byes = tuple(player for player in played.byes if player != gone)
    values = tuple(0 if player == gone else player for player in played.values)
    absent = _without(played.absent, gone)
    return replace(played, byes=byes, absent=absent, left=played.left - {gone}, values=values)


def _without(entries: Mapping[PlayerId, T], gone: PlayerId) -> dict[PlayerId, T]:
    return {number: value for number, value in entries.items() if number != gone}


def _erased(tournament: Tournament, event: PlayerErased) -> Tournament:
    card = anonymous(tournament.player(event.player), event.name)
    checked(card)
    erased = tournament.erased | {event.player}
    return replace(tournament, players={**tournament.players, event.player: card}, erased=erased)


def _planned(tournament: Tournament, event: AbsencePlanned) -> Tournament:
    tournament.player(event.player)
    current = tournament.open_round
    _require(current.number <= event.round <= max(MOST_ROUNDS, current.number), event, "unknown-round")
    seated_now = event.round == current.number and current.table_of(event.player) is not None
    _require(not seated_now, event, "already-paired")
    away = {**tournament.away.get(event.round, {}), event.player: event.reason}
    planned = replace(tournament, away={**tournament.away, event.round: away})
    return _bye_withdrawn(planned, event.player) if event.round == current.number else planned


def _cancelled(tournament: Tournament, event: AbsenceCancelled) -> Tournament:
    away = tournament.away.get(event.round, {})
    _require(event.player in away, event, "player-is-here")
    _require(event.round >= tournament.open_round.number, event, "unknown-round")
    return replace(tournament, away={**tournament.away, event.round: _without(away, event.player)})


def _forbidden(tournament: Tournament, event: PairForbidden) -> Tournament:
    pair = frozenset((event.first, event.second))
    _require(len(pair) == 2, event, "same-player")
    _require(all(player in tournament.players for player in pair), event, "unknown-player")
    return replace(tournament, forbidden=tournament.forbidden | {pair})


def _allowed(tournament: Tournament, event: PairAllowed) -> Tournament:
    pair = frozenset((event.first, event.second))
    _require(pair in tournament.forbidden, event, "nothing-to-change")
    return replace(tournament, forbidden=tournament.forbidden - {pair})


def _bye(tournament: Tournament, event: ByeGiven) -> Tournament:
    current = _open_round(tournament, event)
    _require(event.player == 0 or event.player in tournament.unpaired, event, "not-present")
    return tournament.with_open_round(replace(current, forced_bye=event.player))


def _open_round(
    tournament: Tournament,
    event: ByeGiven
    | RoundPaired
    | TableAdded
    | TableRemoved
    | TableLocked
    | ManualBegun
    | ManualEnded
    | ResultCleared
    | GamePlayed
    | RoundClosed
    | FinalBegun,
) -> Round:
    current = tournament.open_round
    _require(event.round == current.number, event, "other-round")
    return current


def _paired(tournament: Tournament, event: RoundPaired) -> Tournament:
    current = _open_round(tournament, event)
    check_pairing(event)
    _require(_known_once(tournament, event.values), event, "unknown-player")
    players = [player for pair in event.tables.values() for player in (pair.first, pair.second)]
    players += [event.bye.player] if event.bye else []
    _require(len(set(players)) == len(players), event, "already-paired")
    _require(set(players) <= set(tournament.present), event, "not-present")
    before = {(table.first, table.second): table for table in current.tables.values()}
    pairs = {(pair.first, pair.second) for pair in event.tables.values()}
    _require(before.keys() <= pairs, event, "unknown-table")
    _require(min(event.tables, default=1) >= 1, event, "number-taken")
    tables = {number: _seat(number, pair, before) for number, pair in event.tables.items()}
    return tournament.with_open_round(
        replace(
            current,
            tables=tables,
            bye=event.bye,
            system=event.system,
            seed=event.seed,
            values=event.values,
        )
    )


def _known_once(tournament: Tournament, order: tuple[PlayerId, ...]) -> bool:
    """Whether an order names players of the tournament, each once; 0 is the row of an erased player."""
    known = [player for player in order if player]
    return len(set(known)) == len(known) and set(known) <= tournament.players.keys()


def _seat(number: int, pair: Pair, before: Mapping[tuple[PlayerId, PlayerId], Table]) -> Table:
    table = before.get((pair.first, pair.second))
    return Table(number, pair) if table is None else replace(table, number=number, pair=pair)


def _table_added(tournament: Tournament, event: TableAdded) -> Tournament:
    current = _open_round(tournament, event)
    _require(event.table not in current.tables, event, "number-taken")
    _require(1 <= event.table <= BIGGEST_FOREIGN, event, "number-impossible")
    _require(_known_once(tournament, event.values), event, "unknown-player")
    pair = event.pair
    check_cost_breakdowns((pair,))
    _require(pair.first != pair.second, event, "same-player")
    for player in (pair.first, pair.second):
        tournament.player(player)
        _require(tournament.absence(player) is None, event, "not-present")
        _require(current.table_of(player) is None, event, "already-paired")
    frozen = replace(current, values=event.values) if event.values else current
    seated = tournament.with_open_round(frozen.with_table(Table(event.table, pair, by_hand=True)))
    return _bye_withdrawn(_bye_withdrawn(seated, pair.first), pair.second)


def _table_removed(tournament: Tournament, event: TableRemoved) -> Tournament:
    current = _open_round(tournament, event)
    current.table(event.table)
    gone = current.tables[event.table].pair
    tables = {number: table for number, table in current.tables.items() if number != event.table}
    games = tuple(game for game in current.games if {game.first, game.second} != {gone.first, gone.second})
    return tournament.with_open_round(replace(current, tables=tables, games=games))


def _table_locked(tournament: Tournament, event: TableLocked) -> Tournament:
    current = _open_round(tournament, event)
    table = replace(current.table(event.table), locked=event.locked)
    return tournament.with_open_round(current.with_table(table))


def _manual_begun(tournament: Tournament, event: ManualBegun) -> Tournament:
    current = _open_round(tournament, event)
    _require(not current.manual, event, "already-begun")
    return tournament.with_open_round(replace(current, manual=True))


def _manual_ended(tournament: Tournament, event: ManualEnded) -> Tournament:
    current = _open_round(tournament, event)
    _require(current.manual, event, "not-begun")
    for player in (player for pair in event.instead for player in pair if player):
        tournament.player(player)
    return tournament.with_open_round(replace(current, manual=False, instead=event.instead))


def _results(tournament: Tournament, run: Iterable[ResultEntered]) -> Tournament:
    current, board = tournament.open_round, tournament.settings.board
    tables = dict(current.tables)
    for event in run:
        _require(event.round == current.number, event, "other-round")
        _require(event.table in tables, event, "unknown-table")
        table = tables[event.table]
        result = valid_result(event.result, board)
        tables[event.table] = Table(table.number, table.pair, result, table.locked, table.by_hand)
    return tournament.with_open_round(replace(current, tables=tables))


def _result_cleared(tournament: Tournament, event: ResultCleared) -> Tournament:
    current = _open_round(tournament, event)
    table = current.table(event.table)
    _require(table.result is not None, event, "no-result")
    return tournament.with_open_round(current.with_table(replace(table, result=None)))


def _game_played(tournament: Tournament, event: GamePlayed) -> Tournament:
    current = _open_round(tournament, event)
    pair = current.table(event.table).pair
    check_game(event)
    _require({event.first, event.second} == {pair.first, pair.second}, event, "not-paired")
    _require(event.winner in (0, event.first, event.second), event, "not-paired")
    legs = {game.leg for game in tournament.games_between(event.round, event.first, event.second)}
    _require(event.leg >= 1 and event.leg not in legs, event, "game-played")
    return tournament.with_open_round(replace(current, games=(*current.games, event)))


def _program_changed(tournament: Tournament, event: ProgramChanged) -> Tournament:
    tournament.player(event.player)
    check_program(event)
    return replace(tournament, programs={**tournament.programs, event.player: event})


def _corrected(tournament: Tournament, event: ResultCorrected) -> Tournament:
    played = tournament.round(event.round)
    table = played.table(event.table)
    _require({table.first, table.second} == {event.first, event.second}, event, "not-paired")
    valid_result(event.result, tournament.settings.board)
    exchanged = Pair(event.first, event.second, handicap=table.pair.handicap)
    pair = table.pair if event.first == table.first else exchanged
    fixed = played.with_table(replace(table, pair=pair, result=event.result))
    rounds = tuple(fixed if other.number == event.round else other for other in tournament.rounds)
    return with_due_players(replace(tournament, rounds=rounds))


def _seats(tournament: Tournament, event: SeatsTaken) -> Tournament:
    system = tournament.settings.pairing_system
    taken = tuple(player for player in event.seats if player)
    _require(_known_once(tournament, taken), event, "unknown-player")
    paired = len(event.seats) % 2 == 0 or system.schedule is Schedule.GAUNTLET or system.numbered
    _require(paired and len(event.seats) - len(taken) <= 1, event, "not-paired")
    everybody = not system.scheduled or len(taken) == len(tournament.players)
    _require(everybody, event, "not-present")
    return replace(tournament, seats=event.seats)


def _closed(tournament: Tournament, event: RoundClosed) -> Tournament:
    current = _open_round(tournament, event)
    _require(not current.missing, event, "round-not-complete")
    seated = current.seated
    idle = set(tournament.unpaired) - set(event.byes) if tournament.pairing_system.idle else set()
    _require(sorted((*event.byes, *idle)) == sorted(tournament.unpaired), event, "not-present")
    _require(_known_once(tournament, event.values), event, "unknown-player")
    others = {player for player in tournament.players if player not in seated and player not in event.byes}
    named = set(event.absent) | idle
    _require(named <= others and (named == others or tournament.pairing_system.idle), event, "not-present")
    frozen = event.values or current.values
    left = frozenset(player for player in event.absent if tournament.has_left(player))
    closed = replace(current, byes=event.byes, absent=event.absent, left=left, values=frozen, closed=True)
    return with_due_players(
        replace(tournament, rounds=(*tournament.rounds[:-1], closed, Round(current.number + 1)))
    )


def _reopened(tournament: Tournament, event: RoundReopened) -> Tournament:
    _require(event.round == len(tournament.rounds) - 1 >= 1, event, "unknown-round")
    current = tournament.open_round
    _require(not current.tables and not current.forced_bye, event, "round-started")
    begun = tournament.final is not None and event.round < tournament.final.round
    _require(not begun, event, "final-begun")
    last = tournament.rounds[-2]
    # Who was absent then is absent again, even if he has come back since.
    away = {
        player: reason
        for player, reason in last.absent.items()
        if tournament.final is None or reason is not Absence.OUT  # the bracket says who is out of it
    }
    reopened = replace(last, closed=False, byes=(), absent={}, left=frozenset())
    made_anew = event.round == 1 and tournament.settings.pairing_system.small_round_robin
    return with_due_players(
        replace(
            tournament,
            rounds=(*tournament.rounds[:-2], reopened),
            away={**tournament.away, event.round: away},
            seats=() if made_anew else tournament.seats,  # closing round 1 creates them again
        )
    )


def _final_begun(tournament: Tournament, event: FinalBegun) -> Tournament:
    current, everybody = _open_round(tournament, event), (*event.players, *event.third)
    _require(tournament.final is None, event, "final-begun")
    _require(bool(tournament.closed_rounds), event, "no-round-closed")
    _require(not current.tables and not current.forced_bye, event, "round-started")
    known = 0 not in everybody and _known_once(tournament, everybody)
    _require(known and len(event.players) > 1, event, "unknown-player")
    _require(len(event.third) == 0 or (len(event.third), len(event.players)) == (2, 2), event, "not-paired")
    played = {player for one in tournament.closed_rounds for player in one.seated}
    _require(set(everybody) <= played, event, "not-present")
    _require(1 <= event.best_of <= MOST_GAMES, event, "number-impossible")
    return with_due_players(replace(tournament, final=event))


_AFTER: dict[type[Event], Callable[[Tournament, Any], Tournament]] = {
    TournamentOpened: _opened,
    SettingsChanged: _settings,
    PlayerChanged: _changed,
    PlayerLeft: _left,
    PlayerReturned: _returned,
    PlayerRemoved: _removed,
    PlayerErased: _erased,
    AbsencePlanned: _planned,
    AbsenceCancelled: _cancelled,
    PairForbidden: _forbidden,
    PairAllowed: _allowed,
    ByeGiven: _bye,
    RoundPaired: _paired,
    TableAdded: _table_added,
    TableRemoved: _table_removed,
    TableLocked: _table_locked,
    ManualBegun: _manual_begun,
    ManualEnded: _manual_ended,
    ResultCleared: _result_cleared,
    GamePlayed: _game_played,
    ProgramChanged: _program_changed,
    ResultCorrected: _corrected,
    SeatsTaken: _seats,
    RoundClosed: _closed,
    RoundReopened: _reopened,
    FinalBegun: _final_begun,
}
"""How each event changes the tournament; `Undone` is missing because the desk filters what it undoes."""

_TOGETHER: dict[type[Event], Callable[[Tournament, Iterable[Any]], Tournament]] = {
    PlayerEntered: _entered,
    ResultEntered: _results,
}
"""The same for events that come in runs."""
