"""Commands on rounds: pairing, tables by hand, results, closing."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from msgspec.structs import replace

from ronde.app.command import Arrivals, Command, Outcome, Repeats
from ronde.app.commands import (
    AddTable,
    AllowPair,
    BeginFinal,
    BeginManual,
    ClearResult,
    CloseRound,
    CorrectResult,
    EndManual,
    EnterLine,
    ForbidPair,
    GiveBye,
    LockTable,
    PairRound,
    RemoveAllTables,
    RemoveTable,
    ReopenRound,
    SwapPlayers,
    new_seed,
)
from ronde.app.queries import ManualPhase, Pairings, Standings, Why, WhyNot
from ronde.app.views import ManualView, RepeatView, RoundView, SummaryView, TableView, WhyNotView
from ronde.cli.session import (
    CommandRun,
    end_text,
    json_option,
    sentence_if_unchanged,
    show,
    tournament_file,
    with_session,
)
from ronde.cli.speech import TranslatedGroup, command, confirm, interactive, language, option, translate
from ronde.model.entry import Effect, find_player, read_line, read_score, result_from_reports
from ronde.model.events import MOST_GAMES
from ronde.model.schedule import is_over
from ronde.model.table import Pair, Table
from ronde.model.tournament import Tournament, at_closing, seated_table
from ronde.render.lists import manual_text

# Rounds: pair, show, explain, close, reopen.


@command("pair")
@tournament_file
@option("--seed", type=click.IntRange(0, 2**63 - 1), default=None, help="seed", metavar="N")
@option("--explain", is_flag=True, help="explain")
@option("--preview", is_flag=True, help="preview")
@option("--again", is_flag=True, help="again")
@option("--without-expected", is_flag=True, help="without-expected")
@option("--beyond", is_flag=True, help="beyond")
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
    beyond: bool,
    as_json: bool,
) -> None:
    chosen = new_seed() if seed is None else seed
    pairing = PairRound(chosen, again=again, bring_in=not without_expected, beyond=beyond)
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
    from ronde.render.lists import round_text, system_name

    played = tournament.round(view.round)
    if played is tournament.open_round and is_over(tournament):
        text = end_text(tournament)
    else:
        text = round_text(tournament, played, language(), explain=explain)
    if not played.system:
        return text
    unpriced = tournament.settings.pairing_system.numbered
    said = "cli.drawn-unpriced" if unpriced else "cli.drawn"
    system = system_name(played.system, language())
    return f"{text}\n\n{translate(said, system=system, seed=played.seed, total=view.total)}"


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
    over = f"\n\n{end_text(outcome.after)}" if is_over(outcome.after) else ""
    show_standings(outcome.after, over, as_json=as_json)


def show_standings(tournament: Tournament, more: str = "", *, as_json: bool) -> None:
    """The standings after the round that was just closed."""
    from ronde.render.lists import standings_text

    view = Standings().answer(tournament)
    show(view, lambda: standings_text(at_closing(tournament), language()) + more, as_json=as_json)


@command("reopen")
@tournament_file
@json_option
@with_session
def reopen(session: CommandRun, file: Path, as_json: bool) -> None:
    tournament = session.run(file, ReopenRound()).after
    sentence = translate("cli.reopened", round=tournament.open_round.number)
    show(SummaryView.of(tournament), sentence, as_json=as_json)


@command("final")
@tournament_file
@option("--players", type=click.IntRange(2), default=None, help="final-players", metavar="N")
@option("--who", multiple=True, help="final-who", metavar="PLAYER")
@option("--country", default="", help="final-country", metavar="TEXT")
@option("--best-of", type=click.IntRange(1, MOST_GAMES), default=1, help="final-best-of", metavar="N")
@option("--third-place", is_flag=True, help="final-third-place")
@json_option
@with_session
def final(
    session: CommandRun,
    file: Path,
    players: int | None,
    who: tuple[str, ...],
    country: str,
    best_of: int,
    third_place: bool,
    as_json: bool,
) -> None:
    from ronde.app.event_text import event_text

    after = session.run(file, BeginFinal(players, who, country, best_of, third_place)).after
    assert after.final is not None
    show(SummaryView.of(after), event_text(after, after.final, language()), as_json=as_json)


@command("why")
@tournament_file
@click.argument("number", type=int, metavar="ROUND")
@click.argument("table", type=int)
@json_option
@with_session
def why(session: CommandRun, file: Path, number: int, table: int, as_json: bool) -> None:
    tournament = session.desk(file).tournament
    view = Why(number, table, language()).answer(tournament)
    show(view, lambda: _why(tournament, view.why, tournament.round(number).table(table)), as_json=as_json)


def _why(tournament: Tournament, sentence: str, table: Table) -> str:
    breakdown = _breakdown(tournament, table.pair) if table.pair.reasons else []
    return "\n".join([f"{table.number}  {_met(tournament, table.pair)}", sentence, *breakdown])


def _met(tournament: Tournament, pair: Pair) -> str:
    from ronde.render.text import who

    return f"{who(tournament, pair.first)} -- {who(tournament, pair.second)}"


def _breakdown(tournament: Tournament, pair: Pair) -> list[str]:
    from ronde.render.lists import cost_lines, cost_text, in_groups

    lines = cost_lines(tournament, pair.reasons, language()) or [translate("cli.no-reasons")]
    if tournament.settings.pairing_system.numbered:  # criteria have no costs to add up
        return lines
    total = cost_text(tournament, pair.cost, language())
    go = in_groups(tournament, pair.cost) is not None
    return [*lines, f"{total:>10}  {translate('cli.pair-total-go' if go else 'cli.pair-total')}"]


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
    from ronde.render.lists import price_in_groups, why_not_text

    tournament = session.desk(file).tournament
    query = WhyNot(one, other, number, seed)
    answer, wanted = query.inquiry(tournament), query.number(tournament)
    breakdown = [_met(tournament, answer.pair), *_breakdown(tournament, answer.pair)]
    text = "\n".join(
        [*breakdown, why_not_text(wanted, answer, language(), price=price_in_groups(tournament))]
    )
    show(WhyNotView.of(wanted, answer), text, as_json=as_json)


# Results: enter, clear, correct.


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
    if seed is None and interactive():
        _ask_before_chance(session.desk(file).tournament, line)
    chosen = new_seed() if seed is None else seed
    outcome = session.run(file, EnterLine(line, replacing=replace, random=True, seed=chosen))
    reading = read_line(line, outcome.before)
    match reading.effect:
        case Effect.CLOSE:
            show_standings(outcome.after, as_json=as_json)
        case Effect.RANDOM:
            _show_open_round(outcome.after, as_json=as_json)
        case _:
            _show_table(outcome.after, reading.table, as_json=as_json)


def _ask_before_chance(tournament: Tournament, line: str) -> None:
    """`?` fills a round in which results have been entered only if the arbiter agrees."""
    current = tournament.open_round
    missing = len(current.missing)
    entered = 0 < missing < len(current.tables)
    if entered and read_line(line, tournament).effect is Effect.RANDOM:
        confirm(translate("desk.draw-rest", count=missing))


def _show_table(tournament: Tournament, number: int, *, as_json: bool) -> None:
    from ronde.app.event_text import coupon_text

    current = tournament.open_round
    text = coupon_text(tournament, current, number, language())
    missing = len(current.missing)
    counted = translate("cli.still-missing", count=missing) if missing else translate("cli.complete")
    data = {**msgspec.to_builtins(TableView.of(tournament, current.table(number))), "missing": missing}
    show(data, f"{text}\n{counted}", as_json=as_json)


def _show_open_round(tournament: Tournament, *, as_json: bool) -> None:
    from ronde.render.lists import round_text

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
    from ronde.render.text import game_score

    tournament = session.desk(file).tournament
    player, board = find_player(tournament, first), tournament.settings.board
    go = tournament.pairing_system.go
    scored = read_score(score, board, go=go)
    if other_score is not None:
        result_from_reports(scored, read_score(other_score, board, go=go), board)
    same = sentence_if_unchanged(lambda: session.run(file, CorrectResult(number, first, second, scored)))
    tournament = session.desk(file).tournament
    table = tournament.round(number).seated[player]
    assert table.result is not None
    names = [tournament.player(one).full_name for one in (table.first, table.second)]
    text = translate(
        "cli.corrected",
        round=number,
        table=table.number,
        first=names[0],
        second=names[1],
        score=game_score(tournament, table.result, language()),
    )
    show(
        {"round": number, **msgspec.to_builtins(TableView.of(tournament, table))},
        same or text,
        as_json=as_json,
    )


# Tables by hand: add, remove, swap, lock; the bye; forbidden pairs.


@click.group("table", cls=TranslatedGroup, help="table")
def table() -> None: ...


def _run(session: CommandRun, file: Path, command: Command, *, as_json: bool) -> None:
    """Change the tables of the open round, and show it."""
    from ronde.render.lists import round_text

    after = session.run(file, command).after
    view = RoundView.of(after, after.open_round)
    show(view, lambda: round_text(after, after.open_round, language()), as_json=as_json)


@command("table-add", "add")
@tournament_file
@click.argument("first")
@click.argument("second")
@option("--number", type=click.IntRange(1, 9999), default=None, help="table-number", metavar="N")
@option("--beyond", is_flag=True, help="beyond")
@json_option
@with_session
def add(
    session: CommandRun,
    file: Path,
    first: str,
    second: str,
    number: int | None,
    beyond: bool,
    as_json: bool,
) -> None:
    _run(session, file, AddTable(first, second, number or 0, beyond=beyond), as_json=as_json)


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
    sentence = translate("cli.allowed" if allowed else "cli.forbidden", one=names[0], other=names[1])
    pairs = sorted(sorted(pair) for pair in after.forbidden)
    show({"forbidden": pairs}, sentence, as_json=as_json)


# The manual phase of a round: begin, look at the warnings, end with a comparison.


@click.group("manual", cls=TranslatedGroup, help="fide-manual")
def manual() -> None: ...


@command("fide-manual-begin", "begin")
@tournament_file
@json_option
@with_session
def begin(session: CommandRun, file: Path, as_json: bool) -> None:
    number = session.run(file, BeginManual()).after.open_round.number
    show({"round": number, "manual": True}, translate("manual.begun", round=number), as_json=as_json)


@command("fide-manual-show", "show")
@tournament_file
@json_option
@with_session
def show_(session: CommandRun, file: Path, as_json: bool) -> None:
    _show(session.desk(file).tournament, as_json=as_json)


def _show(tournament: Tournament, *, as_json: bool) -> None:
    report = ManualPhase().report(tournament)
    show(ManualView.of(report), lambda: manual_text(tournament, report, language()), as_json=as_json)


@command("fide-manual-end", "end")
@tournament_file
@json_option
@with_session
def end(session: CommandRun, file: Path, as_json: bool) -> None:
    _show(session.run(file, EndManual()).after, as_json=as_json)


manual.add_command(begin)
manual.add_command(show_)
manual.add_command(end)
