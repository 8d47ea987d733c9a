"""The events of a PAPP folder, and PAPP's order of tables (papp 3.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from ronde.formats.papp import comments as notes
from ronde.formats.papp.comments import Margin
from ronde.formats.papp.config_writer import settings_with
from ronde.formats.papp.statements import PappGame, PappRound, Read
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
    margin: Margin
    final: FinalBegun | None = None
    here: dict[PlayerId, bool] = field(default_factory=dict)
    reasons: dict[PlayerId, Absence] = field(default_factory=dict)
    came: set[PlayerId] = field(default_factory=set)
    halves: dict[PlayerId, int] = field(default_factory=dict)
    expected: dict[PlayerId, int] = field(init=False)
    place: dict[PlayerId, int] = field(init=False)

    def __post_init__(self) -> None:
        self.place = {player: at for at, player in enumerate(self.order)}
        self.expected = notes.expected_of(self.margin.tournament)

    def closed(self, number: int, chapter: PappRound) -> list[Event]:
        full = self._with_unplayed(number, chapter)
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

    def open(self, number: int, chapter: PappRound) -> list[Event]:
        events = [*self._final(number), *self.presence(number, chapter)]
        return events + self._round(number, chapter, self._seats(number, chapter))

    def _final(self, number: int) -> list[Event]:
        return [self.final] if self.final is not None and self.final.round == number else []

    def _out(self, number: int, player: PlayerId) -> bool:
        """Whether the bracket of the final keeps a player from this round, and nothing else."""
        begun = self.final is not None and number >= self.final.round
        return begun and self.here[player] and self._reason(number, player) is Absence.OUT

    def presence(self, number: int, chapter: PappRound) -> list[Event]:
        """Who registered, left and came back before this round."""
        self.came |= chapter.seen
        events: list[Event] = []
        away = notes.away_of(self.margin.rounds.get(number, {}))
        for player in self.order[: chapter.registered]:
            if player not in self.here:
                events.append(PlayerEntered(self.cards[player], number))
                self.here[player] = True
            if player in chapter.present:
                events += [] if self.here[player] else [PlayerReturned(player)]
            elif self._out(number, player):
                self.reasons[player] = Absence.OUT
                continue
            elif player in away and self.here[player]:
                events.append(self._away(number, player))
                continue  # present again in the next round, unless PAPP says otherwise
            else:
                events += self._gone(number, player)
            self.here[player] = player in chapter.present
        return events

    def _away(self, number: int, player: PlayerId) -> Event:
        """A player is away in this round only."""
        self.reasons[player] = self._reason(number, player)
        return AbsencePlanned(player, number, self.reasons[player])

    def _reason(self, number: int, player: PlayerId) -> Absence:
        noted = notes.absence_of(self.margin.rounds.get(number, {}), player)
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

    def _round(self, number: int, chapter: PappRound, seats: list[_Seat]) -> list[Event]:
        if not seats:
            return []
        seated = {player for seat in seats for player in (seat.pair.first, seat.pair.second)}
        idle = [player for player in chapter.present if player not in seated]
        bye = Bye(idle[0]) if len(idle) == 1 else None
        pairs = {seat.table: seat.pair for seat in seats}
        results = [
            ResultEntered(number, seat.table, seat.result) for seat in seats if seat.result is not None
        ]
        return [RoundPaired(number, pairs, bye, SYSTEM, 0, 0), *results]

    def _seats(self, number: int, chapter: PappRound) -> list[_Seat]:
        note = self.margin.rounds.get(number, {})
        results = notes.results_of(note)
        numbers = notes.numbers_of(note, chapter.games) or self._numbers(number, chapter.games)
        return [
            _Seat(numbers[game.black], Pair(game.black, game.white), self._result(game, results))
            for game in chapter.games
        ]

    def _numbers(self, number: int, games: tuple[PappGame, ...]) -> dict[PlayerId, int]:
        """PAPP's tables: in order of creation in the first round, then by score (papp 3.6)."""
        listed = list(games)
        if number > 1:
            listed = in_order(games, lambda game: (game.black, game.white), self.halves, self.place)
        return {game.black: table for table, game in enumerate(listed, start=1)}

    def _result(self, game: PappGame, results: Mapping[tuple[PlayerId, PlayerId], Result]) -> Result | None:
        noted = results.get((game.black, game.white))
        if noted is not None and written(noted, self.board) == (game.black_score, game.white_score):
            return noted
        if game.black_score is None or game.white_score is None:
            return None
        if (
            not 0 <= game.black_score <= self.board.total
            or game.black_score + game.white_score != self.board.total
        ):
            return None  # PAPP accepts such a result in the open round only (papp 3.5)
        return Result(game.black_score, game.white_score)

    def _with_unplayed(self, number: int, chapter: PappRound) -> PappRound:
        """The round with the pairs that never played, who are absent in PAPP."""
        known = set(self.order[: chapter.registered])
        games: list[PappGame] = []
        absent = known - chapter.present
        for (black, white), result in notes.results_of(self.margin.rounds.get(number, {})).items():
            if black != white and {black, white} <= absent and written(result, self.board) == (None, None):
                absent -= {black, white}
                games.append(PappGame(black, white))
        if not games:
            return chapter
        return replace(chapter, present=frozenset(known - absent), games=(*chapter.games, *games))

    def _score(self, seats: list[_Seat], byes: tuple[PlayerId, ...]) -> None:
        for seat in seats:
            if seat.result is not None:
                ours, theirs = seat.result.half_points
                self.halves[seat.pair.first] = self.halves.get(seat.pair.first, 0) + ours
                self.halves[seat.pair.second] = self.halves.get(seat.pair.second, 0) + theirs
        for player in byes:
            self.halves[player] = self.halves.get(player, 0) + self.board.bye_half_points


