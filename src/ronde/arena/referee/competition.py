"""A competition: how it is opened, what is played next, what a game does, how programs change."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from typing import Final

from ronde.app.command import Actor, Command, Context
from ronde.app.commands import CloseRound, PairRound
from ronde.app.desk import Desk
from ronde.app.files import ROSTER
from ronde.arena.games import Side
from ronde.arena.referee.game import Played
from ronde.arena.referee.roster import (
    LegResult,
    Roster,
    Task,
    decided_by,
    draw_seed,
    first_mover,
    missing,
    tally,
    winner,
)
from ronde.model.bracket import CupSettings, full_size
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import enter_at_table, open_tournament
from ronde.model.errors import (
    NothingToChange,
    PlayerLeftAlready,
    RefereeTrouble,
    ScheduleFixed,
    SettingImpossible,
)
from ronde.model.events import Event, GamePlayed, PlayerEntered, PlayerLeft, ProgramChanged
from ronde.model.player import Player, PlayerId
from ronde.model.replay import replay
from ronde.model.result import Board, Result
from ronde.model.schedule import entrants, scheduled_rounds, seeds
from ronde.model.settings import GauntletSettings, Settings, check_settings
from ronde.model.systems import SYSTEMS, Schedule, System
from ronde.model.table import Table
from ronde.model.tournament import Tournament

# What the referee writes: commands, some of them with files in the same transaction.


SEAT: Final = "referee"
REFEREE: Final = Actor(SEAT)


class WithFiles(Command, frozen=True):
    """A command whose files are stored with it, such as the record of a game."""

    @property
    def files(self) -> Mapping[str, bytes]:
        raise NotImplementedError


def write(desk: Desk, command: Command) -> None:
    """Run a command of the referee; troubles stay with the desk, to be told when it is closed."""
    files = command.files if isinstance(command, WithFiles) else None
    desk.notices += desk.run(command, REFEREE, attach=files).troubles


# A competition: what is played next, what a finished game does, when a round closes, what is retried.
#
# No desk, no clock, no thread: `Series` plays it. Everything that must survive is in the tournament; this
# only
# tracks which games are being played.


TRIES: Final = 3
"""How often a game is started when the referee itself fails."""

_ByPair = dict[frozenset[PlayerId], list[GamePlayed]]


class Competition:
    """The games of one tournament: those that are being played, and those that can begin."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.running: set[Task] = set()
        self._tables: list[int] = []
        """A heap of the tables where a game may be missing."""
        self._failed: Counter[Task] = Counter()
        self._paired = 0

    def begin(self, tournament: Tournament) -> Iterator[list[Task]]:
        """The games that can start, table by table; they count as started."""
        if not self.running:
            self._tables = [table.number for table in tournament.open_round.missing]
        heapify(self._tables)
        played = _by_pair(tournament)
        while self._tables:
            table = tournament.open_round.tables.get(heappop(self._tables))
            fresh = [] if table is None else self._fresh(tournament, table, played)
            if fresh:
                self.running.update(fresh)
                yield fresh

    def _fresh(self, tournament: Tournament, table: Table, played: _ByPair) -> list[Task]:
        games = played.get(frozenset((table.first, table.second)), [])
        tasks = _tasks(tournament.open_round.number, table, self.roster, games)
        return [task for task in tasks if task not in self.running]

    def end(self, task: Task, played: Played) -> RecordGame | None:
        """What a finished game does; None if the referee failed and it is to be played again."""
        self.drop(task)
        if played.record.outcome.counts:
            return RecordGame(task, played, self.roster)
        self._failed[task] += 1
        if self._failed[task] < TRIES:
            return None
        detail = played.record.faults[-1].detail
        raise RefereeTrouble(round=task.round, table=task.table, leg=task.leg, detail=detail)

    def decided(self, tournament: Tournament) -> list[Task]:
        """Running games that are not needed any more: their table has its result, or is gone."""
        tables = tournament.open_round.tables
        return [task for task in self.running if task.table not in tables or tables[task.table].result]

    def drop(self, task: Task) -> None:
        """A game was ended without a result; it begins again only if its table needs it."""
        self.running.discard(task)
        heappush(self._tables, task.table)

    def turn(self, tournament: Tournament) -> Command:
        """The next step when no game can start and none is running: the round is paired, or closed."""
        current = tournament.open_round
        if current.tables or self._paired == current.number:
            return CloseRound()
        self._paired = current.number
        return PairRound(draw_seed(self.roster, current.number))


def _by_pair(tournament: Tournament) -> _ByPair:
    """The games of the open round by pair: indexed once, not once a table."""
    played: _ByPair = {}
    for game in tournament.open_round.games:
        played.setdefault(frozenset((game.first, game.second)), []).append(game)
    return played


