"""A second reading of PAPP's draw, from section 6 of the facts alone, and states to try it on.

Nothing here imports the program: scores, floats and colours are counted again from the games, and the
cheapest pairing is found by trying every one.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

CAP = 10_000_000
State = dict[str, Any]
BYE = 0
OTHER_BOARDS = [(100, 35), (37, 12), (64, 32), (64, 40), (2, 0), (1, 0)]
"""Discs on the board and for the bye, which loses, draws or wins."""


class Past(NamedTuple):
    """What a player brings into the round to be paired (6.2)."""

    score: int
    delta: int
    colour: str
    float: int
    result: int
    idle: list[int]


def past(state: State) -> dict[int, Past]:
    """Everybody's past, played again round by round."""
    ids = [one["id"] for one in state["players"]]
    score, delta, floats = dict.fromkeys(ids, 0), dict.fromkeys(ids, 0), dict.fromkeys(ids, 0)
    colour, result = dict.fromkeys(ids, ""), dict.fromkeys(ids, 0)
    idle: dict[int, list[int]] = {one: [] for one in ids}
    twice = 2 * state["bye_score"] - state["total_discs"]
    for number, played in enumerate(state["history"], start=1):
        before, seated = dict(score), set()
        for one in ids:
            colour[one], result[one] = "", 0
        for game in played["games"]:
            for me, other, sign in (("black", "white", 1), ("white", "black", -1)):
                player, mine, theirs = game[me], game[f"{me}_score"], game[f"{other}_score"]
                seated.add(player)
                result[player] = (mine > theirs) - (mine < theirs) + 1
                score[player] += result[player]
                delta[player] += sign
                colour[player] = me
                floats[player] = before[player] - before[game[other]]
        for player in played["byes"]:
            score[player] += 2 if twice < 0 else 1 if twice == 0 else 0
            floats[player] = 1 if twice < 0 else 0 if twice == 0 else -1
        for one in ids:
            if one not in seated:
                idle[one].append(number)
    return {
        one: Past(score[one], delta[one], colour[one], floats[one], result[one], idle[one]) for one in ids
    }


def entry(table: list[int], index: int) -> int:
    """An entry of a table whose last one holds for all that follow."""
    return table[min(index, len(table) - 1)]


class Matrix:
    """The penalties of all pairs of a state (6.3)."""

    def __init__(self, state: State) -> None:
        self.state, self.table, self.round = state, state["penalties"], state["round"]
        self.past = past(state)
        self.country = {one["id"]: one["country"].lower() for one in state["players"]}
        self.lowest = min(
            (self.past[one["id"]].score for one in state["players"] if one["present"]), default=0
        )

    def game(self, black: int, white: int) -> int:
        one, other = self.past[black], self.past[white]
        total = self._colour(one, 1, "black") + self._colour(other, -1, "white")
        total += self._float(one, other) + self._elitism(one.score, other.score)
        for number, played in enumerate(self.state["history"], start=1):
            for game in played["games"]:
                total += self._again(number, (game["black"], game["white"]), (black, white))
        if self.country[black] == self.country[white]:
            total += entry(self.table["country_by_round"], self.round - 1)
        return total

    def bye(self, player: int) -> int:
        own = self.past[player]
        bip = Past(self.lowest - 1, 0, "", 0, 0, [])
        total = entry(self.table["colour"], abs(own.delta))
        total += self._float(own, bip) + self._elitism(own.score, bip.score)
        total += len(own.idle) * self.table["bye_replay"]
        return int(total + (self.table["replay_immediate"] if self.round - 1 in own.idle else 0))

    def _colour(self, own: Past, step: int, colour: str) -> int:
        again = self.table["colour_repeat"] if own.colour == colour else 0
        return entry(self.table["colour"], abs(own.delta + step)) + again

    def _float(self, one: Past, other: Past) -> int:
        gap = one.score - other.score
        return entry(self.table["float"], abs(gap)) + self._memory(one, gap) + self._memory(other, -gap)

    def _memory(self, own: Past, direction: int) -> int:
        if direction * own.float > 0:
            return int(self.table["float_same_direction"])
        owed = (own.float < 0 and own.result == 0) or (own.float > 0 and own.result == 2)
        if self.round >= 3 and direction * own.float < 0 and owed:
            return -int(self.table["float_compensation"])
        return 0

    def _elitism(self, one: int, other: int) -> int:
        factor = entry(self.table["elitism_by_round"], self.round - 1)
        return factor * (one + other) * abs(one - other) // 2 if min(one, other) >= 0 else 0

    def _again(self, number: int, met: tuple[int, int], pair: tuple[int, int]) -> int:
        if set(met) != set(pair):
            return 0
        cost = self.table["replay_same_colours" if met == pair else "replay_opposite_colours"]
        return int(cost + (self.table["replay_immediate"] if number == self.round - 1 else 0))


