"""Results: enter, clear, correct."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import Any

import click

from ronde.app.desk import Desk
from ronde.cli.session import CommandRun, json_option, show, tournament_file, unchanged, with_session
from ronde.cli.speech import command, language, notice, option, spoken
from ronde.core.chance import fill_at_random
from ronde.core.choose import find_player
from ronde.core.coupon import agreed, read_score
from ronde.core.decide import results
from ronde.core.entry import Effect, line_facts, read_line
from ronde.core.events import Event
from ronde.core.published import published
from ronde.core.tournament import Tournament
from ronde.formats.attendance import robin_text
from ronde.formats.data import round_data, table_data
from ronde.scoring.door import close_and_freeze

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
    desk = session.desk(file)
    desk.refresh()
    line = " ".join(entry)
    reading = read_line(line, desk.tournament)
    if reading.effect is Effect.CLOSE:
        desk.act(session.seat, close_and_freeze)
        if not as_json:
            notice(robin_text(desk.tournament, language()))
        _show_closed(desk, as_json=as_json)
        return
    if reading.effect is Effect.RANDOM:
        chance = random.Random(secrets.randbelow(2**31) if seed is None else seed)
        desk.act(session.seat, lambda tournament: fill_at_random(tournament, chance))
        _show_round(desk, as_json=as_json)
        return

    def decide(tournament: Tournament) -> list[Event]:
        return line_facts(tournament, reading=read_line(line, tournament), replacing=replace)

    desk.act(session.seat, decide)
    _show_table(desk, reading.table, as_json=as_json)


def _show_table(desk: Desk, number: int, *, as_json: bool) -> None:
    from ronde.formats.entry_text import coupon_text

    tournament = desk.tournament
    current = tournament.open_round
    text = coupon_text(tournament, current, number, language())
    missing = len(current.missing)
    counted = spoken("cli.still-missing", count=missing) if missing else spoken("cli.complete")
    data: dict[str, Any] = {**table_data(current.table(number)), "missing": missing}
    show(data, f"{text}\n{counted}", as_json=as_json)


def _show_round(desk: Desk, *, as_json: bool) -> None:
    from ronde.formats.lists import round_text

    current = desk.tournament.open_round
    data = round_data(desk.tournament, current)
    show(data, lambda: round_text(desk.tournament, current, language()), as_json=as_json)


def _show_closed(desk: Desk, *, as_json: bool) -> None:
    from ronde.formats.data import standings_data
    from ronde.formats.lists import standings_text
    from ronde.scoring.door import standings

    tournament = published(desk.tournament)
    data = standings_data(tournament, standings(tournament))
    show(data, lambda: standings_text(tournament, language()), as_json=as_json)


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
    desk = session.desk(file)
    if who is not None:
        player = find_player(desk.tournament, who)
        name = desk.tournament.player(player).full_name
        table = results.seated_table(desk.tournament.open_round, player, name).number
    desk.act(session.seat, results.clear_result, table=table or 0)
    _show_table(desk, table or 0, as_json=as_json)


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

    desk = session.desk(file)
    one, other = find_player(desk.tournament, first), find_player(desk.tournament, second)
    board = desk.tournament.settings.board
    scored = read_score(score, board)
    if other_score is not None:
        agreed(scored, read_score(other_score, board), board)

    def decide(tournament: Tournament) -> list[Event]:
        return results.correct_result(tournament, round=number, first=one, second=other, result=scored)

    same = unchanged(lambda: desk.act(session.seat, decide))
    table = results.seated_table(desk.tournament.round(number), one)
    assert table.result is not None
    names = [desk.tournament.player(player).full_name for player in (table.first, table.second)]
    text = spoken(
        "cli.corrected",
        round=number,
        table=table.number,
        first=names[0],
        second=names[1],
        score=game_score(desk.tournament, table.result, language()),
    )
    show({"round": number, **table_data(table)}, same or text, as_json=as_json)