def _tasks(round: int, table: Table, roster: Roster, games: Iterable[GamePlayed]) -> list[Task]:
    """The games of a table that are missing and can be played."""
    if table.result is not None:
        return []
    home, away = (table.first, table.second), (table.second, table.first)
    legs = missing(roster.rule, _legs(games, table.first))
    return [Task(round, table.number, leg, *(home if first_mover(leg) == 1 else away)) for leg in legs]


def _legs(games: Iterable[GamePlayed], one: PlayerId) -> list[LegResult]:
    """The finished games of a match, from the side of player `one`."""
    return [leg_result(game, one) for game in sorted(games, key=lambda game: game.leg)]


def leg_result(game: GamePlayed, one: PlayerId) -> LegResult:
    """A game of a match from the side of player `one`."""
    first: Side = 1 if game.first == one else 2
    won: Side | None = None if not game.winner else 1 if game.winner == one else 2
    return LegResult(game.leg, first, won, game.score, game.seconds)


class RecordGame(WithFiles, frozen=True):
    """Record a finished game, and the result of its table if it decides the match"""

    task: Task
    played: Played
    roster: Roster

    @property
    def files(self) -> Mapping[str, bytes]:
        return {self.task.record: json.dumps(self.played.to_dict(), ensure_ascii=False).encode()}

    @property
    def game(self) -> GamePlayed:
        task, outcome = self.task, self.played.record.outcome
        return GamePlayed(
            task.round,
            task.table,
            task.leg,
            task.first,
            task.second,
            0 if outcome.winner is None else task.first if outcome.winner == 1 else task.second,
            outcome.reason,
            outcome.score,
            self.played.seconds,
            task.record,
            self.played.record.fingerprint,
        )

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        task, game = self.task, self.game
        after = replay([game], now)
        table = after.open_round.table(task.table)
        legs = _legs(after.games_between(task.round, task.first, task.second), table.first)
        if missing(self.roster.rule, legs) or table.result is not None:  # one of the two was withdrawn
            return [game]
        result = _result(after, self.roster, table, legs)
        return [game, *enter_at_table(after, table=table.number, result=result)]


def _result(tournament: Tournament, roster: Roster, table: Table, legs: list[LegResult]) -> Result:
    """In a cup who goes on, in a league half-points of the games."""
    total = tournament.settings.board.total
    if tournament.settings.pairing_system.knock_out:
        ranks = seeds(tournament)
        won = winner(roster.game, legs, (ranks[table.first], ranks[table.second]))
        return Result(total, 0) if won.player == 1 else Result(0, total)
    halves = tally(roster.game, legs).halves
    share = sum(halves)
    first = round(2 * total * halves[0] / share) / 2  # a match that ended early has fewer games than points
    return Result(first, total - first)


@dataclass(frozen=True, slots=True)
class MatchTie:
    """A match of a cup in which both won as many games, and what decided it."""

    round: int
    winner: PlayerId
    loser: PlayerId
    by: str


def match_ties(tournament: Tournament, roster: Roster) -> list[MatchTie]:
    if not tournament.settings.pairing_system.knock_out:
        return []
    ties = []
    rounds = [*tournament.closed_rounds, tournament.open_round]
    for played in rounds:
        for table in played.tables.values():
            games = tournament.games_between(played.number, table.first, table.second)
            legs = _legs(games, table.first)
            if table.result is not None and legs and tally(roster.game, legs).wins == 0:
                pair = (table.first, table.second)
                won, lost = pair if table.result.first > table.result.second else pair[::-1]
                ties.append(MatchTie(played.number, won, lost, decided_by(roster.game, legs)))
    return ties


# The shape of a tournament of programs or engines: its system, its rounds, and how it is opened.


HIGHEST: Final = 9_999
"""No seed is better than this rating."""


@dataclass(frozen=True, slots=True)
class Shape:
    system: str = "cup"
    """One of the pairing systems of people's tournaments."""
    rounds: int = 0
    """Rounds of a Swiss; 0 takes the usual number."""
    laps: int = 1
    """How often everybody meets everybody."""
    champions: int = 1
    """How many top seeds meet all others."""
    cup: CupSettings = field(default_factory=CupSettings)


