"""Commands on the history: history, undo, redo, backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from ronde.app import files
from ronde.app.desk import JournalEntry
from ronde.cli.session import (
    CommandRun,
    TournamentFile,
    json_option,
    show,
    tournament_file,
    with_session,
)
from ronde.cli.speech import command, language, option, spoken
from ronde.cli.streams import ANY_PATH, DASH, TARGET
from ronde.core.tournament import Tournament
from ronde.formats.chronicle import action_text, fact_text, local_time
from ronde.i18n.door import seat_name


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
        made = files.back_up_folder(file, output)
        sentence = spoken("cli.folder-written", path=made.path, count=made.files, size=-(-made.bytes // 1000))
        data = {"folder": str(made.path), "files": made.files, "bytes": made.bytes}
        show(data, sentence, as_json=as_json)
        return
    desk = session.desk(file)
    if output is not None and str(output) == DASH:
        click.echo(files.copy_bytes(desk), nl=False)
        return
    target = files.back_up(desk, file, output)
    show({"file": str(target)}, spoken("cli.written", path=target), as_json=as_json)


@command("copy")
@click.argument("file", type=TournamentFile(), metavar="FROM")
@click.argument("target", type=TournamentFile(), metavar="TO")
@json_option
@with_session
def copy(session: CommandRun, file: Path, target: Path, as_json: bool) -> None:
    files.copy(session.desk(file), target)
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
        kind, (chosen, aside) = "folder", files.restore_folder(file, backup_path)
    else:
        session.leave(file)
        kind, (chosen, aside) = "file", files.restore(file, backup_path)
    sentences = [spoken("cli.restored", path=file, backup=chosen)]
    moved = "cli.set-aside" if kind == "file" else "cli.folder-aside"
    sentences += [spoken(moved, path=aside)] if aside else []
    data = {kind: str(file), "backup": str(chosen), "aside": str(aside or "")}
    show(data, "\n".join(sentences), as_json=as_json)
