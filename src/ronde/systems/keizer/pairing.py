"""Keizer's pairing: neighbours by rank, or balanced; refusals, and the proof of neighbours."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ronde.model import errors
from ronde.model.errors import CannotPair
from ronde.model.events import Event, TableAdded
from ronde.model.player import Absence, PlayerId
from ronde.model.system_settings import COLOUR_LIMITS
from ronde.model.table import Bye, Pair, Reason
from ronde.model.tournament import Tournament, full_names
from ronde.systems.keizer.balanced import KeizerPricing
from ronde.systems.keizer.rules import RULES, Histories, Rules, barred, histories, meeting_cost, relax
from ronde.systems.keizer.standings import frozen_values, keizer_table
from ronde.systems.matching.match import match
from ronde.systems.matching.maximum import Oracle
from ronde.systems.matching.proof import Proof
from ronde.systems.system import Method, RoundPairing, WhyNotAnswer

# Why a Keizer round cannot be paired, and the smallest relaxation of the rules that helps.


def refusal(
    tournament: Tournament, order: Sequence[PlayerId], bye: Bye | None, rules: Rules, oracle: Oracle
) -> CannotPair:
    """The error that names who blocks the round and proposes the smallest relaxation."""
    players = [player for player in order if bye is None or player != bye.player]
    stuck, rivals = oracle.blocked()
    facts: dict[str, object] = {
        "players": full_names(tournament, [players[place] for place in stuck]),
        "rivals": full_names(tournament, [players[place] for place in rivals]),
        **_proposal(tournament, order, bye, rules),
    }
    return CannotPair(**facts)


def _proposal(
    tournament: Tournament, order: Sequence[PlayerId], bye: Bye | None, rules: Rules
) -> dict[str, object]:
    """The first that helps: another bye, a shorter distance, a wider colour limit, then the last two."""
    players = [player for player in order if bye is None or player != bye.player]
    if bye is not None:
        other = next((one for one in reversed(order) if _pairable(_without(order, one), rules)), None)
        if other is not None:
            return {"reason": "other-bye", "bye": tournament.player(other).full_name, "id": other}
    for distance in range(rules.repeat_distance - 1, -1, -1):
        if _pairable(players, relax(rules, distance=distance)):
            return {"reason": "distance", "distance": distance, "now": rules.repeat_distance}
    for limit in _wider(rules.colour_limit):
        if _pairable(players, relax(rules, limit=limit)):
            return {"reason": "colours", "limit": limit, "now": rules.colour_limit}
    if _pairable(players, relax(rules, distance=0, limit=0)):
        return {"reason": "both", **_both(players, rules)}
    return {"reason": "forbidden"}


def _both(players: Sequence[PlayerId], rules: Rules) -> dict[str, object]:
    """The longest distance that helps without the limit on colours."""
    lengths = range(rules.repeat_distance - 1, -1, -1)
    return {
        "distance": next(one for one in lengths if _pairable(players, relax(rules, distance=one, limit=0))),
        "now": rules.repeat_distance,
    }


def _wider(limit: int) -> Iterator[int]:
    """The limits looser than this one, the last being none at all."""
    if limit:
        yield from (one for one in COLOUR_LIMITS if one > limit)
        yield 0


def _without(order: Sequence[PlayerId], player: PlayerId) -> list[PlayerId]:
    return [other for other in order if other != player]


def _pairable(players: Sequence[PlayerId], rules: Rules) -> bool:
    return len(players) % 2 == 0 and Oracle(barred(players, rules)).complete


# Keizer pairing as KeizerForClubs would find it with unlimited time, or balanced by the exact matcher.


def keizer(tournament: Tournament, *, seed: int) -> RoundPairing:
    """Complete the pairs of the open round with neighbours by rank; freezes the order it is scored by."""
    chance = random.Random(seed)
    order = free_by_rank(tournament, chance)
    rules = rules_of(tournament, chance)
    if tournament.settings.keizer.pairing == "balanced":
        from ronde.systems.keizer.balanced import balanced

        pairs, bye = balanced(tournament, order, rules, seed=seed)
    else:
        pairs, bye = neighbours(tournament, order, rules)
    tables = boards(tournament, pairs, chance)
    total = sum(pair.cost for pair in pairs) + (bye.cost if bye else 0)
    return RoundPairing(tables, bye, "keizer", seed, total, _values(tournament))


def _values(tournament: Tournament) -> tuple[PlayerId, ...]:
    """Frozen when the round is begun; completing a round with tables does not change it."""
    current = tournament.open_round
    return current.values if current.tables and current.values else frozen_values(tournament)


def free_by_rank(tournament: Tournament, chance: random.Random) -> list[PlayerId]:
    """Everybody to be paired or to have the bye, the highest rank first.

    A single player has the bye, and with nobody the absences make the round; refused without either.
    """
    away = {tournament.absence(player) for player in tournament.players}
    if not tournament.present and away <= {Absence.WITHDRAWN, Absence.OUT}:
        raise errors.NobodyToPair(present=0)
    free = set(tournament.unpaired)
    return [player for player in ranking(tournament, chance) if player in free]


def ranking(tournament: Tournament, chance: random.Random) -> Sequence[PlayerId]:
    """All who have not withdrawn, by internal rank; in round 1 by possibly randomised rating."""
    spread = tournament.settings.keizer.first_round_random
    if tournament.closed_rounds or not spread:
        return keizer_table(tournament).ranking
    moved = first_ratings(tournament, chance)
    return sorted(moved, key=lambda player: (-moved[player], player))


def first_ratings(tournament: Tournament, chance: random.Random) -> dict[PlayerId, int]:
    """Randomised ratings for round 1; absent players have 0 and come last (keizer 2.2)."""
    gone = (Absence.WITHDRAWN, Absence.OUT)
    active = [one for one in tournament.players if tournament.absence(one) not in gone]
    moved = _moved(tournament, set(tournament.present), chance)
    return {player: moved.get(player, 0) for player in active}


def randomised_ratings(tournament: Tournament) -> dict[PlayerId, int]:
    """The randomised ratings that ordered round 1, recomputed from its seed; empty without randomness."""
    first = tournament.rounds[0]
    if not (first.seed and tournament.settings.keizer.first_round_random):
        return {}
    here = {*first.seated, *first.byes, *([first.bye.player] if first.bye else [])}
    return _moved(tournament, here, random.Random(first.seed))


def _moved(tournament: Tournament, here: Collection[PlayerId], chance: random.Random) -> dict[PlayerId, int]:
    spread = tournament.settings.keizer.first_round_random
    playing = [card for player, card in tournament.players.items() if player in here]
    return {card.id: card.rating + chance.randint(-spread, spread - 1) for card in playing}


def rules_of(tournament: Tournament, chance: random.Random) -> Rules:
    settings = tournament.settings.keizer
    by_chance = settings.first_round_random and not tournament.closed_rounds
    return Rules(
        round=tournament.open_round.number,
        histories=histories(tournament),
        repeat_distance=settings.repeat_distance,
        colour_limit=settings.colour_limit,
        forbidden=tournament.forbidden,
        toss=chance if by_chance else None,
    )


def neighbours(
    tournament: Tournament, order: Sequence[PlayerId], rules: Rules
) -> tuple[list[Pair], Bye | None]:
    """The first complete pairing of KeizerForClubs' search, and the bye, which is fixed before."""
    bye = _bye(tournament, order, rules.histories)
    players = [player for player in order if bye is None or player != bye.player]
    if len(players) % 2:
        raise errors.CannotPair(
            reason="bye", players=full_names(tournament, [tournament.open_round.forced_bye])
        )
    oracle = Oracle(barred(players, rules))
    if not oracle.complete:
        raise refusal(tournament, order, bye, rules, oracle)
    return _first_complete(players, rules, oracle), bye


