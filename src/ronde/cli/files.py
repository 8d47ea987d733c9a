"""Commands on files: new, status, settings, export, import, publish, history, undo, backup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Date
from pathlib import Path
from typing import Any

import click
import msgspec
from click.core import ParameterSource
from msgspec.structs import asdict

from ronde.app import files
from ronde.app.commands import ChangeSettings, NextSeason, OpenTournament
from ronde.app.desk import JournalEntry
from ronde.app.event_text import action_text, event_text, local_time
from ronde.app.files import title_of
from ronde.app.plugins import of_arena
from ronde.app.views import SummaryView, day_data
from ronde.cli.session import (
    ANY_PATH,
    DASH,
    SOURCE,
    TARGET,
    CommandRun,
    TournamentFile,
    check_target,
    end_text,
    is_standard_input,
    json_option,
    named_like,
    sentence_if_unchanged,
    show,
    tournament_file,
    with_session,
    with_stream_names,
)
from ronde.cli.speech import AliasChoice, UsageProblem, command, language, option, translate
from ronde.formats.files import write_whole
from ronde.i18n import actor_text, day_of_text, listed, problem_text, say
from ronde.model.errors import EventImpossible, FormatError, Problem, RondeError
from ronde.model.events import Event
from ronde.model.replay import replay
from ronde.model.result import BOARDS
from ronde.model.settings import (
    CAP,
    PRESETS,
    Settings,
    settings_of,
    usual_board,
    usual_brightwell,
    usual_settings,
    usual_tiebreaks,
)
from ronde.model.systems import SYSTEMS
from ronde.model.tournament import Tournament

# Tournament files: new, status, settings, export, import.


DISCLESS = "go"
"""The game whose board is used by games without discs."""


class PeoplesGame(AliasChoice):
    """A game that people play: those with a board of their own, and every game that programs play."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.choices:
            return str(value)
        words: dict[str, str] = of_arena("game_words")()
        if value in words:
            return words[value]
        return super().convert(value, param, ctx)


@command("new", common=("--name", "--date", "--rounds", "--game", "--system", "--preset"))
@tournament_file
@option("--name", default=None, help="name", metavar="TEXT")
@option("--date", default=None, help="date", metavar="DATE")
@option("--rounds", type=int, default=None, help="rounds", metavar="N")
@option("--game", type=PeoplesGame(BOARDS), default=None, help="game")
@option("--total", type=int, default=None, help="total", metavar="N")
@option("--bye", type=float, default=None, help="bye-score", metavar="N")
@option("--preset", type=click.Choice(list(PRESETS)), default=None, help="preset")
@option("--system", type=AliasChoice(SYSTEMS), default="swiss", help="system")
@option("--brightwell", type=float, default=None, help="brightwell", metavar="N")
@option("--tiebreaks", default=None, help="tiebreaks", metavar="A,B")
@option("--country", default="", help="default-country", metavar="TEXT")
@option("--profile", type=click.Choice(["ronde", "papp"]), default="ronde", help="profile")
@json_option
@with_session
def new(
    session: CommandRun, file: Path, name: str | None, date: str | None, as_json: bool, **wishes: Any
) -> None:
    settings = _settings(**wishes)
    name = title_of(file) if name is None else name
    date = Date.today().strftime("%d/%m/%Y") if date is None else date
    tournament = session.begin(file, OpenTournament(name, date, settings)).tournament
    sentence = translate("cli.opened", name=tournament.name, path=file, count=settings.rounds)
    show(SummaryView.of(tournament), sentence, as_json=as_json)


@command("season")
@tournament_file
@click.argument("target", type=TournamentFile(), metavar="TO")
@option("--name", default=None, help="name", metavar="TEXT")
@option("--date", default=None, help="date", metavar="DATE")
@option("--empty", is_flag=True, help="season-empty")
@json_option
@with_session
def season(
    session: CommandRun,
    file: Path,
    target: Path,
    name: str | None,
    date: str | None,
    empty: bool,
    as_json: bool,
) -> None:
    before = session.desk(file).tournament
    name = title_of(target) if name is None else name
    date = Date.today().strftime("%d/%m/%Y") if date is None else date
    begun = session.begin(target, NextSeason(before, name, date, not empty)).tournament
    sentence = translate("cli.opened", name=begun.name, path=target, count=begun.settings.rounds)
    show(SummaryView.of(begun), sentence, as_json=as_json)


