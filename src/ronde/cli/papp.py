"""The commands `desk` and `papp`: the desk in the terminal, also on a PAPP folder."""

from __future__ import annotations

import os
import random
import re
import sys
from contextlib import suppress
from datetime import date
from datetime import date as Date
from pathlib import Path

import click

from ronde.app.desk import Desk
from ronde.app.files import move_to_backups, title_of
from ronde.app.papp_folder import LivePappFolder, changed_by_others, configured_anew, keep_copy
from ronde.app.people import known_people, listed_people
from ronde.cli.files import remark_lines
from ronde.cli.players import base_option
from ronde.cli.session import ANY_PATH, CommandRun, tournament_file, with_session
from ronde.cli.speech import check_terminal, command, in_lines, language, option, translate
from ronde.formats.files import ImportResult, dated, file_error, write_changed
from ronde.formats.papp import (
    CONFIG_NAME,
    OLD_WORKFILE,
    VERSIONS,
    Edition,
    SaveMoment,
    config_at,
    known_in,
    locked,
    missing_players,
    read_folder,
    stored_config,
    stored_files,
    usual_config,
    write_config,
)
from ronde.model.errors import FileMissing, FolderLocked, NotATournament
from ronde.model.player import rate_of
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.store import network_notices, set_aside
from ronde.terminal import Conversation, Dialogue, beginning, run_plain, start

# The command `ronde desk`: the desk in the terminal.


@command("desk", waits=False)
@tournament_file
@option("--new", "begins", is_flag=True, help="desk-new")
@option("--plain", is_flag=True, help="plain")
@base_option
@option("--seed", type=int, default=None, help="seed", metavar="N")
@with_session
def desk(
    session: CommandRun, file: Path, begins: bool, plain: bool, base: Path | None, seed: int | None
) -> None:
    plain = check_terminal(plain=plain)
    known = {card.id: card for card in known_people(base)}
    opened = session.create(file) if begins else session.desk(file)
    opened.notices = opened.notices or network_notices(file)  # shown when the desk is closed
    conversation = Conversation(opened, language(), known, Path.cwd(), session.actor_name)
    conversation.listed = lambda text: listed_people(
        text, rate_of(conversation.tournament.settings.report.time_control), base
    )
    conversation.careful = seed is None and sys.stdin.isatty()
    if seed is not None:
        conversation.chance = random.Random(seed)
    first = beginning(conversation, title_of(file), Date.today().strftime("%d/%m/%Y")) if begins else None
    if plain:
        run_plain(conversation, sys.stdin, sys.stdout, first)
        return
    from ronde.terminal.app import run_screen

    run_screen(conversation, first)


# The command `papp`: the desk on a PAPP folder, whose files stay as PAPP would have written them.


ASKED = ("papp.no-name", "papp.no-rounds")
"""The remarks of a folder whose workfile is missing, empty, or of the old format."""


@command("papp", waits=False)
@click.argument("config", required=False, type=ANY_PATH, metavar="[CONFIG]")
@option("--plain", is_flag=True, help="plain")
@with_session
def papp(session: CommandRun, config: Path | None, plain: bool) -> None:
    plain = check_terminal(plain=plain)
    named = config or Path(os.environ.get("PAPP_CFG") or CONFIG_NAME)
    path = (named / CONFIG_NAME if named.is_dir() else named).absolute()
    if not path.parent.is_dir():
        raise FileMissing(path=str(path.parent))
    folder = path.parent if named.is_dir() else _folder(path)
    if locked(folder):
        raise FolderLocked(path=str(folder))
    notices: list[str] = []
    if not path.exists():
        write_changed(path.parent, {path.name: write_config(usual_config()).encode()})
        notices.append(translate("desk.config-made", path=path))
    beside = folder == path.parent
    place, name = (path, path.name) if beside else (folder, str(path))
    imported = read_folder(place, name, outside=True)
    if _renamed(folder, folder / stored_config(imported.attachments).files.workfile):
        imported = read_folder(place, name, outside=True)
    conversation, aside = _conversation(session, folder, path, imported, notices)
    unnamed = None if conversation.tournament.opened else imported
    today = date.today().strftime("%d/%m/%Y")
    try:
        _run(conversation, start(conversation, unnamed, today), plain=plain)
    finally:
        if aside is not None and not conversation.tournament.opened:
            set_aside(aside, conversation.desk.journal.path)  # no new tournament was begun


def _renamed(folder: Path, workfile: Path) -> bool:
    """Rename a workfile of the oldest versions, as PAPP does; whether there was one.

    Under its old name it would be read again after the new one is deleted to begin a new tournament.
    """
    old = folder / OLD_WORKFILE
    if workfile.exists() or not old.is_file():
        return False
    try:
        old.rename(workfile)
    except OSError as error:
        raise file_error(workfile, error) from error
    return True


def _folder(path: Path) -> Path:
    """The folder of the tournament of a configuration.

    It is the working directory, as in PAPP, so that one configuration serves many tournaments; or the folder
    of the configuration, if only that has a tournament.
    """
    here = Path.cwd()
    if not path.is_file() or here == path.parent:
        return path.parent
    workfile = config_at(path).files.workfile
    begun = [(place / workfile).exists() for place in (here, path.parent)]
    return path.parent if begun == [False, True] else here


