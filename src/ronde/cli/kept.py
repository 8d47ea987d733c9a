"""A tournament that is gone on with keeps its rules: which of the words just typed say something else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ronde.cli.arena import chosen_clock, chosen_game
from ronde.cli.shapes import SYSTEMS, typed
from ronde.cli.speech import spoken, wanted
from ronde.desk import Desk
from ronde.games.door import switches
from ronde.referee.door import Roster


def tell_idle(desk: Desk, roster: Roster) -> None:
    """Say which options of this command line the tournament does not follow, if there are any."""
    context = click.get_current_context()
    same = _same(desk, roster, context.params)
    idle = [one for one in context.command.params if not same.get(str(one.name), True)]
    names = [_spelt(one) for one in idle if typed(context, str(one.name))]
    if names:
        path = desk.journal.path
        click.echo(spoken("programs.kept", options=", ".join(names), path=Path(path).name), err=True)


def _spelt(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return parameter.opts[-1]
    return wanted(str(parameter.metavar).strip("[]"))


def _same(desk: Desk, roster: Roster, wishes: Mapping[str, Any]) -> dict[str, bool]:
    """For every option that a tournament keeps, whether its file says the same."""
    settings, cup = desk.tournament.settings, desk.tournament.settings.cup
    return {
        "folder": wishes["folder"].absolute() in {Path(one.path).parent for one in roster.entrants},
        "name": wishes["name"] == desk.tournament.name,
        "seed": wishes["seed"] == roster.seed,
        "system": SYSTEMS[wishes["system"]] == settings.system,
        "rounds": wishes["rounds"] == settings.rounds,
        "laps": wishes["laps"] == settings.laps,
        "champions": wishes["champions"] == settings.gauntlet.champions,
        "third_place": cup.third_place,
        "consolation": cup.consolation,
        "double": cup.double,
        **_same_games(roster, wishes),
        **_same_jail(roster, wishes),
    }


def _same_games(roster: Roster, wishes: Mapping[str, Any]) -> dict[str, bool]:
    clock, rule = chosen_clock(wishes["time_"], wishes["increment"]), roster.rule
    return {
        "game": wishes["game"] == roster.game,
        "wishes": switches(chosen_game(wishes["game"], wishes["wishes"])) == switches(roster.rules),
        "time_": (clock.seconds, clock.fixed) == (roster.clock.seconds, roster.clock.fixed),
        "increment": clock.increment == roster.clock.increment,
        "games": wishes["games"] == rule.games,
        "best_of": rule.best_of,
        "clear": wishes["clear"] == rule.clear,
        "openings": bool(roster.openings),
    }


def _same_jail(roster: Roster, wishes: Mapping[str, Any]) -> dict[str, bool]:
    return {
        "jail": wishes["jail"] in ("auto", str(roster.jail.tier)),
        "memory": wishes["memory"] == roster.jail.memory,
        "allow": {str(path.absolute()) for path in wishes["allow"]} == set(roster.jail.read),
    }
