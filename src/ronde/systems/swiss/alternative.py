"""What the whole round would be like if a player met somebody else."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.model.errors import CannotPair
from ronde.model.player import PlayerId
from ronde.model.table import Bye, Pair
from ronde.model.tournament import Tournament
from ronde.systems.pair_facts import PairFact
from ronde.systems.swiss.pairing import Pricing, free_players
from ronde.systems.swiss.price import pairing_histories

GROUPS = {
    "instead-rematch": ("met-same-colours", "met-opposite-colours", "met-in-a-row"),
    "instead-scores": ("float", "float-again", "float-back", "elitism"),
    "instead-colours": ("colour", "colour-again"),
    "instead-compatriots": ("same-country",),
    "instead-bye": ("bye-again", "bye-in-a-row"),
}
"""What gets worse, by the rules that charge for it."""


def alternative(before: Tournament, met: Pair, player: PlayerId, total: int, seed: int) -> PairFact | None:
    """What the cheapest other opponent of a player would cost everybody; None if `total` is not the least."""
    free = free_players(before)
    pricing = Pricing(before, pairing_histories(before), free)
    others = [one for one in free if one not in met and {one, player} not in before.forbidden]
    best = _round(pricing, seed)
    if not others or _cost(best) != total:
        return None
    pair = min((_cheaper(pricing, player, one) for one in others), key=lambda one: one.cost)
    rest = Pricing(before, pricing.history, [one for one in free if one not in pair])
    other = pair.second if pair.first == player else pair.first
    try:
        return _compared(best, [pair, *_round(rest, seed)], player, other)
    except CannotPair:
        return None


Part = Pair | Bye


def _round(pricing: Pricing, seed: int) -> list[Part]:
    pairs, bye = pricing.cheapest(seed)
    return [*pairs, *([bye] if bye else [])]


def _cost(parts: Iterable[Part]) -> int:
    return sum(part.cost for part in parts)


def _cheaper(pricing: Pricing, one: PlayerId, other: PlayerId) -> Pair:
    """The pair in its cheaper colours."""
    return min(pricing.pair(one, other), pricing.pair(other, one), key=lambda pair: pair.cost)


def _compared(best: list[Part], other_round: list[Part], player: PlayerId, other: PlayerId) -> PairFact:
    """The group of rules by which the other round is dearest, and how many more pairs it would repeat."""
    if _cost(other_round) == _cost(best):
        return PairFact("instead-equal", player, other)
    more = {kind: _charge(other_round, rules) - _charge(best, rules) for kind, rules in GROUPS.items()}
    kind = max(more, key=lambda one: more[one])
    count = _rematches(other_round) - _rematches(best)
    if more[kind] <= 0 or (kind == "instead-rematch" and count < 1):
        kind = "instead-worse"
    return PairFact(kind, player, other, count if kind == "instead-rematch" else 0)


def _charge(parts: Iterable[Part], rules: tuple[str, ...]) -> int:
    return sum(reason.cost for part in parts for reason in part.reasons if reason.rule in rules)


def _rematches(parts: Iterable[Part]) -> int:
    rules = GROUPS["instead-rematch"]
    return sum(any(reason.rule in rules for reason in part.reasons) for part in parts)
