"""The roster of a tournament of programs: its participants, its rules, its games, who wins a match."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from ronde.arena.games import COURSE_GAME, Game, Leg, Outcome, Side, find_game
from ronde.arena.referee.game import Clock
from ronde.arena.sandbox import (
    Engine,
    EngineFault,
    Jail,
    ProcessEngine,
    SessionEngine,
    UnsafeProgram,
    check_parts,
    fingerprint,
)
from ronde.model.events import ProgramChanged
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament
from ronde.standings.ratings import Sprt

# Matches: home and away, or the best of several games, and who wins them.


@dataclass(frozen=True, slots=True)
class Rule:
    """How many games a match has; a best-of ends when one side cannot be caught any more.

    With `clear`, `games` is the maximum: the two play from both sides again and again until a sequential test
    shows one of them to be better by more than that many Elo points.
    """

    games: int = 2
    best_of: bool = False
    clear: float = 0.0


@dataclass(frozen=True, slots=True)
class LegResult:
    """A finished game of a match: who of the two players moved first, who won, and the sums of both sides."""

    leg: int
    first: Side
    """The player, 1 or 2, who had the first move."""
    winner: Side | None
    """The player who won."""
    score: tuple[int, int] = (0, 0)
    """The score of the game, first mover's first."""
    seconds: tuple[int, int] = (0, 0)
    """Whole seconds left, first mover's first."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A match so far from the side of player 1: wins less losses, differences, and the total."""

    wins: int
    score: int
    seconds: int
    total: int
    """The points of manual 003; in other games wins, scores and seconds in order of weight."""
    halves: tuple[int, int]


def first_mover(leg: int) -> Side:
    """Who has the first move in a game of a match: player 1 at home, player 2 away, and so on in turn."""
    return 1 if leg % 2 else 2


def tally(game: str, legs: Sequence[LegResult]) -> Tally:
    wins = sum(0 if leg.winner is None else 1 if leg.winner == 1 else -1 for leg in legs)
    score = sum(_signed(leg, leg.score) for leg in legs)
    seconds = sum(_signed(leg, leg.seconds) for leg in legs)
    halves = _halves(legs)
    total = _own_total(game, legs)
    if total is None:  # wins, then scores, then time
        total = next((part for part in (wins, score, seconds) if part), 0)
    return Tally(wins, score, seconds, total, (halves, 2 * len(legs) - halves))


def has_match_score(game: str) -> bool:
    """Whether the game has its own rule for the points of a match, as in manual 003."""
    return find_game(game).description.match_score is not None


def _own_total(game: str, legs: Sequence[LegResult]) -> int | None:
    points = find_game(game).description.match_score
    return None if points is None else points([_cup_leg(leg) for leg in legs])[0]


def _halves(legs: Sequence[LegResult]) -> int:
    """The half-points of player 1."""
    return sum(1 if leg.winner is None else 2 if leg.winner == 1 else 0 for leg in legs)


def _signed(leg: LegResult, pair: tuple[int, int]) -> int:
    difference = pair[0] - pair[1]
    return difference if leg.first == 1 else -difference


def _cup_leg(leg: LegResult) -> Leg:
    won: Side | None = None if leg.winner is None else 1 if leg.winner == leg.first else 2
    return Leg(leg.first, Outcome("leg", won, leg.score), leg.seconds)


def decided(rule: Rule, legs: Sequence[LegResult]) -> bool:
    if len(legs) >= rule.games:
        return True
    if rule.clear and not _open_pair(legs) and clearly(rule.clear, legs):
        return True
    halves = _halves(legs)
    return rule.best_of and max(halves, 2 * len(legs) - halves) > rule.games


def clearly(elo: float, legs: Sequence[LegResult]) -> bool:
    """Whether the games so far show one of the two to be better."""
    by_leg = {leg.leg: 0.5 if leg.winner is None else float(leg.winner == 1) for leg in legs}
    pairs = [(by_leg[leg] + by_leg[leg + 1]) / 2 for leg in by_leg if leg % 2 and leg + 1 in by_leg]
    return Sprt(-elo, elo).verdict(Counter(pairs)) != "open"


def _open_pair(legs: Sequence[LegResult]) -> bool:
    """Whether an opening was played from one side only."""
    return len(legs) % 2 == 1


