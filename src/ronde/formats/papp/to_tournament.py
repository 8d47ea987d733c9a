"""The events of a PAPP folder, and PAPP's order of tables (papp 3.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from ronde.formats.papp import comments as notes
from ronde.formats.papp.comments import FolderNotes
from ronde.formats.papp.config_writer import settings_with
from ronde.formats.papp.statements import PappGame, PappRound, ReadFiles
from ronde.formats.papp.tokens import SourceText, printable
from ronde.model.errors import EventImpossible
from ronde.model.events import (
    AbsencePlanned,
    Event,
    FinalBegun,
    PairForbidden,
    PlayerEntered,
    PlayerLeft,
    PlayerReturned,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    SeatsTaken,
    TournamentOpened,
)
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.replay import replay
from ronde.model.result import Board, Kind, Result
from ronde.model.table import Bye, Pair, Table
from ronde.model.tournament import Round, Tournament

# The order of tables in PAPP: the leaders at table 1 (papp 3.6).


T = TypeVar("T")


def in_order(
    pairs: Iterable[T],
    players: Callable[[T], tuple[PlayerId, PlayerId]],
    halves: Mapping[PlayerId, int],
    place: Mapping[PlayerId, int],
) -> list[T]:
    """By the better score, then the sum of both, then the later registration of black.

    In the first round PAPP keeps the order of creation, which is up to the caller.
    """

    def weight(pair: T) -> tuple[int, int, int]:
        black, white = players(pair)
        ours, theirs = halves.get(black, 0), halves.get(white, 0)
        return max(ours, theirs), ours + theirs, place[black]

    return sorted(pairs, key=weight, reverse=True)


def add_round(halves: dict[PlayerId, int], played: Round, board: Board) -> None:
    for table in played.tables.values():
        if table.result is not None:
            ours, theirs = table.result.half_points
            halves[table.first] = halves.get(table.first, 0) + ours
            halves[table.second] = halves.get(table.second, 0) + theirs
    for player in played.byes:
        halves[player] = halves.get(player, 0) + board.bye_half_points


def tables_now(tournament: Tournament, number: int, scored: int) -> list[Table]:
    """The tables of a round in PAPP's order by the scores after `scored` rounds."""
    tables = list(tournament.round(number).tables.values())
    if number == 1:
        return tables
    halves: dict[PlayerId, int] = {}
    for played in tournament.closed_rounds[:scored]:
        add_round(halves, played, tournament.settings.board)
    place = {player: at for at, player in enumerate(tournament.players)}
    return in_order(tables, lambda table: (table.first, table.second), halves, place)


# Turns the contents of the files into events.


SYSTEM = "papp"
"""The pairing system of imported rounds."""


def usual_absence(*, came_once: bool) -> Absence:
    """The reason implied by PAPP's plus and minus signs: left, or not yet arrived; both until a plus."""
    return Absence.WITHDRAWN if came_once else Absence.LATE


class _Seat(NamedTuple):
    """A numbered table of a round with its result, in order of creation."""

    table: int
    pair: Pair
    result: Result | None


