"""The manual phase of a round: begin, look at the warnings, end with a comparison."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.app.commands import BeginManual, EndManual
from ronde.app.queries import ManualPhase
from ronde.app.views import ManualView
from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import SpokenGroup, command, language, spoken
from ronde.core.tournament import Tournament
from ronde.formats.manual import manual_text


@click.group("manual", cls=SpokenGroup, help="fide-manual")
def manual() -> None: ...


@command("fide-manual-begin", "begin")
@tournament_file
@json_option
@with_session
def begin(session: CommandRun, file: Path, as_json: bool) -> None:
    number = session.run(file, BeginManual()).after.open_round.number
    show({"round": number, "manual": True}, spoken("manual.begun", round=number), as_json=as_json)


@command("fide-manual-show", "show")
@tournament_file
@json_option
@with_session
def show_(session: CommandRun, file: Path, as_json: bool) -> None:
    _show(session.desk(file).tournament, as_json=as_json)


def _show(tournament: Tournament, *, as_json: bool) -> None:
    report = ManualPhase().report(tournament)
    show(ManualView.of(report), lambda: manual_text(tournament, report, language()), as_json=as_json)


@command("fide-manual-end", "end")
@tournament_file
@json_option
@with_session
def end(session: CommandRun, file: Path, as_json: bool) -> None:
    _show(session.run(file, EndManual()).after, as_json=as_json)


manual.add_command(begin)
manual.add_command(show_)
manual.add_command(end)
