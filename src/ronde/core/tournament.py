"""The tournament: the state that replaying the facts gives."""

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
    """Who the draw left over, with the bill."""
    forced_bye: PlayerId = 0
    byes: tuple[PlayerId, ...] = ()
    absent: Mapping[PlayerId, Absence] = field(default_factory=dict)
    left: frozenset[PlayerId] = frozenset()
    """Of the absent, who had left the tournament when the round was closed."""
    closed: bool = False
    manual: bool = False
    """Whether the arbiter is changing pairs by hand."""
    instead: tuple[tuple[PlayerId, PlayerId], ...] = ()
    """The pairs of the draw that the last manual phase replaced, the bye with 0."""
    system: str = ""
    seed: int = 0
    values: tuple[PlayerId, ...] = ()
    """Keizer: the players by the value each was worth in this round, the most valuable first."""
    games: tuple[GamePlayed, ...] = ()
    """The games of programs, in the order in which they ended."""

    def __iter__(self) -> Iterator[Table]:
        """The tables in order of their numbers."""
        return iter(sorted(self.tables.values(), key=lambda table: table.number))

    @property
    def seated(self) -> dict[PlayerId, Table]:
        """Every player who sits at a table, with the table."""
        return {player: table for table in self.tables.values() for player in (table.first, table.second)}

    @property
    def missing(self) -> tuple[Table, ...]:
        """The tables without a result."""
        return tuple(table for table in self if table.result is None)

    def table(self, number: int) -> Table:
        """The table of that number."""
        if number not in self.tables:
            raise UnknownTable(table=number, round=self.number)
        return self.tables[number]

    def table_of(self, player: PlayerId) -> Table | None:
        """The table at which the player sits, if he does."""
        return next((table for table in self.tables.values() if player in table.pair), None)

    def with_table(self, table: Table) -> Round:
        """The round with that table put in place of the one of its number."""
        return replace(self, tables={**self.tables, table.number: table})


@dataclass(frozen=True, slots=True)
class Leave:
    """Why a player left, and the round that was open when he did."""

    reason: Absence
    since: int
    expected: int = 0
    """The round somebody pre-registered is expected in; 0 for everybody else."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that is known once the facts have been read; the last round is always the open one."""

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
        """The round being registered, paired or played."""
        return self.rounds[-1]

    @property
    def closed_rounds(self) -> tuple[Round, ...]:
        """The rounds whose results are final."""
        return self.rounds[:-1]

    @property
    def games(self) -> tuple[GamePlayed, ...]:
        """The games of programs in all rounds, in the order in which they ended."""
        return tuple(chain.from_iterable(played.games for played in self.rounds))

    def player(self, number: PlayerId) -> Player:
        """The player of that number."""
        if number not in self.players:
            raise UnknownPlayer(text=str(number))
        return self.players[number]

    def round(self, number: int) -> Round:
        """The round of that number, closed or open."""
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
        """Whether the player is gone now; who goes after his game is here until the round is closed."""
        leave = self.left.get(player)
        return leave is not None and leave.since <= self.open_round.number

    def expected(self, player: PlayerId) -> int | None:
        """The round in which a player who is pre-registered is expected; None for everybody else."""
        if player in self.left:
            return self.left[player].expected or None
        current = self.open_round.number  # in KeizerForClubs' files an absence of that very round
        planned = self.away.get(current, {}).get(player)
        return current if planned is Absence.PREREGISTERED else None

    def absence(self, player: PlayerId) -> Absence | None:
        """Why the player does not play the open round, or None if he does."""
        number = self.open_round.number
        leave = self.left.get(player)
        if leave is not None and leave.since <= number:
            return leave.reason
        if self.entered[player] > number:  # he came after this round, which was reopened
            return Absence.LATE
        return self.away.get(number, {}).get(player)

    @property
    def present(self) -> tuple[PlayerId, ...]:
        """Who plays the open round, in order of registration."""
        return tuple(player for player in self.players if self.absence(player) is None)

    @property
    def unpaired(self) -> tuple[PlayerId, ...]:
        """Who plays the open round and sits at no table yet."""
        seated = self.open_round.seated
        return tuple(player for player in self.present if player not in seated)

    def with_open_round(self, current: Round) -> Tournament:
        """The tournament with its open round replaced."""
        return replace(self, rounds=(*self.rounds[:-1], current))


def bye_of(played: Round) -> frozenset[PlayerId]:
    """Who has the bye of a round: by the draw, by the arbiter, or as it was closed."""
    drawn = (played.bye.player,) if played.bye else ()
    return frozenset((*played.byes, *drawn, played.forced_bye)) - {0}


def not_paired(played: Round, who: str, *, bye: bool = False) -> NotPaired:
    """The error that somebody sits at no table of the round, and whether he has the bye instead."""
    return NotPaired(player=who, round=played.number, reason="bye" if bye else "")


def named(tournament: Tournament, numbers: Iterable[PlayerId]) -> list[str]:
    """The full names behind some numbers, for a sentence."""
    return [tournament.player(number).full_name for number in numbers]
