"""What is played when: the rounds of a cup, and whether a tournament is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from ronde.model.bracket import (
    PLACES,
    CupSettings,
    Section,
    SideSource,
    Tie,
    Ties,
    bracket_ties,
    cup_rounds,
    full_size,
    worst_places,
)
from ronde.model.player import Absence, PlayerId
from ronde.model.settings import Settings
from ronde.model.systems import Schedule
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament

# Cups: seeds, who goes on, and the bracket as it stands.


PlayerOrNobody = PlayerId | None
"""A position of the bracket: a player, or nobody."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A tie as it stands: its players so far, and who goes on once it is settled."""

    tie: Tie
    players: tuple[PlayerOrNobody, PlayerOrNobody]
    known: tuple[bool, bool]
    """For each side, whether it is settled who comes from it, or that nobody does."""
    winner: PlayerOrNobody = None
    loser: PlayerOrNobody = None
    settled: bool = False
    rounds: tuple[int, ...] = ()
    """The rounds of the tournament in which the two have a table for it."""

    @property
    def bye(self) -> bool:
        """Whether a player goes on without an opponent."""
        return all(self.known) and (self.players[0] is None) != (self.players[1] is None)

    @property
    def void(self) -> bool:
        """Whether it need not be played: a second grand final when the first one decided."""
        return self.tie.again and self.settled and self.players == (None, None)


def seeds(tournament: Tournament) -> dict[PlayerId, int]:
    """The seed of everybody who came for round 1: by rating, then by number; 1 is the best.

    In a final the seeds are those of its beginning.
    """
    if tournament.final is not None:
        return {player: seed for seed, player in enumerate(finalists(tournament), start=1)}
    entrants = [player for player in tournament.players if tournament.entered[player] == 1]
    entrants.sort(key=lambda player: (-tournament.players[player].rating, player))
    return {player: seed for seed, player in enumerate(entrants, start=1)}


def finalists(tournament: Tournament) -> tuple[PlayerId, ...]:
    """Everybody who plays in the final, by seed."""
    final = tournament.final
    return () if final is None else (*final.players, *final.third)


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
    if tournament.final is not None:
        return list(finalists(tournament))
    opening = tournament.rounds[0]
    here = {*opening.seated, *(opening.byes if opening.closed else tournament.present)}
    return [player for player in seeds(tournament) if player in here]


def meetings(tournament: Tournament, upto: int | None = None) -> list[Meeting]:
    """Every tie of the cup by round, as it stood after `upto` rounds, by default as it stands."""
    after = len(tournament.closed_rounds) if upto is None else upto
    return (_Cup if tournament.final is None else _FinalCup)(tournament, after).filled()


def due_meetings(tournament: Tournament) -> list[Meeting]:
    """The ties of the open round, with those that are byes; in a final those still to be decided."""
    drawn = meetings(tournament)
    if tournament.final is None:
        return [one for one in drawn if one.tie.round == tournament.open_round.number]
    waiting = [one for one in drawn if not one.settled]
    return [one for one in waiting if one.tie.round == waiting[0].tie.round]


def with_due_players(tournament: Tournament) -> Tournament:
    """The tournament with the players of the open round of its final."""
    if tournament.final is None:
        return tournament
    players = (player for one in due_meetings(tournament) for player in one.players)
    return replace(tournament, playing=frozenset(player for player in players if player is not None))


def cup_ties(tournament: Tournament) -> Ties:
    """The ties of a cup or a final; beside a final of two others may play for the third place."""
    final = tournament.final
    if final is None:
        return bracket_ties(full_size(len(entrants(tournament))), tournament.settings.cup)
    ties = bracket_ties(full_size(len(final.players)), CupSettings(third_place=final.third_place))
    beside = Tie(Section(PLACES, 3, 4), 1, (SideSource(3), SideSource(4)), 3, 4)
    return (*ties, beside) if final.third else ties


