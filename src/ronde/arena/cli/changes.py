"""`tournoi replace`, `withdraw` and `enter`, and files that changed since a tournament began."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ronde.app.command import Actor, Command
from ronde.app.desk import Desk
from ronde.app.files import ROSTER
from ronde.app.views import PlayerView
from ronde.arena.cli.options import impossible
from ronde.arena.cli.person import LeftOff, confirmed_by_person
from ronde.arena.referee import (
    ADDRESS,
    SESSION,
    EnterProgram,
    Entrant,
    ReplaceProgram,
    Roster,
    WithdrawProgram,
    attached_roster,
    seed_of,
)
from ronde.arena.sandbox import EngineFault, check_parts, fingerprint, parts
from ronde.cli.session import ANY_PATH, CommandRun, json_option, show, with_session
from ronde.cli.speech import (
    TranslatedCommand,
    TranslatedGroup,
    command,
    language,
    option,
    program_name,
    translate,
)
from ronde.i18n import error_text
from ronde.model.entry import find_player
from ronde.model.errors import FileMissing, NotATournament, RosterDiffers, RuleError
from ronde.model.events import ProgramChanged
from ronde.model.player import Player, PlayerId
from ronde.model.schedule import finished

# `tournoi replace`, `withdraw` and `enter`: each is an action of the journal, and can be undone.


folder_option = option("--folder", type=ANY_PATH, default="joueurs", help="programs-folder", metavar="FOLDER")
output_option = option(
    "--output", "-o", type=ANY_PATH, default="tournoi.ronde", help="tournoi-output", metavar="FILE"
)


class CommandWithActions(TranslatedGroup, TranslatedCommand):
    """A command whose first word may be one of its actions instead of an argument."""

    allow_extra_args = False
    allow_interspersed_args = True

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Use the action's context if the first word is an action."""
        if args and args[0] in self.commands:
            around = click.Context(self, info_name=info_name, parent=parent)
            return self.commands[args[0]].make_context(args[0], args[1:], parent=around, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Leaves out the word COMMAND, because an action is optional."""
        return click.Command.collect_usage_pieces(self, ctx)


@command("tournoi-replace", "replace")
@click.argument("entrant", metavar="PLAYER")
@click.argument("file", type=ANY_PATH, metavar="PROGRAM")
@folder_option
@output_option
@json_option
@with_session
def replace_(
    session: CommandRun, entrant: str, file: Path, folder: Path, output: Path, as_json: bool
) -> None:
    desk, roster = _running(session, output)
    player = find_player(desk.tournament, entrant)
    name = desk.tournament.player(player).name
    placed = placed_program(file, folder, name)
    change_program(session, desk, roster, player, placed, as_json=as_json)


@command("tournoi-withdraw", "withdraw")
@click.argument("entrant", metavar="PLAYER")
@output_option
@json_option
@with_session
def withdraw(session: CommandRun, entrant: str, output: Path, as_json: bool) -> None:
    desk, _ = _running(session, output)
    player = find_player(desk.tournament, entrant)
    _run(session, desk, WithdrawProgram(player))
    facts = {"name": desk.tournament.player(player).name}
    _done(desk, player, translate("programs.withdrawn", **facts), as_json=as_json)


@command("tournoi-enter", "enter")
@click.argument("file", type=ANY_PATH, metavar="PROGRAM")
@folder_option
@output_option
@json_option
@with_session
def enter(session: CommandRun, file: Path, folder: Path, output: Path, as_json: bool) -> None:
    desk, roster = _running(session, output)
    take_in(session, desk, roster, placed_program(file, folder), as_json=as_json)


def _running(session: CommandRun, output: Path) -> tuple[Desk, Roster]:
    desk = session.desk(output)
    roster = attached_roster(desk)
    if roster is None:
        raise NotATournament(path=str(output), reason="people", detail="", backup="")
    if finished(desk.tournament):
        raise RosterDiffers(path=str(output), reason="over")
    return desk, roster


def _run(session: CommandRun, desk: Desk, command: Command) -> None:
    desk.notices += desk.run(command, Actor(session.actor_name)).troubles  # told at the end of the run


def change_program(
    session: CommandRun,
    desk: Desk,
    roster: Roster,
    player: PlayerId,
    program: Path,
    *,
    as_json: bool = False,
) -> None:
    """Replace the program of an entrant and print that."""
    digest = fingerprint(program)
    _run(session, desk, ReplaceProgram(roster, player, program.name, digest))
    name = desk.tournament.player(player).name
    key = "programs.renewed" if name == program.name else "programs.replaced"
    _done(desk, player, translate(key, name=name, file=program.name), as_json=as_json)


def take_in(session: CommandRun, desk: Desk, roster: Roster, program: Path, *, as_json: bool = False) -> None:
    """Enter a program of the folder and print its number."""
    digest, card = fingerprint(program), newcomer(program)
    _run(session, desk, EnterProgram(roster, card, program.name, digest))
    number = max(one for one, changed in desk.tournament.programs.items() if changed.file == program.name)
    _done(desk, number, translate("programs.entered", name=card.name, number=number), as_json=as_json)


def newcomer(program: Path) -> Player:
    """The player of a program file: `j07` gets number 7 if that is free."""
    name = program.name.removesuffix(SESSION).removesuffix(ADDRESS)
    return Player(seed_of(program.name), name)


def _done(desk: Desk, player: PlayerId, sentence: str, *, as_json: bool) -> None:
    undo = translate("programs.undo-that", command=program_name(), path=desk.journal.path)
    show(PlayerView.of(desk.tournament, player), f"{sentence}\n{undo}", as_json=as_json)


def placed_program(file: Path, folder: Path, name: str = "") -> Path:
    """The path of a program in the folder: where it is, or a copy under an unused name."""
    if not folder.is_dir():
        raise FileMissing(path=str(folder), reason="no-folder" if folder.exists() else "")
    _check(file)
    if file.absolute().parent.resolve() == folder.resolve():
        return folder / file.name
    ending = next((end for end in (SESSION, ADDRESS) if file.name.endswith(end)), "")
    wanted = name or (file.name if file.name.startswith("j") else f"j_{file.name}").removesuffix(ending)
    place = _free(lambda more: folder / f"{wanted}{more}{ending}")
    _copy(file, place)
    return place


def _copy(file: Path, place: Path) -> None:
    """Copy a program and its folder `NAME.d`; symbolic links are refused, never followed."""
    try:
        for part in parts(file, executable=not file.name.endswith(ADDRESS)):
            target = place.parent / (place.name + part.name.removeprefix(file.name))
            if part.is_folder:
                target.mkdir()
                continue
            with target.open("xb") as copy:
                copy.writelines(part.read())
            target.chmod(part.kind.st_mode & 0o755)
    except EngineFault as fault:
        raise impossible(str(file), fault) from fault


def _check(file: Path) -> None:
    """Refuse a file that cannot be started or must not be copied."""
    try:
        if not (file.name.endswith(ADDRESS) and file.is_file()):
            check_parts(file)
    except EngineFault as fault:
        raise impossible(str(file), fault) from fault


def _free(path: Callable[[str], Path]) -> Path:
    """The first unused name of `j07`, `j07-2`, `j07-3` and so on."""
    number = 1
    while (place := path(f"-{number}" if number > 1 else "")).exists():
        number += 1
    return place


# Files of the folder that changed since a tournament began: the user is asked about each.


ASK, ACCEPT, IGNORE = "ask", "accept", "ignore"

changes_option = option(
    "--changes", type=click.Choice([ASK, ACCEPT, IGNORE]), default=ASK, help="tournoi-changes"
)


@dataclass(frozen=True, slots=True)
class Differences:
    """Decides about files that are new or changed."""

    session: CommandRun
    desk: Desk
    folder: Path
    path: Path
    wish: str
    silent: bool
    """Whether only JSON may be printed."""

    def changed(self, roster: Roster, there: Iterable[Entrant]) -> Roster:
        """The roster after every changed program was accepted or refused."""
        here = {Path(one.path).name: one for one in there}
        for kept in roster.entrants:
            program = here.get(Path(kept.path).name)
            if program is not None and program.digest != kept.digest:
                self._changed(roster, kept, program)
        return attached_roster(self.desk) or roster

    def new(self, roster: Roster, there: Iterable[Entrant]) -> Roster:
        """The roster after every new program was accepted, ignored or refused."""
        known = _known(self.desk, roster)
        for program in there:
            if Path(program.path).name not in known:
                self._new(roster, program)
        return attached_roster(self.desk) or roster

    def _changed(self, roster: Roster, kept: Entrant, program: Entrant) -> None:
        facts = {"name": Path(program.path).name, "folder": str(self.folder), "path": str(self.path)}
        if not self._agreed("programs.ask-changed", **facts):
            raise RosterDiffers(reason="changed", entrant=kept.name, **facts)
        change_program(self.session, self.desk, roster, kept.id, Path(program.path))

    def _new(self, roster: Roster, program: Entrant) -> None:
        facts = {"name": Path(program.path).name, "folder": str(self.folder), "path": str(self.path)}
        refusal = self._refusal(roster, program)
        if refusal is not None or self.wish == IGNORE:
            click.echo(translate("programs.newcomer", **facts), err=True)
            if refusal is not None:
                click.echo(error_text(refusal, language()), err=True)
        elif self._agreed("programs.ask-new", **facts):
            take_in(self.session, self.desk, roster, Path(program.path))
        elif not self._asks:
            raise RosterDiffers(reason="new", **facts)

    def _refusal(self, roster: Roster, entrant: Entrant) -> RuleError | None:
        """Why a new program could not enter even if the arbiter accepted it."""
        program = Path(entrant.path)
        try:
            self.desk.preview(EnterProgram(roster, newcomer(program), program.name, entrant.digest))
        except RuleError as error:
            return error
        return None

    def _agreed(self, key: str, **facts: str) -> bool:
        if self.wish == ACCEPT:
            return True
        try:
            return self._asks and confirmed_by_person(translate(key, **facts))
        except LeftOff:
            return False

    @property
    def _asks(self) -> bool:
        return self.wish == ASK and not self.silent and sys.stdin.isatty() and sys.stdout.isatty()


def _known(desk: Desk, roster: Roster) -> set[str]:
    """The files of all programs that play or played, including replaced ones."""
    data = desk.journal.attachment(ROSTER) or b"{}"
    first = Roster.from_json(data).entrants
    changed = [entry.event for entry, _ in desk.history() if isinstance(entry.event, ProgramChanged)]
    later = [one.file for one in changed if one.player in desk.tournament.players]
    return {Path(one.path).name for one in (*first, *roster.entrants)} | set(later)
