"""Rounds as OpenGotha paired them: pool, groups, weights, totals, handicaps and colours."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.support.go_golden import OLD, key, recorded
from tests.systems.mcmahon.golden import PRINTED_ONES, RECORDED, Recorded, name, rounds, tournament

from ronde.model.table import Pair
from ronde.systems.mcmahon.check import check_rounds, weight
from ronde.systems.mcmahon.field import Field
from ronde.systems.mcmahon.pairing import Pricing
from ronde.systems.mcmahon.weights import Weights, all_pairs, weights_hash
from ronde.systems.rounds import before_pairing, pair_round

every_tournament = pytest.mark.parametrize("path", RECORDED, ids=name)


@every_tournament
def test_the_pool_has_the_order_the_bye_and_the_groups_of_the_program(path: Path) -> None:
    for one in rounds(path):
        field, pool = one.field, one.pool
        free = [field.place[player] for player in one.before.unpaired]
        bye = [key(field.cards[place]) for place in free if place not in pool]
        columns = (
            field.group, field.size, field.inner, field.up, field.down,
            field.balance, field.points, field.wins,
        )  # fmt: skip

        assert one.names(pool) == one.told["pool"]
        assert bye == [name for name in [one.told["bye"]] if name]
        assert field.scale.groups == one.told["number_of_groups"]
        assert [[int(column[place]) for column in columns] for place in pool] == one.told["inside"]


@every_tournament
def test_every_pair_has_the_weight_of_the_program(path: Path) -> None:
    for one in rounds(path):
        total = all_pairs(one.field, np.array(one.pool)).total()

        assert weights_hash(total) == one.told["weights_sha256"]


PARTS = {
    "met": "met", "random": "random", "colour": "colours", "category": "category", "drawn": "drawn",
    "seeding": "seeding", "handicap": "handicap",
}  # fmt: skip


@every_tournament
def test_every_part_is_that_of_the_program(path: Path) -> None:
    for one in rounds(path):
        parts = dict(all_pairs(one.field, np.array(one.pool)).parts())
        for told, ours in PARTS.items() if "parts" in one.told else ():
            rows = [row[at + 1 :] for at, row in enumerate(parts[ours].tolist()[:-1])]
            assert rows == one.told["parts"][told]


@every_tournament
def test_the_best_round_weighs_as_much_and_has_its_handicaps_and_colours(path: Path) -> None:
    for one in rounds(path):
        drawn = pair_round(one.before, seed=1)
        pairs = list(drawn.tables.values())

        assert _weight(one, pairs) == one.told["total"]
        theirs = _theirs(one)
        ours = {frozenset(_names(one, pair)): (*_names(one, pair), pair.handicap) for pair in pairs}
        for pair, game in ours.items():
            assert theirs.get(pair, game) == game
        assert ours.keys() == theirs.keys() or not one.told["unique"]


def _weight(one: Recorded, pairs: list[Pair]) -> int:
    place = one.field.place
    return weight(Pricing(one.before, 1), [(place[pair.first], place[pair.second]) for pair in pairs])


def _names(one: Recorded, pair: Pair) -> tuple[str, str]:
    black, white = (key(one.before.players[player]) for player in (pair.first, pair.second))
    return black, white


def _theirs(one: Recorded) -> dict[frozenset[str], tuple[str, str, int]]:
    """The recorded games: Black, White and the stones."""
    pool = one.told["pool"]
    games = [(pool[black], pool[white], stones) for white, black, stones, _ in one.told["games"]]
    return {frozenset(game[:2]): game for game in games}


@every_tournament
def test_a_check_finds_the_best_total_of_every_round(path: Path) -> None:
    found = {one.number: one for one in check_rounds(tournament(path))}

    for told in recorded(path)["rounds"]:
        assert found[told["round"]].best == told["total"]
    if recorded(path)["kind"] == "simulated" and path.parent.name == OLD:  # the file holds what was paired
        assert all(one.equal and one.same_bye for one in found.values())


@pytest.mark.parametrize("path", PRINTED_ONES, ids=name)
def test_every_part_is_as_the_program_printed_it(path: Path) -> None:
    printed = json.loads((path / "printed.json").read_text(encoding="utf-8"))
    for told in printed["rounds"]:
        field = Field(before_pairing(tournament(path), told["round"]))
        place = {key(card): at for at, card in enumerate(field.cards)}
        both = np.array([sorted(place[printed["people"][at]] for at in row[:2]) for row in told["pairs"]])
        weights = Weights(field, both[:, 0], both[:, 1])
        columns = [*(part for _, part in weights.parts()), weights.total()]

        assert np.array(columns).T.tolist() == [row[2:] for row in told["pairs"]]


@every_tournament
def test_the_costs_of_a_round_are_a_constant_minus_its_weight(path: Path) -> None:
    """Of any two pairings the one that weighs more costs less, by the same."""
    chance = np.random.default_rng(1)
    for one in rounds(path):
        pricing = Pricing(one.before, 1)
        sums = set()
        for _ in range(3):
            mixed = chance.permutation(one.pool).reshape(-1, 2)
            meetings = [(int(a), int(b)) for a, b in mixed]
            costs = sum(pair.cost for pair in pricing.pairs(meetings))
            sums.add(costs + weight(pricing, meetings))

        assert len(sums) == 1