def missing(rule: Rule, legs: Sequence[LegResult]) -> list[int]:
    """The games that can be played: all that are left, or the next one of a best-of."""
    if decided(rule, legs):
        return []
    played = {leg.leg for leg in legs}
    left = [leg for leg in range(1, rule.games + 1) if leg not in played]
    if rule.clear:
        return [leg for leg in left if (leg + 1) // 2 == (left[0] + 1) // 2]
    return left[:1] if rule.best_of else left


@dataclass(frozen=True, slots=True)
class Winner:
    """Who wins a match, and by what: `points`, or `seed` when everything is equal."""

    player: Side
    by: str


def decided_by(game: str, legs: Sequence[LegResult]) -> str:
    """What decides a match: `wins`, the game's own `points`, `score`, `time`, or `seed` if all are equal."""
    sums = tally(game, legs)
    if has_match_score(game):
        return "points" if sums.total else "seed"
    named = (("wins", sums.wins), ("score", sums.score), ("time", sums.seconds))
    return next((name for name, part in named if part), "seed")


def winner(game: str, legs: Sequence[LegResult], seeds: tuple[int, int]) -> Winner:
    """The player with more points; if equal, the better seed."""
    total = tally(game, legs).total
    if total:
        return Winner(1 if total > 0 else 2, "points")
    favourite: Side = 1 if seeds[0] <= seeds[1] else 2
    return Winner(favourite, "seed")


# The roster of a tournament of programs: its participants, its rules, and the files it is stored in.


SESSION: Final = ".session"
"""The suffix of programs that keep running between moves."""
ADDRESS: Final = ".url"
"""The suffix of files that name an engine at a web address."""
ARCHIVE: Final = ".zip"
"""The end of a project, which is built beside it."""
LEFT_OVER: Final = ("~", ".bak", ".orig", ".o", ".swp")
"""Suffixes of what editors and compilers leave beside a program."""
_NUMBER: Final = re.compile(r"j0*([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A program of a tournament: its number, which is its seed, its file and its fingerprint at the start."""

    id: PlayerId
    name: str
    path: str
    digest: str
    session: bool = False
    level: int = 0
    """The highest level of the rules that it plays, for a game of more than one; 0 if unknown."""

    @property
    def remote(self) -> bool:
        """Whether its file names a web address."""
        return self.path.endswith(ADDRESS)

    def engine(self, jail: Jail) -> Engine:
        made = SessionEngine if self.session else ProcessEngine
        return made(Path(self.path), jail, name=self.name, digest=self.digest)


@dataclass(frozen=True, slots=True)
class Roster:
    """Everything a series needs to continue: entrants, game, clock, matches, sandbox and seed."""

    entrants: tuple[Entrant, ...]
    game: str = COURSE_GAME
    switches: Mapping[str, Any] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    rule: Rule = field(default_factory=Rule)
    jail: Jail = field(default_factory=Jail)
    seed: int = 1
    start: str = ""
    openings: tuple[str, ...] = ()
    """Positions that are played from both sides, one pair of games after the other."""

    @property
    def rules(self) -> Game[Any]:
        return find_game(self.game, self.switches)

    def between(self, first: PlayerId, second: PlayerId) -> Roster:
        """The roster for one match: at the highest level that both of its engines play."""
        levels = [self.entrant(player).level for player in (first, second)]
        if "level" in self.switches or not all(levels):
            return self
        return replace(self, switches={**self.switches, "level": min(levels)})

    def start_of(self, round: int, leg: int) -> str:
        """The start position of a game: in a round everybody plays the same openings."""
        if not self.openings:
            return self.start
        pairs = (self.rule.games + 1) // 2
        return self.openings[((round - 1) * pairs + (leg - 1) // 2) % len(self.openings)]

    def entrant(self, player: PlayerId) -> Entrant:
        return next(entrant for entrant in self.entrants if entrant.id == player)

    def with_programs(self, tournament: Tournament) -> Roster:
        """The roster after programs were replaced, entered late or withdrawn."""
        folder = Path(self.entrants[0].path).parent if self.entrants else Path()
        first = {one.id: one for one in self.entrants}
        changed = {
            player: _changed(first.get(player), tournament.player(player).name, folder, program)
            for player, program in tournament.programs.items()
        }
        return replace(self, entrants=tuple({**first, **changed}.values())) if changed else self

    def to_json(self) -> bytes:
        """The roster as attached to a tournament."""
        plain = {**asdict(self), "jail": self.jail.to_dict()}
        return json.dumps(plain, ensure_ascii=False, indent=1).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Roster:
        plain = json.loads(data)
        plain |= {
            "entrants": tuple(_entrant(entrant) for entrant in plain["entrants"]),
            "clock": _checked(Clock(**plain["clock"])),
            "rule": _checked(Rule(**plain["rule"])),
            "jail": _checked(Jail.from_dict(plain["jail"])),
            "openings": tuple(str(opening) for opening in plain.get("openings", ())),
        }
        return _checked(cls(**plain))


def _changed(before: Entrant | None, name: str, folder: Path, program: ProgramChanged) -> Entrant:
    """An entrant with another program, or a late one with its first."""
    path, session = str(folder / program.file), program.file.endswith(SESSION)
    if before is None:
        return Entrant(program.player, name, path, program.digest, session)
    return replace(before, path=path, digest=program.digest, session=session)


def _entrant(plain: Mapping[str, Any]) -> Entrant:
    """The known fields of an entrant; another program may have written more."""
    return _checked(Entrant(**{one.name: plain[one.name] for one in fields(Entrant) if one.name in plain}))


Part = TypeVar("Part", Clock, Rule, Jail, Entrant, Roster)
_KINDS: Final = {"int": int, "PlayerId": int, "float": int | float, "bool": bool, "str": str}


def _checked(part: Part) -> Part:
    """The value itself, if its fields have the right types; TypeError otherwise."""
    for one in fields(part):
        kind = _KINDS.get(str(one.type), object)
        if not isinstance(getattr(part, one.name), kind):
            raise TypeError(one.name)
    return part


Opener = Callable[[Entrant, Roster, int], Engine]
"""Makes an engine of an entrant for the game of that seed."""


def open_program(entrant: Entrant, roster: Roster, seed: int) -> Engine:
    return entrant.engine(roster.jail)


@dataclass(frozen=True, slots=True)
class RosterRefusal:
    """A file that begins with j but is not an entrant, with the reason."""

    path: Path
    reason: str


def find_entrants(folder: Path) -> tuple[list[Entrant], list[RosterRefusal]]:
    """Every executable and every `.url` file whose name begins with j, by its number (manual 003).

    Those without one come last. UnsafeProgram if a program, or its folder, must not be copied.
    """
    programs: list[Path] = []
    refused: list[RosterRefusal] = []
    for path in sorted(folder.iterdir()):
        if not path.name.startswith("j") or path.name.endswith((".d", ARCHIVE)):
            continue
        if path.name.endswith(LEFT_OVER):
            refused.append(RosterRefusal(path, "left-over"))
            continue
        try:
            if not (path.name.endswith(ADDRESS) and path.is_file()):
                check_parts(path)
            programs.append(path)
        except UnsafeProgram:  # never an accident: the arbiter must know before a game is played
            raise
        except EngineFault as fault:
            refused.append(RosterRefusal(path, fault.detail.split(" ")[0]))
    return list(_numbered(programs)), refused


def _numbered(paths: Iterable[Path]) -> Iterable[Entrant]:
    ordered = sorted(paths, key=lambda path: (_number(path.name), path.name))
    numbers = [_number(path.name) for path in ordered]
    unique = len(set(numbers)) == len(numbers) and all(map(seed_of, (path.name for path in ordered)))
    for place, path in enumerate(ordered, start=1):
        seed = seed_of(path.name) if unique else place
        session = path.name.endswith(SESSION)
        name = path.name.removesuffix(SESSION).removesuffix(ADDRESS)
        yield Entrant(seed, name, str(path.absolute()), fingerprint(path), session)


def seed_of(name: str) -> int:
    """The number after the j of a file's name; 0 if there is none that could be a seed."""
    number = _number(name)
    return number if number < 10**6 else 0


def _number(name: str) -> int:
    match = _NUMBER.match(name)
    return int(match[1]) if match else 10**6


# A game to be played, identified by its place in the tournament.


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: its place, and who has the first move."""

    round: int
    table: int
    leg: int
    first: PlayerId
    second: PlayerId

    @property
    def record(self) -> str:
        return f"games/{self.round}-{self.table}-{self.leg}.json"


def draw_seed(roster: Roster, round: int) -> int:
    """The seed of a round's draw, the same after a restart."""
    return Random(f"{roster.seed} {round}").randrange(2**31)


def game_seed(roster: Roster, task: Task) -> int:
    """The seed of a game, the same after a restart and on every machine."""
    return Random(f"{roster.seed} {task.round} {task.table} {task.leg}").randrange(2**53)