def written(result: Result, board: Board) -> tuple[float, float] | tuple[None, None]:
    """The scores that express a result in PAPP; none if it cannot."""
    if result.kind in (Kind.DOUBLE_FORFEIT, Kind.UNPLAYED):
        return (None, None)
    if result.first + result.second == board.total:
        return (result.first, result.second)
    ours, _ = result.half_points
    first = {2: float(board.total), 1: board.total / 2, 0: 0.0}[ours]
    return (first, board.total - first)


# The events of a whole folder, once its files are read.


_USUAL_ROUNDS = 7
_USUAL_CONSTANT = 6.0
"""PAPP's constant when the workfile has none (malformed case "BQ missing")."""


def journal(
    page: SourceText, read: Read, cards: Mapping[PlayerId, Player], margin: Margin, *, fallback: str
) -> tuple[Event, ...]:
    """All events of the tournament; `fallback` is the name of one without, `page` collects the remarks."""
    story = read.story
    opened = _opened(page, read, margin, fallback)
    _check_scores(page, read)
    seats, final = _seats(page, read), notes.final_of(margin.tournament)
    events = _played(opened, read, cards, margin, seats, final)
    if final is not None and not _follows(events):  # PAPP has gone on in another way
        events = _played(opened, read, cards, margin, seats, None)
    events += [
        PairForbidden(one, other)
        for one, other in notes.forbidden_of(margin.tournament)
        if one != other and one in story.here and other in story.here
    ]
    return tuple(events)


def _played(
    opened: TournamentOpened,
    read: Read,
    cards: Mapping[PlayerId, Player],
    margin: Margin,
    seats: list[Event],
    final: FinalBegun | None,
) -> list[Event]:
    """The opening and all rounds."""
    story = read.story
    history = PappHistory(opened.settings.board, cards, tuple(story.here), margin, final)
    events: list[Event] = [opened]
    for number, chapter in enumerate(story.chapters, start=1):
        closed = history.closed(number, chapter)
        if number == 1:
            closed[-1:-1] = seats
        events += closed
    events += history.open(len(story.chapters) + 1, story.chapter())
    return events if story.chapters else [*events, *seats]


def _follows(events: list[Event]) -> bool:
    try:
        replay(events)
    except EventImpossible:
        return False
    return True


def _opened(page: SourceText, read: Read, margin: Margin, fallback: str) -> TournamentOpened:
    story = read.story
    if story.name is None:
        page.remark("no-name", 0, fallback)
    if story.rounds is None:
        page.remark("no-rounds", 0)
    rounds = story.rounds or max(_USUAL_ROUNDS, len(story.chapters))
    constants: Iterable[float | None] = (story.brightwell, read.config.brightwell, _USUAL_CONSTANT)
    brightwell = next(value for value in constants if value is not None)
    settings = read.config.settings(rounds=rounds, brightwell=brightwell)
    if story.rounds is None:
        settings = replace(settings, round_robin=read.config.robin_range)
    name = notes.title_with("name", fallback if story.name is None else story.name, margin.tournament)
    date = notes.title_with("date", story.date, margin.tournament)
    if printable(name) != name:
        page.remark("control-character", 0, printable(name))
    return TournamentOpened(printable(name), printable(date), settings_with(settings, margin.tournament))


def _check_scores(page: SourceText, read: Read) -> None:
    """Refuse games with a total other than the last one given; name the results that are dropped."""
    total = read.config.total
    for chapter in read.story.chapters:
        for game in chapter.games:
            if game.black_score is None or game.white_score is None:
                continue
            if game.black_score + game.white_score != total:
                page.problems.append(page.problem("total-changed", game.at, f"{game.black}-{game.white}"))
                page.settle()
    for game in read.story.games:
        if game.black_score is not None and not fits(game.black_score, game.white_score, total):
            page.remark("result-dropped", game.at, f"{game.black}-{game.white}")


def fits(black: float | None, white: float | None, total: int) -> bool:
    """Whether two scores of an open result are valid."""
    return black is not None and white is not None and 0 <= black <= total and black + white == total


def _seats(page: SourceText, read: Read) -> list[Event]:
    """The round-robin table, unless it names unregistered people."""
    story = read.story
    if not story.seats:
        return []
    taken = {player for player in story.seats if player}
    if len(taken) < len(story.seats) - (0 in story.seats) or not taken <= story.here.keys():
        page.remark("table-dropped", 0)
        return []
    return [SeatsTaken(story.seats)]