def _settings(*, preset: str | None, system: str, **wishes: Any) -> Settings:
    """The requested settings; the rest is as in the preset, or the default."""
    if preset is None:
        return _usual(system=system, **wishes)
    chosen = PRESETS[preset]
    typed = click.get_current_context().get_parameter_source("system") is ParameterSource.COMMANDLINE
    if typed and system != chosen.system:
        raise UsageProblem(translate("cli.preset-system", preset=preset, system=chosen.system))
    offered = {"rounds": chosen.usual_rounds, "game": chosen.game}
    given = {key: value for key, value in wishes.items() if value is not None or key not in offered}
    made, usual = _usual(system=chosen.system, **{**offered, **given}), settings_of(preset)
    return replace(made, mcmahon=usual.mcmahon, go=usual.go)


def _usual(
    *,
    rounds: int | None,
    game: str | None,
    total: int | None,
    bye: float | None,
    system: str,
    brightwell: float | None,
    tiebreaks: str | None,
    country: str,
    profile: str,
) -> Settings:
    kind = SYSTEMS[system]
    announced = kind.usual_rounds if rounds is None else rounds
    board = usual_board(system, game if game is None or game in BOARDS else DISCLESS)
    discs = board.total if total is None else total
    usual_bye = board.bye if kind.bye_is_a_win else discs
    board = replace(board, total=discs, bye=usual_bye if bye is None else bye)
    papp = profile == "papp"
    settings = replace(
        usual_settings(system),
        rounds=announced,
        board=board,
        brightwell=usual_brightwell(announced) if brightwell is None else brightwell,
        country=country,
        profile=profile,
        cap=CAP if papp else None,
    )
    if tiebreaks is None:
        return replace(settings, tiebreaks=usual_tiebreaks(settings))
    return replace(settings, tiebreaks=tuple(part.strip() for part in tiebreaks.split(",") if part.strip()))


@command("status")
@tournament_file
@json_option
@with_session
def status(session: CommandRun, file: Path, as_json: bool) -> None:
    from ronde.render.lists import break_text, state_text

    tournament = session.desk(file).tournament
    view = SummaryView.of(tournament)
    told = state_text(tournament, language()), break_text(tournament, language())
    show(view, lambda: _summary(view, *told, end_text(tournament)), as_json=as_json)


def _summary(view: SummaryView, state: str, pause: str, end: str) -> str:
    from ronde.render.lists import system_name

    system = system_name(view.system, language())
    title = f"{view.name}  {day_of_text(view.date or '', language())}".rstrip()
    rounds = max(view.rounds, view.closed_rounds)  # those of a final were not announced
    present = view.players if view.over else view.present  # a cup and a final end with nobody who still plays
    told = {"system": system, "rounds": rounds, "state": state, "present": present}
    lines = [title, translate("cli.summary", **asdict(view) | told)]
    if view.over:
        lines.append(end)
    elif view.missing:
        missing = listed([str(table) for table in view.missing], language())
        lines.append(translate("cli.missing-results", tables=missing, count=len(view.missing)))
    elif view.tables:
        lines.append(translate("cli.complete"))
    else:
        lines.append(translate("cli.not-paired"))
    return "\n".join([*lines, *([pause] if pause else [])])


@command("settings")
@tournament_file
@click.argument("changes", nargs=-1, metavar="[KEY=VALUE]...")
@json_option
@with_session
def settings(session: CommandRun, file: Path, changes: tuple[str, ...], as_json: bool) -> None:
    from ronde.app.settings_text import settings_list, split_change

    desk = session.desk(file)
    before = _settings_data(desk.tournament)
    asked = [change for change in changes if change in before]
    same = ""
    if len(asked) < len(changes):
        wishes = dict(split_change(change) for change in changes if change not in before)
        named = {key: wishes.pop(key) for key in ("name", "date") if key in wishes}
        same = sentence_if_unchanged(lambda: session.run(file, ChangeSettings(wishes, **named)))
    data = _settings_data(desk.tournament)
    news = [key for key in data if key in asked or data[key] != before[key]]
    printed = data | {"date": day_data(data["date"])} if as_json else data
    show(printed, lambda: same if same and not news else settings_list(data, news), as_json=as_json)


