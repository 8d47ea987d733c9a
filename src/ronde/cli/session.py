"""One run of the command line: its desks, its streams, its output."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial, wraps
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final

import click

from ronde.app.command import (
    CHIEF,
    Actor,
    AlreadyRegistered,
    Arrivals,
    BecameRoundRobin,
    Command,
    NumberMoved,
    Outcome,
    Repeats,
    RuleBroken,
    TableDissolved,
)
from ronde.app.desk import Desk
from ronde.app.keys import offers_final
from ronde.app.people import known_numbers
from ronde.cli.speech import TranslatedOption, colour_page, end_progress, language, notice, translate
from ronde.i18n import actor_from_text, error_text
from ronde.model.errors import FileExists, FormatError, NothingToChange, Problem, ReadOnly
from ronde.model.player import clean_name
from ronde.model.tournament import Tournament

# Standard input and output under the name `-`, and the file for what a command prints.


DASH: Final = "-"
LARGEST: Final = 1 << 30
"""Maximum size of standard input in bytes; FIDE's list is the largest input."""
_OUTPUT: Final = "ronde.output"
_FORCE: Final = "ronde.force"
_ENDING: Final = "ronde.ending"
_SPOOLED: ContextVar[str] = ContextVar("spooled", default="")
"""The temporary file of standard input, so that messages can name it."""


class NamedPath(click.Path):
    """A path as typed; the code that reads it reports errors in our own words. `-` is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == DASH:
            self.fail(translate("cli.no-stream"), param, ctx)
        return super().convert(value, param, ctx)


class SourcePath(NamedPath):
    """A file to read; `-` is standard input, stored in a temporary file until the command ends."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value != DASH or ctx is None:
            return super().convert(value, param, ctx)
        import shutil  # imported here because few commands read standard input
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="ronde-"))
        ctx.call_on_close(lambda: shutil.rmtree(folder, ignore_errors=True))
        return _spooled(folder / "standard-input")