def least_total(state: State) -> int:
    """The total PAPP finds: the least sum of capped, cheaper orientations, of all pairings (6.5)."""
    matrix = Matrix(state)
    fixed = {player for pair in state["already_paired"] for player in pair}
    free = [one["id"] for one in state["players"] if one["present"] and one["id"] not in fixed]
    if len(free) < 2:
        return 0
    free += [BYE] if len(free) % 2 else []

    def cost(one: int, other: int) -> int:
        if BYE in (one, other):
            return min(matrix.bye(one + other), CAP)
        return min(matrix.game(one, other), matrix.game(other, one), CAP)

    prices = [[cost(one, other) if one != other else 0 for other in free] for one in free]

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        rest = left & ~(1 << first)
        return min(prices[first][at] + least(rest & ~(1 << at)) for at in range(len(free)) if rest >> at & 1)

    return least((1 << len(free)) - 1)


def random_state(seed: int) -> State:
    """Players who come late, leave, return, or never play; byes, floats, colours, fixed pairs."""
    dice = Random(seed)
    numbers = dice.sample(range(1, 300), dice.randint(2, 12))
    total, bye = dice.choice(
        [(64, 24), (64, 24), (64, 24), (100, 35), (37, 12), (64, 32), (64, 40), (2, 0), (1, 0)]
    )
    state: State = {
        "players": [{"id": one, "country": dice.choice(["FRA", "fra", "JPN", "GBR"])} for one in numbers],
        "history": [],
        "total_discs": total,
        "bye_score": bye,
        "penalties": random_penalties(dice),
        "already_paired": [],
    }
    from_round = {one: dice.choice([1, 1, 1, 2, 3, 99]) for one in numbers}
    for number in range(1, dice.choice([1, 1, 2, 3, 4, 6, 9]) + 1):
        here = [one for one in numbers if number >= from_round[one] and dice.random() < 0.85]
        state["history"].append(random_round(dice, here, numbers, total))
    if dice.random() < 0.1:
        state["history"] = []
    state["round"] = len(state["history"]) + 1
    for one in state["players"]:
        one["present"] = dice.random() < 0.85
    _fix_some(dice, state)
    return state


def random_round(dice: Random, here: list[int], everybody: list[int], total: int) -> dict[str, Any]:
    """Any pairs in any colours, now and then with several byes."""
    dice.shuffle(here)
    games, byes = [], list(here[len(here) // 2 * 2 :])
    for black, white in zip(here[::2], here[1::2], strict=False):
        if dice.random() < 0.05:
            byes += [black, white]
            continue
        halves = dice.choice([total, 2 * dice.randint(0, total), dice.randint(0, 2 * total)])
        games.append(
            {"black": black, "black_score": halves / 2, "white": white, "white_score": total - halves / 2}
        )
    return {"games": games, "byes": byes, "absent": [one for one in everybody if one not in here]}


def random_penalties(dice: Random) -> dict[str, Any]:
    """The usual table of PAPP, or any that its reader would take."""
    if dice.random() < 0.4:
        return {
            "colour": [0, 20, 105, 225, 530, 1075],
            "colour_repeat": 15,
            "float": [0, 20000, 40588, 62785, 87119, 114041, 143998],
            "float_same_direction": 25,
            "float_compensation": 10,
            "replay_same_colours": CAP,
            "replay_opposite_colours": 5_000_000,
            "bye_replay": CAP,
            "replay_immediate": 1,
            "country_by_round": [2, 0],
            "elitism_by_round": [100, 100, 100, 200, 200, 300],
        }
    floats = sorted(dice.randint(1, 5000) for _ in range(dice.randint(1, 8)))
    return {
        "colour": [0, *sorted(dice.randint(0, 900) for _ in range(dice.randint(1, 5)))],
        "colour_repeat": dice.randint(0, 60),
        "float": [0, *floats],
        "float_same_direction": dice.randint(0, 90),
        "float_compensation": dice.randint(0, floats[0] // 2),
        "replay_same_colours": dice.choice([0, 77, 4000, 9_999_999, CAP]),
        "replay_opposite_colours": dice.choice([0, 55, 3000, 5_000_000]),
        "bye_replay": dice.choice([0, 700, 90_000, CAP]),
        "replay_immediate": dice.randint(0, 300),
        "country_by_round": [dice.randint(0, 80) for _ in range(dice.randint(1, 5))],
        "elitism_by_round": [dice.choice([0, 1, 7, 25, 401]) for _ in range(dice.randint(1, 5))],
    }


def _fix_some(dice: Random, state: State) -> None:
    here = [one["id"] for one in state["players"] if one["present"]]
    dice.shuffle(here)
    pairs = list(zip(here[::2], here[1::2], strict=False))
    if dice.random() < 0.3:
        state["already_paired"] = pairs[: dice.randint(0, len(pairs))]
