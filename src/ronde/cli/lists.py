"""Commands that print lists: standings, crosstable, teams, one player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ronde import systems as scoring
from ronde.app.views import CrosstableView, SheetView, StandingsView, TeamView
from ronde.cli.session import (
    CommandRun,
    json_option,
    show,
    tournament_file,
    with_session,
)
from ronde.cli.speech import command, language, option
from ronde.model.entry import find_player
from ronde.model.tournament import AsOf, as_of_round
from ronde.render import lists
from ronde.render.lists import PODIUM, group_name, within_category
from ronde.standings import player_card
from ronde.standings import teams as scoring_teams

# Commands that print lists: standings, crosstable, teams, sheet.


def after_round(function: Any) -> Any:
    """The options that choose the round of a list, and the attendance that counts."""
    as_of = click.Choice([one.value for one in AsOf])
    for declare in (
        option("--as-of", type=as_of, default=AsOf.CLOSING.value, help="as-of"),
        option("--after", type=int, default=None, help="after", metavar="ROUND"),
    ):
        function = declare(function)
    return function


@command("standings")
@tournament_file
@after_round
@option("--category", "categories", multiple=True, help="standings-category", metavar="TEXT")
@option("--podium", is_flag=True, help="podium")
@option("--explain", is_flag=True, help="explain-points")
@json_option
@with_session
def standings(
    session: CommandRun,
    file: Path,
    after: int | None,
    as_of: str,
    categories: tuple[str, ...],
    podium: bool,
    explain: bool,
    as_json: bool,
) -> None:
    tournament = as_of_round(session.desk(file).tournament, after, AsOf(as_of))
    whole = scoring.standings(tournament, after)
    tables = {one: within_category(tournament, whole, one) for one in categories or (None,)}
    if podium:
        tables = {one: replace(table, rows=table.rows[:PODIUM]) for one, table in tables.items()}
    views = [StandingsView.of(tournament, one, explain=explain, as_of=AsOf(as_of)) for one in tables.values()]

    def text() -> str:
        named = {one: group_name(tournament, one, language(), podium=podium) for one in tables}
        return "\n\n".join(
            lists.table_text(tournament, table, language(), explain=explain, group=named[one])
            for one, table in tables.items()
        )

    show(views if len(views) > 1 else views[0], text, as_json=as_json)


@command("crosstable")
@tournament_file
@after_round
@json_option
@with_session
def crosstable(session: CommandRun, file: Path, after: int | None, as_of: str, as_json: bool) -> None:
    tournament = as_of_round(session.desk(file).tournament, after, AsOf(as_of))
    view = CrosstableView.of(tournament, scoring.crosstable(tournament, after), as_of=AsOf(as_of))
    show(view, lambda: lists.crosstable_text(tournament, language(), after), as_json=as_json)


@command("teams")
@tournament_file
@after_round
@json_option
@with_session
def teams(session: CommandRun, file: Path, after: int | None, as_of: str, as_json: bool) -> None:
    tournament = as_of_round(session.desk(file).tournament, after, AsOf(as_of))
    scoring.standings(tournament, after)  # refuses a round that is not closed
    view = [TeamView.of(team) for team in scoring_teams(tournament, after)]
    show(view, lambda: lists.teams_text(tournament, language(), after), as_json=as_json)


@command("sheet")
@tournament_file
@click.argument("who", metavar="PLAYER")
@after_round
@json_option
@with_session
def sheet(session: CommandRun, file: Path, who: str, after: int | None, as_of: str, as_json: bool) -> None:
    tournament = session.desk(file).tournament
    number = find_player(tournament, who)
    page = player_card(tournament, number, after, as_of=AsOf(as_of))
    view = SheetView.of(tournament, page, as_of=AsOf(as_of))
    back = after is None and tournament.absence(number) is None
    shown = replace(page, present=page.present or back)
    show(view, lambda: lists.sheet_of(tournament, shown, language()), as_json=as_json)
