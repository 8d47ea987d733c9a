"""FIDE report files: check and generate."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ronde.app.files import is_tournament
from ronde.cli.chess import check_dutch
from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import Measure, command, option, spoken
from ronde.cli.streams import DASH, SOURCE, TARGET
from ronde.core.errors import FileExists
from ronde.formats.disk import write_whole
from ronde.formats.trf.door import (
    CheckedRound,
    PointSystem,
    Trf,
    Wishes,
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

_POINTS = {"1-0.5-0": PointSystem(), "3-1-0": PointSystem(30, 10, 0, 0, 30)}


@command("fide-check", "check")
@click.argument("file", type=SOURCE, metavar="FILE")
@option("--tiebreaks", is_flag=True, help="check-tiebreaks")
@json_option
@with_session
def check(session: CommandRun, file: Path, tiebreaks: bool, as_json: bool) -> None:
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
        spoken("trf.points-differ", number=one.number, written=one.written / 10, counted=one.counted / 10)
        for one in points
    ]
    lines += [
        spoken("trf.rank-differs", number=one.number, written=one.written, first=one.first, last=one.last)
        for one in ranks
    ]
    return "\n".join([*lines, spoken("trf.all-equal" if equal else "trf.not-equal", count=len(rounds))])


def _round_told(one: CheckedRound) -> list[str]:
    if one.equal:
        return [spoken("trf.round-equal", round=one.round)]
    if one.ours is None:
        return [spoken("trf.round-impossible", round=one.round)]
    theirs, ours = one.differences
    lines = [
        spoken("trf.round-theirs", round=one.round, pairs=_pairs(theirs, one.theirs.bye)),
        spoken("trf.round-ours", round=one.round, pairs=_pairs(ours, one.ours.bye)),
    ]
    return lines


def _pairs(pairs: Sequence[tuple[int, int]], bye: int) -> str:
    shown = [f"{white}-{black}" for white, black in pairs]
    return ", ".join([*shown, spoken("trf.bye", number=bye)] if bye else shown)


@command("fide-generate", "generate")
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
    wishes = Wishes(
        players, rounds, seed, forfeits, byes, retired, draws, _POINTS[points], acceleration == "baku"
    )
    text = write_trf(generate(wishes))
    if output is None or printed:
        sys.stdout.write(text.replace("\r\n", "\n"))
    else:
        write_whole({output: text.encode()})
