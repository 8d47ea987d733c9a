"""The manual phase of a round: begin, look at the warnings, end with a comparison."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import SpokenGroup, command, language, spoken
from ronde.core.decide.manual import begin_manual, end_manual
from ronde.core.events import Event
from ronde.core.tournament import Tournament
from ronde.formats.manual import manual_data, manual_text
from ronde.pairing.door import manual_report

SEED = 1
"""The seed of the draw that pairs are compared with; the Dutch system uses it only in round 1."""


@click.group("manual", cls=SpokenGroup, help="fide-manual")
def manual() -> None: ...


@command("fide-manual-begin", "begin")
@tournament_file
@json_option
@with_session
def begin(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)
    desk.act(session.seat, begin_manual)
    number = desk.tournament.open_round.number
    show({"round": number, "manual": True}, spoken("manual.begun", round=number), as_json=as_json)


@command("fide-manual-show", "show")
@tournament_file
@json_option
@with_session
def show_(session: CommandRun, file: Path, as_json: bool) -> None:
    tournament = session.desk(file).tournament
    report = manual_report(tournament, seed=SEED)
    show(manual_data(report), lambda: manual_text(tournament, report, language()), as_json=as_json)


@command("fide-manual-end", "end")
@tournament_file
@json_option
@with_session
def end(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)

    def decide(tournament: Tournament) -> list[Event]:
        return end_manual(tournament, instead=manual_report(tournament, seed=SEED).instead)

    desk.act(session.seat, decide)
    report = manual_report(desk.tournament, seed=SEED)
    show(manual_data(report), lambda: manual_text(desk.tournament, report, language()), as_json=as_json)


manual.add_command(begin)
manual.add_command(show_)
manual.add_command(end)
