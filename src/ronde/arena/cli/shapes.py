"""The shape of a tournament of programs: system, rounds, seeds, openings, and what a resumed one keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

import click

from ronde.app.desk import Desk
from ronde.arena.cli.options import chosen_clock, chosen_game, why_not
from ronde.arena.games import Game, GameError, switches
from ronde.arena.pages.grades import Grade, averages, read_grades
from ronde.arena.referee import (
    Entrant,
    Roster,
    Shape,
    balanced_openings,
    has_openings,
    listed_openings,
    seed_rating,
    settings_of_shape,
    shipped_openings,
)
from ronde.arena.sandbox import Jail
from ronde.cli.session import SOURCE, CommandRun, SourcePath, TournamentFile
from ronde.cli.speech import AliasChoice, UsageProblem, collect_options, option, placeholder_text, translate
from ronde.formats.files import read_file
from ronde.model.bracket import CupSettings
from ronde.model.errors import FormatError, PositionImpossible, Problem, RosterDiffers
from ronde.model.player import Player
from ronde.model.settings import MOST_CHAMPIONS, MOST_LAPS, Settings
from ronde.model.systems import SYSTEMS as KINDS
from ronde.standings.rating_lists import METHODS, by_name, events_of

# `tournoi --marks`: numbers the programs in the order of their students' marks.


def seeded_by_marks(entrants: list[Entrant], path: Path | None, *, quiet: bool) -> list[Entrant]:
    """The entrants numbered by their marks, the best first; unchanged if there is no list.

    Unusable lines of the list and programs without a mark are named. The marks themselves are never shown.
    """
    if path is None:
        return entrants
    grades = _found(read_grades(path), entrants)
    names = {one.name for one in entrants}
    if not any(grade.program in names for grade in grades):
        raise FormatError([Problem(str(path), 0, 0, "formats.grades-nobody", entrants[0].name)])
    marks = averages(grades)
    _tell_unused(path, grades, names)
    _tell_unmarked([one.name for one in entrants if one.name not in marks])
    ordered = [replace(one, id=seed) for seed, one in enumerate(by_mark(entrants, marks), start=1)]
    if not quiet:
        click.echo(translate("programs.marks-seeds", names=", ".join(one.name for one in ordered)))
    return ordered


def by_mark(entrants: Iterable[Entrant], marks: Mapping[str, Fraction]) -> list[Entrant]:
    """The highest mark first; equal ones by number, and those without a mark last."""
    return sorted(
        entrants, key=lambda one: (one.name not in marks, -marks.get(one.name, Fraction(0)), one.id)
    )


def seeds_agree(entrants: Iterable[Entrant], path: Path) -> bool:
    """Whether the seeds of a running tournament agree with this list."""
    there = list(entrants)
    return by_mark(there, averages(_found(read_grades(path), there))) == sorted(there, key=lambda one: one.id)


def _found(grades: Iterable[Grade], entrants: Iterable[Entrant]) -> list[Grade]:
    """The marks by full program name."""
    names = [one.name for one in entrants]
    return [replace(grade, program=whole_name(grade.program, names)) for grade in grades]


def whole_name(written: str, names: Sequence[str]) -> str:
    """The program that a list means: `j07`, `j7` and `7` are `j07_ada` if only that one has the number."""
    number = re.fullmatch(r"j?0*(\d{1,6})", written)
    if number is None or written in names:
        return written
    found = [name for name in names if re.match(rf"j0*{number[1]}(?!\d)", name)]
    return found[0] if len(found) == 1 else written


def _tell_unused(path: Path, grades: Iterable[Grade], names: set[str]) -> None:
    """Name every listed program that does not play, once, with its first line."""
    first = {grade.program: grade.line for grade in reversed(list(grades)) if grade.program not in names}
    for name, line in sorted(first.items(), key=lambda item: item[1]):
        click.echo(translate("programs.marks-unknown", path=path.name, line=line, name=name), err=True)


def _tell_unmarked(names: list[str]) -> None:
    if names:
        click.echo(translate("programs.marks-none", names=", ".join(names), count=len(names)), err=True)


# The openings of a run, each played from both sides: those of a file, of the game's set, or generated.


LARGEST: Final = 1_000_000
"""Maximum size of an openings file in bytes."""

SHIPPED: Final = "set"
RANDOM: Final = re.compile(r"random(?::([1-9][0-9]{0,2}))?")
USUAL: Final = 12
"""Generated openings if no number is given."""


class OpeningsText(SourcePath):
    """The value of `--openings`; `-` is standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The value, or the path of the spooled standard input."""
        return str(super().convert(value, param, ctx))


openings_option = option(
    "--openings", type=OpeningsText(), default=None, help="openings", metavar="FILE|set|random:N"
)


def chosen_openings(game: Game[Any], text: str, seed: int) -> list[str]:
    """The positions that `--openings` names: `set`, `random`, `random:20`, or a file."""
    generated = RANDOM.fullmatch(text)
    if generated is None and text != SHIPPED:
        return _read_openings(game, Path(text))
    positions: list[str] = []
    if generated is None:
        positions = shipped_openings(game.name)
    elif has_openings(game):
        positions = balanced_openings(game, int(generated[1] or USUAL), seed)
    if not positions:
        raise PositionImpossible(text=text, game=game.name, reason="no-openings")
    return positions


def _read_openings(game: Game[Any], path: Path) -> list[str]:
    """The positions of a file, all checked."""
    positions = listed_openings(_lines(path))
    for number, text in positions:
        _check(game, path, number, text)
    if not positions:
        raise PositionImpossible(text=str(path), game=game.name, reason="empty")
    return [text for _, text in positions]


def _lines(path: Path) -> list[str]:
    try:
        return read_file(path, LARGEST).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as trouble:
        raise _wrong(path, 0, "formats.binary") from trouble


def _check(game: Game[Any], path: Path, line: int, text: str) -> None:
    """Refuse text that is not a position of the game with a move to play."""
    try:
        game.place(text, Random(0))
    except GameError as wrong:
        raise _wrong(path, line, "programs.opening", f"{text} ({why_not(wrong.reason)})") from wrong


def _wrong(path: Path, line: int, key: str, text: str = "") -> FormatError:
    return FormatError([Problem(str(path), line, 1 if line else 0, key, text)])


# The pairing system of a tournament of programs, its rounds, and seeds from earlier tournaments.


Command = TypeVar("Command", bound=Callable[..., Any])
SYSTEMS: Final = {
    "cup": "cup",
    "berger": "berger",
    "double-berger": "double-berger",
    "gauntlet": "gauntlet",
    "swiss": "swiss",
}
"""The systems for tournaments of programs."""


_MEANT: Final = {
    "laps": "laps",
    "champions": "gauntlet",
    "third_place": "cup",
    "consolation": "cup",
    "double": "cup",
}
"""The setting of each option; a system without the setting refuses the option."""


@dataclass(frozen=True, slots=True)
class ShapeOptions:
    """How programs are paired and seeded."""

    system: str
    rounds: int | None
    laps: int
    champions: int
    third_place: bool
    consolation: bool
    double: bool
    rated: tuple[Path, ...]
    marks: Path | None

    def settings(self, *, games: int, count: int) -> Settings:
        """The settings of a tournament of `count` programs; an option without effect is refused."""
        self._check_meant()
        cup = CupSettings(self.third_place, self.consolation, self.double)
        shape = Shape(SYSTEMS[self.system], self.rounds or 0, self.laps, self.champions, cup)
        return settings_of_shape(shape, games=games, count=count)

    def _check_meant(self) -> None:
        context, system = click.get_current_context(), KINDS[SYSTEMS[self.system]]
        names = ("rounds", *_MEANT)
        given = [name for name in names if getattr(self, name) not in (None, False) and typed(context, name)]
        for name in given:
            idle = system.scheduled if name == "rounds" else not system.uses(_MEANT[name])
            if idle:
                raise UsageProblem(
                    translate("cli.option-idle", option=_dashed(name), system=self.system), context
                )
        if self.rated and self.marks is not None:
            raise UsageProblem(translate("cli.options-apart", one="--rated", other="--marks"), context)
        if "double" in given and len(given) > 1:
            raise UsageProblem(
                translate("cli.options-apart", one="--double", other=_dashed(given[0])), context
            )


def shape_options(command: Command) -> Command:
    """The options that say how programs are paired, passed as `shape`."""
    laps, champions = click.IntRange(1, MOST_LAPS), click.IntRange(1, MOST_CHAMPIONS)
    for add in (
        collect_options(ShapeOptions, "shape"),
        option("--marks", type=SOURCE, default=None, help="marks", metavar="FILE.csv"),
        option("--rated", type=TournamentFile(), multiple=True, help="rated", metavar="FILE"),
        option("--double", is_flag=True, help="cup-double"),
        option("--consolation", is_flag=True, help="cup-consolation"),
        option("--third-place", is_flag=True, help="cup-third-place"),
        option("--champions", type=champions, default=1, help="champions", metavar="N"),
        option("--laps", type=laps, default=1, help="laps", metavar="N"),
        option("--rounds", type=click.IntRange(1, 99), default=None, help="tournoi-rounds", metavar="N"),
        option("--system", type=AliasChoice(SYSTEMS), default="cup", help="tournoi-system"),
    ):
        command = add(command)
    return command


def typed(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _dashed(name: str) -> str:
    return "--" + name.replace("_", "-")


def seeded_players(session: CommandRun, entrants: Iterable[Entrant], files: Iterable[Path]) -> list[Player]:
    """The programs as players, rated by likelihood over earlier tournaments; new ones have no rating."""
    events = events_of([session.desk(file).tournament for file in dict.fromkeys(files)])
    known = {entry.key: entry.rating for entry in METHODS["likelihood"](events)} if events else {}
    cards = [Player(entrant.id, entrant.name) for entrant in entrants]
    return [replace(card, rating=seed_rating(known.get(by_name(card)))) for card in cards]


# The rules of a resumed tournament are fixed: which options of this command line contradict them.
#
# The programs to start and their sandbox are never taken from the file, which may come from a stranger:
# they
# come from the given folder and the command line, and a file that disagrees is refused.


def tell_idle(desk: Desk, roster: Roster) -> None:
    """Report the options of this command line that the tournament ignores, if any."""
    context = click.get_current_context()
    same = _same(desk, roster, context.params)
    idle = [one for one in context.command.params if not same.get(str(one.name), True)]
    names = [_spelt(one) for one in idle if typed(context, str(one.name))]
    if names:
        path = desk.journal.path
        click.echo(translate("programs.kept", options=", ".join(names), path=Path(path).name), err=True)


def _spelt(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return parameter.opts[-1]
    return placeholder_text(str(parameter.metavar).strip("[]"))


def _same(desk: Desk, roster: Roster, wishes: Mapping[str, Any]) -> dict[str, bool]:
    """For every option that is stored in a tournament, whether the file agrees."""
    settings, cup = desk.tournament.settings, desk.tournament.settings.cup
    return {
        "name": wishes["name"] == desk.tournament.name,
        "seed": wishes["seed"] == roster.seed,
        "system": SYSTEMS[wishes["system"]] == settings.system,
        "rounds": wishes["rounds"] == settings.rounds,
        "laps": wishes["laps"] == settings.laps,
        "champions": wishes["champions"] == settings.gauntlet.champions,
        "third_place": cup.third_place,
        "consolation": cup.consolation,
        "double": cup.double,
        "marks": wishes["marks"] is None or seeds_agree(roster.entrants, wishes["marks"]),
        **_same_games(roster, wishes),
    }


def _same_games(roster: Roster, wishes: Mapping[str, Any]) -> dict[str, bool]:
    clock, rule = chosen_clock(wishes["time_"], wishes["increment"]), roster.rule
    return {
        "game": wishes["game"] == roster.game,
        "wishes": switches(chosen_game(wishes["game"], wishes["wishes"])) == switches(roster.rules),
        "time_": (clock.seconds, clock.fixed) == (roster.clock.seconds, roster.clock.fixed),
        "increment": clock.increment == roster.clock.increment,
        "games": wishes["games"] == rule.games,
        "best_of": rule.best_of,
        "clear": wishes["clear"] == rule.clear,
        "openings": bool(roster.openings),
    }


def with_programs_here(
    roster: Roster, desk: Desk, path: Path, folder: Path, entrants: Iterable[Entrant], jail: Jail
) -> Roster:
    """The roster with the programs of the folder and the given sandbox; refused if it differs.

    The programs of withdrawn entrants may be missing.
    """
    here = {Path(one.path).name: one for one in entrants}
    playing = [one for one in roster.entrants if one.id not in desk.tournament.left]
    seen: set[str] = set()
    for kept in playing:
        name = Path(kept.path).name
        if name not in here:
            raise RosterDiffers(path=str(path), reason="missing", name=name, folder=str(folder))
        other = here[name] if kept.id not in desk.tournament.programs else _renamed(here[name], kept.name)
        if replace(kept, id=0, path="") != replace(other, id=0, path="") or name in seen:
            raise RosterDiffers(path=str(path), reason="other", name=name, folder=str(folder))
        seen.add(name)
    _check_jail(str(path), roster.jail, jail)
    by_number = {kept.id: replace(kept, path=here[Path(kept.path).name].path) for kept in playing}
    return replace(roster, entrants=tuple(by_number.get(one.id, one) for one in roster.entrants), jail=jail)


def _renamed(entrant: Entrant, name: str) -> Entrant:
    """A replaced program keeps the name of the first one, if it had one."""
    return replace(entrant, name=name) if Path(name).name == name else entrant


def _check_jail(place: str, then: Jail, now: Jail) -> None:
    if set(then.read) != set(now.read):
        before, after = ", ".join(then.read) or "-", ", ".join(now.read) or "-"
        raise RosterDiffers(path=place, reason="allow", then=before, now=after)
    if then.kind != now.kind:
        raise RosterDiffers(path=place, reason="jail", then=then.kind.option, now=now.kind.option)
    if then.memory != now.memory:
        raise RosterDiffers(path=place, reason="memory", then=then.memory, now=now.memory)
    if then.processes != now.processes:
        raise RosterDiffers(path=place, reason="processes", then=then.processes, now=now.processes)
    if then.file_size != now.file_size:
        raise RosterDiffers(path=place, reason="file-size", then=then.file_size, now=now.file_size)
