"""Whether the rounds of a tournament of Go were paired as well as possible: each is paired anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ronde.model.player import PlayerId
from ronde.model.tournament import Round, Tournament, bye_of
from ronde.systems.mcmahon.field import Field
from ronde.systems.mcmahon.pairing import Meeting, Pricing
from ronde.systems.mcmahon.weights import Weights
from ronde.systems.rounds import before_pairing


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """A round as it was paired, beside the best one."""

    number: int
    equal: bool
    """Whether both weigh the same."""
    same_pairs: bool
    total: int
    """The weight of the pairs as they were made."""
    best: int
    """The weight of the best pairs, after the bye that the rules choose."""
    bye: PlayerId = 0
    """Who would have the bye; 0 for nobody."""
    same_bye: bool = True


def check_rounds(tournament: Tournament, *, rules: str = "", seed: int = 0) -> list[RoundCheck]:
    """Every paired round; `rules` are those of another version of OpenGotha than the settings name."""
    chosen = replace(tournament.settings.mcmahon, rules=rules or tournament.settings.mcmahon.rules)
    tournament = replace(tournament, settings=replace(tournament.settings, mcmahon=chosen))
    return [_checked(tournament, played, seed) for played in tournament.rounds if played.tables]


def _checked(tournament: Tournament, played: Round, seed: int) -> RoundCheck:
    before = before_pairing(tournament, played.number)
    pricing = Pricing(_unseated(before), played.seed or seed)
    found = pricing.cheapest(pricing.tournament.unpaired)
    made = _meetings(pricing.field, played)
    total, best = weight(pricing, made), weight(pricing, found.meetings)
    same = {frozenset(pair) for pair in made} == {frozenset(pair) for pair in found.meetings}
    had = bye_of(played)
    return RoundCheck(played.number, total == best, same, total, best, found.bye, had == {found.bye} - {0})


def _unseated(before: Tournament) -> Tournament:
    """Nothing of the round is paired, not even what the arbiter locked."""
    return before.with_open_round(replace(before.open_round, tables={}, bye=None, forced_bye=0))


def _meetings(field: Field, played: Round) -> list[Meeting]:
    return [(field.place[table.first], field.place[table.second]) for table in played]


def weight(pricing: Pricing, meetings: Iterable[Meeting]) -> int:
    """The weight of some pairs."""
    both = np.array(sorted(map(sorted, meetings)), dtype=np.int64).reshape(-1, 2)
    return int(Weights(pricing.field, both[:, 0], both[:, 1], seed=pricing.seed).total().sum())
