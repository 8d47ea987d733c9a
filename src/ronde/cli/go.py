"""Checking a tournament of Go: every round is paired anew, and its weight compared with the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from ronde.app.files import is_tournament
from ronde.cli.session import CommandRun, show
from ronde.cli.speech import translate
from ronde.formats.opengotha import import_opengotha
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.systems.mcmahon.check import RoundCheck, check_rounds


def check_go(session: CommandRun, file: Path, rules: str, *, as_json: bool) -> None:
    """Say of every round whether its pairs were best; the exit status is 1 if some were not."""
    tournament = _tournament(session, file)
    rounds = check_rounds(tournament, rules=rules)
    equal = all(one.equal for one in rounds)
    data = {"rounds": [asdict(one) for one in rounds], "equal": equal}
    show(data, lambda: "\n".join(_lines(tournament, rounds)), as_json=as_json)
    if not equal:
        click.get_current_context().exit(1)


def _tournament(session: CommandRun, file: Path) -> Tournament:
    if is_tournament(file):
        return session.desk(file).tournament
    return replay(import_opengotha(file).events)


def _lines(tournament: Tournament, rounds: Sequence[RoundCheck]) -> list[str]:
    lines = [line for one in rounds for line in _round(tournament, one)]
    equal, count = sum(one.equal for one in rounds), len(rounds)
    if equal == count:
        return [*lines, translate("golists.check-all", count=count)]
    return [*lines, translate("golists.check-not-all", equal=equal, count=count)]


def _round(tournament: Tournament, one: RoundCheck) -> list[str]:
    key = "same" if one.same_pairs else "equal" if one.equal else "worse"
    facts = {"round": one.number, "total": one.total, "best": one.best, "less": one.best - one.total}
    lines = [translate(f"golists.check-{key}", **facts)]
    if one.bye and not one.same_bye:
        player = tournament.player(one.bye).full_name
        lines.append(translate("golists.check-bye", round=one.number, player=player))
    return lines
