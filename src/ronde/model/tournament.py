"""The tournament, replayed; its published form; pairing numbers; repeated games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain

from ronde.model.errors import NotPaired, UnknownPlayer, UnknownRound, UnknownTable
from ronde.model.events import FinalBegun, GamePlayed, ProgramChanged
from ronde.model.player import Absence, Player, PlayerId, title_order
from ronde.model.settings import Settings
from ronde.model.systems import FINAL, System
from ronde.model.table import Bye, Table

# The tournament: the state after replaying the events.


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its tables by number, its byes and, once closed, its absences."""

    number: int
    tables: Mapping[int, Table] = field(default_factory=dict)
    bye: Bye | None = None
    """The player left over by the pairing, with the costs."""
    forced_bye: PlayerId = 0
    byes: tuple[PlayerId, ...] = ()
    absent: Mapping[PlayerId, Absence] = field(default_factory=dict)
    left: frozenset[PlayerId] = frozenset()
    """The absent players who had left the tournament when the round was closed."""
    closed: bool = False
    manual: bool = False
    """Whether the manual phase is open."""
    instead: tuple[tuple[PlayerId, PlayerId], ...] = ()
    """The pairs that the last manual phase replaced, the bye as 0."""
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
    erased: frozenset[PlayerId] = frozenset()
    """Who asked to be forgotten."""
    seats: tuple[PlayerId, ...] = ()
    rounds: tuple[Round, ...] = (Round(1),)
    opened: bool = False
    programs: Mapping[PlayerId, ProgramChanged] = field(default_factory=dict)
    """The programs that were replaced, or came late."""
    final: FinalBegun | None = None
    playing: frozenset[PlayerId] = frozenset()
    """Who plays the open round of the final."""

    @property
    def pairing_system(self) -> System:
        """What pairs the open round: the system of the settings, or the bracket of the final."""
        return self.settings.pairing_system if self.final is None else FINAL

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
        if self.final is not None and player not in self.playing:
            return Absence.OUT
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
    """Who has the bye of a round: by the pairing, by the arbiter, or as recorded when it was closed."""
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


def full_names(tournament: Tournament, numbers: Iterable[PlayerId]) -> list[str]:
    return [tournament.player(number).full_name for number in numbers]


# The tournament as it was when a round was closed: what "after round N" means on every list.


class AsOf(StrEnum):
    """Whether a list after round N shows the players present when it was closed, or those present today."""

    CLOSING = "closing"
    NOW = "now"


def as_of_round(tournament: Tournament, after: int | None = None, as_of: AsOf = AsOf.CLOSING) -> Tournament:
    """The tournament from which a list after a round, by default the last closed one, is made."""
    return at_closing(tournament, after) if as_of is AsOf.CLOSING else tournament


def at_closing(tournament: Tournament, after: int | None = None) -> Tournament:
    """The players and their presence at the closing of a round, with results as corrected since.

    A Keizer table uses the presence of the round that followed (keizer 1.3), in both readings.
    """
    closed = tournament.closed_rounds
    number = len(closed) if after is None else after
    if not 0 <= number <= len(closed):
        raise UnknownRound(round=number, last=len(closed))
    if not number or tournament.settings.pairing_system.by_value:
        return tournament
    last = closed[number - 1]
    there = [player for player in tournament.players if _listed(tournament, player, number)]
    return replace(
        tournament,
        players={player: tournament.players[player] for player in there},
        entered={player: tournament.entered[player] for player in there},
        left={player: Leave(last.absent[player], number) for player in there if player in last.left},
        away={round: away for round, away in tournament.away.items() if round <= number},
        rounds=(*closed[:number], Round(number + 1)),
        final=final_by(tournament, number + 1),
    )


def final_by(tournament: Tournament, number: int) -> FinalBegun | None:
    """The final, if round `number` belongs to it."""
    final = tournament.final
    return final if final is not None and final.round <= number else None


def preliminary(tournament: Tournament) -> Tournament:
    """The tournament before its final, which may still begin, with the presence of the last round."""
    begin = tournament.open_round.number if tournament.final is None else tournament.final.round
    closed = tournament.closed_rounds[: begin - 1]
    away = {player: closed[-1].absent[player] for player in tournament.players if player in closed[-1].left}
    left = {player: Leave(reason, begin - 1) for player, reason in away.items()}
    return replace(tournament, left=left, rounds=(*closed, Round(begin)), final=None)


def _listed(tournament: Tournament, player: PlayerId, number: int) -> bool:
    """Whether a player was registered by then.

    A workfile that PAPP has rewritten lists later entrants as absent from round 1 on (papp 3.5): players who
    were not here yet in all these rounds, and came later, were not on the list.
    """
    if tournament.entered[player] > number:
        return False
    rounds = tournament.closed_rounds
    waiting = all(one.absent.get(player) is Absence.LATE for one in rounds[:number])
    came = tournament.absence(player) is None or any(player not in one.absent for one in rounds[number:])
    return not (waiting and came)


# Pairing numbers (TPN): everybody by rating, fixed once round 4 is paired.


FIXED_WITH = 4
"""The round whose pairing fixes the numbers; later rating corrections have no effect."""


def seeding(tournament: Tournament) -> tuple[PlayerId, ...]:
    """All players in the order of the pairing numbers.

    By rating, then title, then name; or by the players' own numbers. A player who enters after the numbers
    are fixed is inserted before the first weaker one; nobody else changes places.
    """
    fixed = [player for player in tournament.seats if player in tournament.players]
    if not fixed or not _fixed(tournament):
        return tuple(sorted(tournament.players, key=lambda player: _strength(tournament, player)))
    for player in sorted(set(tournament.players) - set(fixed)):
        own = _strength(tournament, player)
        places = (at for at, other in enumerate(fixed) if _strength(tournament, other) > own)
        fixed.insert(next(places, len(fixed)), player)
    return tuple(fixed)


def _fixed(tournament: Tournament) -> bool:
    current = tournament.open_round
    return current.number > FIXED_WITH or (current.number == FIXED_WITH and bool(current.tables))


def _strength(tournament: Tournament, player: PlayerId) -> tuple[int, int, str, PlayerId]:
    if tournament.settings.dutch.order == "number":
        return (0, 0, "", player)
    card = tournament.players[player]
    return (-card.rating, title_order(card.fide.title), card.listed_as.casefold(), player)


# Repeated games of programs: the same two players, colours and moves.


def repeated_games(games: Iterable[GamePlayed]) -> dict[str, GamePlayed]:
    """For every repeated game the first such game, by the name of the repeat's record."""
    first: dict[tuple[PlayerId, PlayerId, str], GamePlayed] = {}
    repeated: dict[str, GamePlayed] = {}
    for game in games:
        before = first.setdefault((game.first, game.second, game.moves), game)
        if game.moves and before is not game:
            repeated[game.record] = before
    return repeated
