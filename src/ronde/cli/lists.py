"""Lists: standings, crosstable, teams, sheet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ronde.cli.session import Session, json_option, show, tournament_file, with_session
from ronde.cli.speech import command, language, option
from ronde.core.choose import find_player
from ronde.formats import data, lists
from ronde.formats.keizertext import PODIUM, group_name, within_category
from ronde.scoring import door as scoring


@command("standings")
@tournament_file
@option("--after", type=int, default=None, help="after", metavar="ROUND")
@option("--category", default=None, help="standings-category", metavar="TEXT")
@option("--podium", is_flag=True, help="podium")
@option("--explain", is_flag=True, help="explain-points")
@json_option
@with_session
def standings(
    session: Session,
    file: Path,
    after: int | None,
    category: str | None,
    podium: bool,
    explain: bool,
    as_json: bool,
) -> None:
    """Show who stands where."""
    tournament = session.desk(file).tournament
    table = within_category(tournament, scoring.standings(tournament, after), category)
    table = replace(table, rows=table.rows[:PODIUM]) if podium else table
    rows = data.standings_data(tournament, table, explain=explain)
    group = group_name(tournament, category, language(), podium=podium)
    show(
        rows,
        lambda: lists.table_text(tournament, table, language(), explain=explain, group=group),
        as_json=as_json,
    )


@command("crosstable")
@tournament_file
@option("--after", type=int, default=None, help="after", metavar="ROUND")
@json_option
@with_session
def crosstable(session: Session, file: Path, after: int | None, as_json: bool) -> None:
    """Show who met whom, round by round."""
    tournament = session.desk(file).tournament
    rows = data.crosstable_data(scoring.crosstable(tournament, after))
    show(rows, lambda: lists.crosstable_text(tournament, language(), after), as_json=as_json)


@command("teams")
@tournament_file
@option("--after", type=int, default=None, help="after", metavar="ROUND")
@json_option
@with_session
def teams(session: Session, file: Path, after: int | None, as_json: bool) -> None:
    """Show the sum of points of every country."""
    tournament = session.desk(file).tournament
    scoring.standings(tournament, after)  # refuses a round that is not closed
    rows = data.teams_data(scoring.teams(tournament, after))
    show(rows, lambda: lists.teams_text(tournament, language(), after), as_json=as_json)


@command("sheet")
@tournament_file
@click.argument("who", metavar="PLAYER")
@json_option
@with_session
def sheet(session: Session, file: Path, who: str, as_json: bool) -> None:
    """Show the rounds of one player."""
    tournament = session.desk(file).tournament
    number = find_player(tournament, who)
    page = data.sheet_data(tournament, scoring.sheet(tournament, number))
    show(page, lambda: lists.sheet_text(tournament, number, language()), as_json=as_json)
