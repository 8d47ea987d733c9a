"""Rounds: pair, show, explain, close, reopen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from ronde.app.command import Outcome
from ronde.app.commands import CloseRound, PairRound, ReopenRound, new_seed
from ronde.app.notices import Arrivals, Repeats
from ronde.app.queries import Pairings, Standings, WhyNot
from ronde.app.views import RepeatView, RoundView, SummaryView, TableView, WhyNotView
from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import command, language, option, spoken
from ronde.core.errors import ScheduleDecides
from ronde.core.published import published
from ronde.core.schedule import is_over
from ronde.core.systems import SMALL_ROUND_ROBIN, is_scheduled
from ronde.core.table import Table
from ronde.core.tournament import Tournament
from ronde.i18n.door import tell


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
    chosen = new_seed() if seed is None else seed
    pairing = PairRound(chosen, again=again, bring_in=not without_expected)
    outcome = session.run(file, pairing, preview=preview)
    view = _announced(Pairings(explain=explain and as_json).answer(outcome.after), outcome)
    _show_round(outcome.after, view, explain=explain, as_json=as_json)


def _announced(view: RoundView, outcome: Outcome) -> RoundView:
    """The round with the arrivals and repeated pairs of this very pairing."""
    came = [player for one in outcome.notices if isinstance(one, Arrivals) for player in one.players]
    again = [RepeatView(*met) for one in outcome.notices if isinstance(one, Repeats) for met in one.pairs]
    return replace(view, arrivals=tuple(came), repeats=tuple(again))


def _show_round(tournament: Tournament, view: RoundView, *, explain: bool, as_json: bool) -> None:
    show(view, lambda: _round_text(tournament, view, explain=explain), as_json=as_json)


def _round_text(tournament: Tournament, view: RoundView, *, explain: bool) -> str:
    from ronde.formats.lists import round_text, system_name

    played = tournament.round(view.round)
    if played is tournament.open_round and is_over(tournament):
        text = spoken("cli.over")
    else:
        text = round_text(tournament, played, language(), explain=explain)
    if not played.system:
        return text
    unpriced = tournament.settings.pairing_system.numbered
    said = "cli.drawn-unpriced" if unpriced else "cli.drawn"
    system = system_name(played.system, language())
    return f"{text}\n\n{spoken(said, system=system, seed=played.seed, total=view.total)}"


@command("round")
@tournament_file
@click.argument("number", type=int, required=False, metavar="[ROUND]")
@option("--explain", is_flag=True, help="explain")
@json_option
@with_session
def round_(session: CommandRun, file: Path, number: int | None, explain: bool, as_json: bool) -> None:
    tournament = session.desk(file).tournament
    view = Pairings(number, explain and as_json).answer(tournament)
    _show_round(tournament, view, explain=explain, as_json=as_json)


@command("close")
@tournament_file
@json_option
@with_session
def close(session: CommandRun, file: Path, as_json: bool) -> None:
    outcome = session.run(file, CloseRound())
    over = f"\n\n{spoken('cli.over')}" if is_over(outcome.after) else ""
    show_standings(outcome.after, over, as_json=as_json)


def show_standings(tournament: Tournament, more: str = "", *, as_json: bool) -> None:
    """The standings after the round that was just closed."""
    from ronde.formats.lists import standings_text

    view = Standings().answer(tournament)
    show(view, lambda: standings_text(published(tournament), language()) + more, as_json=as_json)


@command("reopen")
@tournament_file
@json_option
@with_session
def reopen(session: CommandRun, file: Path, as_json: bool) -> None:
    tournament = session.run(file, ReopenRound()).after
    sentence = spoken("cli.reopened", round=tournament.open_round.number)
    show(SummaryView.of(tournament), sentence, as_json=as_json)


@command("why")
@tournament_file
@click.argument("number", type=int, metavar="ROUND")
@click.argument("table", type=int)
@json_option
@with_session
def why(session: CommandRun, file: Path, number: int, table: int, as_json: bool) -> None:
    tournament = session.desk(file).tournament
    drawn = tournament.round(number).table(table)
    show(TableView.of(drawn), lambda: _why(tournament, number, drawn), as_json=as_json)


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
    from ronde.formats.lists import conclusion

    tournament = session.desk(file).tournament
    query = WhyNot(one, other, number, seed)
    answer, wanted = query.inquiry(tournament), query.number(tournament)
    text = f"{_bill(tournament, answer.pair)}\n{conclusion(wanted, answer, language())}"
    show(WhyNotView.of(wanted, answer), text, as_json=as_json)
