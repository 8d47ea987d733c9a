"""One run of the command line: its seat, its open desks, and where its output goes."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from ronde.app.command import Command
from ronde.app.desk import CHIEF, Actor, Desk, Outcome
from ronde.app.notices import (
    AlreadyRegistered,
    Arrivals,
    BecameRoundRobin,
    NumberMoved,
    Repeats,
    RuleBroken,
    TableDissolved,
)
from ronde.app.people import known_numbers
from ronde.cli.colours import inked
from ronde.cli.speech import SpokenOption, language, notice
from ronde.cli.streams import NamedPath
from ronde.cli.waiting import end_waiting
from ronde.core.errors import FileExists, NothingToChange
from ronde.core.player import clean_name
from ronde.i18n.door import seat_meant, tell

IN_DATA = (AlreadyRegistered, Arrivals, BecameRoundRobin, NumberMoved, Repeats, RuleBroken, TableDissolved)
"""Notices that `--json` prints as data, or that follow from it."""


def true_place(path: Path) -> Path:
    """The resolved path, which makes two names of one tournament equal."""
    return Path(os.path.realpath(path))


@dataclass
class CommandRun:
    """What the commands of one run share; a script opens each tournament once."""

    seat: str = CHIEF
    desks: dict[Path, Desk] = field(default_factory=dict)
    scripted: bool = False
    """Whether the command lines come from a script."""

    def sit(self, seat: str) -> Callable[[], None]:
        """Set the seat for one command line; the returned function restores the former one."""
        before, self.seat = self.seat, clean_name(seat_meant(seat), field="seat")

        def stand_up() -> None:
            self.seat = before

        return stand_up

    def desk(self, path: Path, base: Path | None = None) -> Desk:
        """The desk of a tournament, opened once in this run and refreshed.

        Newcomers get no number of the people known in `base`, by default this user's.
        """
        real, full = true_place(path), path.absolute()
        if real in self.desks:
            self.desks[real].refresh()
        else:
            self.desks[real] = Desk.open(full)
        self.desks[real].known = partial(known_numbers, base)
        return self.desks[real]

    def run(
        self,
        path: Path,
        command: Command,
        *,
        base: Path | None = None,
        preview: bool = False,
        quiet: bool = False,
    ) -> Outcome:
        """Do what a command says, and print what the arbiter should know; `quiet` leaves out its notices."""
        desk, actor = self.desk(path, base), Actor(self.seat)
        outcome = desk.preview(command, actor) if preview else desk.run(command, actor)
        for trouble in outcome.troubles:
            notice(tell(trouble, language()))
        as_json = click.get_current_context().params.get("as_json")
        for sentence in [] if quiet else outcome.sentences(language(), IN_DATA if as_json else ()):
            notice(sentence)
        return outcome

    def create(self, path: Path) -> Desk:
        return self._opened(path, Desk.create)

    def begin(self, path: Path, command: Command) -> Desk:
        """A new tournament in a new file."""
        return self._opened(path, lambda full: Desk.begin(full, command, Actor(self.seat)))

    def _opened(self, path: Path, make: Callable[[Path], Desk]) -> Desk:
        real = true_place(path)
        if real in self.desks:
            raise FileExists(path=str(path))
        self.desks[real] = make(path.absolute())
        return self.desks[real]

    def leave(self, path: Path) -> None:
        """Close a tournament, if it is open here."""
        desk = self.desks.pop(true_place(path), None)
        if desk is not None:
            desk.close()

    def close(self) -> None:
        """Close all files; errors are printed to standard error."""
        for desk in self.desks.values():
            for trouble in desk.notices:
                notice(tell(trouble, language()))
            desk.close()
        self.desks.clear()


class TournamentFile(NamedPath):
    """The argument FILE: the path of a `.ronde` file."""


def tournament_file(function: Callable[..., Any]) -> Callable[..., Any]:
    """The argument FILE that nearly every command starts with."""
    return click.argument("file", type=TournamentFile(), metavar="FILE")(function)


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--json`: data instead of text."""
    return click.option("--json", "as_json", is_flag=True, cls=SpokenOption, help="json")(function)


def with_session(function: Callable[..., None]) -> Callable[..., None]:
    """Hand the session of this run to a command as its first argument."""

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> None:
        session = click.get_current_context().find_object(CommandRun)
        assert session is not None, "main() makes the session"
        function(session, *args, **kwargs)

    return called


def unchanged(act: Callable[[], object]) -> str:
    """Call `act`; returns a sentence if the tournament already is as asked."""
    try:
        act()
    except NothingToChange as error:
        return tell(error, language())
    return ""


def show(data: Any, text: str | Callable[[], str], *, as_json: bool) -> None:
    """Print data as JSON, or else the text."""
    if as_json:
        from ronde.formats.json import pretty

        page = pretty(data)
    else:
        page = inked(text if isinstance(text, str) else text())
    end_waiting()
    click.echo(page)