def _settings_data(tournament: Any) -> dict[str, Any]:
    from ronde.app.settings_text import flat

    return {"name": tournament.name, "date": tournament.date, **flat(tournament.settings)}


@command("export")
@tournament_file
@option("--as", "format", required=True, help="export-as", metavar="FORMAT")
@option("--output", "-o", type=TARGET, default=None, help="output", metavar="PATH")
@option("--force", is_flag=True, help="force")
@with_session
def export(session: CommandRun, file: Path, format: str, output: Path | None, force: bool) -> None:
    from ronde.app.exchange import ExportContext
    from ronde.app.exchange import export as write

    desk = session.desk(file)
    kept = desk.journal.attachments()
    context = ExportContext(desk.tournament, language(), desk.by_action(), kept, file.stem)
    exported = write(context, format)
    tell_remarks(exported.remarks)
    printed = output is None or str(output) == DASH
    if printed and set(exported.files) == {""}:
        click.echo(exported.files[""], nl=False)
        return
    if output is not None and printed:
        raise UsageProblem(translate("cli.many-files", format=format), click.get_current_context())
    target = output or Path(file.stem)
    paths = {target / name if name else target: content for name, content in exported.files.items()}
    taken = {str(place) for place in session.desks}
    for path in paths:
        check_target(path, taken, force=force)
    write_whole(paths)
    for path in paths:
        click.echo(translate("cli.written", path=path))


def tell_remarks(remarks: Sequence[Problem]) -> None:
    """Print the remarks on a file that was read or written to standard error."""
    for line in remark_lines(remarks):
        click.echo(with_stream_names(line), err=True)


def remark_lines(remarks: Sequence[Problem]) -> list[str]:
    """The remarks as text, each with its position."""
    return [problem_text(remark, language()) for remark in remarks]


def _about(path: Path, error: RondeError) -> RondeError:
    """The error of an imported history, with the file it came from."""
    if not isinstance(error, EventImpossible):
        return error
    kind = say(f"events.{error.facts['kind']}", language())
    number = f"{error.facts['number']}: " if "number" in error.facts else ""
    return FormatError([Problem(str(path), 1, 1, "formats.contradiction", f"{number}{kind}")])


def _beside(path: Path) -> Path:
    """The default target of an import: beside its source; for the working directory, inside it."""
    if path.name in ("", ".."):
        return Path(f"{path.resolve().name or 'tournament'}.ronde")
    return path.with_name(f"{path.name if path.is_dir() else path.stem}.ronde")


@command("import")
@click.argument("path", type=SOURCE, metavar="PATH")
@option(
    "--output",
    "-o",
    type=ANY_PATH,
    default=None,
    help="import-output",
    metavar="FILE",
)
@option("--as", "format", default=None, help="import-as", metavar="FORMAT")
@option("--preview", is_flag=True, help="import-preview")
@json_option
@with_session
def import_(
    session: CommandRun, path: Path, output: Path | None, format: str | None, preview: bool, as_json: bool
) -> None:
    from ronde.app.exchange import import_path

    if is_standard_input(path):
        if output is None:
            raise UsageProblem(translate("cli.needs-output"), click.get_current_context())
        path = named_like(path, output)
    imported = import_path(path, format, outside=True)
    target = output or _beside(path)
    tell_remarks(imported.remarks)
    if preview:
        _show_import(_replayed(path, imported.events), None, as_json=as_json)
        return
    desk = session.create(target)
    try:
        desk.take_in(imported.actions(session.actor_name), imported.attachments)
    except RondeError as error:
        session.leave(target)
        raise _about(path, error) from error
    _show_import(desk.tournament, target, as_json=as_json)


