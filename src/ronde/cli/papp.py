"""`papp`: the desk on a PAPP folder, whose files stay what PAPP would have made them."""

from __future__ import annotations

import os
import re
import sys
from datetime import date
from pathlib import Path

import click

from ronde.cli.session import Session, with_session
from ronde.cli.speech import ANY_PATH, check_terminal, command, language, option, spoken
from ronde.core.errors import FolderLocked
from ronde.counter.door import Counter, Live, Moment, opening, perform_plain, run_plain
from ronde.desk import Desk
from ronde.formats.imported import Imported
from ronde.formats.papp.door import (
    VERSIONS,
    Edition,
    PappConfig,
    kept_config,
    known_in,
    locked,
    read_folder,
    usual_config,
    write_config,
    write_files,
    write_folder,
)
from ronde.storage.door import backup_folder


@command("papp")
@click.argument("config", required=False, type=ANY_PATH, metavar="[CONFIG]")
@option("--plain", is_flag=True, help="plain")
@with_session
def papp(session: Session, config: Path | None, plain: bool) -> None:
    """Run the tournament of a PAPP folder by single keys."""
    check_terminal(plain=plain)
    path = config or Path(os.environ.get("PAPP_CFG") or "papp.cfg")
    if locked(path.parent):
        raise FolderLocked(path=str(path.parent))
    made = not path.exists()
    if made:
        write_files(path.parent, {path.name: write_config(usual_config()).encode()})
    counter = _counter(session, path)
    if made:
        click.echo(counter.say("config-made", path=path))
    if not counter.tournament.opened and not _opened(counter, path):
        return
    _run(counter, plain=plain)


def _counter(session: Session, path: Path) -> Counter:
    """The counter of the tournament in that folder, found, imported or still to be opened."""
    imported = read_folder(path)
    config = kept_config(imported.attachments)
    workfile = path.parent / config.files.workfile
    edition = Edition(_version(workfile), language())
    live = Live(path.parent, edition, imported.attachments)
    desk = _desk(session, workfile, imported, edition)
    return Counter(desk, language(), known_in(imported.attachments), path.parent, session.seat, live)


def _version(workfile: Path) -> str:
    """Which PAPP wrote the workfile: its lists look like this version's."""
    head = workfile.read_bytes()[:400] if workfile.is_file() else b""
    found = re.search(rb"PAPP (\d+\.\d+(?:\.\d+)?)", head)
    told = found[1].decode() if found else VERSIONS[-1]
    return told if told in VERSIONS else VERSIONS[-1]


def _desk(session: Session, workfile: Path, imported: Imported, edition: Edition) -> Desk:
    file = workfile.with_suffix(".ronde")
    if file.exists() and _papp_went_on(session, file, workfile, imported, edition):
        kept = backup_folder(file) / f"before-{file.stat().st_mtime_ns}.ronde"
        session.desk(file).journal.backup(kept)
        session.leave(file)
        file.unlink()
        click.echo(spoken("desk.went-on", path=kept))
    if file.exists():
        return session.desk(file)
    desk = session.create(file)
    if workfile.is_file():
        desk.take_in(imported.actions(session.seat), imported.attachments)
    return desk


def _papp_went_on(session: Session, file: Path, workfile: Path, imported: Imported, edition: Edition) -> bool:
    """Whether the workfile holds something else than our last word."""
    if not workfile.is_file():
        return False
    ours = write_folder(session.desk(file).tournament, imported.attachments, edition)
    return ours.files[workfile.name] != workfile.read_bytes()


def _opened(counter: Counter, path: Path) -> bool:
    """Ask the first questions; without answers no file is left behind."""
    config: PappConfig = kept_config(counter.live.attachments if counter.live else {})
    settings = config.settings(rounds=1, brightwell=0)
    today = date.today().strftime("%d/%m/%Y")
    perform_plain(counter, opening(counter, settings, today), sys.stdin, sys.stdout)
    if counter.tournament.opened:
        _moment(counter, Moment.OPENED)
        return True
    counter.desk.close()
    counter.desk.journal.path.unlink(missing_ok=True)
    return False


def _run(counter: Counter, *, plain: bool) -> None:
    try:
        if plain:
            run_plain(counter, sys.stdin, sys.stdout)
        else:
            from ronde.tui.door import run_screen

            run_screen(counter)
    finally:
        _moment(counter, Moment.LEFT)


def _moment(counter: Counter, moment: Moment) -> None:
    for step in counter.happened(moment):
        click.echo(getattr(step, "text", ""), err=True)


def main() -> int:
    """The command `papp` itself."""
    from ronde.cli.main import main as run

    return run(["papp", *sys.argv[1:]])
