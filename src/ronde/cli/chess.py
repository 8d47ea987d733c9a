"""Commands for chess by FIDE's rules: checklist, norms, ratings, report files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ronde.app.files import is_tournament
from ronde.app.queries import Checklist
from ronde.cli.session import (
    DASH,
    SOURCE,
    TARGET,
    CommandRun,
    json_option,
    show,
    tournament_file,
    with_session,
)
from ronde.cli.speech import Measure, TranslatedGroup, command, language, option, translate
from ronde.formats.files import write_whole
from ronde.formats.trf import (
    CheckedRound,
    PointSystem,
    RandomReport,
    Trf,
    WrongPoints,
    WrongRank,
    check_rounds,
    generate,
    read_trf,
    tiebreaks_of,
    trf_of,
    write_trf,
    wrong_points,
    wrong_ranks,
)
from ronde.model.errors import FileExists, FormatError, Problem
from ronde.model.tournament import Tournament
from ronde.standings.fide.ratings import NormCheck

# Commands for chess by FIDE's rules: the checklist of a round, title norms, changes of ratings.


def check_dutch(tournament: Tournament, file: Path) -> None:
    if not tournament.settings.pairing_system.numbered:
        raise FormatError([Problem(str(file), 0, 0, "trf.not-dutch")])


@click.group(
    "fide",
    cls=TranslatedGroup,
    lazy={
        "commands": {
            "check": "ronde.cli.chess:check",
            "manual": "ronde.cli.rounds:manual",
            "generate": "ronde.cli.chess:generate_",
        }
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
    from ronde.render.chess import checklist_listing
    from ronde.render.listing import listing_csv, listing_text

    tournament = session.desk(file).tournament
    check_dutch(tournament, file)
    view = Checklist(number).answer(tournament)
    listing = checklist_listing(tournament, view.round, language())
    if as_csv:
        click.echo(listing_csv(listing, tournament, language()), nl=False)
        return
    title = translate("lists.checklist", round=view.round, name=tournament.name)
    lines = [title, "", listing_text(listing, numbered=False), "", translate("lists.checklist-legend")]
    show(view, "\n".join(lines), as_json=as_json)


@command("fide-norms", "norms")
@tournament_file
@option("--all", "everybody", is_flag=True, help="norms-all")
@json_option
@with_session
def norms(session: CommandRun, file: Path, everybody: bool, as_json: bool) -> None:
    from ronde.render.chess import norms_listing
    from ronde.render.listing import listing_text
    from ronde.standings.fide.ratings import norm_checks

    tournament = session.desk(file).tournament
    checks = norm_checks(tournament)
    possible = [one for one in checks if everybody or one.reached or one.needed is not None]
    text = listing_text(norms_listing(tournament, possible, language()), numbered=False)
    show(
        [_norm_data(one) for one in checks],
        text if possible else translate("lists.no-norms"),
        as_json=as_json,
    )


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
    from ronde.render.chess import changes_listing
    from ronde.render.listing import listing_csv, listing_text
    from ronde.standings.fide.ratings import rating_changes

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


# FIDE report files: check and generate.


_POINTS = {"1-0.5-0": PointSystem(), "3-1-0": PointSystem(30, 10, 0, 0, 30)}


@command("fide-check", "check")
@click.argument("file", type=SOURCE, metavar="FILE")
@option("--tiebreaks", is_flag=True, help="check-tiebreaks")
@json_option
@with_session
def check(session: CommandRun, file: Path, tiebreaks: bool, as_json: bool) -> None:
    check_report(session, file, tiebreaks=tiebreaks, as_json=as_json)


def check_report(session: CommandRun, file: Path, *, tiebreaks: bool, as_json: bool) -> None:
    """Compare every round; the exit status is 1 if something differs."""
    trf, paired = _reports(session, file)
    rounds = list(check_rounds(paired))
    points = wrong_points(trf)
    ranks = wrong_ranks(trf, tiebreaks_of(trf, str(file))) if tiebreaks else []
    equal = all(one.equal for one in rounds) and not points and not ranks
    data = {
        "rounds": [_round_data(one) for one in rounds],
        "points": [_points_data(one) for one in points],
        **({"ranks": [_rank_data(one) for one in ranks]} if tiebreaks else {}),
        "equal": equal,
    }
    show(data, lambda: _text(rounds, points, ranks, equal), as_json=as_json)
    if not equal:
        click.get_current_context().exit(1)


def _reports(session: CommandRun, file: Path) -> tuple[Trf, Trf]:
    """A report twice; for a tournament the report of its closed rounds, and one with the open round."""
    if not is_tournament(file):
        trf = read_trf(file)
        return trf, trf
    tournament = session.desk(file).tournament
    check_dutch(tournament, file)
    return trf_of(tournament), trf_of(tournament, open_round=True)


def _round_data(one: CheckedRound) -> dict[str, Any]:
    return {
        "round": one.round,
        "equal": one.equal,
        "ours": None if one.ours is None else _pairing_data(one.ours),
        "theirs": _pairing_data(one.theirs),
    }


def _pairing_data(pairing: Any) -> dict[str, Any]:
    return {"pairs": [list(pair) for pair in pairing.pairs], "bye": pairing.bye or None}


def _points_data(one: WrongPoints) -> dict[str, float]:
    return {"number": one.number, "written": one.written / 10, "counted": one.counted / 10}


def _rank_data(one: WrongRank) -> dict[str, int]:
    return {"number": one.number, "written": one.written, "first": one.first, "last": one.last}


def _text(
    rounds: Sequence[CheckedRound], points: Sequence[WrongPoints], ranks: Sequence[WrongRank], equal: bool
) -> str:
    lines = [line for one in rounds for line in _round_told(one)]
    lines += [
        translate("trf.points-differ", number=one.number, written=one.written / 10, counted=one.counted / 10)
        for one in points
    ]
    lines += [
        translate("trf.rank-differs", number=one.number, written=one.written, first=one.first, last=one.last)
        for one in ranks
    ]
    return "\n".join([*lines, translate("trf.all-equal" if equal else "trf.not-equal", count=len(rounds))])


def _round_told(one: CheckedRound) -> list[str]:
    if one.equal:
        return [translate("trf.round-equal", round=one.round)]
    if one.ours is None:
        return [translate("trf.round-impossible", round=one.round)]
    theirs, ours = one.differences
    lines = [
        translate("trf.round-theirs", round=one.round, pairs=_pairs(theirs, one.theirs.bye)),
        translate("trf.round-ours", round=one.round, pairs=_pairs(ours, one.ours.bye)),
    ]
    return lines


def _pairs(pairs: Sequence[tuple[int, int]], bye: int) -> str:
    shown = [f"{white}-{black}" for white, black in pairs]
    return ", ".join([*shown, translate("trf.bye", number=bye)] if bye else shown)


@command("fide-generate", "generate", common=("--players", "--rounds", "--seed", "-o"))
@option("--players", type=click.IntRange(2, 9_999), default=40, help="generate-players", metavar="N")
@option("--rounds", type=click.IntRange(1, 99), default=7, help="generate-rounds", metavar="N")
@option("--seed", type=click.IntRange(0), default=1, help="generate-seed", metavar="N")
@option("--forfeits", type=Measure(0, 1), default=0.02, help="generate-forfeits", metavar="RATE")
@option("--byes", type=Measure(0, 1), default=0.02, help="generate-byes", metavar="RATE")
@option("--retired", type=Measure(0, 1), default=0.005, help="generate-retired", metavar="RATE")
@option("--draws", type=Measure(0, 1), default=0.3, help="generate-draws", metavar="RATE")
@option("--points", type=click.Choice(list(_POINTS)), default="1-0.5-0", help="generate-points")
@option("--acceleration", type=click.Choice(["none", "baku"]), default="none", help="generate-acceleration")
@option("--output", "-o", type=TARGET, default=None, help="generate-output", metavar="FILE.trf")
@with_session
def generate_(
    session: CommandRun,
    players: int,
    rounds: int,
    seed: int,
    forfeits: float,
    byes: float,
    retired: float,
    draws: float,
    points: str,
    acceleration: str,
    output: Path | None,
) -> None:
    printed = output is None or str(output) == DASH
    if output is not None and not printed and output.exists():
        raise FileExists(path=str(output))
    wishes = RandomReport(
        players, rounds, seed, forfeits, byes, retired, draws, _POINTS[points], acceleration == "baku"
    )
    text = write_trf(generate(wishes))
    if output is None or printed:
        sys.stdout.write(text.replace("\r\n", "\n"))
    else:
        write_whole({output: text.encode()})
