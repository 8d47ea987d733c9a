"""Commands for chess by FIDE's rules: the checklist of a round, title norms, changes of ratings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.app.queries import Checklist
from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import SpokenGroup, command, language, option, spoken
from ronde.core.errors import FormatError, Problem
from ronde.core.tournament import Tournament
from ronde.scoring.door import NormCheck


def check_dutch(tournament: Tournament, file: Path) -> None:
    if not tournament.settings.pairing_system.numbered:
        raise FormatError([Problem(str(file), 0, 0, "trf.not-dutch")])


@click.group(
    "fide",
    cls=SpokenGroup,
    lazy={
        "check": "ronde.cli.report:check",
        "manual": "ronde.cli.manual:manual",
        "generate": "ronde.cli.report:generate_",
    },
    help="fide",
)
def fide() -> None: ...


@command("fide-checklist", "checklist")
@tournament_file
@click.argument("number", type=int, required=False, metavar="[ROUND]")
@option("--csv", "as_csv", is_flag=True, help="as-csv")
@json_option
@with_session
def checklist(session: CommandRun, file: Path, number: int | None, as_csv: bool, as_json: bool) -> None:
    from ronde.formats.tables.checklist import checklist_listing
    from ronde.formats.tables.writing import listing_csv, listing_text

    tournament = session.desk(file).tournament
    check_dutch(tournament, file)
    view = Checklist(number).answer(tournament)
    listing = checklist_listing(tournament, view.round, language())
    if as_csv:
        click.echo(listing_csv(listing, tournament, language()), nl=False)
        return
    title = spoken("lists.checklist", round=view.round, name=tournament.name)
    lines = [title, "", listing_text(listing, numbered=False), "", spoken("lists.checklist-legend")]
    show(view, "\n".join(lines), as_json=as_json)


@command("fide-norms", "norms")
@tournament_file
@option("--all", "everybody", is_flag=True, help="norms-all")
@json_option
@with_session
def norms(session: CommandRun, file: Path, everybody: bool, as_json: bool) -> None:
    from ronde.formats.tables.norms import norms_listing
    from ronde.formats.tables.writing import listing_text
    from ronde.scoring.door import norm_checks

    tournament = session.desk(file).tournament
    checks = norm_checks(tournament)
    possible = [one for one in checks if everybody or one.reached or one.needed is not None]
    text = listing_text(norms_listing(tournament, possible, language()), numbered=False)
    show([_norm_data(one) for one in checks], text if possible else spoken("lists.no-norms"), as_json=as_json)


def _norm_data(check: NormCheck) -> dict[str, Any]:
    return {
        "player": check.player,
        "title": check.title,
        "reached": check.reached,
        "games": check.games,
        "points": check.half_points / 2,
        "average": check.average,
        "performance": check.performance,
        "missing": [{"what": one.what, "have": one.have, "need": one.need} for one in check.missing],
        "rounds_left": check.rounds_left,
        "needed": None if check.needed is None else check.needed / 2,
    }


@command("fide-ratings", "ratings")
@tournament_file
@option("--csv", "as_csv", is_flag=True, help="as-csv")
@json_option
@with_session
def ratings(session: CommandRun, file: Path, as_csv: bool, as_json: bool) -> None:
    from ronde.formats.tables.norms import changes_listing
    from ronde.formats.tables.writing import listing_csv, listing_text
    from ronde.scoring.door import rating_changes

    tournament = session.desk(file).tournament
    changes = list(rating_changes(tournament).values())
    listing = changes_listing(tournament, changes, language())
    if as_csv:
        click.echo(listing_csv(listing, tournament, language()), nl=False)
        return
    rows = [
        {
            "player": one.player,
            "rating": one.rating,
            "k": one.k,
            "games": one.games,
            "points": one.half_points / 2,
            "expected": float(one.expected),
            "change": one.change,
        }
        for one in changes
    ]
    show(rows, lambda: listing_text(listing, numbered=False), as_json=as_json)


for _command in (checklist, norms, ratings):
    fide.add_command(_command)
