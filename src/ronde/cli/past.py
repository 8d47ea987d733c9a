"""Commands on the history: history, undo, redo, backup."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import click
import msgspec

from ronde.app.desk import Desk
from ronde.cli.session import (
    CommandRun,
    TournamentFile,
    json_option,
    show,
    tournament_file,
    true_place,
    with_session,
)
from ronde.cli.speech import command, language, option, spoken
from ronde.cli.streams import ANY_PATH, DASH, TARGET
from ronde.core.errors import FileExists, FileMissing, JournalError, RondeError
from ronde.core.tournament import Tournament
from ronde.formats.chronicle import action_text, fact_text, local_time
from ronde.i18n.door import seat_name
from ronde.storage.door import (
    PREFIX,
    JournalEntry,
    back_up_folder,
    backup_folder,
    copy_journal,
    newest_folder_backup,
    newest_good_backup,
    restore_folder,
    usual_place,
)
from ronde.storage.door import restore as put_back


@command("history")
@tournament_file
@option("--last", type=click.IntRange(0, 2**31), default=None, help="last", metavar="N")
@json_option
@with_session
def history(session: CommandRun, file: Path, last: int | None, as_json: bool) -> None:
    desk = session.desk(file)
    entries = desk.history()
    wanted = entries if last is None else entries[len(entries) - min(last, len(entries)) :]
    rows = [_entry_data(entry, counts) for entry, counts in wanted]
    lines = [_entry_line(desk.tournament, entry, counts) for entry, counts in wanted]
    show(rows, "\n".join(lines), as_json=as_json)


def _entry_data(entry: JournalEntry, counts: bool) -> dict[str, Any]:
    return {
        "number": entry.number,
        "action": entry.action,
        "at": entry.at,
        "seat": entry.actor,
        "kind": type(entry.event).__name__,
        "counts": counts,
        "data": msgspec.to_builtins(entry.event),
    }


def _entry_line(tournament: Tournament, entry: JournalEntry, counts: bool) -> str:
    mark = " " if counts else "x"
    sentence = fact_text(tournament, entry.event, language())
    when, seat = local_time(entry.at, language()), seat_name(entry.actor, language())
    return f"{entry.number:>6} {mark} {when}  {seat:<10} {sentence}"


@command("undo")
@tournament_file
@json_option
@with_session
def undo(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)
    before = desk.tournament
    _show(before, desk.undo(session.seat), "undone", as_json=as_json)


@command("redo")
@tournament_file
@json_option
@with_session
def redo(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)
    entries = desk.redo(session.seat)
    _show(desk.tournament, entries, "redone", as_json=as_json)


def _show(tournament: Tournament, entries: list[JournalEntry], key: str, *, as_json: bool) -> None:
    data = [_entry_data(entry, key == "redone") for entry in entries]
    sentence = action_text(tournament, [entry.event for entry in entries], language())
    number = data[0]["number"] if data else 0
    show(data, spoken(f"cli.{key}", facts=sentence, number=number), as_json=as_json)


@command("backup")
@tournament_file
@option("--output", "-o", type=TARGET, default=None, help="backup-output", metavar="PATH")
@json_option
@with_session
def backup(session: CommandRun, file: Path, output: Path | None, as_json: bool) -> None:
    if file.is_dir():
        made = back_up_folder(file, output or usual_place(file))
        sentence = spoken("cli.folder-written", path=made.path, count=made.files, size=-(-made.bytes // 1000))
        data = {"folder": str(made.path), "files": made.files, "bytes": made.bytes}
        show(data, sentence, as_json=as_json)
        return
    desk = session.desk(file)
    if output is not None and str(output) == DASH:
        _print_backup(desk)
        return
    stem = file.stem.removeprefix(PREFIX)  # a file name with this prefix would be looked for on the server
    target = output or backup_folder(file) / f"{stem}-{desk.number:06d}.ronde"
    if os.path.lexists(target):
        raise FileExists(path=str(target))
    if output is not None and not output.parent.is_dir():  # only the folder of backups is created
        raise FileMissing(path=str(output.parent))
    desk.journal.backup(target)
    show({"file": str(target)}, spoken("cli.written", path=target), as_json=as_json)


def _print_backup(desk: Desk) -> None:
    """Write the copy to standard output, complete or not at all."""
    with tempfile.TemporaryDirectory() as folder:
        made = desk.journal.backup(Path(folder) / "copy.ronde")
        click.echo(made.read_bytes(), nl=False)


@command("copy")
@click.argument("file", type=TournamentFile(), metavar="FROM")
@click.argument("target", type=TournamentFile(), metavar="TO")
@json_option
@with_session
def copy(session: CommandRun, file: Path, target: Path, as_json: bool) -> None:
    copy_journal(session.desk(file).journal, target)
    show({"file": str(target)}, spoken("cli.written", path=target), as_json=as_json)


@command("restore")
@tournament_file
@click.argument(
    "backup_path",
    type=ANY_PATH,
    required=False,
    metavar="[BACKUP]",
)
@json_option
@with_session
def restore(session: CommandRun, file: Path, backup_path: Path | None, as_json: bool) -> None:
    if file.is_dir() or (backup_path is not None and backup_path.is_dir()):
        _restore_folder(file, backup_path, as_json=as_json)
        return
    chosen = backup_path or newest_good_backup(file)
    if chosen is None:
        raise FileMissing(path=str(backup_folder(file)))
    if backup_path is None and _is_sound(session, file):
        raise JournalError(path=str(file), reason="sound", detail=str(chosen))
    if true_place(file) in session.desks:
        session.leave(file)
    aside = put_back(file, chosen)
    sentences = [spoken("cli.restored", path=file, backup=chosen)]
    sentences += [spoken("cli.set-aside", path=aside)] if aside else []
    data = {"file": str(file), "backup": str(chosen), "aside": str(aside or "")}
    show(data, "\n".join(sentences), as_json=as_json)


def _restore_folder(folder: Path, named: Path | None, *, as_json: bool) -> None:
    """Restore a folder from a backup, by default the newest."""
    chosen = named or newest_folder_backup(folder)
    if chosen is None:
        raise FileMissing(path=str(folder.absolute().with_name(f"{folder.absolute().name}-backup-…")))
    aside = restore_folder(folder, chosen)
    sentences = [spoken("cli.restored", path=folder, backup=chosen)]
    sentences += [spoken("cli.folder-aside", path=aside)] if aside else []
    data = {"folder": str(folder), "backup": str(chosen), "aside": str(aside or "")}
    show(data, "\n".join(sentences), as_json=as_json)


def _is_sound(session: CommandRun, file: Path) -> bool:
    """Whether a tournament can be opened, so that restoring a backup would only lose later events."""
    try:
        session.desk(file)
    except RondeError:
        return False
    return True
