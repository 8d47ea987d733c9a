"""Commands for chess by FIDE's rules: the checklist of a round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import command, language, option, spoken
from ronde.core.errors import FormatError, Problem
from ronde.core.tournament import Tournament


def check_dutch(tournament: Tournament, file: Path) -> None:
    """Refuse a tournament that is not paired by the Dutch system."""
    if not tournament.settings.pairing_system.numbered:
        raise FormatError([Problem(str(file), 0, 0, "trf.not-dutch")])


@command("checklist")
@tournament_file
@click.argument("number", type=int, required=False, metavar="[ROUND]")
@option("--csv", "as_csv", is_flag=True, help="as-csv")
@json_option
@with_session
def checklist(session: CommandRun, file: Path, number: int | None, as_csv: bool, as_json: bool) -> None:
    """Print what the Dutch system knows of everybody before a round."""
    from ronde.formats.tables.checklist import checklist_listing
    from ronde.formats.tables.writing import listing_csv, listing_text

    tournament = session.desk(file).tournament
    check_dutch(tournament, file)
    wanted = tournament.round(tournament.open_round.number if number is None else number).number
    listing = checklist_listing(tournament, wanted, language())
    if as_csv:
        click.echo(listing_csv(listing, tournament, language()), nl=False)
        return
    title = spoken("lists.checklist", round=wanted, name=tournament.name)
    lines = [title, "", listing_text(listing, numbered=False), "", spoken("lists.checklist-legend")]
    show(_data(tournament, wanted), "\n".join(lines), as_json=as_json)


def _data(tournament: Tournament, number: int) -> dict[str, Any]:
    from ronde.pairing.door import checklist as known

    rows = [
        {
            "number": row.number,
            "player": row.player,
            "points": row.score / 10,
            "colours": row.colours,
            "preference": row.preference,
            "floats": row.floats,
            "may_have_bye": row.may_have_bye,
            "opponents": list(row.opponents),
        }
        for row in known(tournament, number)
    ]
    return {"round": number, "rows": rows}
