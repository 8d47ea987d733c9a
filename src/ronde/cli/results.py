"""Results: enter, clear, correct."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ronde.app.commands import ClearResult, CorrectResult, EnterLine, new_seed
from ronde.app.views import RoundView, TableView
from ronde.cli.session import CommandRun, json_option, show, tournament_file, unchanged, with_session
from ronde.cli.speech import command, language, option, spoken
from ronde.core.choose import find_player
from ronde.core.coupon import agreed, read_score
from ronde.core.entry import Effect, read_line
from ronde.core.tournament import Tournament, seated_table

COUPON = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
"""Arguments after the file may begin with a hyphen: `-6`, or `-hol`, which must not be read as `-h`."""


@command("result", context_settings=COUPON)
@tournament_file
@click.argument("entry", nargs=-1, required=True, metavar="ENTRY...")
@option("--replace", is_flag=True, help="replace")
@option("--seed", type=click.IntRange(0, 2**63 - 1), default=None, help="seed", metavar="N")
@json_option
@with_session
def result(
    session: CommandRun, file: Path, entry: tuple[str, ...], replace: bool, seed: int | None, as_json: bool
) -> None:
    line = " ".join(entry)
    chosen = new_seed() if seed is None else seed
    outcome = session.run(file, EnterLine(line, replacing=replace, random=True, seed=chosen))
    reading = read_line(line, outcome.before)
    match reading.effect:
        case Effect.CLOSE:
            from ronde.cli.rounds import show_standings

            show_standings(outcome.after, as_json=as_json)
        case Effect.RANDOM:
            _show_round(outcome.after, as_json=as_json)
        case _:
            _show_table(outcome.after, reading.table, as_json=as_json)


def _show_table(tournament: Tournament, number: int, *, as_json: bool) -> None:
    from ronde.formats.entry_text import coupon_text

    current = tournament.open_round
    text = coupon_text(tournament, current, number, language())
    missing = len(current.missing)
    counted = spoken("cli.still-missing", count=missing) if missing else spoken("cli.complete")
    data = {**msgspec.structs.asdict(TableView.of(current.table(number))), "missing": missing}
    show(data, f"{text}\n{counted}", as_json=as_json)


def _show_round(tournament: Tournament, *, as_json: bool) -> None:
    from ronde.formats.lists import round_text

    current = tournament.open_round
    view = RoundView.of(tournament, current)
    show(view, lambda: round_text(tournament, current, language()), as_json=as_json)


@command("clear")
@tournament_file
@click.argument("who", required=False, metavar="[PLAYER]")
@option("--table", type=int, default=None, help="clear-table", metavar="N")
@json_option
@with_session
def clear(session: CommandRun, file: Path, who: str | None, table: int | None, as_json: bool) -> None:
    if (who is None) == (table is None):
        context = click.get_current_context()
        raise click.MissingParameter(ctx=context, param=context.command.params[1])
    number = _table_of(session.desk(file).tournament, who or "") if table is None else table
    _show_table(session.run(file, ClearResult(number)).after, number, as_json=as_json)


def _table_of(tournament: Tournament, who: str) -> int:
    """The table at which a player sits in the open round."""
    player = tournament.player(find_player(tournament, who))
    return seated_table(tournament.open_round, player.id, player.full_name).number


@command("correct", context_settings=COUPON)
@tournament_file
@click.argument("number", type=int, metavar="ROUND")
@click.argument("first", metavar="FIRST")
@click.argument("score")
@click.argument("second", metavar="SECOND")
@click.argument("other_score", required=False, metavar="[SCORE]")
@json_option
@with_session
def correct(
    session: CommandRun,
    file: Path,
    number: int,
    first: str,
    score: str,
    second: str,
    other_score: str | None,
    as_json: bool,
) -> None:
    from ronde.formats.shown import game_score

    tournament = session.desk(file).tournament
    player, board = find_player(tournament, first), tournament.settings.board
    scored = read_score(score, board)
    if other_score is not None:
        agreed(scored, read_score(other_score, board), board)
    same = unchanged(lambda: session.run(file, CorrectResult(number, first, second, scored)))
    tournament = session.desk(file).tournament
    table = tournament.round(number).seated[player]
    assert table.result is not None
    names = [tournament.player(one).full_name for one in (table.first, table.second)]
    text = spoken(
        "cli.corrected",
        round=number,
        table=table.number,
        first=names[0],
        second=names[1],
        score=game_score(tournament, table.result, language()),
    )
    show({"round": number, **msgspec.structs.asdict(TableView.of(table))}, same or text, as_json=as_json)