def _conversation(
    session: CommandRun, folder: Path, config: Path, imported: ImportResult, notices: list[str]
) -> tuple[Conversation, Path | None]:
    """The conversation about the tournament in that folder, which is found, imported or still to be opened.

    The second value is where the former tournament went, if it was moved for this one.
    """
    workfile = folder / stored_config(imported.attachments).files.workfile
    edition = Edition(_version(workfile), language())
    others = [one for one in imported.remarks if one.key not in ASKED]
    remarks = remark_lines([*missing_players(imported.attachments), *others])
    file = workfile.with_suffix(".ronde")
    aside = _begun_anew(session, file, imported, notices)
    live = LivePappFolder(folder, edition, imported.attachments, config)
    desk = _desk(session, file, imported, live, notices)
    live.remarks = (*notices, *remarks)
    live.look()
    conversation = Conversation(
        desk, language(), known_in(live.attachments), folder, session.actor_name, live
    )
    conversation.careful = sys.stdin.isatty()
    return conversation, aside


def _begun_anew(session: CommandRun, file: Path, imported: ImportResult, notices: list[str]) -> Path | None:
    """Move our tournament away if its workfile was deleted, which begins a new one (manual, 2.4)."""
    if not file.exists() or "workfile" in stored_files(imported.attachments).data:
        return None
    with suppress(NotATournament):  # a damaged one is moved as it is
        session.desk(file)
        session.leave(file)  # merges a -wal that a crash left behind
    aside = dated(file)
    set_aside(file, aside)
    notices.append(translate("desk.begun-anew", path=aside))
    return aside


def _version(workfile: Path) -> str:
    """The version of PAPP that wrote the workfile; lists are written in its format."""
    head = workfile.read_bytes()[:400] if workfile.is_file() else b""
    match = re.search(rb"PAPP (\d+\.\d+(?:\.\d+)?)", head)
    version = match[1].decode() if match else VERSIONS[-1]
    return version if version in VERSIONS else VERSIONS[-1]


def _desk(
    session: CommandRun, file: Path, imported: ImportResult, live: LivePappFolder, notices: list[str]
) -> Desk:
    """The desk of the folder's tournament; empty as long as the tournament has no name."""
    workfile = stored_files(imported.attachments).data.get("workfile", b"")
    if file.exists() and changed_by_others(session.desk(file), workfile, live.edition):
        states = [_state(live.workfile, replay(imported.events)), _state(file, session.desk(file).tournament)]
        if _workfile_counts(states):
            notices += [translate("desk.went-on", path=_put_aside(session, file)), *states]
        else:
            notices += _write_ours(session.desk(file), live, workfile)
    if file.exists():
        desk = session.desk(file)
        notices += configured_anew(desk, live.attachments, session.actor_name, language())
        return desk
    desk = session.create(file)
    if not any(remark.key in ASKED for remark in imported.remarks):
        desk.take_in(imported.actions(session.actor_name), imported.attachments)
    return desk


def _state(path: Path, tournament: Tournament) -> str:
    """The state of a file in one line."""
    now = tournament.open_round
    events = {"players": len(tournament.players), "closed": len(tournament.closed_rounds)}
    done = len(now.tables) - len(now.missing)
    return translate("desk.state-of", path=path.name, round=now.number, results=done, **events)


def _workfile_counts(states: list[str]) -> bool:
    """Ask which of two states to continue from; without a terminal it is the workfile's."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    click.echo(in_lines(translate("desk.two-states")))
    for number, state in enumerate(states, start=1):
        click.echo(in_lines(f"  {number}  {state}"))
    question, answer = in_lines(translate("desk.which-state")), ""
    while answer not in ("1", "2"):
        answer = click.prompt(question, "1", show_default=False, prompt_suffix=" ").strip()
    return answer == "1"


def _write_ours(desk: Desk, live: LivePappFolder, workfile: bytes) -> list[str]:
    """Replace another program's workfile by ours and keep a copy of it; returns sentences about it."""
    kept = keep_copy(live.workfile, workfile)
    sentences = live.write(live.plan(SaveMoment.OPENED, desk), desk)
    files = stored_files(live.attachments)
    files.data["workfile"] = live.workfile.read_bytes()
    live.attachments = files.attachments()
    return [translate("desk.workfile-kept", path=kept), *sentences]


def _put_aside(session: CommandRun, file: Path) -> Path:
    """Move our tournament to its backups; refused while another desk has it open."""
    session.leave(file)
    return move_to_backups(file)


def _run(conversation: Conversation, first: Dialogue, *, plain: bool) -> None:
    try:
        if plain:
            run_plain(conversation, sys.stdin, sys.stdout, first)
        else:
            from ronde.terminal.app import run_screen

            run_screen(conversation, first)
    finally:
        if conversation.tournament.opened:
            _leave(conversation)


def _leave(conversation: Conversation) -> None:
    for step in conversation.update_folder(SaveMoment.LEFT):
        click.echo(getattr(step, "text", ""), err=True)


def main() -> int:
    from ronde.cli.main import main as run

    return run(["papp", *sys.argv[1:]])