class _Cup:
    """Fills a shape round by round; positions without a seed are byes and go to the best seeds."""

    def __init__(self, tournament: Tournament, after: int) -> None:
        self.tournament = tournament
        self.after = after
        self.ranks = seeds(tournament)
        self.entrants = entrants(tournament)
        self.ties = cup_ties(tournament)
        self.done: list[Meeting] = []

    def filled(self) -> list[Meeting]:
        for number in range(1, self.ties[-1].round + 1 if self.ties else 1):
            self.done += self._round(number, [tie for tie in self.ties if tie.round == number])
        return self.done

    def _round(self, number: int, ties: list[Tie]) -> Iterator[Meeting]:
        known = [self._known(tie) for tie in ties]
        sides = [[self._slot(tie, 0), self._slot(tie, 1)] for tie in ties]
        played = self._played(number)
        _as_seated(sides, played)
        for tie, (one, other), both in zip(ties, sides, known, strict=True):
            yield self._settled(Meeting(tie, (one, other), both), played)

    def _played(self, number: int) -> Round:
        """The round of the tournament that seats the ties of a round of the bracket."""
        rounds = self.tournament.rounds
        return rounds[number - 1] if number <= len(rounds) and number <= self.after + 1 else Round(number)

    def _known(self, tie: Tie) -> tuple[bool, bool]:
        one, other = (side.tie < 0 or self.done[side.tie].settled for side in tie.sides)
        return one, other

    def _slot(self, tie: Tie, at: int) -> PlayerOrNobody:
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
        return self._decided(meeting, played, one, other)

    def _decided(self, meeting: Meeting, played: Round, one: PlayerId, other: PlayerId) -> Meeting:
        table = played.table_of(one)
        met = replace(meeting, rounds=(played.number,) if table and other in table.pair else ())
        if played.number > self.after or not played.closed:
            return met
        best = self._survivor(played, one, other)
        return _won(met, best, other if best == one else one)

    def _survivor(self, played: Round, one: PlayerId, other: PlayerId) -> PlayerId:
        """The winner at the table; without a table the player who was present, or the better seed."""
        table = played.table_of(one)
        if table is not None and other in table.pair:
            return _better(table, self.ranks)
        here = [player for player in (one, other) if player not in played.absent]
        return min(here or (one, other), key=self.ranks.__getitem__)


class _FinalCup(_Cup):
    """The same for a final: a round of the bracket takes the rounds of its longest match."""

    def __init__(self, tournament: Tournament, after: int) -> None:
        super().__init__(tournament, after)
        assert tournament.final is not None
        self.best_of = tournament.final.best_of
        self.rounds = tournament.rounds[tournament.final.round - 1 : after + 1]

    def _round(self, number: int, ties: list[Tie]) -> Iterator[Meeting]:
        """A round is over with its last match; until then nothing of the next one is played."""
        self.used = 0
        drawn = list(super()._round(number, ties))
        self.rounds = self.rounds[self.used :] if all(one.settled for one in drawn) else ()
        return iter(drawn)

    def _played(self, number: int) -> Round:
        return self.rounds[0] if self.rounds else Round(number)

    def _decided(self, meeting: Meeting, played: Round, one: PlayerId, other: PlayerId) -> Meeting:
        """Most points, then most discs, then the better seed; who leaves or misses a game loses the match."""
        best_of = 1 if meeting.tie.section.kind == PLACES else self.best_of
        score = MatchScore()
        for used, today in enumerate(self.rounds, start=1):
            table = today.table_of(one)
            met = table is not None and other in table.pair
            meeting = replace(meeting, rounds=(*meeting.rounds, today.number)) if met else meeting
            if today.number > self.after or not today.closed:
                break
            score = score.with_game(table, one) if table is not None and met else score
            if not met or score.decided(best_of):
                waited = met or one in today.byes or other in today.byes
                self.used = max(self.used, used if waited else used - 1)
                best = self._better_of(score, one, other) if met else self._survivor(today, one, other)
                return _won(meeting, best, other if best == one else one)
        return self._left(meeting, one, other)

    def _left(self, meeting: Meeting, one: PlayerId, other: PlayerId) -> Meeting:
        """A match that is not decided, unless one of the two has left by now."""
        now = self.tournament
        gone = {player for player in (one, other) if now.has_left(player)}
        if not gone or self.after < len(now.closed_rounds):
            return meeting
        self.used = max(self.used, len(meeting.rounds))
        best = min({one, other} - gone or {one, other}, key=self.ranks.__getitem__)
        return _won(meeting, best, other if best == one else one)

    def _survivor(self, played: Round, one: PlayerId, other: PlayerId) -> PlayerId:
        """Who was not absent; nobody is who is only out of the bracket's round."""
        here = [player for player in (one, other) if played.absent.get(player, Absence.OUT) is Absence.OUT]
        return min(here or (one, other), key=self.ranks.__getitem__)

    def _better_of(self, score: MatchScore, one: PlayerId, other: PlayerId) -> PlayerId:
        lead = (score.half_points, score.discs)
        if lead == (0, 0):
            return min(one, other, key=self.ranks.__getitem__)
        return one if lead > (0, 0) else other