@dataclass(slots=True)
class PappHistory:
    """Makes the events round by round."""

    board: Board
    cards: Mapping[PlayerId, Player]
    order: tuple[PlayerId, ...]
    """Everybody registered, in order."""
    folder_notes: FolderNotes
    final: FinalBegun | None = None
    here: dict[PlayerId, bool] = field(default_factory=dict)
    reasons: dict[PlayerId, Absence] = field(default_factory=dict)
    came: set[PlayerId] = field(default_factory=set)
    halves: dict[PlayerId, int] = field(default_factory=dict)
    expected: dict[PlayerId, int] = field(init=False)
    place: dict[PlayerId, int] = field(init=False)

    def __post_init__(self) -> None:
        self.place = {player: at for at, player in enumerate(self.order)}
        self.expected = notes.expected_of(self.folder_notes.tournament)

    def closed(self, number: int, papp_round: PappRound) -> list[Event]:
        full = self._with_unplayed(number, papp_round)
        known = self.order[: full.registered]
        events = [*self._final(number), *self.presence(number, full)]
        seats = self._seats(number, full)
        events += self._round(number, full, seats)
        seated = {player for seat in seats for player in (seat.pair.first, seat.pair.second)}
        byes = tuple(player for player in known if player in full.present and player not in seated)
        absent = {player: self.reasons[player] for player in known if player not in full.present}
        self._score(seats, byes)
        self.came |= full.present  # including the pairs that never played, which have a minus in PAPP
        return [*events, RoundClosed(number, byes, absent)]

    def open(self, number: int, papp_round: PappRound) -> list[Event]:
        events = [*self._final(number), *self.presence(number, papp_round)]
        return events + self._round(number, papp_round, self._seats(number, papp_round))

    def _final(self, number: int) -> list[Event]:
        return [self.final] if self.final is not None and self.final.round == number else []

    def _out(self, number: int, player: PlayerId) -> bool:
        """Whether the bracket of the final keeps a player from this round, and nothing else."""
        begun = self.final is not None and number >= self.final.round
        return begun and self.here[player] and self._reason(number, player) is Absence.OUT

    def presence(self, number: int, papp_round: PappRound) -> list[Event]:
        """Who registered, left and came back before this round."""
        self.came |= papp_round.seen
        events: list[Event] = []
        away = notes.away_of(self.folder_notes.rounds.get(number, {}))
        for player in self.order[: papp_round.registered]:
            if player not in self.here:
                events.append(PlayerEntered(self.cards[player], number))
                self.here[player] = True
            if player in papp_round.present:
                events += [] if self.here[player] else [PlayerReturned(player)]
            elif self._out(number, player):
                self.reasons[player] = Absence.OUT
                continue
            elif player in away and self.here[player]:
                events.append(self._away(number, player))
                continue  # present again in the next round, unless PAPP says otherwise
            else:
                events += self._gone(number, player)
            self.here[player] = player in papp_round.present
        return events

    def _away(self, number: int, player: PlayerId) -> Event:
        """A player is away in this round only."""
        self.reasons[player] = self._reason(number, player)
        return AbsencePlanned(player, number, self.reasons[player])

    def _reason(self, number: int, player: PlayerId) -> Absence:
        noted = notes.absence_of(self.folder_notes.rounds.get(number, {}), player)
        return noted or usual_absence(came_once=player in self.came)

    def _gone(self, number: int, player: PlayerId) -> list[Event]:
        """A player is away from this round on, or still, but for another reason."""
        reason = self._reason(number, player)
        if not self.here[player] and reason is self.reasons[player]:
            return []
        back = [] if self.here[player] else [PlayerReturned(player)]
        self.reasons[player] = reason
        expected = self.expected.get(player, 0) if reason is Absence.PREREGISTERED else 0
        return [*back, PlayerLeft(player, number, reason, expected)]

    def _round(self, number: int, papp_round: PappRound, seats: list[_Seat]) -> list[Event]:
        if not seats:
            return []
        seated = {player for seat in seats for player in (seat.pair.first, seat.pair.second)}
        idle = [player for player in papp_round.present if player not in seated]
        bye = Bye(idle[0]) if len(idle) == 1 else None
        pairs = {seat.table: seat.pair for seat in seats}
        results = [
            ResultEntered(number, seat.table, seat.result) for seat in seats if seat.result is not None
        ]
        return [RoundPaired(number, pairs, bye, SYSTEM, 0, 0), *results]

    def _seats(self, number: int, papp_round: PappRound) -> list[_Seat]:
        note = self.folder_notes.rounds.get(number, {})
        results = notes.results_of(note)
        numbers = notes.numbers_of(note, papp_round.games) or self._numbers(number, papp_round.games)
        return [
            _Seat(numbers[game.black], Pair(game.black, game.white), self._result(game, results))
            for game in papp_round.games
        ]

    def _numbers(self, number: int, games: tuple[PappGame, ...]) -> dict[PlayerId, int]:
        """PAPP's tables: in order of creation in the first round, then by score (papp 3.6)."""
        listed = list(games)
        if number > 1:
            listed = in_order(games, lambda game: (game.black, game.white), self.halves, self.place)
        return {game.black: table for table, game in enumerate(listed, start=1)}

    def _result(self, game: PappGame, results: Mapping[tuple[PlayerId, PlayerId], Result]) -> Result | None:
        noted = results.get((game.black, game.white))
        if noted is not None and papp_scores(noted, self.board) == (game.black_score, game.white_score):
            return noted
        if game.black_score is None or game.white_score is None:
            return None
        if (
            not 0 <= game.black_score <= self.board.total
            or game.black_score + game.white_score != self.board.total
        ):
            return None  # PAPP accepts such a result in the open round only (papp 3.5)
        return Result(game.black_score, game.white_score)

    def _with_unplayed(self, number: int, papp_round: PappRound) -> PappRound:
        """The round with the pairs that never played, who are absent in PAPP."""
        known = set(self.order[: papp_round.registered])
        games: list[PappGame] = []
        absent = known - papp_round.present
        for (black, white), result in notes.results_of(self.folder_notes.rounds.get(number, {})).items():
            if (
                black != white
                and {black, white} <= absent
                and papp_scores(result, self.board) == (None, None)
            ):
                absent -= {black, white}
                games.append(PappGame(black, white))
        if not games:
            return papp_round
        return replace(papp_round, present=frozenset(known - absent), games=(*papp_round.games, *games))

    def _score(self, seats: list[_Seat], byes: tuple[PlayerId, ...]) -> None:
        for seat in seats:
            if seat.result is not None:
                ours, theirs = seat.result.half_points
                self.halves[seat.pair.first] = self.halves.get(seat.pair.first, 0) + ours
                self.halves[seat.pair.second] = self.halves.get(seat.pair.second, 0) + theirs
        for player in byes:
            self.halves[player] = self.halves.get(player, 0) + self.board.bye_half_points


