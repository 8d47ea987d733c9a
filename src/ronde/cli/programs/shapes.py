"""The pairing system of a tournament of programs, its rounds, and seeds from earlier tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from ronde.cli.session import CommandRun, TournamentFile
from ronde.cli.speech import Misused, Vocabulary, gathered, option, spoken
from ronde.cli.streams import SOURCE
from ronde.core.bracket import CupSettings
from ronde.core.player import Player
from ronde.core.settings import MOST_CHAMPIONS, MOST_LAPS, Settings
from ronde.core.systems import SYSTEMS as KINDS
from ronde.referee.door import Entrant, Shape, seed_rating, shaped
from ronde.scoring.door import METHODS, by_name, events_of

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
        return shaped(shape, games=games, count=count)

    def _check_meant(self) -> None:
        context, system = click.get_current_context(), KINDS[SYSTEMS[self.system]]
        names = ("rounds", *_MEANT)
        given = [name for name in names if getattr(self, name) not in (None, False) and typed(context, name)]
        for name in given:
            idle = system.scheduled if name == "rounds" else not system.uses(_MEANT[name])
            if idle:
                raise Misused(spoken("cli.option-idle", option=_dashed(name), system=self.system), context)
        if self.rated and self.marks is not None:
            raise Misused(spoken("cli.options-apart", one="--rated", other="--marks"), context)
        if "double" in given and len(given) > 1:
            raise Misused(spoken("cli.options-apart", one="--double", other=_dashed(given[0])), context)


def shape_options(command: Command) -> Command:
    """The options that say how programs are paired, passed as `shape`."""
    laps, champions = click.IntRange(1, MOST_LAPS), click.IntRange(1, MOST_CHAMPIONS)
    for add in (
        gathered(ShapeOptions, "shape"),
        option("--marks", type=SOURCE, default=None, help="marks", metavar="FILE.csv"),
        option("--rated", type=TournamentFile(), multiple=True, help="rated", metavar="FILE"),
        option("--double", is_flag=True, help="cup-double"),
        option("--consolation", is_flag=True, help="cup-consolation"),
        option("--third-place", is_flag=True, help="cup-third-place"),
        option("--champions", type=champions, default=1, help="champions", metavar="N"),
        option("--laps", type=laps, default=1, help="laps", metavar="N"),
        option("--rounds", type=click.IntRange(1, 99), default=None, help="tournoi-rounds", metavar="N"),
        option("--system", type=Vocabulary(SYSTEMS), default="cup", help="tournoi-system"),
    ):
        command = add(command)
    return command


def typed(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _dashed(name: str) -> str:
    return "--" + name.replace("_", "-")


def seeded_cards(session: CommandRun, entrants: Iterable[Entrant], files: Iterable[Path]) -> list[Player]:
    """The programs as players, rated by likelihood over earlier tournaments; new ones have no rating."""
    events = events_of([session.desk(file).tournament for file in dict.fromkeys(files)])
    known = {entry.key: entry.rating for entry in METHODS["likelihood"](events)} if events else {}
    cards = [Player(entrant.id, entrant.name) for entrant in entrants]
    return [replace(card, rating=seed_rating(known.get(by_name(card)))) for card in cards]
