"""What a pairing system is: its pairing of a round, its answers, the order of its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import import_module
from typing import Protocol

from ronde.model.events import Event, RoundPaired
from ronde.model.player import PlayerId
from ronde.model.replay import replay
from ronde.model.systems import SYSTEMS, System
from ronde.model.systems import add_system as offer
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament
from ronde.standings import scores

# A pairing: the tables of a round, the bye, and the costs of every pair.


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """All tables of the round by number, including those that existed before."""

    tables: Mapping[int, Pair]
    bye: Bye | None
    system: str
    seed: int
    total: int
    """The cost of the new pairs and the bye; pairs made before are not included."""
    values: tuple[PlayerId, ...] = ()
    """Keizer: the order by which the round is scored."""


class PairVerdict(StrEnum):
    """Why two players do not meet, where pairs have no costs."""

    DRAWN = "drawn"
    MET = "met"
    COLOURS = "colours"
    REST = "rest"
    """The others could not all be paired."""
    WORSE = "worse"
    LATER = "later"
    """Every criterion is met as well; the rules take the earlier of equal candidates."""


@dataclass(frozen=True, slots=True)
class Worse:
    """A criterion that gets worse: its bracket in half-points, and its counts with the pair and at best."""

    criterion: str
    bracket: int
    with_them: int
    best: int


@dataclass(frozen=True, slots=True)
class WhyNotAnswer:
    """The costs of a pair that does not meet, the least total with it, and the least total of all."""

    pair: Pair
    total_with: int
    total_best: int
    forbidden: bool = False
    """Whether the arbiter has forbidden the pair."""
    verdict: PairVerdict | None = None
    """The verdict of the rules, where pairs have no costs."""
    worse: Worse | None = None


@dataclass(frozen=True, slots=True)
class ChecklistRow:
    """What a pairing by criteria knows of one player before a round.

    Preferences are `WW` absolute, `W` strong, `w` mild; floats `v` down, `^` up, the latest last. Scores are
    tenths of a point.
    """

    number: int
    score: int
    colours: str
    preference: str
    floats: str
    may_have_bye: bool
    opponents: tuple[int, ...]
    """By number."""
    player: PlayerId = 0

    def named(self, player: Callable[[int], PlayerId]) -> ChecklistRow:
        """The same with the player instead of the number."""
        return replace(self, player=player(self.number))


@dataclass(frozen=True, slots=True)
class BracketSummary:
    """One bracket of a round that was paired by criteria."""

    half_points: int
    """The score of the residents."""
    moved_down: tuple[PlayerId, ...]
    residents: tuple[PlayerId, ...]
    pairs: int
    limbo: tuple[PlayerId, ...]
    """Those moved down who were not paired here either."""
    floaters: tuple[PlayerId, ...]
    """Residents who were not paired here: they float, or have the bye."""
    gave_way: Mapping[str, int]
    """How often each criterion gave way."""


class PairingSystem(Protocol):
    """A way to complete the pairs of the open round."""

    def __call__(self, tournament: Tournament, *, seed: int) -> RoundPairing:
        """Pair everybody who is present and free. Same arguments, same pairing."""
        ...


# The functions of a pairing system, assembled by its module in `systems`.


WhyNotQuestion = Callable[[Tournament, PlayerId, PlayerId, int], WhyNotAnswer]
"""What if these two met in the open round? The number is the seed of the pairing."""


Meeting = tuple[PlayerId, PlayerId]
"""Two players who meet; the bye is a meeting with 0."""
FORBIDDEN = "forbidden"
"""The reason for a forbidden pair made by hand, in every system."""


def nothing(tournament: Tournament, seed: int) -> list[Event]:
    return []


def unchanged(tournament: Tournament, events: list[Event]) -> list[Event]:
    return events


@dataclass(frozen=True, slots=True)
class Method:
    pair: PairingSystem
    why_not: WhyNotQuestion | None = None
    """None where a schedule decides."""
    before_pairing: Callable[[Tournament, int], list[Event]] = nothing
    """What is decided once, before the round is paired: seats, the first colour."""
    by_hand: Callable[[Tournament, list[Event]], list[Event]] = unchanged
    """Completes the events of pairs made by hand: with costs, or with the order a round is scored by."""
    rules: tuple[str, ...] = ()
    """The rules its reasons may name."""
    binding_rules: tuple[str, ...] = ()
    """Those of them that a pair made by hand should not violate unnoticed."""
    checklist: Callable[[Tournament], list[ChecklistRow]] | None = None
    """What it knows of everybody before the open round, where it pairs by criteria."""
    worse: Callable[[Tournament, Sequence[Meeting], Sequence[Meeting]], Worse | None] | None = None
    """The first criterion that a round meets less well than the computed pairing, given the pairs of both."""
    bye_barred: Callable[[Tournament, PlayerId], bool] | None = None
    """Whether a player may not have the bye any more."""
    brackets: Callable[[Tournament, Tournament, int], list[BracketSummary]] | None = None
    """The brackets of a round, from the tournament before it and as it is."""


def add_system(system: System, method: Method) -> None:
    """Add a system of a plug-in."""
    offer(replace(system, method=method))


def method_of(system: System) -> Method:
    """The functions of a system, imported on first use."""
    if isinstance(system.method, Method):
        return system.method
    module, _, name = str(system.method).partition(":")
    method: Method = getattr(import_module(module), name)
    return method


def rules() -> tuple[str, ...]:
    """All rules a reason may name."""
    named = [rule for system in SYSTEMS.values() for rule in method_of(system).rules]
    return tuple(dict.fromkeys([*named, FORBIDDEN]))


# Table numbers: the leaders at table 1 (papp 3.6).


def numbered(
    tournament: Tournament, pairs: Sequence[Pair], scores: Mapping[PlayerId, int]
) -> dict[int, Pair]:
    """All pairs of the open round by table number.

    Until the first result comes in, the tables are sorted again; afterwards people sit, and new pairs take
    the free numbers.
    """
    return placed(tournament, pairs, lambda some: in_order(tournament, some, scores))


def placed(
    tournament: Tournament, pairs: Sequence[Pair], ordered: Callable[[Sequence[Pair]], list[Pair]]
) -> dict[int, Pair]:
    """The same with an order of tables given by the system."""
    current = tournament.open_round
    seated = {table.number: table.pair for table in current}
    if len(current.missing) == len(current.tables):
        return dict(enumerate(ordered([*seated.values(), *pairs]), start=1))
    free = [number for number in range(1, len(seated) + len(pairs) + 1) if number not in seated]
    return seated | dict(zip(free, ordered(pairs), strict=False))


def in_order(tournament: Tournament, pairs: Sequence[Pair], scores: Mapping[PlayerId, int]) -> list[Pair]:
    """By the better score, then the sum of scores, then the later registration of the first colour."""
    if not tournament.closed_rounds:
        return list(pairs)
    registered = {player: place for place, player in enumerate(tournament.players)}

    def weight(pair: Pair) -> tuple[int, int, int]:
        first, second = scores[pair.first], scores[pair.second]
        return max(first, second), first + second, registered[pair.first]

    return sorted(pairs, key=weight, reverse=True)


def by_score(tournament: Tournament, events: list[Event]) -> list[Event]:
    """The events, followed as in PAPP by sorting the tables by score as long as no result is in.

    Under our profile the arbiter's own table numbers count, and nothing is added.
    """
    now = replay(events, tournament)
    current, settings = now.open_round, now.settings
    if (
        settings.profile != "papp"
        or not now.pairing_system.priced
        or len(current.missing) < len(current.tables)
    ):
        return events
    pairs = [table.pair for table in current.tables.values()]  # in order of creation, which lists still need
    ordered = in_order(now, pairs, scores(now))
    places = {pair.first: number for number, pair in enumerate(ordered, start=1)}
    tables = {places[pair.first]: pair for pair in pairs}
    if tables.keys() == current.tables.keys() and all(tables[n] == t.pair for n, t in current.tables.items()):
        return events
    return [*events, RoundPaired(current.number, tables, current.bye, current.system, current.seed, 0)]
