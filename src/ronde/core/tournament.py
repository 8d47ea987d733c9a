"""The tournament: the state after replaying the events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from ronde.core.errors import NotPaired, UnknownPlayer, UnknownRound, UnknownTable
from ronde.core.events import GamePlayed, ProgramChanged
from ronde.core.player import Absence, Player, PlayerId
from ronde.core.settings import Settings
from ronde.core.table import Bye, Table


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its tables by number, its byes and, once closed, its absences."""

    number: int
    tables: Mapping[int, Table] = field(default_factory=dict)
    bye: Bye | None = None
    """The player left over by the draw, with the costs."""
    forced_bye: PlayerId = 0
    byes: tuple[PlayerId, ...] = ()
    absent: Mapping[PlayerId, Absence] = field(default_factory=dict)
    left: frozenset[PlayerId] = frozenset()
    """The absent players who had left the tournament when the round was closed."""
    closed: bool = False
    manual: bool = False
    """Whether the manual phase is open."""
    instead: tuple[tuple[PlayerId, PlayerId], ...] = ()
    """The pairs of the draw that the last manual phase replaced, the bye as 0."""
    system: str = ""
    seed: int = 0
    values: tuple[PlayerId, ...] = ()
    """Keizer: the players by their value in this round, the most valuable first."""
    games: tuple[GamePlayed, ...] = ()
    """The games of programs, in the order in which they ended."""

    def __iter__(self) -> Iterator[Table]:
        return iter(sorted(self.tables.values(), key=lambda table: table.number))

    @property
    def seated(self) -> dict[PlayerId, Table]:
        """Every player who sits at a table, with the table."""
        return {player: table for table in self.tables.values() for player in (table.first, table.second)}

    @property
    def missing(self) -> tuple[Table, ...]:
        return tuple(table for table in self if table.result is None)

    def table(self, number: int) -> Table:
        if number not in self.tables:
            raise UnknownTable(table=number, round=self.number)
        return self.tables[number]

    def table_of(self, player: PlayerId) -> Table | None:
        return next((table for table in self.tables.values() if player in table.pair), None)

    def with_table(self, table: Table) -> Round:
        return replace(self, tables={**self.tables, table.number: table})


@dataclass(frozen=True, slots=True)
class Leave:
    reason: Absence
    since: int
    expected: int = 0
    """The round a pre-registered player is expected in; 0 for others."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament; the last round is always the open one."""

    name: str = ""
    date: str = ""
    settings: Settings = field(default_factory=Settings)
    players: Mapping[PlayerId, Player] = field(default_factory=dict)
    """In order of registration, which decides the order of equal tables."""
    entered: Mapping[PlayerId, int] = field(default_factory=dict)
    left: Mapping[PlayerId, Leave] = field(default_factory=dict)
    away: Mapping[int, Mapping[PlayerId, Absence]] = field(default_factory=dict)
    """Planned absences by round."""
    forbidden: frozenset[frozenset[PlayerId]] = frozenset()
    seats: tuple[PlayerId, ...] = ()
    rounds: tuple[Round, ...] = (Round(1),)
    opened: bool = False
    programs: Mapping[PlayerId, ProgramChanged] = field(default_factory=dict)
    """The programs that were replaced, or came late."""

    @property
    def open_round(self) -> Round:
        return self.rounds[-1]

    @property
    def closed_rounds(self) -> tuple[Round, ...]:
        return self.rounds[:-1]

    @property
    def games(self) -> tuple[GamePlayed, ...]:
        """Games of programs in all rounds, in the order in which they ended."""
        return tuple(chain.from_iterable(played.games for played in self.rounds))

    def player(self, number: PlayerId) -> Player:
        if number not in self.players:
            raise UnknownPlayer(text=str(number))
        return self.players[number]

    def round(self, number: int) -> Round:
        if not 1 <= number <= len(self.rounds):
            raise UnknownRound(round=number, last=len(self.rounds))
        return self.rounds[number - 1]

    def games_between(self, round: int, one: PlayerId, other: PlayerId) -> tuple[GamePlayed, ...]:
        """The games of a match of programs in a round, by leg."""
        pairs = ((one, other), (other, one))
        games = self.rounds[round - 1].games if 1 <= round <= len(self.rounds) else ()
        played = [game for game in games if (game.first, game.second) in pairs]
        return tuple(sorted(played, key=lambda game: game.leg))

    def has_left(self, player: PlayerId) -> bool:
        """Whether the player is gone; one who leaves after his game is here until the round is closed."""
        leave = self.left.get(player)
        return leave is not None and leave.since <= self.open_round.number

    def expected(self, player: PlayerId) -> int | None:
        """The round in which a pre-registered player is expected; None for others."""
        if player in self.left:
            return self.left[player].expected or None
        current = self.open_round.number  # in KeizerForClubs' files an absence of that very round
        planned = self.away.get(current, {}).get(player)
        return current if planned is Absence.PREREGISTERED else None

    def absence(self, player: PlayerId) -> Absence | None:
        """Why the player does not play the open round; None if he does."""
        number = self.open_round.number
        leave = self.left.get(player)
        if leave is not None and leave.since <= number:
            return leave.reason
        if self.entered[player] > number:  # he came after this round, which was reopened
            return Absence.LATE
        return self.away.get(number, {}).get(player)

    @property
    def present(self) -> tuple[PlayerId, ...]:
        """Players of the open round, in order of registration."""
        return tuple(player for player in self.players if self.absence(player) is None)

    @property
    def unpaired(self) -> tuple[PlayerId, ...]:
        """Players of the open round without a table."""
        seated = self.open_round.seated
        return tuple(player for player in self.present if player not in seated)

    def with_open_round(self, current: Round) -> Tournament:
        return replace(self, rounds=(*self.rounds[:-1], current))


def bye_of(played: Round) -> frozenset[PlayerId]:
    """Who has the bye of a round: by the draw, by the arbiter, or as recorded when it was closed."""
    drawn = (played.bye.player,) if played.bye else ()
    return frozenset((*played.byes, *drawn, played.forced_bye)) - {0}


def not_paired(played: Round, who: str, *, bye: bool = False) -> NotPaired:
    """The error for a player without a table in the round; `bye` tells that he has the bye."""
    return NotPaired(player=who, round=played.number, reason="bye" if bye else "")


def seated_table(played: Round, player: PlayerId, name: str = "") -> Table:
    """The table of the round at which the player sits."""
    table = played.table_of(player)
    if table is None:
        raise not_paired(played, name or str(player), bye=player in bye_of(played))
    return table


def named(tournament: Tournament, numbers: Iterable[PlayerId]) -> list[str]:
    return [tournament.player(number).full_name for number in numbers]
