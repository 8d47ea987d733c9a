"""Keizer standings: values and points settle in turns, and closing a round freezes the order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ronde.model.decisions.rounds import close_round
from ronde.model.events import Event
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament
from ronde.standings import Record, record
from ronde.systems.keizer.points import (
    Season,
    Source,
    Values,
    format_single,
    own_value,
    rank_values,
    season,
    single,
    sources,
    total,
)

# The two orders of KeizerForClubs: the printed table, and the internal ranks used for pairing.


GAPS = (40, 13, 4, 1)


def internal_order(totals: Mapping[PlayerId, float], ratings: Mapping[PlayerId, int]) -> list[PlayerId]:
    """By total, rating and number: no rounding, no game points (keizer 1.7)."""
    return sorted(totals, key=lambda player: (-totals[player], -ratings[player], player))


def printed_order(
    totals: Mapping[PlayerId, float], halves: Mapping[PlayerId, int], ratings: Mapping[PlayerId, int]
) -> list[PlayerId]:
    """By total to two decimals, game points and rating; equals as the Shell sort leaves them (keizer 1.6).

    That sort is not stable: exact ties may not be in the order of the numbers.
    """

    def weight(player: PlayerId) -> tuple[int, int, int]:
        return round(totals[player] * 100), halves[player], ratings[player]

    weights = {player: weight(player) for player in totals}
    return shell_sorted(internal_order(totals, ratings), lambda one, other: weights[one] > weights[other])


def shell_sorted(players: Sequence[PlayerId], before: Callable[[PlayerId, PlayerId], bool]) -> list[PlayerId]:
    """Shell sort by swaps, with gaps 40, 13, 4, 1 as far as they fit the list."""
    row = list(players)
    for gap in (gap for gap in GAPS if gap <= len(row)):
        for start in range(gap, len(row)):
            at = start
            while at >= gap and before(row[at], row[at - gap]):
                row[at], row[at - gap] = row[at - gap], row[at]
                at -= gap
    return row


# Keizer standings as KeizerForClubs computes them, and two cleaner variants of the same rules.


MOST_PASSES = 1_000
"""The limit of the search for the fixed point; a few passes are usual."""


@dataclass(frozen=True, slots=True)
class KeizerRow:
    place: int
    """As printed; 0 for a withdrawn player."""
    rank: int
    """The internal rank used for pairing; 0 for a withdrawn player."""
    player: PlayerId
    total: float
    """Keizer points, a single-precision number."""
    value: float
    """What a win against him was worth (Rank-Pb); 0 for a withdrawn player."""
    rank_value: float
    """What his internal rank is worth from here on; the frozen reading uses the printed place instead."""
    half_points: int
    """Two for each win, forfeits included, one for each draw and adjourned game."""
    sources: tuple[Source, ...]

    @property
    def shown(self) -> str:
        return format_single(self.total)


@dataclass(frozen=True, slots=True)
class KeizerTable:
    """All players after a round, in printed order, including withdrawn ones."""

    after: int
    rows: tuple[KeizerRow, ...]

    @property
    def standing(self) -> tuple[KeizerRow, ...]:
        return tuple(row for row in self.rows if row.place)

    @property
    def order(self) -> tuple[PlayerId, ...]:
        """The players who have a place, in printed order: the order that is frozen."""
        return tuple(row.player for row in self.standing)

    @property
    def ranking(self) -> tuple[PlayerId, ...]:
        """The players who have a place, by internal rank."""
        return tuple(row.player for row in sorted(self.standing, key=lambda row: row.rank))


def keizer_table(tournament: Tournament, upto: int | None = None, lines: Record | None = None) -> KeizerTable:
    """The table after `upto` closed rounds, by default after all, as the setting `keizer.values` says.

    `lines` is the record of these rounds, if it is known.
    """
    played = season(tournament, upto, lines)
    return _table(played, _values(played))


def keizer_places(
    tournament: Tournament, first: int = 1, lines: Record | None = None
) -> list[dict[PlayerId, int]]:
    """The printed places after each round from `first` on: all rounds at once."""
    lines, rounds = lines or record(tournament), len(tournament.closed_rounds)
    by_round = []
    for after in range(first, rounds + 1):
        played = season(tournament, after, lines)
        places = _ranked(played, _values(played)).places
        by_round.append({player: place for player, place in places.items() if place})
    return by_round


def frozen_values(tournament: Tournament) -> tuple[PlayerId, ...]:
    """The order by which the open round will be scored: the current table."""
    return keizer_table(tournament).order if tournament.closed_rounds else ()


def close_and_freeze(tournament: Tournament) -> list[Event]:
    """Close the open round; its order is frozen if no pairing did that, as on an evening without games."""
    unfrozen = tournament.settings.pairing_system.by_value and not tournament.open_round.values
    return close_round(tournament, values=frozen_values(tournament) if unfrozen else ())


def _values(played: Season) -> dict[PlayerId, float]:
    """The values that score everything after the last round, as the setting `keizer.values` says."""
    reading = played.settings.values
    if reading == "frozen":
        return _from_orders(played)
    again = _from_orders(replace(played, stored=((),) * played.after))
    return _settled(played, again) if reading == "fixed-point" else again


def _from_orders(played: Season) -> dict[PlayerId, float]:
    """The values of the frozen orders (keizer 1.2 and 1.3).

    They follow from the frozen order of that round; without one, from the internal ranks after the previous
    round, computed in the same way, down to the order by rating that scores round 1.
    """
    orders = [*played.stored]
    values = _by_rating(played)
    start = next((at for at in range(len(orders), 0, -1) if orders[at - 1]), 1)
    for number in range(start, played.after + 1):
        if orders[number - 1]:
            values = _by_rating(played) | _by_order(played, orders[number - 1])
        elif number > 1:
            before = _ranked(_until(played, number - 1), values)
            values = _by_rating(played) | _by_order(played, before.active)
    return values


def _until(played: Season, after: int) -> Season:
    lines = {player: own[:after] for player, own in played.lines.items()}
    return replace(played, after=after, lines=lines, stored=played.stored[:after])


def _by_rating(played: Season) -> dict[PlayerId, float]:
    """Standing 0: by rating; also the value of a player missing in the stored table."""
    active = played.by_rating
    ranked = dict(zip(active, rank_values(len(active), played.settings), strict=True))
    return {player: ranked.get(player, 0.0) for player in played.ratings}


def _by_order(played: Season, order: Sequence[PlayerId]) -> dict[PlayerId, float]:
    """A value for every row of a table, including rows of withdrawn or erased players."""
    ranked = zip(order, rank_values(len(order), played.settings), strict=True)
    return {player: value for player, value in ranked if player in played.ratings}


@dataclass(frozen=True, slots=True)
class _Ranked:
    """One pass: the totals if every round is scored with the same values, and both orders of them."""

    totals: Mapping[PlayerId, float]
    halves: Mapping[PlayerId, int]
    active: tuple[PlayerId, ...]
    """Players who have not withdrawn, by internal rank."""
    places: Mapping[PlayerId, int]
    """As printed; 0 for a withdrawn player."""


def _ranked(played: Season, values: Values) -> _Ranked:
    totals = {player: total(played, player, values) for player in played.ratings}
    halves = {player: _game_halves(played, player) for player in played.ratings}
    active = (one for one in internal_order(totals, played.ratings) if one not in played.withdrawn)
    places = _places(printed_order(totals, halves, played.ratings), played.withdrawn)
    return _Ranked(totals, halves, tuple(active), places)


def _table(played: Season, values: Values) -> KeizerTable:
    """The table of one pass, with the sources of all points."""
    ranked = _ranked(played, values)
    active = ranked.active
    ranks = {player: rank for rank, player in enumerate(active, start=1)}
    following = dict(zip(active, rank_values(len(active), played.settings), strict=True))
    rows = [
        KeizerRow(
            place=place,
            rank=ranks.get(player, 0),
            player=player,
            total=ranked.totals[player],
            value=0.0 if player in played.withdrawn else values[player],
            rank_value=following.get(player, 0.0),
            half_points=ranked.halves[player],
            sources=(own_value(played, player, values), *sources(played, player, values)),
        )
        for player, place in ranked.places.items()
    ]
    return KeizerTable(played.after, tuple(rows))


def _game_halves(played: Season, player: PlayerId) -> int:
    return sum([line.half_points for line in played.lines[player] if line.result is not None])


def _places(printed: Iterable[PlayerId], withdrawn: frozenset[PlayerId]) -> dict[PlayerId, int]:
    places: dict[PlayerId, int] = {}
    last = 0
    for player in printed:
        last += player not in withdrawn
        places[player] = 0 if player in withdrawn else last
    return places


def _settled(played: Season, start: Values) -> dict[PlayerId, float]:
    """Values that reproduce themselves; in case of a cycle, their mean over the cycle."""
    ranking = _ranked(played, start).active
    seen: dict[tuple[PlayerId, ...], int] = {}
    passes: list[dict[PlayerId, float]] = []
    while ranking not in seen and len(passes) < MOST_PASSES:
        seen[ranking] = len(passes)
        passes.append(_by_rating(played) | _by_order(played, ranking))
        ranking = _ranked(played, passes[-1]).active
    return _average(passes[seen.get(ranking, 0) :])


def _average(circle: Sequence[Mapping[PlayerId, float]]) -> dict[PlayerId, float]:
    return {player: single(sum(values[player] for values in circle) / len(circle)) for player in circle[0]}
