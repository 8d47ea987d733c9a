"""The rules of Keizer pairing implemented a second time, straight from the specification, as a reference."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations

import networkx

from ronde.model.events import (
    AbsencePlanned,
    Event,
    PlayerEntered,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    TournamentOpened,
)
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import BOARDS, Result
from ronde.model.settings import Settings
from ronde.model.system_settings import KeizerSettings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament

Game = tuple[int, int, int]
"""Round, white, black."""
Seats = tuple[int, int]


def games(hall: Tournament) -> list[Game]:
    return [(played.number, table.first, table.second) for played in hall.closed_rounds for table in played]


def colours(player: int, past: Sequence[Game]) -> str:
    return "".join("w" if white == player else "b" for _, white, black in past if player in (white, black))


def too_soon(one: int, other: int, number: int, distance: int, past: Sequence[Game]) -> bool:
    return any({one, other} == {white, black} and at >= number - distance for at, white, black in past)


def may_have(player: int, letter: str, limit: int, past: Sequence[Game]) -> bool:
    had = colours(player, past)
    return not limit or len(had) < limit or had[-limit:] != letter * limit


def seats(upper: int, lower: int, limit: int, past: Sequence[Game]) -> Seats | None:
    """White and black of a pair tried with `upper` in the outer loop, or None if the limit forbids it."""

    def fits(white: int, black: int) -> bool:
        return may_have(white, "w", limit, past) and may_have(black, "b", limit, past)

    balance = {one: colours(one, past).count("w") - colours(one, past).count("b") for one in (upper, lower)}
    met = [white for _, white, black in past if {upper, lower} == {white, black}]
    if balance[upper] != balance[lower]:
        white = min((upper, lower), key=lambda one: balance[one])
    elif len(met) % 2:
        white = min((upper, lower), key=met.count)
    else:
        ways = ((lower, upper), (upper, lower))
        return next((way for way in ways if fits(*way)), None)
    black = lower if white == upper else upper
    return (white, black) if fits(white, black) else None


def allowed(hall: Tournament) -> Callable[[int, int], Seats | None]:
    """Which colours two players would have in the open round, or None if they may not meet."""
    keizer, past, number = hall.settings.keizer, games(hall), hall.open_round.number

    def try_pair(upper: int, lower: int) -> Seats | None:
        if frozenset((upper, lower)) in hall.forbidden:
            return None
        if too_soon(upper, lower, number, keizer.repeat_distance, past):
            return None
        return seats(upper, lower, keizer.colour_limit, past)

    return try_pair


def first_found(order: Sequence[int], try_pair: Callable[[int, int], Seats | None]) -> list[Seats] | None:
    """The depth-first search of KeizerForClubs, word for word, and without its budget."""
    if not order:
        return []
    for upper in order:
        for lower in order:
            seated = try_pair(upper, lower) if lower != upper else None
            if seated is not None:
                rest = first_found([one for one in order if one not in (upper, lower)], try_pair)
                if rest is not None:
                    return [seated, *rest]
    return None


def pairable(order: Sequence[int], try_pair: Callable[[int, int], Seats | None]) -> bool:
    """Whether everybody can be paired at once, by somebody else's maximum matching."""
    graph = networkx.Graph()
    graph.add_nodes_from(order)
    graph.add_edges_from(pair for pair in combinations(order, 2) if try_pair(*pair) is not None)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(order)


def bye_of(order: Sequence[int], hall: Tournament) -> int | None:
    """From the lowest rank upwards; with the option only somebody with as few byes as anybody present."""
    if len(order) % 2 == 0:
        return None
    byes = {player: sum(player in played.byes for played in hall.closed_rounds) for player in order}
    fair = hall.settings.keizer.fair_bye
    return next(one for one in reversed(order) if not fair or byes[one] <= min(byes.values()))


def random_hall(seed: int, *, most: int, rounds: int) -> Tournament:
    """A tournament that was paired by chance alone, so that its past respects no rule at all."""
    chance = random.Random(seed)
    keizer = KeizerSettings(
        repeat_distance=chance.choice([0, 1, 2, 3, 99]),
        colour_limit=chance.choice([0, 0, 2, 3]),
        fair_bye=chance.random() < 0.7,
        ratio=chance.choice([3.0, 2.0, 1.1]),
    )
    settings = Settings(system="keizer", board=BOARDS["chess"], tiebreaks=(), keizer=keizer)
    facts: list[Event] = [TournamentOpened("chance", "", settings)]
    everybody = range(1, chance.randint(2, most) + 1)
    facts += [
        PlayerEntered(Player(one, f"P{one}", rating=chance.randint(1000, 2000)), 1) for one in everybody
    ]
    for number in range(1, chance.randint(0, rounds) + 1):
        facts += _round(number, list(everybody), chance)
    hall = replay(facts)
    away = [AbsencePlanned(one, hall.open_round.number, Absence.CLUB) for one in _some(everybody, chance)]
    return replay(away, hall)


def _some(players: Sequence[int], chance: random.Random) -> list[int]:
    return [player for player in players if chance.random() < 0.15]


def _round(number: int, players: list[int], chance: random.Random) -> list[Event]:
    away = dict.fromkeys(_some(players, chance), Absence.EXCUSED)
    here = [player for player in players if player not in away]
    chance.shuffle(here)
    bye = (here.pop(),) if len(here) % 2 else ()
    pairs = {at + 1: Pair(here[2 * at], here[2 * at + 1]) for at in range(len(here) // 2)}
    facts: list[Event] = [AbsencePlanned(player, number, why) for player, why in away.items()]
    facts.append(RoundPaired(number, pairs, None, "keizer", 0, 0))
    for table in pairs:
        won = chance.choice([0.0, 0.5, 1.0])
        facts.append(ResultEntered(number, table, Result(won, 1 - won)))
    return [*facts, RoundClosed(number, bye, away)]
