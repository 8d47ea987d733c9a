"""The roster of a tournament of programs: its participants, its rules, and the files it is stored in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from ronde.core.events import ProgramChanged
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.engines.door import (
    Engine,
    EngineFault,
    Jail,
    ProcessEngine,
    SessionEngine,
    UnsafeProgram,
    check_parts,
    fingerprint,
)
from ronde.games.door import COURSE_GAME, Game, find_game
from ronde.referee.clock import Clock
from ronde.referee.match import Rule

ATTACHMENT: Final = "programs.json"
SESSION: Final = ".session"
"""The suffix of programs that keep running between moves."""
ADDRESS: Final = ".url"
"""The suffix of files that name an engine at a web address."""
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
        return json.dumps(asdict(self), ensure_ascii=False, indent=1).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Roster:
        plain = json.loads(data)
        jail = {**plain["jail"], "read": tuple(str(path) for path in plain["jail"]["read"])}
        plain |= {
            "entrants": tuple(_entrant(entrant) for entrant in plain["entrants"]),
            "clock": _checked(Clock(**plain["clock"])),
            "rule": _checked(Rule(**plain["rule"])),
            "jail": _checked(Jail(**jail)),
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
        if not path.name.startswith("j") or path.name.endswith(".d"):
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