@dataclass(frozen=True, slots=True)
class MatchScore:
    """How far one player leads in a match."""

    games: int = 0
    half_points: int = 0
    discs: float = 0.0

    def with_game(self, table: Table, player: PlayerId) -> MatchScore:
        assert table.result is not None, "only closed rounds are counted"
        result = table.result if table.first == player else table.result.swapped
        ours, theirs = result.half_points
        return MatchScore(
            self.games + 1, self.half_points + ours - theirs, self.discs + result.first - result.second
        )

    def decided(self, best_of: int) -> bool:
        """Whether all games are played, or the rest cannot change who wins."""
        left = best_of - self.games
        return left <= 0 or abs(self.half_points) > 2 * left


def _won(meeting: Meeting, best: PlayerOrNobody, other: PlayerOrNobody) -> Meeting:
    return replace(meeting, winner=best, loser=other, settled=True)


def _as_seated(sides: list[list[PlayerOrNobody]], played: Round) -> None:
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


@dataclass(frozen=True, slots=True)
class CupSection:
    """A section as it is drawn: a column a round, every tie with column and row of those that lead to it."""

    section: Section
    rounds: tuple[int, ...]
    columns: tuple[tuple[tuple[Meeting, tuple[tuple[int, int], ...]], ...], ...]


def cup_sections(ties: Mapping[int, Meeting]) -> list[CupSection]:
    """The sections of these ties, which are known by their numbers in the cup."""
    sections: dict[Section, dict[int, Meeting]] = {}
    for at, one in ties.items():
        sections.setdefault(one.tie.section, {})[at] = one
    return [_as_drawn(section, mine) for section, mine in sections.items()]


def _as_drawn(section: Section, ties: Mapping[int, Meeting]) -> CupSection:
    rounds = tuple(sorted({one.tie.round for one in ties.values()}))
    columns = [[at for at, one in ties.items() if one.tie.round == number] for number in rounds]
    places = {at: (column, row) for column, inside in enumerate(columns) for row, at in enumerate(inside)}

    def feeds(one: Meeting) -> tuple[tuple[int, int], ...]:
        return tuple(places[side.tie] for side in one.tie.sides if side.won and side.tie in places)

    placed = tuple(tuple((ties[at], feeds(ties[at])) for at in inside) for inside in columns)
    return CupSection(section, rounds, placed)


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
    worst = worst_places(tuple(one.tie for one in played))
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


# The number of rounds of fixed schedules, and when they are finished.


def laps(settings: Settings) -> int:
    return settings.pairing_system.fixed_laps or settings.laps


def scheduled_rounds(settings: Settings, players: int) -> int:
    """The rounds of a schedule for that many players; 0 where the arbiter decides.

    A double elimination may need one less: the second grand final is not always played.
    """
    schedule = settings.pairing_system.schedule
    if schedule is Schedule.BERGER:
        return laps(settings) * max(1, players - 1 + players % 2)
    if schedule is Schedule.GAUNTLET:
        champions = gauntlet_champions(settings, players)
        return laps(settings) * max(champions, players - champions)
    return cup_rounds(players, settings.cup) if schedule is Schedule.BRACKET else 0


def is_fide_round_robin(settings: Settings) -> bool:
    """Whether FIDE's rules for round robins apply: free rounds pay nothing, early leavers are not ranked."""
    return settings.pairing_system.schedule is Schedule.BERGER and settings.board.discless


def gauntlet_champions(settings: Settings, players: int) -> int:
    """How many players meet all others: those wished for, as long as one opponent is left."""
    return max(1, min(settings.gauntlet.champions, players - 1))


def finished(tournament: Tournament) -> bool:
    """Whether all announced rounds are closed; a cup ends with its champion, a final with its last match."""
    if tournament.final is not None:
        return all(one.settled for one in meetings(tournament))
    if tournament.settings.pairing_system.knock_out:
        return champion(tournament) is not None
    return len(tournament.closed_rounds) >= tournament.settings.rounds


class State(StrEnum):
    COMING = "coming"
    """Nobody is registered."""
    ENTRIES = "entries"
    RUNNING = "running"
    """A round is paired."""
    BETWEEN = "between"
    FINISHED = "finished"


def state_of(tournament: Tournament) -> State:
    """How far the tournament has come; one that is finished runs again while a further round is played."""
    if tournament.open_round.tables:
        return State.RUNNING
    if finished(tournament):
        return State.FINISHED
    if tournament.closed_rounds:
        return State.BETWEEN
    return State.ENTRIES if tournament.players else State.COMING


def is_over(tournament: Tournament) -> bool:
    return state_of(tournament) is State.FINISHED
