"""A league of thousands of simulated engines: measures the fairness and the memory of the scheduler."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

import click

from ronde.cli.session import json_option, show
from ronde.cli.speech import ROBINS, Measure, Misused, Vocabulary, command, language, option, spoken
from ronde.cli.waiting import counted
from ronde.core.errors import SettingImpossible
from ronde.formats.json import pretty
from ronde.http_engines.door import (
    COMPETITIONS,
    EACH,
    MOST,
    Fairness,
    Judgement,
    LeaguePlan,
    SimulatedEngine,
    Spread,
    Temper,
    VirtualFloor,
    compared,
    expected_games,
    hurried,
    judged,
    random_field,
)
from ronde.i18n.door import figures
from ronde.referee.door import Rule
from ronde.system.door import peak_memory, resident_memory

_SYSTEMS: Final = {system: name for name, system in COMPETITIONS.items()}
"""The systems of competitions by the words of all commands."""
MOST_GAMES: Final = 5_000_000
"""More games would take too long."""


@dataclass(frozen=True, slots=True)
class LeagueWish:
    """What the command line asks for."""

    engines: int
    group: int
    system: str
    rounds: int
    games: int
    slow: float
    dead: float
    timeout: float
    moves: int
    at_once: int
    each: int
    bound: float
    seed: int

    @property
    def plan(self) -> LeaguePlan:
        """Every competition of the hall."""
        return LeaguePlan(
            "league", self.system, self.rounds, rule=Rule(self.games), timeout=self.timeout, seed=self.seed
        )

    @property
    def sizes(self) -> list[int]:
        """The engines of every competition, as equally as can be."""
        count = max(1, self.engines // self.group)
        return [self.engines // count + (at < self.engines % count) for at in range(count)]

    def hall(self, engines: Sequence[SimulatedEngine]) -> VirtualFloor:
        """The hall in which these engines play."""
        rest = iter(engines)
        groups = [[next(rest) for _ in range(size)] for size in self.sizes]
        return VirtualFloor(self.plan, groups, moves=self.moves, most=self.at_once, each=self.each)


@dataclass(frozen=True, slots=True)
class Cost:
    """The time and memory used by a simulation."""

    seconds: float
    peak: int
    """Bytes of this process at its largest."""
    grown: int
    """Bytes by which it grew."""


@command("simulate-league", "league")
@option("--engines", type=click.IntRange(2, 100_000), default=10_000, help="league-engines", metavar="N")
@option("--group", type=click.IntRange(2, 10_000), default=10, help="league-group", metavar="N")
@option("--system", type=Vocabulary(_SYSTEMS, **ROBINS), default="berger", help="league-system")
@option("--rounds", type=click.IntRange(0, 999), default=0, help="league-rounds", metavar="N")
@option("--games", type=click.IntRange(1, 100), default=2, help="league-games", metavar="N")
@option("--slow", type=Measure(0, 100), default=10, help="league-slow", metavar="PERCENT")
@option("--dead", type=Measure(0, 100), default=1, help="league-dead", metavar="PERCENT")
@option("--timeout", type=Measure(1, 3600), default=15, help="league-timeout", metavar="SECONDS")
@option("--moves", type=click.IntRange(1, 1000), default=30, help="league-moves", metavar="N")
@option("--at-once", type=click.IntRange(1, 1_000_000), default=MOST, help="league-at-once", metavar="N")
@option("--each", type=click.IntRange(1, 1000), default=EACH, help="league-each", metavar="N")
@option("--bound", type=Measure(1, 1000), default=3, help="league-bound", metavar="TIMES")
@option("--seed", type=click.IntRange(0, 2**31), default=1, help="seed", metavar="N")
@json_option
def league(as_json: bool, **wishes: Any) -> None:
    """Play a league of simulated engines in virtual time and judge the scheduler."""
    wish = LeagueWish(**wishes | {"system": _SYSTEMS[wishes["system"]]})
    _check(wish)
    chance = Random(wish.seed)
    engines = random_field(wish.engines, slow=wish.slow, dead=wish.dead, timeout=wish.timeout, chance=chance)
    fairness, cost = _played(wish, engines, "cli.simulating")
    control, _ = _played(wish, hurried(engines), "cli.league-control")
    judgement = compared(fairness, control, bound=wish.bound, timeout=wish.timeout)
    data = _data(wish, fairness, control, cost) | asdict(judgement)
    data |= {"delayed": judgement.delayed, "fair": judgement.fair}
    show(data, lambda: "\n".join(_rows(wish, fairness, control, cost)), as_json=as_json)
    _conclude(judgement, as_json=as_json)


def _check(wish: LeagueWish) -> None:
    """Refuse impossible wishes, and those that would take too long."""
    if wish.slow + wish.dead > 100:
        raise Misused(_said("too-bad", sum=f"{wish.slow + wish.dead:g}"), click.get_current_context())
    plan = wish.plan
    try:
        total = sum(expected_games(plan.settings(size), size, wish.games) for size in wish.sizes)
    except SettingImpossible as wrong:  # more rounds than a tournament may have
        raise Misused(_said("too-large", engines=max(wish.sizes)), click.get_current_context()) from wrong
    if total > MOST_GAMES:
        raise Misused(_said("too-many", games=total, most=MOST_GAMES), click.get_current_context())


def _played(wish: LeagueWish, engines: Sequence[SimulatedEngine], label: str) -> tuple[Fairness, Cost]:
    """Let these engines play everything, and measure time and memory."""
    began, before = time.perf_counter(), resident_memory()
    hall = wish.hall(engines)
    for _ in counted(hall.run(), hall.expected, spoken(label)):
        pass
    fairness = judged(hall)
    peak = peak_memory()
    return fairness, Cost(time.perf_counter() - began, peak, max(0, peak - before))


def _data(wish: LeagueWish, fairness: Fairness, control: Fairness, cost: Cost) -> dict[str, Any]:
    return {
        "engines": wish.engines,
        "competitions": len(wish.sizes),
        "system": wish.system,
        "at_once": wish.at_once,
        "each": wish.each,
        **asdict(fairness),
        "control": control.queue[Temper.FAST],
        "real_seconds": cost.seconds,
        "peak_megabytes": cost.peak / 1e6,
        "kilobytes_an_engine": cost.grown / 1e3 / wish.engines,
    }


def _rows(wish: LeagueWish, fairness: Fairness, control: Fairness, cost: Cost) -> Iterator[str]:
    yield spoken(
        "cli.league-of",
        engines=wish.engines,
        competitions=len(wish.sizes),
        system=spoken(f"arbitre.system-{wish.system}"),
        at_once=wish.at_once,
        each=wish.each,
    )
    yield _row(_said("games"), f"{fairness.games:d}")
    yield _row(_said("virtual"), f"{fairness.seconds:.0f} s")
    yield _row(_said("real"), f"{cost.seconds:.1f} s")
    yield _row(_said("memory"), _said("megabytes", size=f"{cost.peak / 1e6:.0f}"))
    yield _row(_said("memory-each"), _said("kilobytes", size=f"{cost.grown / 1e3 / wish.engines:.1f}"))
    yield _row(_said("used"), f"{100 * fairness.utilisation:.0f} %")
    yield _row(_said("counts"), f"{fairness.fewest} {fairness.mean:.1f} {fairness.most}")
    yield _row(_said("gini"), f"{fairness.gini:.3f}")
    yield _row(_said("correlation"), f"{fairness.correlation:.3f}")
    yield _said("wait-head")
    yield from _waits("queue", fairness)
    yield _row("  " + _said("control"), _spread(control.queue[Temper.FAST]))
    yield from _waits("idle", fairness)


def _waits(kind: str, fairness: Fairness) -> Iterator[str]:
    for temper in Temper:
        name = "  " + _said(kind, temper=_said(temper.value))
        yield _row(name, _spread(getattr(fairness, kind)[temper]))


def _row(name: str, value: str) -> str:
    return f"{name:<46} {figures(value, language()):>24}"


def _spread(spread: Spread) -> str:
    return f"{spread.median:.1f} {spread.most:.1f} {spread.worst:.1f}"


def _said(key: str, **facts: object) -> str:
    return spoken(f"cli.league-{key}", **facts)


def _conclude(judgement: Judgement, *, as_json: bool) -> None:
    """Print whether the scheduler was fair, on standard error and with status 1 if it was not."""
    if judgement.starved:
        sentence = _said("starved", count=len(judgement.starved), engine=judgement.starved[0])
    else:
        key = "delayed" if judgement.delayed else "fair"
        waits = {"waited": judgement.with_slow, "alone": judgement.without, "allowed": judgement.allowed}
        sentence = _said(key, **{name: f"{value:.1f}" for name, value in waits.items()})
    if not judgement.fair:
        click.echo(pretty({"error": "not-fair", "message": sentence}) if as_json else sentence, err=True)
        raise click.exceptions.Exit(1)
    if not as_json:
        click.echo(sentence)
