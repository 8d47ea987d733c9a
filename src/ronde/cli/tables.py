"""Tables by hand: add, remove, swap, lock; the bye; forbidden pairs."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.app.command import Command
from ronde.app.commands import (
    AddTable,
    AllowPair,
    ForbidPair,
    GiveBye,
    LockTable,
    RemoveAllTables,
    RemoveTable,
    SwapPlayers,
)
from ronde.app.views import RoundView
from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import SpokenGroup, command, language, option, spoken
from ronde.core.choose import find_player


@click.group("table", cls=SpokenGroup, help="table")
def table() -> None: ...


def _run(session: CommandRun, file: Path, command: Command, *, as_json: bool) -> None:
    """Change the tables of the open round, and show it."""
    from ronde.formats.lists import round_text

    after = session.run(file, command).after
    view = RoundView.of(after, after.open_round)
    show(view, lambda: round_text(after, after.open_round, language()), as_json=as_json)


@command("table-add", "add")
@tournament_file
@click.argument("first")
@click.argument("second")
@option("--number", type=click.IntRange(1, 9999), default=None, help="table-number", metavar="N")
@json_option
@with_session
def add(session: CommandRun, file: Path, first: str, second: str, number: int | None, as_json: bool) -> None:
    _run(session, file, AddTable(first, second, number or 0), as_json=as_json)


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
    _run(session, file, RemoveAllTables() if number is None else RemoveTable(number), as_json=as_json)


@command("table-swap", "swap")
@tournament_file
@click.argument("one", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@json_option
@with_session
def swap(session: CommandRun, file: Path, one: str, other: str, as_json: bool) -> None:
    _run(session, file, SwapPlayers(one, other), as_json=as_json)


@command("table-lock", "lock")
@tournament_file
@click.argument("number", type=int, metavar="TABLE")
@option("--off", is_flag=True, help="unlock")
@json_option
@with_session
def lock(session: CommandRun, file: Path, number: int, off: bool, as_json: bool) -> None:
    _run(session, file, LockTable(number, not off), as_json=as_json)


for _command in (add, remove, swap, lock):
    table.add_command(_command)


@command("bye")
@tournament_file
@click.argument("who", required=False, metavar="[PLAYER]")
@json_option
@with_session
def bye(session: CommandRun, file: Path, who: str | None, as_json: bool) -> None:
    _run(session, file, GiveBye(who or None), as_json=as_json)


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
    after = session.run(file, AllowPair(one, other) if allowed else ForbidPair(one, other)).after
    names = [after.player(find_player(after, player)).full_name for player in (one, other)]
    sentence = spoken("cli.allowed" if allowed else "cli.forbidden", one=names[0], other=names[1])
    pairs = sorted(sorted(pair) for pair in after.forbidden)
    show({"forbidden": pairs}, sentence, as_json=as_json)