def _replayed(path: Path, events: Sequence[Event]) -> Tournament:
    """The tournament that would be stored."""
    try:
        return replay(events)
    except RondeError as error:
        raise _about(path, error) from error


def _show_import(tournament: Tournament, target: Path | None, *, as_json: bool) -> None:
    """What was understood, and where it is; nowhere in a preview."""
    data = msgspec.to_builtins(SummaryView.of(tournament)) | {"file": str(target or "")}
    facts = {"players": len(tournament.players), "rounds": len(tournament.closed_rounds)}
    key = "cli.imported" if target else "cli.would-import"
    show(data, translate(key, name=tournament.name, path=target, **facts), as_json=as_json)


# Publishing: the pages of a tournament in a folder of a website.


@command("publish")
@tournament_file
@click.argument("folder", type=ANY_PATH, metavar="FOLDER")
@option("--force", is_flag=True, help="force")
@json_option
@with_session
def publish(session: CommandRun, file: Path, folder: Path, force: bool, as_json: bool) -> None:
    from ronde.render.site import publish_into, site

    done = publish_into(folder, site(session.desk(file).tournament, language()), force=force)
    data = {"folder": str(folder), "written": done.written, "removed": done.removed, "files": done.count}
    said = translate("club.published", count=len(done.written), folder=folder, files=done.count)
    show(data, said, as_json=as_json)


# Commands on the history: history, undo, redo, backup.


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
    sentence = event_text(tournament, entry.event, language())
    when, seat = local_time(entry.at, language()), actor_text(entry.actor, language())
    return f"{entry.number:>6} {mark} {when}  {seat:<10} {sentence}"


@command("undo")
@tournament_file
@json_option
@with_session
def undo(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)
    before = desk.tournament
    _show(before, desk.undo(session.actor_name), "undone", as_json=as_json)


@command("redo")
@tournament_file
@json_option
@with_session
def redo(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)
    entries = desk.redo(session.actor_name)
    _show(desk.tournament, entries, "redone", as_json=as_json)


def _show(tournament: Tournament, entries: list[JournalEntry], key: str, *, as_json: bool) -> None:
    data = [_entry_data(entry, key == "redone") for entry in entries]
    sentence = action_text(tournament, [entry.event for entry in entries], language())
    number = data[0]["number"] if data else 0
    show(data, translate(f"cli.{key}", facts=sentence, number=number), as_json=as_json)


@command("backup")
@tournament_file
@option("--output", "-o", type=TARGET, default=None, help="backup-output", metavar="PATH")
@json_option
@with_session
def backup(session: CommandRun, file: Path, output: Path | None, as_json: bool) -> None:
    if file.is_dir():
        made = files.back_up_folder(file, output)
        sentence = translate(
            "cli.folder-written", path=made.path, count=made.files, size=-(-made.bytes // 1000)
        )
        data = {"folder": str(made.path), "files": made.files, "bytes": made.bytes}
        show(data, sentence, as_json=as_json)
        return
    desk = session.desk(file)
    if output is not None and str(output) == DASH:
        click.echo(files.copy_bytes(desk), nl=False)
        return
    target = files.back_up(desk, file, output)
    show({"file": str(target)}, translate("cli.written", path=target), as_json=as_json)


@command("copy")
@click.argument("file", type=TournamentFile(), metavar="FROM")
@click.argument("target", type=TournamentFile(), metavar="TO")
@json_option
@with_session
def copy(session: CommandRun, file: Path, target: Path, as_json: bool) -> None:
    files.copy(session.desk(file), target)
    show({"file": str(target)}, translate("cli.written", path=target), as_json=as_json)


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
    sentences = [translate("cli.restored", path=file, backup=chosen)]
    moved = "cli.set-aside" if kind == "file" else "cli.folder-aside"
    sentences += [translate(moved, path=aside)] if aside else []
    data = {kind: str(file), "backup": str(chosen), "aside": str(aside or "")}
    show(data, "\n".join(sentences), as_json=as_json)
