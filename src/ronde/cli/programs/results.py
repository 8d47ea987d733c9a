"""`tournoi results` and `tournoi bundles`: the table of all programs, and a folder for each of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from ronde.app.desk import Desk
from ronde.cli.programs.bundle import Bundles
from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import Misused, command, language, option, spoken
from ronde.cli.streams import ANY_PATH
from ronde.core.choose import find_player
from ronde.core.errors import FileExists, NotATournament
from ronde.engines.door import Verdict
from ronde.formats.csv import write_rows
from ronde.formats.pages.door import standings_text
from ronde.referee.door import ProgramResult, Roster, attached_roster, program_results, scoreboard

tournament_argument = click.argument("file", type=ANY_PATH, default="tournoi.ronde", metavar="[FILE]")
FAULTS = tuple(verdict.value for verdict in Verdict)
"""The kinds of faults, one column each."""
HEAD = (
    "place", "id", "name", "points", "rating", "error", "games", "wins", "draws", "losses", *FAULTS,
    "seconds", "median_ms", "slowest_ms",
)  # fmt: skip


@command("tournoi-results", "results")
@tournament_argument
@option("--csv", "as_csv", is_flag=True, help="results-csv")
@json_option
@with_session
def results(session: CommandRun, file: Path, as_csv: bool, as_json: bool) -> None:
    if as_csv and as_json:
        sentence = spoken("cli.options-apart", one="--csv", other="--json")
        raise Misused(sentence, click.get_current_context())
    desk, roster = of_programs(session, file)
    rows = program_results(desk)
    if as_csv:
        click.echo(results_csv(rows), nl=False)
        return
    board = scoreboard(desk.tournament, roster, over=True)
    show([row.to_dict() for row in rows], standings_text(board, language()), as_json=as_json)


@command("tournoi-bundles", "bundles")
@tournament_argument
@click.argument("folder", type=ANY_PATH, default="bundles", metavar="[FOLDER]")
@option("--only", "names", multiple=True, help="bundles-only", metavar="PLAYER")
@json_option
@with_session
def bundles(session: CommandRun, file: Path, folder: Path, names: tuple[str, ...], as_json: bool) -> None:
    desk, roster = of_programs(session, file)
    wanted = [find_player(desk.tournament, name) for name in names] or list(desk.tournament.players)
    if folder.exists() and not folder.is_dir():
        raise FileExists(path=str(folder))
    made = Bundles(desk, roster, folder, language())
    hidden = not sys.stderr.isatty()
    with click.progressbar(wanted, label=spoken("programs.bundling"), file=sys.stderr, hidden=hidden) as bar:
        places = [made.write(player) for player in bar]
    sentence = spoken("programs.bundled", count=len(places), path=folder)
    show({"bundles": [str(place) for place in places]}, sentence, as_json=as_json)


def results_csv(rows: Iterable[ProgramResult]) -> bytes:
    """The table as CSV."""
    cells = ({**row.to_dict(), **{kind: row.faults.get(kind, 0) for kind in FAULTS}} for row in rows)
    return write_rows(HEAD, [["" if row[name] is None else row[name] for name in HEAD] for row in cells])


def of_programs(session: CommandRun, path: Path) -> tuple[Desk, Roster]:
    """An existing tournament of programs."""
    desk = session.desk(path)
    roster = attached_roster(desk)
    if roster is None:
        raise NotATournament(path=str(path), reason="people", detail="", backup="")
    return desk, roster
