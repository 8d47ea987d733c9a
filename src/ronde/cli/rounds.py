"""Rounds: pair, show, explain, close, reopen."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click

from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import command, language, notice, option, spoken
from ronde.core.choose import find_player
from ronde.core.decide.rounds import reopen_round
from ronde.core.errors import ScheduleDecides
from ronde.core.events import Event
from ronde.core.published import published
from ronde.core.replay import replay
from ronde.core.schedule import is_over
from ronde.core.systems import SMALL_ROUND_ROBIN, is_scheduled
from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.formats.attendance import arrivals_text, repeats_text, robin_text
from ronde.formats.data import brackets_data, repeats_data, round_data, summary_data, whynot_data
from ronde.formats.lists import conclusion
from ronde.i18n.door import tell
from ronde.pairing.door import brought_in, complete_round, repeats, why_not

BIGGEST_SEED = 2**31


@command("pair")
@tournament_file
@option("--seed", type=click.IntRange(0, 2**63 - 1), default=None, help="seed", metavar="N")
@option("--explain", is_flag=True, help="explain")
@option("--preview", is_flag=True, help="preview")
@option("--again", is_flag=True, help="again")
@option("--without-expected", is_flag=True, help="without-expected")
@json_option
@with_session
def pair(
    session: CommandRun,
    file: Path,
    seed: int | None,
    explain: bool,
    preview: bool,
    again: bool,
    without_expected: bool,
    as_json: bool,
) -> None:
    desk = session.desk(file)
    desk.refresh()
    chosen = secrets.randbelow(BIGGEST_SEED) if seed is None else seed

    coming = [] if without_expected else brought_in(desk.tournament, again=again)
    meeting_again = repeats(desk.tournament, again=again, bring_in=bool(coming))
    if not as_json:
        notice(arrivals_text(desk.tournament, coming, language()))
        notice(repeats_text(desk.tournament, meeting_again, language()))

    def decide(tournament: Tournament) -> list[Event]:
        return complete_round(tournament, seed=chosen, again=again, bring_in=bool(coming))

    if preview:
        tournament = replay(decide(desk.tournament), desk.tournament)
    else:
        desk.act(session.seat, decide)
        tournament = desk.tournament
    number = tournament.open_round.number
    more = {"arrivals": coming, "repeats": repeats_data(meeting_again)}
    _show_round(tournament, number, explain=explain, as_json=as_json, more=more)
    if tournament.open_round.number > tournament.settings.rounds:
        facts = {"round": tournament.open_round.number, "count": tournament.settings.rounds}
        click.echo(spoken("cli.beyond", **facts), err=True)


def _show_round(
    tournament: Tournament, number: int, *, explain: bool, as_json: bool, more: dict[str, Any] | None = None
) -> None:
    from ronde.formats.lists import round_text, system_name

    played = tournament.round(number)
    data = round_data(tournament, played) | (more or {})
    if explain and as_json:
        data |= brackets_data(tournament, number)
    text = round_text(tournament, played, language(), explain=explain)
    if played is tournament.open_round and is_over(tournament):
        text = spoken("cli.over")
    if played.system:
        system = system_name(played.system, language())
        unpriced = tournament.settings.pairing_system.numbered
        said = "cli.drawn-unpriced" if unpriced else "cli.drawn"
        text += "\n\n" + spoken(said, system=system, seed=played.seed, total=data["total"])
    show(data, text, as_json=as_json)


@command("round")
@tournament_file
@click.argument("number", type=int, required=False, metavar="[ROUND]")
@option("--explain", is_flag=True, help="explain")
@json_option
@with_session
def round_(session: CommandRun, file: Path, number: int | None, explain: bool, as_json: bool) -> None:
    tournament = session.desk(file).tournament
    wanted = tournament.open_round.number if number is None else number
    _show_round(tournament, wanted, explain=explain, as_json=as_json)


@command("close")
@tournament_file
@json_option
@with_session
def close(session: CommandRun, file: Path, as_json: bool) -> None:
    from ronde.formats.data import standings_data
    from ronde.formats.lists import standings_text
    from ronde.scoring.door import close_and_freeze, standings

    desk = session.desk(file)
    desk.act(session.seat, close_and_freeze)
    if not as_json:
        notice(robin_text(desk.tournament, language()))
    tournament = published(desk.tournament)
    data = standings_data(tournament, standings(tournament))
    over = f"\n\n{spoken('cli.over')}" if is_over(desk.tournament) else ""
    show(data, lambda: standings_text(tournament, language()) + over, as_json=as_json)


@command("reopen")
@tournament_file
@json_option
@with_session
def reopen(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)
    desk.act(session.seat, reopen_round)
    tournament = desk.tournament
    show(
        summary_data(tournament), spoken("cli.reopened", round=tournament.open_round.number), as_json=as_json
    )


@command("why")
@tournament_file
@click.argument("number", type=int, metavar="ROUND")
@click.argument("table", type=int)
@json_option
@with_session
def why(session: CommandRun, file: Path, number: int, table: int, as_json: bool) -> None:
    from ronde.formats.data import table_data

    tournament = session.desk(file).tournament
    drawn = tournament.round(number).table(table)
    show(table_data(drawn), lambda: _why(tournament, number, drawn), as_json=as_json)


def _why(tournament: Tournament, number: int, table: Table) -> str:
    system = tournament.round(number).system
    if table.by_hand or not (system == SMALL_ROUND_ROBIN or is_scheduled(system)):
        return _bill(tournament, table.pair, table.number)
    return (
        f"{table.number}  {_met(tournament, table.pair)}\n{tell(ScheduleDecides(round=number), language())}"
    )


def _met(tournament: Tournament, pair: Any) -> str:
    from ronde.formats.shown import who

    return f"{who(tournament, pair.first)} -- {who(tournament, pair.second)}"


def _bill(tournament: Tournament, pair: Any, table: int | None = None) -> str:
    from ronde.formats.lists import bill_lines

    title = _met(tournament, pair)
    lines = [f"{table}  {title}" if table else title]
    lines += bill_lines(tournament, pair.reasons, language())
    if not pair.reasons:
        lines.append(spoken("cli.no-reasons"))
    if tournament.settings.pairing_system.numbered:  # criteria have no costs to add up
        return "\n".join(lines)
    return "\n".join([*lines, f"{pair.cost:>10}  {spoken('cli.pair-total')}"])


@command("whynot")
@tournament_file
@click.argument("one", metavar="PLAYER")
@click.argument("other", metavar="PLAYER")
@option("--round", "number", type=int, default=None, help="round", metavar="N")
@option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="seed", metavar="N")
@json_option
@with_session
def whynot(
    session: CommandRun, file: Path, one: str, other: str, number: int | None, seed: int, as_json: bool
) -> None:
    tournament = session.desk(file).tournament
    wanted = tournament.open_round.number if number is None else number
    first, second = find_player(tournament, one), find_player(tournament, other)
    answer = why_not(tournament, first, second, number=wanted, seed=seed)
    data = whynot_data(wanted, answer)
    text = f"{_bill(tournament, answer.pair)}\n{conclusion(wanted, answer, language())}"
    show(data, text, as_json=as_json)
