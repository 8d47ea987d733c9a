"""Tables by hand: add, remove, swap, lock; the bye; forbidden pairs."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import SpokenGroup, command, language, option, spoken
from ronde.core.choose import find_player
from ronde.core.decide import players, tables
from ronde.core.events import Event
from ronde.core.tournament import Tournament
from ronde.formats.data import round_data
from ronde.pairing.door import with_bills


@click.group("table", cls=SpokenGroup, help="table")
def table() -> None: ...


def _show(tournament: Tournament, *, as_json: bool) -> None:
    from ronde.formats.lists import round_text

    current = tournament.open_round
    show(
        round_data(tournament, current), lambda: round_text(tournament, current, language()), as_json=as_json
    )


@command("table-add", "add")
@tournament_file
@click.argument("first")
@click.argument("second")
@option("--number", type=click.IntRange(1, 9999), default=None, help="table-number", metavar="N")
@json_option
@with_session
def add(session: CommandRun, file: Path, first: str, second: str, number: int | None, as_json: bool) -> None:
    desk = session.desk(file)
    one, other = find_player(desk.tournament, first), find_player(desk.tournament, second)

    def decide(tournament: Tournament) -> list[Event]:
        return with_bills(
            tournament, tables.add_table(tournament, first=one, second=other, number=number or 0)
        )

    desk.act(session.seat, decide)
    _show(desk.tournament, as_json=as_json)


@command("table-remove", "remove")
@tournament_file
@click.argument("number", type=int, required=False, metavar="[TABLE]")
@option("--all", "everything", is_flag=True, help="all-tables")
@json_option
@with_session
def remove(session: CommandRun, file: Path, number: int | None, everything: bool, as_json: bool) -> None:
    if (number is None) == (not everything):
        raise click.MissingParameter(
            ctx=click.get_current_context(), param=click.get_current_context().command.params[1]
        )
    desk = session.desk(file)
    if everything:
        desk.act(session.seat, tables.remove_all_tables)
    else:
        desk.act(session.seat, tables.remove_table, number=number or 0)
    _show(desk.tournament, as_json=as_json)


@command("table-swap", "swap")
@tournament_file
@click.argument("one", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@json_option
@with_session
def swap(session: CommandRun, file: Path, one: str, other: str, as_json: bool) -> None:
    desk = session.desk(file)
    first, second = find_player(desk.tournament, one), find_player(desk.tournament, other)

    def decide(tournament: Tournament) -> list[Event]:
        return with_bills(tournament, tables.swap_players(tournament, one=first, other=second))

    desk.act(session.seat, decide)
    _show(desk.tournament, as_json=as_json)


@command("table-lock", "lock")
@tournament_file
@click.argument("number", type=int, metavar="TABLE")
@option("--off", is_flag=True, help="unlock")
@json_option
@with_session
def lock(session: CommandRun, file: Path, number: int, off: bool, as_json: bool) -> None:
    desk = session.desk(file)
    desk.act(session.seat, tables.lock_table, number=number, locked=not off)
    _show(desk.tournament, as_json=as_json)


for _command in (add, remove, swap, lock):
    table.add_command(_command)


@command("bye")
@tournament_file
@click.argument("who", required=False, metavar="[PLAYER]")
@json_option
@with_session
def bye(session: CommandRun, file: Path, who: str | None, as_json: bool) -> None:
    desk = session.desk(file)
    number = find_player(desk.tournament, who) if who else 0
    desk.act(session.seat, tables.give_bye, player=number)
    _show(desk.tournament, as_json=as_json)


@command("forbid")
@tournament_file
@click.argument("one", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@json_option
@with_session
def forbid(session: CommandRun, file: Path, one: str, other: str, as_json: bool) -> None:
    _agree(session, file, one, other, allowed=False, as_json=as_json)


@command("allow")
@tournament_file
@click.argument("one", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@json_option
@with_session
def allow(session: CommandRun, file: Path, one: str, other: str, as_json: bool) -> None:
    _agree(session, file, one, other, allowed=True, as_json=as_json)


def _agree(session: CommandRun, file: Path, one: str, other: str, *, allowed: bool, as_json: bool) -> None:
    desk = session.desk(file)
    first, second = find_player(desk.tournament, one), find_player(desk.tournament, other)

    def decide(tournament: Tournament) -> list[Event]:
        act = players.allow_pair if allowed else players.forbid_pair
        return act(tournament, first=first, second=second)

    desk.act(session.seat, decide)
    names = [desk.tournament.player(number).full_name for number in (first, second)]
    sentence = spoken("cli.allowed" if allowed else "cli.forbidden", one=names[0], other=names[1])
    pairs = sorted(sorted(pair) for pair in desk.tournament.forbidden)
    show({"forbidden": pairs}, sentence, as_json=as_json)