class TargetPath(NamedPath):
    """A file to write; `-` is standard output."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(DASH) if value == DASH else super().convert(value, param, ctx)


ANY_PATH: Final = NamedPath()
SOURCE: Final = SourcePath()
TARGET: Final = TargetPath()


def _spooled(path: Path) -> Path:
    """Standard input as a file, because readers read a file twice."""
    _SPOOLED.set(str(path))
    left = LARGEST
    with path.open("wb") as file:
        while chunk := sys.stdin.buffer.read(min(left + 1, 1 << 20)):
            left -= len(chunk)
            if left < 0:
                raise FormatError([Problem(DASH, 1, 1, "formats.too-large", str(LARGEST))])
            file.write(chunk)
    return path


def is_standard_input(path: Path) -> bool:
    """Whether a path is the temporary file of standard input."""
    return str(path) == _SPOOLED.get()


def named_like(path: Path, other: Path) -> Path:
    """Standard input as a file with the name of another: an imported tournament is named after its file."""
    named = path.with_name(other.stem)
    path.rename(named)
    _SPOOLED.set(str(named))
    return named


def with_stream_names(text: str) -> str:
    """A message with the name of standard input instead of that of its temporary file."""
    place = _SPOOLED.get()
    return text.replace(place, translate("cli.standard-input")) if place else text


def output_options(own: set[str], *, slips: bool) -> list[click.Option]:
    """`-o` and `--force` for a command that prints, unless it has them; slips may begin with `-o`."""
    if "--output" in own:
        return []
    names = ["--output"] if slips else ["--output", "-o"]
    wanted = {
        "--output": _kept_option(_OUTPUT, names, type=TARGET, help="print-to", metavar="PATH"),
        "--force": _kept_option(_FORCE, ["--force"], is_flag=True, help="force"),
    }
    return [option for name, option in wanted.items() if name not in own]


def _kept_option(place: str, names: list[str], **settings: Any) -> click.Option:
    """An option that is not passed to the command."""

    def keep(context: click.Context, param: click.Parameter, value: Any) -> None:
        context.meta[place] = value

    return TranslatedOption(names, expose_value=False, callback=keep, **settings)


@contextmanager
def print_to_file(context: click.Context) -> Iterator[None]:
    """Write what a command prints to the file of `-o`, whole or not at all."""
    target: Path | None = context.meta.pop(_OUTPUT, None)
    force = bool(context.meta.pop(_FORCE, False) or context.params.get("force"))
    if target is None or str(target) == DASH:
        yield
        return
    check_target(target, _places(context), force=force)
    context.meta[_ENDING] = target.suffix.lower()
    kept = BytesIO()
    page = TextIOWrapper(kept, "utf-8", errors="backslashreplace", newline="", write_through=True)
    try:
        with redirect_stdout(page):
            yield
    except click.exceptions.Exit:  # a report of findings exits with 1 and is written nevertheless
        _write(target, kept.getvalue(), quiet=True)
        raise
    _write(target, kept.getvalue(), quiet=bool(context.params.get("as_json")))


def printed_ending() -> str:
    """How the name of the file of `-o` ends: `.png`; nothing without one."""
    return str(click.get_current_context().meta.get(_ENDING, ""))


def _write(target: Path, page: bytes, *, quiet: bool) -> None:
    from ronde.formats.files import write_whole

    write_whole({target: page})
    if not quiet:
        click.echo(translate("cli.written", path=target))


def _places(context: click.Context) -> set[str]:
    """The resolved paths of all files that a command line names."""
    values = context.params.values()
    paths = [path for value in values for path in (value if isinstance(value, tuple) else (value,))]
    return {os.path.realpath(path) for path in paths if isinstance(path, Path)}


def check_target(path: Path, taken: set[str], *, force: bool) -> None:
    """Refuse to overwrite a file, unless forced; a tournament and what belongs to it, always."""
    ours = os.path.realpath(re.sub(r"-(wal|shm|journal)$", "", str(path)))
    ending = "".join(path.suffixes[-1:]).lower()
    beside = re.fullmatch(r"\.ronde-(wal|shm|journal)", ending) is not None
    there = path.exists()
    if ours in taken or beside or (there and (not force or ending == ".ronde")):
        raise FileExists(path=str(path))
    if there and not os.access(path, os.W_OK):
        raise ReadOnly(path=str(path))


# One run of the command line: its name in the journal, its open desks, and where its output goes.


IN_DATA = (AlreadyRegistered, Arrivals, BecameRoundRobin, NumberMoved, Repeats, RuleBroken, TableDissolved)
"""Notices that `--json` prints as data, or that follow from it."""


def true_place(path: Path) -> Path:
    """The resolved path, which makes two names of one tournament equal."""
    return Path(os.path.realpath(path))


@dataclass
class CommandRun:
    """What the commands of one run share; a script opens each tournament once."""

    actor_name: str = CHIEF
    desks: dict[Path, Desk] = field(default_factory=dict)
    scripted: bool = False
    """Whether the command lines come from a script."""

    def set_actor(self, name: str) -> Callable[[], None]:
        """Set the name in the journal for one command line; the returned function restores the former one."""
        before, self.actor_name = self.actor_name, clean_name(actor_from_text(name), field="seat")

        def reset_actor() -> None:
            self.actor_name = before

        return reset_actor

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
        desk, actor = self.desk(path, base), Actor(self.actor_name)
        outcome = desk.preview(command, actor) if preview else desk.run(command, actor)
        for trouble in outcome.troubles:
            notice(error_text(trouble, language()))
        as_json = click.get_current_context().params.get("as_json")
        for sentence in [] if quiet else outcome.sentences(language(), IN_DATA if as_json else ()):
            notice(sentence)
        return outcome

    def create(self, path: Path) -> Desk:
        return self._opened(path, Desk.create)

    def begin(self, path: Path, command: Command) -> Desk:
        """A new tournament in a new file."""
        return self._opened(path, lambda full: Desk.begin(full, command, Actor(self.actor_name)))

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
                notice(error_text(trouble, language()))
            desk.close()
        self.desks.clear()


class TournamentFile(NamedPath):
    """The argument FILE: the path of a `.ronde` file."""


def tournament_file(function: Callable[..., Any]) -> Callable[..., Any]:
    """The argument FILE that nearly every command starts with."""
    return click.argument("file", type=TournamentFile(), metavar="FILE")(function)


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--json`: data instead of text."""
    return click.option("--json", "as_json", is_flag=True, cls=TranslatedOption, help="json")(function)


def with_session(function: Callable[..., None]) -> Callable[..., None]:
    """Hand the session of this run to a command as its first argument."""

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> None:
        session = click.get_current_context().find_object(CommandRun)
        assert session is not None, "main() makes the session"
        function(session, *args, **kwargs)

    return called


def sentence_if_unchanged(act: Callable[[], object]) -> str:
    """Call `act`; returns a sentence if the tournament already is as asked."""
    try:
        act()
    except NothingToChange as error:
        return error_text(error, language())
    return ""


def show(data: Any, text: str | Callable[[], str], *, as_json: bool) -> None:
    """Print data as JSON, or else the text."""
    if as_json:
        from ronde.formats.json import pretty

        page = pretty(data)
    else:
        page = colour_page(text if isinstance(text, str) else text())
    end_progress()
    click.echo(page)


def end_text(tournament: Tournament) -> str:
    """That a tournament is over, and what may follow."""
    return translate("cli.over-final" if offers_final(tournament) else "cli.over")