def papp_scores(result: Result, board: Board) -> tuple[float, float] | tuple[None, None]:
    """The scores that express a result in PAPP; none if it cannot."""
    if result.kind in (Kind.DOUBLE_FORFEIT, Kind.UNPLAYED):
        return (None, None)
    if result.first + result.second == board.total:
        return (result.first, result.second)
    ours, theirs = result.half_points
    if ours + theirs != 2:
        return (None, None)  # both won, both lost, or nobody knows
    first = {2: float(board.total), 1: board.total / 2, 0: 0.0}[ours]
    return (first, board.total - first)


# The events of a whole folder, once its files are read.


_USUAL_ROUNDS = 7
_USUAL_CONSTANT = 6.0
"""PAPP's constant when the workfile has none (malformed case "BQ missing")."""


def journal(
    page: SourceText,
    read: ReadFiles,
    cards: Mapping[PlayerId, Player],
    folder_notes: FolderNotes,
    *,
    fallback: str,
) -> tuple[Event, ...]:
    """All events of the tournament; `fallback` is the name of one without, `page` collects the remarks."""
    state = read.state
    opened = _opened(page, read, folder_notes, fallback)
    _check_scores(page, read)
    seats, final = _seats(page, read), notes.final_of(folder_notes.tournament)
    events = _played(opened, read, cards, folder_notes, seats, final)
    if final is not None and not _follows(events):  # PAPP has gone on in another way
        events = _played(opened, read, cards, folder_notes, seats, None)
    events += [
        PairForbidden(one, other)
        for one, other in notes.forbidden_of(folder_notes.tournament)
        if one != other and one in state.here and other in state.here
    ]
    return tuple(events)


def _played(
    opened: TournamentOpened,
    read: ReadFiles,
    cards: Mapping[PlayerId, Player],
    folder_notes: FolderNotes,
    seats: list[Event],
    final: FinalBegun | None,
) -> list[Event]:
    """The opening and all rounds."""
    state = read.state
    history = PappHistory(opened.settings.board, cards, tuple(state.here), folder_notes, final)
    events: list[Event] = [opened]
    for number, papp_round in enumerate(state.rounds_read, start=1):
        closed = history.closed(number, papp_round)
        if number == 1:
            closed[-1:-1] = seats
        events += closed
    events += history.open(len(state.rounds_read) + 1, state.papp_round())
    return events if state.rounds_read else [*events, *seats]


def _follows(events: list[Event]) -> bool:
    try:
        replay(events)
    except EventImpossible:
        return False
    return True


def _opened(page: SourceText, read: ReadFiles, folder_notes: FolderNotes, fallback: str) -> TournamentOpened:
    state = read.state
    if state.name is None:
        page.remark("no-name", 0, fallback)
    if state.rounds is None:
        page.remark("no-rounds", 0)
    rounds = state.rounds or max(_USUAL_ROUNDS, len(state.rounds_read))
    constants: Iterable[float | None] = (state.brightwell, read.config.brightwell, _USUAL_CONSTANT)
    brightwell = next(value for value in constants if value is not None)
    settings = read.config.settings(rounds=rounds, brightwell=brightwell)
    if state.rounds is None:
        settings = replace(settings, round_robin=read.config.robin_range)
    name = notes.title_with("name", fallback if state.name is None else state.name, folder_notes.tournament)
    date = notes.title_with("date", state.date, folder_notes.tournament)
    if printable(name) != name:
        page.remark("control-character", 0, printable(name))
    return TournamentOpened(
        printable(name), printable(date), settings_with(settings, folder_notes.tournament)
    )


def _check_scores(page: SourceText, read: ReadFiles) -> None:
    """Refuse games with a total other than the last one given; name the results that are dropped."""
    total = read.config.total
    for papp_round in read.state.rounds_read:
        for game in papp_round.games:
            if game.black_score is None or game.white_score is None:
                continue
            if game.black_score + game.white_score != total:
                page.problems.append(page.problem("total-changed", game.at, f"{game.black}-{game.white}"))
                page.settle()
    for game in read.state.games:
        if game.black_score is not None and not fits(game.black_score, game.white_score, total):
            page.remark("result-dropped", game.at, f"{game.black}-{game.white}")


def fits(black: float | None, white: float | None, total: int) -> bool:
    """Whether two scores of an open result are valid."""
    return black is not None and white is not None and 0 <= black <= total and black + white == total


def _seats(page: SourceText, read: ReadFiles) -> list[Event]:
    """The round-robin table, unless it names unregistered people."""
    state = read.state
    if not state.seats:
        return []
    taken = {player for player in state.seats if player}
    if len(taken) < len(state.seats) - (0 in state.seats) or not taken <= state.here.keys():
        page.remark("table-dropped", 0)
        return []
    return [SeatsTaken(state.seats)]