def _bye(tournament: Tournament, order: Sequence[PlayerId], past: Histories) -> Bye | None:
    """The arbiter's choice, else from the lowest rank upwards the first with few enough byes (keizer 2.3)."""
    forced = tournament.open_round.forced_bye
    if forced:
        return Bye(forced)
    if len(order) % 2 == 0:
        return None
    fewest = min(past[player].byes for player in tournament.present)
    fair = tournament.settings.keizer.fair_bye
    fit = (player for player in reversed(order) if not fair or past[player].byes <= fewest)
    player = next(fit, order[-1])  # with locked tables the one with fewest byes may be seated
    skipped = order[order.index(player) + 1 :]
    return Bye(player, tuple(Reason("bye-fair", 0, one, past[one].byes) for one in reversed(skipped)))


def _first_complete(players: Sequence[PlayerId], rules: Rules, oracle: Oracle) -> list[Pair]:
    """Board by board: the best free player with the best opponent that lets everybody else be paired.

    The search tries other players on a board only if the best one can meet nobody there; but an opponent on
    a later board would also be possible on this one, so then no complete pairing exists. Asking the oracle
    before each step therefore gives the result of the search without backtracking.
    """
    pairs: list[Pair] = []
    for place, player in enumerate(players):
        if place not in oracle.free:
            continue
        skipped: list[Reason] = []
        for other in range(place + 1, len(players)):
            if oracle.settle(place, other):
                white, black = rules.seats(player, players[other])
                pairs.append(Pair(white, black, tuple(skipped)))
                break
            if other in oracle.free:
                skipped.append(_skipped(rules, player, players[other]))
    return pairs


def _skipped(rules: Rules, player: PlayerId, passed_over: PlayerId) -> Reason:
    """Why a player nearer in rank was passed over."""
    bar = rules.bar(player, passed_over)
    return Reason(f"skipped-{bar or 'rest'}", 0, passed_over, rules.too_soon(player, passed_over))


