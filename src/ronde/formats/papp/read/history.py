"""Turns the contents of the files into events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ronde.core import events as fact
from ronde.core.player import Absence, Player, PlayerId
from ronde.core.result import Board, Kind, Result
from ronde.core.table import Bye, Pair
from ronde.formats.papp import comments as notes
from ronde.formats.papp.comments import Margin
from ronde.formats.papp.read.story import Chapter, PappGame
from ronde.formats.papp.write.tables import in_order

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
    here: dict[PlayerId, bool] = field(default_factory=dict)
    reasons: dict[PlayerId, Absence] = field(default_factory=dict)
    came: set[PlayerId] = field(default_factory=set)
    halves: dict[PlayerId, int] = field(default_factory=dict)
    expected: dict[PlayerId, int] = field(init=False)
    place: dict[PlayerId, int] = field(init=False)

    def __post_init__(self) -> None:
        self.place = {player: at for at, player in enumerate(self.order)}
        self.expected = notes.expected_of(self.margin.tournament)

    def closed(self, number: int, chapter: Chapter) -> list[fact.Event]:
        full = self._with_unplayed(number, chapter)
        known = self.order[: full.registered]
        facts = self.presence(number, full)
        seats = self._seats(number, full)
        facts += self._round(number, full, seats)
        seated = {player for seat in seats for player in (seat.pair.first, seat.pair.second)}
        byes = tuple(player for player in known if player in full.present and player not in seated)
        absent = {player: self.reasons[player] for player in known if player not in full.present}
        self._score(seats, byes)
        self.came |= full.present  # including the pairs that never played, which have a minus in PAPP
        return [*facts, fact.RoundClosed(number, byes, absent)]

    def open(self, number: int, chapter: Chapter) -> list[fact.Event]:
        facts = self.presence(number, chapter)
        return facts + self._round(number, chapter, self._seats(number, chapter))

    def presence(self, number: int, chapter: Chapter) -> list[fact.Event]:
        """Who registered, left and came back before this round."""
        self.came |= chapter.seen
        facts: list[fact.Event] = []
        away = notes.away_of(self.margin.rounds.get(number, {}))
        for player in self.order[: chapter.registered]:
            if player not in self.here:
                facts.append(fact.PlayerEntered(self.cards[player], number))
                self.here[player] = True
            if player in chapter.present:
                facts += [] if self.here[player] else [fact.PlayerReturned(player)]
            elif player in away and self.here[player]:
                facts.append(self._away(number, player))
                continue  # present again in the next round, unless PAPP says otherwise
            else:
                facts += self._gone(number, player)
            self.here[player] = player in chapter.present
        return facts

    def _away(self, number: int, player: PlayerId) -> fact.Event:
        """A player is away in this round only."""
        self.reasons[player] = self._reason(number, player)
        return fact.AbsencePlanned(player, number, self.reasons[player])

    def _reason(self, number: int, player: PlayerId) -> Absence:
        noted = notes.absence_of(self.margin.rounds.get(number, {}), player)
        return noted or usual_absence(came_once=player in self.came)

    def _gone(self, number: int, player: PlayerId) -> list[fact.Event]:
        """A player is away from this round on, or still, but for another reason."""
        reason = self._reason(number, player)
        if not self.here[player] and reason is self.reasons[player]:
            return []
        back = [] if self.here[player] else [fact.PlayerReturned(player)]
        self.reasons[player] = reason
        expected = self.expected.get(player, 0) if reason is Absence.PREREGISTERED else 0
        return [*back, fact.PlayerLeft(player, number, reason, expected)]

    def _round(self, number: int, chapter: Chapter, seats: list[_Seat]) -> list[fact.Event]:
        if not seats:
            return []
        seated = {player for seat in seats for player in (seat.pair.first, seat.pair.second)}
        idle = [player for player in chapter.present if player not in seated]
        bye = Bye(idle[0]) if len(idle) == 1 else None
        pairs = {seat.table: seat.pair for seat in seats}
        results = [
            fact.ResultEntered(number, seat.table, seat.result) for seat in seats if seat.result is not None
        ]
        return [fact.RoundPaired(number, pairs, bye, SYSTEM, 0, 0), *results]

    def _seats(self, number: int, chapter: Chapter) -> list[_Seat]:
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

    def _with_unplayed(self, number: int, chapter: Chapter) -> Chapter:
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
