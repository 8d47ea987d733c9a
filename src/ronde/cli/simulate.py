"""The command `ronde simulate`: tries settings on simulated tournaments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ronde.cli.session import CommandRun, TournamentFile, json_option, show, with_session
from ronde.cli.speech import Vocabulary, command, option, spoken
from ronde.cli.waiting import counted
from ronde.core.schedule import scheduled_rounds
from ronde.core.settings import MOST_ROUNDS, Settings, check_settings, usual_brightwell
from ronde.core.systems import SYSTEMS
from ronde.simulation import average, spread_ratings, trial


@command("simulate")
@option("--players", type=click.IntRange(2, 5000), default=30, help="simulated-players", metavar="N")
@option("--rounds", type=click.IntRange(1, 999), default=None, help="simulated-rounds", metavar="N")
@option("--times", type=click.IntRange(1, 100_000), default=100, help="times", metavar="N")
@option("--strongest", type=int, default=2400, help="strongest", metavar="RATING")
@option("--weakest", type=int, default=1200, help="weakest", metavar="RATING")
@option("--system", type=Vocabulary(SYSTEMS), default="swiss", help="system")
@option("--like", type=TournamentFile(), default=None, help="like", metavar="FILE")
@option("--seed", type=click.IntRange(0, 2**31), default=1, help="seed", metavar="N")
@json_option
@with_session
def simulate(
    session: CommandRun,
    players: int,
    rounds: int | None,
    times: int,
    strongest: int,
    weakest: int,
    system: str,
    like: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    settings = _settings(session, like, rounds, system, players)
    check_settings(settings)
    ratings = spread_ratings(players, strongest, weakest)
    turns = counted(range(times), times, spoken("cli.simulating"))
    trials = [trial(settings, ratings, seed + turn) for turn in turns]
    means = average(trials)
    data = {"players": players, "rounds": settings.rounds, "times": times, **means}
    rows = [f"{spoken(f'cli.mean-{name}'):<55} {value:8.3f}" for name, value in means.items()]
    title = spoken("cli.simulated", times=times, players=players, rounds=settings.rounds)
    show(data, "\n".join([title, *rows]), as_json=as_json)


def _settings(
    session: CommandRun, like: Path | None, rounds: int | None, system: str, players: int
) -> Settings:
    """The settings of a tournament, or the default ones with as many rounds as the system needs."""
    if like is not None:
        return session.desk(like).tournament.settings
    usual = Settings(system=system)
    number = rounds or min(MOST_ROUNDS, scheduled_rounds(usual, players)) or usual.rounds
    return replace(usual, rounds=number, brightwell=usual_brightwell(number))