def boards(tournament: Tournament, pairs: Sequence[Pair], chance: random.Random) -> dict[int, Pair]:
    """All tables of the round by number: existing ones keep theirs, new ones take the free numbers."""
    seated = {table.number: table.pair for table in tournament.open_round}
    free = [number for number in range(1, len(seated) + len(pairs) + 1) if number not in seated]
    numbers = free[: len(pairs)]
    if tournament.settings.keizer.random_boards:
        chance.shuffle(numbers)
    return dict(sorted({**seated, **dict(zip(numbers, pairs, strict=True))}.items()))


# The proof that a Keizer round has the first complete pairing by rank.


Barred = Sequence[Collection[int]]
"""For each place, the places of those it may not meet."""


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """Two who may meet, and the proof that the remaining players could then not all be paired."""

    upper: int
    lower: int
    least: int
    """How many forbidden pairs the others would need at least."""
    proof: Proof
    """Proves that number, where a forbidden pair costs 1 and any other 0; places count those remaining."""


@dataclass(frozen=True, slots=True)
class RankOrder:
    """Everybody in turn meets the nearest in rank who lets all others be paired."""

    players: tuple[PlayerId, ...]
    """By rank, without the player who has the bye."""
    barred: tuple[tuple[int, int], ...]
    """The places of those who may not meet."""
    dead_ends: tuple[DeadEnd, ...]


def rank_order(tournament: Tournament, *, seed: int) -> RankOrder | None:
    """Why the neighbours of a Keizer round are what they are; None where it is paired otherwise."""
    settings, chance = tournament.settings, random.Random(seed)
    if not settings.pairing_system.by_value or settings.keizer.pairing == "balanced":
        return None
    order, rules = free_by_rank(tournament, chance), rules_of(tournament, chance)
    pairs, bye = neighbours(tournament, order, rules)
    players = tuple(player for player in order if bye is None or player != bye.player)
    place = {player: at for at, player in enumerate(players)}
    partner = {place[pair.first]: place[pair.second] for pair in pairs}
    apart = barred(players, rules)
    return RankOrder(
        players,
        tuple((one, other) for one, bars in enumerate(apart) for other in sorted(bars) if one < other),
        tuple(_dead_ends(apart, partner | {black: white for white, black in partner.items()})),
    )


def _dead_ends(apart: Barred, partner: Mapping[int, int]) -> Iterator[DeadEnd]:
    """Players nearer in rank who were passed over although the two may meet."""
    free = list(range(len(apart)))
    while free:
        upper = free.pop(0)
        for lower in free[: free.index(partner[upper])]:
            if lower not in apart[upper]:
                yield _dead_end(apart, upper, lower, [one for one in free if one != lower])
        free.remove(partner[upper])


def _dead_end(apart: Barred, upper: int, lower: int, left: Sequence[int]) -> DeadEnd:
    costs = np.array([[int(other in apart[one]) for other in left] for one in left], dtype=np.int64)
    cheapest = match(costs, seed=0)
    return DeadEnd(upper, lower, cheapest.total, cheapest.proof)


# Keizer: neighbours by rank, or balanced.


NO_TOSS = random.Random(0)
"""Colours chosen by hand need no coin toss."""


def _completed(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Pairs made by hand with their costs, and with the order that scores the round (keizer 1.3)."""
    begun = tournament.open_round.tables and tournament.open_round.values
    order = () if begun else frozen_values(tournament)
    return [_added(tournament, event, order) if isinstance(event, TableAdded) else event for event in facts]


def _added(tournament: Tournament, event: TableAdded, order: tuple[int, ...]) -> TableAdded:
    with_costs = replace(event, pair=_priced(tournament, event.pair))
    return replace(with_costs, values=order) if order else with_costs


def _priced(tournament: Tournament, pair: Pair) -> Pair:
    reasons = meeting_cost(rules_of(tournament, NO_TOSS), pair.first, pair.second)
    return Pair(pair.first, pair.second, reasons, sum(reason.cost for reason in reasons))


def _why_not(before: Tournament, one: PlayerId, other: PlayerId, seed: int) -> WhyNotAnswer:
    """The cost if two free players met in the open round, and the total of the round then."""
    chance = random.Random(seed)
    pricing = KeizerPricing(before, free_by_rank(before, chance), rules_of(before, chance))
    upper, lower = sorted(pricing.players.index(player) for player in (one, other))
    pair = pricing.pair(upper, lower)
    forced = before.open_round.forced_bye
    bye = pricing.bye(forced).cost if forced else 0
    rest = pricing.matched(seed, without=(upper, lower)).total
    return WhyNotAnswer(pair, pair.cost + rest + bye, pricing.matched(seed).total + bye)


KEIZER = Method(
    pair=keizer,
    why_not=_why_not,
    by_hand=_completed,
    rules=RULES,
    binding_rules=("met-too-soon", "colour-limit"),
)
