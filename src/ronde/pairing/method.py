"""The functions of a pairing system, assembled by its module in `pairing/systems`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.systems import SYSTEMS, System
from ronde.core.systems import add_system as offer
from ronde.core.tournament import Tournament
from ronde.pairing.draw import BracketStory, ChecklistRow, PairingSystem, WhyNot, Worse

Asked = Callable[[Tournament, PlayerId, PlayerId, int], WhyNot]
"""What if these two met in the open round? The number is the seed of the draw."""


Meeting = tuple[PlayerId, PlayerId]
"""Two players who meet; the bye is a meeting with 0."""
FORBIDDEN = "forbidden"
"""The reason for a forbidden pair made by hand, in every system."""


def nothing(tournament: Tournament, seed: int) -> list[Event]:
    return []


def unchanged(tournament: Tournament, facts: list[Event]) -> list[Event]:
    return facts


@dataclass(frozen=True, slots=True)
class Method:
    draw: PairingSystem
    why_not: Asked | None = None
    """None where a schedule decides."""
    before_draw: Callable[[Tournament, int], list[Event]] = nothing
    """What is decided once, before the round is paired: seats, the first colour."""
    by_hand: Callable[[Tournament, list[Event]], list[Event]] = unchanged
    """Completes the events of pairs made by hand: with costs, or with the order a round is scored by."""
    rules: tuple[str, ...] = ()
    """The rules its reasons may name."""
    kept: tuple[str, ...] = ()
    """Those of them that a pair made by hand should not violate unnoticed."""
    checklist: Callable[[Tournament], list[ChecklistRow]] | None = None
    """What it knows of everybody before the open round, where it pairs by criteria."""
    worse: Callable[[Tournament, Sequence[Meeting], Sequence[Meeting]], Worse | None] | None = None
    """The first criterion that a round meets less well than the draw, given the pairs of both."""
    bye_barred: Callable[[Tournament, PlayerId], bool] | None = None
    """Whether a player may not have the bye any more."""
    brackets: Callable[[Tournament, Tournament, int], list[BracketStory]] | None = None
    """The brackets of a round, from the tournament before it and as it is."""


ADDED: dict[str, Method] = {}
"""The functions of systems added by plug-ins."""


def add_system(system: System, method: Method) -> None:
    """Add a system of a plug-in."""
    offer(system)
    ADDED[system.name] = method


def method_of(system: System) -> Method:
    """The functions of a system, imported on first use."""
    if system.name in ADDED:
        return ADDED[system.name]
    name = (system.method or system.name).replace("-", "_")
    method: Method = import_module(f"ronde.pairing.systems.{name}").METHOD
    return method


def rules() -> tuple[str, ...]:
    """All rules a reason may name."""
    named = [rule for system in SYSTEMS.values() for rule in method_of(system).rules]
    return tuple(dict.fromkeys([*named, FORBIDDEN]))
