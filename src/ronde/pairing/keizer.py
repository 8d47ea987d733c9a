"""Keizer pairing as KeizerForClubs would find it with unlimited time, or balanced by the exact matcher."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from ronde.core import errors
from ronde.core.player import Absence, PlayerId
from ronde.core.table import Bye, Pair, Reason
from ronde.core.tournament import Tournament, named
from ronde.pairing.draw import Draw
from ronde.pairing.keizer_history import Histories, histories
from ronde.pairing.keizer_refusal import refusal
from ronde.pairing.keizer_rules import Rules, barred
from ronde.pairing.maximum import Oracle
from ronde.scoring.door import frozen_values, keizer_table


def keizer(tournament: Tournament, *, seed: int) -> Draw:
    """Complete the pairs of the open round with neighbours by rank; freezes the order it is scored by."""
    chance = random.Random(seed)
    order = free_by_rank(tournament, chance)
    rules = rules_of(tournament, chance)
    if tournament.settings.keizer.pairing == "balanced":
        from ronde.pairing.keizer_balanced import balanced

        pairs, bye = balanced(tournament, order, rules, seed=seed)
    else:
        pairs, bye = neighbours(tournament, order, rules)
    tables = boards(tournament, pairs, chance)
    total = sum(pair.cost for pair in pairs) + (bye.cost if bye else 0)
    return Draw(tables, bye, "keizer", seed, total, _values(tournament))


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


def drawn_ratings(tournament: Tournament) -> dict[PlayerId, int]:
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
        raise errors.CannotPair(reason="bye", players=named(tournament, [tournament.open_round.forced_bye]))
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