def settings_of_shape(shape: Shape, *, games: int, count: int) -> Settings:
    """The settings for that many entrants; the rounds follow from the system except in a Swiss."""
    check_settings(Settings(system=shape.system))
    system = SYSTEMS[shape.system]  # top seeds need opponents
    if system.schedule is Schedule.GAUNTLET and shape.champions >= count:
        facts = {"setting": "gauntlet.champions", "value": str(shape.champions), "allowed": f"1-{count - 1}"}
        raise SettingImpossible(reason="allowed", **facts)
    settings = Settings(
        system=shape.system,
        board=_board(system, games),
        tiebreaks=_tiebreaks(system, games),
        laps=shape.laps,
        gauntlet=GauntletSettings(shape.champions),
        cup=shape.cup,
    )
    usual = max(1, min(count - 1, max(3, (count - 1).bit_length() + 1)))
    chosen = replace(settings, rounds=scheduled_rounds(settings, count) or shape.rounds or usual)
    check_settings(chosen)
    return chosen


def _board(system: System, games: int) -> Board:
    """The points of a match; a free round of a schedule pays nothing, as everybody has the same games."""
    total = 1 if system.knock_out else games
    return Board(total=total, bye=total if system.scheduled and not system.knock_out else 0)


def _tiebreaks(system: System, games: int) -> tuple[str, ...]:
    """What is meaningful: opponents' strength where they differ, points of games in longer matches."""
    by_games = ("discs",) if games > 1 and not system.knock_out else ()
    return by_games if system.scheduled else ("buchholz", *by_games)


def seed_rating(rating: float | None) -> int:
    """A rating as a seed; the worst rating still ranks above none."""
    return 0 if rating is None else max(1, min(HIGHEST, round(rating)))


class OpenCompetition(WithFiles, frozen=True):
    """Open a tournament with all its entrants and its roster"""

    name: str
    settings: Settings
    players: tuple[Player, ...]
    roster: Roster

    @property
    def files(self) -> Mapping[str, bytes]:
        return {ROSTER: self.roster.to_json()}

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        events = open_tournament(now, name=self.name, date="", settings=self.settings)
        now = replay(events, now)
        for player in self.players:
            entered = enter_player(now, player=player)
            events, now = [*events, *entered], replay(entered, now)
        return events


# Changing programs during a tournament: replacing, withdrawing, entering late.


class ReplaceProgram(Command, frozen=True):
    """Another program plays for an entrant in all games that begin from here on"""

    roster: Roster
    player: PlayerId
    file: str
    digest: str

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        before = self.roster.entrant(self.player)
        if before.digest == self.digest and before.path.rpartition("/")[2] == self.file:
            raise NothingToChange(what=self.file)
        return [ProgramChanged(self.player, self.file, self.digest)]


class WithdrawProgram(Command, frozen=True):
    """An entrant plays no more: the other wins its unfinished match, and it is not paired again"""

    player: PlayerId

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        player, current = self.player, now.open_round
        if player in now.left:
            raise PlayerLeftAlready(player=now.player(player).full_name, id=player)
        table = current.table_of(player)
        if table is None:  # a bye of a paired round stays, so that nobody changes places in a bracket
            return [PlayerLeft(player, current.number + bool(current.tables))]
        events: list[Event] = []
        if table.result is None:
            total = now.settings.board.total
            lost = Result(0, total) if table.first == player else Result(total, 0)
            events = enter_at_table(now, table=table.number, result=lost)
        return [*events, PlayerLeft(player, current.number + 1)]


class EnterProgram(Command, frozen=True):
    """A late entrant: in a cup it replaces a bye in round 1, elsewhere it plays from the next pairing

    If a player has the bye of the open round, the two meet at once.
    """

    roster: Roster
    card: Player
    file: str
    digest: str

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        entered = _late_in_cup(now, self.card) if _drawn_cup(now) else _entered(now, self.card)
        number = next(one.player.id for one in entered if isinstance(one, PlayerEntered))
        events = [*entered, ProgramChanged(number, self.file, self.digest)]
        after = replay(events, now)
        if not now.open_round.tables or len(after.unpaired) < 2:
            return events
        pairing = PairRound(draw_seed(self.roster, now.open_round.number))
        return [*events, *pairing.decide(after, context)]


def _entered(tournament: Tournament, card: Player) -> list[Event]:
    free = replace(card, id=0) if card.id in tournament.players else card
    return enter_player(tournament, player=free)


def _drawn_cup(tournament: Tournament) -> bool:
    return tournament.settings.pairing_system.knock_out and bool(tournament.seats)


def _late_in_cup(tournament: Tournament, card: Player) -> list[Event]:
    """The worst seed, so that nobody else changes places: its position in the bracket was a bye."""
    here = entrants(tournament)
    if tournament.closed_rounds or len(here) == full_size(len(here)):
        raise ScheduleFixed(player=card.full_name, reason="cup")
    worst = replace(card, id=max(tournament.players) + 1, rating=0)
    return [PlayerEntered(worst, tournament.open_round.number)]
