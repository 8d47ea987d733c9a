"""The short check of all programs before the first game, which also measures their speed."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from statistics import mean
from typing import Any, Final

import click

from ronde.app.desk import Desk
from ronde.cli.programs.options import detail_words
from ronde.cli.speech import LANGUAGE, language, spoken
from ronde.core.player import PlayerId
from ronde.engines.door import Engine, EngineFault, Verdict
from ronde.formats.checkup_text import last_words
from ronde.games.door import Game
from ronde.referee.door import TELLING, Clock, Entrant, Opener, Pace, Roster, first_fault, played_game

_LOOKED_AT: Final = 200
"""Games of a resumed tournament whose times are read."""


def check_all(roster: Roster, opener: Opener, jobs: int, *, quiet: bool) -> Mapping[PlayerId, Pace]:
    """Ask every entrant about a few positions, print the outcome, and return how long they took."""
    game, seconds = roster.rules, checking_time(roster.clock)

    def one(entrant: Entrant) -> tuple[str, Pace]:
        engine = opener(entrant, roster, 0)
        fault, pace = timed_fault(engine, game, seconds, short=entrant.remote)
        facts = {"id": entrant.id, "name": entrant.name}
        if fault is None:
            return spoken("programs.check-good", **facts), pace
        return spoken("programs.check-bad", reason=fault_words(fault, seconds), **facts), pace

    paces = {}
    with ThreadPoolExecutor(jobs, initializer=LANGUAGE.set, initargs=(language(),)) as pool:
        for entrant, (line, pace) in zip(roster.entrants, pool.map(one, roster.entrants), strict=True):
            paces[entrant.id] = pace
            if not quiet:
                click.echo(line)
    return paces


def checking_time(clock: Clock) -> float:
    """Seconds that a program has for an answer in the check."""
    return min(clock.seconds, 2.0) if clock.fixed else 2.0


def timed_fault(
    engine: Engine, game: Game[Any], seconds: float, *, short: bool = False
) -> tuple[EngineFault | None, Pace]:
    """The fault of a program, if any, and its pace; the first answer includes its start."""
    took: list[float] = []
    fault = first_fault(
        engine, game, seconds=seconds, stages=TELLING[:1] if short else TELLING, took=took.append
    )
    late = fault is not None and fault.verdict is Verdict.LATE
    usual = mean(took[1:]) if took[1:] else took[0] if took else seconds if late else 0.05
    start = max(0.0, took[0] - usual) if took else 0.0
    return fault, Pace(usual, seconds, start, broken=fault is not None and not late)


def fault_words(fault: EngineFault, seconds: float) -> str:
    """What is wrong with a program, with its last line on standard error."""
    detail = detail_words(fault.detail, fault.reply.text)
    # the check is shorter than the clock: the program may still be in time in a game
    if fault.verdict is Verdict.LATE:
        detail = spoken("referee.detail-within", seconds=f"{seconds:g}")
    verdict = spoken(f"referee.verdict-{fault.verdict.value}")
    said = last_words(fault.reply.messages).rpartition("\n")[2]
    return " – ".join(part for part in (f"{verdict} ({detail})" if detail else verdict, said) if part)


def known_paces(desk: Desk) -> Mapping[PlayerId, Pace]:
    moves: dict[PlayerId, list[float]] = {}
    games: dict[PlayerId, list[int]] = {}
    for game in desk.tournament.games[-_LOOKED_AT:]:
        played = played_game(desk, game.record)
        for ply in () if played is None else played.record.plies:
            for answer in ply:
                player = game.first if answer.side == 1 else game.second
                moves.setdefault(player, []).append(answer.milliseconds / 1000)
        for player in (game.first, game.second):
            games.setdefault(player, []).append(0 if played is None else len(played.record.plies))
    return {player: Pace(mean(took), broken=max(games[player]) <= 2) for player, took in moves.items()}
