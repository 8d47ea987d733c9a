"""Cups: seeds, who goes on, and the bracket as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ronde.core.bracket import Shape, Tie, full_size, last_resorts, shape
from ronde.core.player import PlayerId
from ronde.core.table import Table
from ronde.core.tournament import Round, Tournament

Slot = PlayerId | None
"""A position of the bracket: a player, or nobody."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A tie as it stands: its players so far, and who goes on once it is settled."""

    tie: Tie
    players: tuple[Slot, Slot]
    known: tuple[bool, bool]
    """For each side, whether it is settled who comes from it, or that nobody does."""
    winner: Slot = None
    loser: Slot = None
    settled: bool = False

    @property
    def bye(self) -> bool:
        """Whether a player goes on without an opponent."""
        return all(self.known) and (self.players[0] is None) != (self.players[1] is None)

    @property
    def void(self) -> bool:
        """Whether it need not be played: a second grand final when the first one decided."""
        return self.tie.again and self.settled and self.players == (None, None)


def seeds(tournament: Tournament) -> dict[PlayerId, int]:
    """The seed of everybody who came for round 1: by rating, then by number; 1 is the best."""
    entrants = [player for player in tournament.players if tournament.entered[player] == 1]
    entrants.sort(key=lambda player: (-tournament.players[player].rating, player))
    return {player: seed for seed, player in enumerate(entrants, start=1)}


def winner(tournament: Tournament, table: Table) -> PlayerId:
    """Who goes on from a table with a result: the higher score, and the better seed when both are equal."""
    return _better(table, seeds(tournament))


def _better(table: Table, ranks: Mapping[PlayerId, int]) -> PlayerId:
    result = table.result
    assert result is not None, "only closed rounds are asked"
    if result.first != result.second:
        return table.first if result.first > result.second else table.second
    return min(table.first, table.second, key=lambda player: ranks.get(player, len(ranks) + player))


def entrants(tournament: Tournament) -> list[PlayerId]:
    """The players of the cup by seed: everybody who was present for round 1."""
    opening = tournament.rounds[0]
    here = {*opening.seated, *(opening.byes if opening.closed else tournament.present)}
    return [player for player in seeds(tournament) if player in here]


def meetings(tournament: Tournament, upto: int | None = None) -> list[Meeting]:
    """Every tie of the cup by round, as it stood after `upto` rounds, by default as it stands."""
    after = len(tournament.closed_rounds) if upto is None else upto
    return _Cup(tournament, after).filled()


class _Cup:
    """Fills a shape round by round; positions without a seed are byes and go to the best seeds."""

    def __init__(self, tournament: Tournament, after: int) -> None:
        self.tournament = tournament
        self.after = after
        self.ranks = seeds(tournament)
        self.entrants = entrants(tournament)
        self.ties: Shape = shape(full_size(len(self.entrants)), tournament.settings.cup)
        self.done: list[Meeting] = []

    def filled(self) -> list[Meeting]:
        for number in range(1, self.ties[-1].round + 1 if self.ties else 1):
            self.done += self._round(number, [tie for tie in self.ties if tie.round == number])
        return self.done

    def _round(self, number: int, ties: list[Tie]) -> Iterator[Meeting]:
        known = [self._known(tie) for tie in ties]
        sides = [[self._slot(tie, 0), self._slot(tie, 1)] for tie in ties]
        rounds = self.tournament.rounds
        played = rounds[number - 1] if number <= len(rounds) and number <= self.after + 1 else Round(number)
        _as_seated(sides, played)
        for tie, (one, other), both in zip(ties, sides, known, strict=True):
            yield self._settled(Meeting(tie, (one, other), both), played)

    def _known(self, tie: Tie) -> tuple[bool, bool]:
        one, other = (side.tie < 0 or self.done[side.tie].settled for side in tie.sides)
        return one, other

    def _slot(self, tie: Tie, at: int) -> Slot:
        side = tie.sides[at]
        if side.seed:
            return self.entrants[side.seed - 1] if side.seed <= len(self.entrants) else None
        before = self.done[side.tie]
        if tie.again and before.winner == before.players[0]:
            return None
        return before.winner if side.won else before.loser

    def _settled(self, meeting: Meeting, played: Round) -> Meeting:
        one, other = meeting.players
        if not all(meeting.known):
            return meeting
        if meeting.tie.again and one is None:
            before = self.done[meeting.tie.sides[0].tie]
            return _won(meeting, before.winner, before.loser)
        if one is None or other is None:
            return _won(meeting, one if other is None else other, None)
        if played.number > self.after or not played.closed:
            return meeting
        best = self._survivor(played, one, other)
        return _won(meeting, best, other if best == one else one)

    def _survivor(self, played: Round, one: PlayerId, other: PlayerId) -> PlayerId:
        """The winner at the table; without a table the player who was present, or the better seed."""
        table = played.table_of(one)
        if table is not None and other in table.pair:
            return _better(table, self.ranks)
        here = [player for player in (one, other) if player not in played.absent]
        return min(here or (one, other), key=self.ranks.__getitem__)


