"""The order of players of Go by criteria, with places, and direct confrontation (go 3.4, 3.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ronde.model.player import Player, PlayerId
from ronde.model.tournament import Round, Tournament
from ronde.standings.go.criteria import Criteria
from ronde.standings.go.ranks import main_score
from ronde.standings.go.scores import go_scores

CONFRONTATIONS = ("DC", "SDC")
Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GoRow:
    """A player's place and his values by criterion, doubled, SODOS four times."""

    place: int
    player: PlayerId
    values: Mapping[str, int]


def main_scores(tournament: Tournament, after: int) -> dict[PlayerId, float]:
    """Everybody's main score after a number of rounds: before the first, the points of the start."""
    scores = go_scores(tournament)
    doubled = scores.points if main_score(tournament.settings) == "MMS" else scores.wins
    return dict(zip(scores.players, (doubled[after] / 2).tolist(), strict=True))


def go_standings(
    tournament: Tournament, after: int | None = None, rounds: Sequence[Round] | None = None
) -> list[GoRow]:
    """Everybody in order after a number of rounds; `rounds` may include the open one."""
    scores = go_scores(tournament, rounds)
    settings = tournament.settings
    values = Criteria(scores, scores.after if after is None else after, settings.rounds)
    return ordered(values, settings.tiebreaks)


def ordered(values: Criteria, names: Sequence[str]) -> list[GoRow]:
    """Larger values first, then by name. Equal players share a place."""
    columns: dict[str, list[int]] = {
        name: values[name].tolist() for name in names if name not in CONFRONTATIONS
    }
    columns |= confrontations(values, names, columns)
    cards = values.scores.cards
    keys = {at: _key(columns, names, at) for at in range(len(cards))}
    order = sorted(keys, key=lambda at: (keys[at], name_order(cards[at])))
    rows: list[GoRow] = []
    for rank, at in enumerate(order, start=1):
        shared = rank > 1 and keys[order[rank - 2]] == keys[at]
        own = {name: columns[name][at] for name in names}
        rows.append(GoRow(rows[-1].place if shared else rank, values.scores.players[at], own))
    return rows


def name_order(card: Player) -> tuple[bytes, bytes]:
    """By UTF-16: capitals before small letters, accents after z."""
    return card.name.encode("utf-16-be"), card.first_name.encode("utf-16-be")


def _key(columns: Mapping[str, Sequence[int]], names: Iterable[str], at: int) -> Key:
    return tuple(-columns[name][at] for name in names)


# Direct confrontation: wins among those whom the criteria before leave equal.


def confrontations(
    values: Criteria, names: Sequence[str], columns: Mapping[str, Sequence[int]]
) -> dict[str, list[int]]:
    """The values of both kinds of direct confrontation, as far as they are among the criteria."""
    wanted = [name for name in names if name in CONFRONTATIONS]
    if not wanted:
        return {}
    first = min(names.index(name) for name in wanted)
    beaten = net_wins(values)
    found = {name: [0] * values.people for name in wanted}
    for group in _equal(range(values.people), columns, names[:first]):
        for name in wanted:
            later = [one for one in names[names.index(name) + 1 :] if one not in CONFRONTATIONS]
            own = _direct(group, beaten, columns, later) if name == "DC" else _simple(group, beaten)
            for at, value in own.items():
                found[name][at] = value
    return found


def _equal(
    people: Iterable[int], columns: Mapping[str, Sequence[int]], names: Sequence[str]
) -> list[list[int]]:
    """Groups of at least two people with equal criteria."""

    def key(at: int) -> Key:
        return _key(columns, names, at)

    groups = [list(group) for _, group in groupby(sorted(people, key=key), key)]
    return [group for group in groups if len(group) > 1]


def net_wins(values: Criteria) -> dict[tuple[int, int], int]:
    """Wins minus losses of one against the other; draws and games by default do not count."""
    net: dict[tuple[int, int], int] = {}
    for own in values.entries:
        for at, entry in enumerate(own):
            if entry.played and entry.doubled == 2 and own[entry.opponent].doubled == 0:
                net[at, entry.opponent] = net.get((at, entry.opponent), 0) + 1
                net[entry.opponent, at] = net.get((entry.opponent, at), 0) - 1
    return net


def _simple(group: Sequence[int], net: Mapping[tuple[int, int], int]) -> dict[int, int]:
    """How many of the group somebody has beaten, if every two of it have met with a winner."""
    pairs = [(one, other) for one in group for other in group if one != other]
    if not all(net.get(pair) for pair in pairs):
        return dict.fromkeys(group, 0)
    return {one: sum(net.get((one, other), 0) > 0 for other in group) for one in group}


def _direct(
    group: Sequence[int],
    net: Mapping[tuple[int, int], int],
    columns: Mapping[str, Sequence[int]],
    later: Sequence[str],
) -> dict[int, int]:
    """From the bottom those leave who beat nobody still there, the weakest by the later criteria first."""
    weight = _weights(group, columns, later)
    beats = _without_circles(
        group, {one: {two for two in group if net.get((one, two), 0) >= 1} for one in group}
    )
    ranks: dict[int, int] = {}
    there = set(group)
    while there:
        free = [one for one in there if not beats[one] & there]
        least = min(weight[one] for one in free)
        leaving = {one for one in free if weight[one] == least}
        there -= leaving
        ranks |= dict.fromkeys(leaving, 1 + len(there))
    largest = max(ranks.values())
    return {one: largest - rank for one, rank in ranks.items()}


def _weights(
    group: Sequence[int], columns: Mapping[str, Sequence[int]], later: Sequence[str]
) -> dict[int, int]:
    """The size of the group less the place by the later criteria."""
    keys = {one: _key(columns, later, one) for one in group}
    return {one: len(group) - 1 - sum(keys[two] < keys[one] for two in group) for one in group}


def _without_circles(group: Sequence[int], beats: Mapping[int, set[int]]) -> dict[int, set[int]]:
    """People in a circle of wins are one class: wins inside it go, those outside are everybody's."""
    reach = {one: _reached(one, beats) for one in group}
    circle = {
        one: {two for two in group if two == one or (two in reach[one] and one in reach[two])}
        for one in group
    }
    outside: dict[int, set[int]] = {}
    for one in group:
        beaten = set().union(*(beats[two] for two in circle[one])) - circle[one]
        outside[one] = set().union(*(circle[two] for two in beaten)) if beaten else set()
    return outside


def _reached(start: int, beats: Mapping[int, set[int]]) -> set[int]:
    """Everybody who can be reached by a chain of wins."""
    reached: set[int] = set()
    waiting = list(beats[start])
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting.extend(beats[one])
    return reached
