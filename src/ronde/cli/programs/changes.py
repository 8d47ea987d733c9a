"""`tournoi replace`, `withdraw` and `enter`: each is an action of the journal, and can be undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ronde.app.command import Command
from ronde.app.desk import Actor, Desk
from ronde.app.views import PlayerView
from ronde.cli.programs.options import impossible
from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import SpokenCommand, SpokenGroup, called_as, command, option, spoken
from ronde.cli.streams import ANY_PATH
from ronde.core.choose import find_player
from ronde.core.errors import FileMissing, NotATournament, RosterDiffers
from ronde.core.player import Player, PlayerId
from ronde.core.schedule import finished
from ronde.engines.door import EngineFault, check_parts, fingerprint, parts
from ronde.referee.door import (
    ADDRESS,
    SESSION,
    EnterProgram,
    ReplaceProgram,
    Roster,
    WithdrawProgram,
    attached_roster,
    seed_of,
)

folder_option = option("--folder", type=ANY_PATH, default="joueurs", help="programs-folder", metavar="FOLDER")
output_option = option(
    "--output", "-o", type=ANY_PATH, default="tournoi.ronde", help="tournoi-output", metavar="FILE"
)


class CommandWithActions(SpokenGroup, SpokenCommand):
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
    _done(desk, player, spoken("programs.withdrawn", **facts), as_json=as_json)


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
    desk.notices += desk.run(command, Actor(session.seat)).troubles  # told at the end of the run


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
    _done(desk, player, spoken(key, name=name, file=program.name), as_json=as_json)


def take_in(session: CommandRun, desk: Desk, roster: Roster, program: Path, *, as_json: bool = False) -> None:
    """Enter a program of the folder and print its number."""
    digest, card = fingerprint(program), newcomer(program)
    _run(session, desk, EnterProgram(roster, card, program.name, digest))
    number = max(one for one, changed in desk.tournament.programs.items() if changed.file == program.name)
    _done(desk, number, spoken("programs.entered", name=card.name, number=number), as_json=as_json)


def newcomer(program: Path) -> Player:
    """The player of a program file: `j07` gets number 7 if that is free."""
    name = program.name.removesuffix(SESSION).removesuffix(ADDRESS)
    return Player(seed_of(program.name), name)


def _done(desk: Desk, player: PlayerId, sentence: str, *, as_json: bool) -> None:
    undo = spoken("programs.undo-that", command=called_as(), path=desk.journal.path)
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