def _won(meeting: Meeting, best: Slot, other: Slot) -> Meeting:
    return Meeting(meeting.tie, meeting.players, meeting.known, best, other, settled=True)


def _as_seated(sides: list[list[Slot]], played: Round) -> None:
    """Where the arbiter paired other players than the bracket says, swap their positions in it."""
    where = {player: (row, at) for row, pair in enumerate(sides) for at, player in enumerate(pair) if player}
    for table in played:
        if table.first not in where or table.second not in where:
            continue
        row, at = where[table.first]
        displaced = sides[row][1 - at]
        if displaced == table.second:
            continue
        there = where[table.second]
        sides[row][1 - at], sides[there[0]][there[1]] = table.second, displaced
        where[table.second] = (row, 1 - at)
        if displaced:
            where[displaced] = there


def feeders(section: Mapping[int, Meeting]) -> dict[int, tuple[tuple[int, int], ...]]:
    """For each tie of a section, column and row of the ties whose winners play in it."""
    places: dict[int, tuple[int, int]] = {}
    for column, number in enumerate(sorted({one.tie.round for one in section.values()})):
        ties = [at for at, one in section.items() if one.tie.round == number]
        places.update({at: (column, row) for row, at in enumerate(ties)})
    return {
        at: tuple(places[side.tie] for side in one.tie.sides if side.won and side.tie in places)
        for at, one in section.items()
    }


def champion(tournament: Tournament) -> PlayerId | None:
    return next(
        (one.winner for one in meetings(tournament) if one.settled and one.tie.winner_place == 1), None
    )


def knocked_out(tournament: Tournament) -> list[PlayerId]:
    """Players who have lost their last tie."""
    ended = [one.loser for one in meetings(tournament) if one.settled and one.tie.loser_place]
    return [player for player in ended if player is not None]


def cup_places(tournament: Tournament, upto: int | None = None) -> dict[PlayerId, int]:
    """Everybody's place: the one decided, or for those still playing the worst one possible.

    Players of equal hope share a place; those who missed round 1 and so the cup come last.
    """
    played = meetings(tournament, upto)
    worst = last_resorts(tuple(one.tie for one in played))
    hopes = dict.fromkeys(tournament.players, 2 * len(tournament.players) + 2)
    for one, resort in zip(played, worst, strict=True):
        for player in one.players if not one.void else (one.winner, one.loser):
            if player is not None:
                hopes[player] = _hope(one, player, resort)
    order = sorted(hopes.values())
    first = {hope: at for at, hope in reversed(list(enumerate(order, start=1)))}
    return {player: first[hope] for player, hope in hopes.items()}


def _hope(one: Meeting, player: PlayerId, resort: int) -> int:
    if one.settled and player == one.winner:
        return one.tie.winner_place or resort
    return one.tie.loser_place or resort
