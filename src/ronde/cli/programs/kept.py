"""The rules of a resumed tournament are fixed: which options of this command line contradict them.

The programs to start and their sandbox are never taken from the file, which may come from a stranger: they
come from the given folder and the command line, and a file that disagrees is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ronde.app.desk import Desk
from ronde.cli.programs.marks import agreeing
from ronde.cli.programs.options import chosen_clock, chosen_game
from ronde.cli.programs.shapes import SYSTEMS, typed
from ronde.cli.speech import spoken, wanted
from ronde.core.errors import RosterDiffers
from ronde.engines.door import Jail
from ronde.games.door import switches
from ronde.referee.door import Entrant, Roster


def tell_idle(desk: Desk, roster: Roster) -> None:
    """Report the options of this command line that the tournament ignores, if any."""
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
    """For every option that is stored in a tournament, whether the file agrees."""
    settings, cup = desk.tournament.settings, desk.tournament.settings.cup
    return {
        "name": wishes["name"] == desk.tournament.name,
        "seed": wishes["seed"] == roster.seed,
        "system": SYSTEMS[wishes["system"]] == settings.system,
        "rounds": wishes["rounds"] == settings.rounds,
        "laps": wishes["laps"] == settings.laps,
        "champions": wishes["champions"] == settings.gauntlet.champions,
        "third_place": cup.third_place,
        "consolation": cup.consolation,
        "double": cup.double,
        "marks": wishes["marks"] is None or agreeing(roster.entrants, wishes["marks"]),
        **_same_games(roster, wishes),
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


def at_hand(
    roster: Roster, desk: Desk, path: Path, folder: Path, entrants: Iterable[Entrant], jail: Jail
) -> Roster:
    """The roster with the programs of the folder and the given sandbox; refused if it differs.

    The programs of withdrawn entrants may be missing.
    """
    here = {Path(one.path).name: one for one in entrants}
    playing = [one for one in roster.entrants if one.id not in desk.tournament.left]
    seen: set[str] = set()
    for kept in playing:
        name = Path(kept.path).name
        if name not in here:
            raise RosterDiffers(path=str(path), reason="missing", name=name, folder=str(folder))
        other = here[name] if kept.id not in desk.tournament.programs else _renamed(here[name], kept.name)
        if replace(kept, id=0, path="") != replace(other, id=0, path="") or name in seen:
            raise RosterDiffers(path=str(path), reason="other", name=name, folder=str(folder))
        seen.add(name)
    _check_jail(str(path), roster.jail, jail)
    by_number = {kept.id: replace(kept, path=here[Path(kept.path).name].path) for kept in playing}
    return replace(roster, entrants=tuple(by_number.get(one.id, one) for one in roster.entrants), jail=jail)


def _renamed(entrant: Entrant, name: str) -> Entrant:
    """A replaced program keeps the name of the first one, if it had one."""
    return replace(entrant, name=name) if Path(name).name == name else entrant


def _check_jail(place: str, then: Jail, now: Jail) -> None:
    if set(then.read) != set(now.read):
        before, after = ", ".join(then.read) or "-", ", ".join(now.read) or "-"
        raise RosterDiffers(path=place, reason="allow", then=before, now=after)
    if then.tier != now.tier:
        raise RosterDiffers(path=place, reason="jail", then=then.tier, now=now.tier)
    if then.memory != now.memory:
        raise RosterDiffers(path=place, reason="memory", then=then.memory, now=now.memory)
    if then.processes != now.processes:
        raise RosterDiffers(path=place, reason="processes", then=then.processes, now=now.processes)
    if then.file_size != now.file_size:
        raise RosterDiffers(path=place, reason="file-size", then=then.file_size, now=now.file_size)
