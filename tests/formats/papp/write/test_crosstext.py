"""The text crosstable against a second reading of the facts (papp 3.10 and 8), made of strings and sums.

Up to 130 players and 20 rounds, so that long and wide tables come up, with late arrivals, absences, byes that
win, draw or lose, half discs and names of every width.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.papp.test_presence import hall_of
from tests.formats.papp.test_totals import presence, rewritten, workfile
from tests.support.papp_rules import OTHER_BOARDS, State, random_round

from ronde.formats.papp import Edition, crosstable_text

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def played(dice: Random, players: int, rounds: int) -> State:
    """A tournament of so many players and rounds; some come late, some leave."""
    numbers = dice.sample(range(1, 5000), players)
    total, bye = dice.choice([(64, 24), (64, 24), (64, 24), *OTHER_BOARDS])
    comes = {one: dice.choice([1, 1, 1, 1, 2, rounds]) for one in numbers}
    history = []
    for number in range(1, rounds + 1):
        here = [one for one in numbers if number >= comes[one] and dice.random() < 0.93]
        history.append(random_round(dice, here, numbers, total))
    people = [
        {"id": one, "present": dice.random() < 0.9, "name": f"{_word(dice)}, {_word(dice)}"}
        for one in numbers
    ]
    return {
        "players": people,
        "history": history,
        "total_discs": total,
        "bye_score": bye,
        "constant": dice.choice([0, 3, 4.5, 6, 6, 8]),
        "already_paired": [],
    }


def _word(dice: Random) -> str:
    return "".join(dice.choice("ABCDEFGHIJ") for _ in range(dice.choice([1, 6, 12, 33])))


class Second:
    """The crosstable after a round, from the history alone."""

    def __init__(self, state: State, after: int) -> None:
        self.state, self.after, self.total = state, after, state["total_discs"]
        self.names = {one["id"]: one["name"].replace(",", "") for one in state["players"]}
        self.games = [self._round(number) for number in range(after)]
        self.halves = {one: self._halves(one, after) for one in self.names}
        self.discs = {one: self._discs(one) for one in self.names}
        self.ties = {one: self._tie(one) for one in self.names}
        self.order = sorted(
            self.names,
            key=lambda one: (
                -self.halves[one],
                -self.ties[one],
                -self.discs[one],
                self.names[one].lower(),
            ),
        )
        self.row = {one: at for at, one in enumerate(self.order, start=1)}
        self.crowd = len(self.order) >= 99
        self.long = self.crowd or after >= 14

    def _round(self, at: int) -> dict[int, Any]:
        """What each player did: a game as (colour, opponent, own discs), the bye as a word."""
        told: dict[int, Any] = {one: "BYE" for one in self.state["history"][at]["byes"]}
        for game in self.state["history"][at]["games"]:
            told[game["black"]] = ("B", game["white"], game["black_score"])
            told[game["white"]] = ("W", game["black"], game["white_score"])
        return told

    def _points(self, own: float) -> int:
        return 2 if 2 * own > self.total else 1 if 2 * own == self.total else 0

    def _halves(self, player: int, upto: int) -> int:
        sum_of = 0
        for line in (one.get(player) for one in self.games[:upto]):
            if line == "BYE":
                sum_of += self._points(self.total - self.state["bye_score"])
            elif line:
                sum_of += self._points(line[2])
        return sum_of

    def _discs(self, player: int) -> float:
        lines = [one.get(player) for one in self.games]
        byes = lines.count("BYE") * (self.total - self.state["bye_score"])
        return float(byes + sum(line[2] for line in lines if line and line != "BYE"))

    def _tie(self, player: int) -> float:
        constant = 1 if self.total == 1 else self.state["constant"] / 2
        if not constant:
            return math.ceil(self.discs[player])
        here = {one["id"] for one in self.state["players"] if one["present"]}
        tie, idle = 0.0, 0
        for line in (one.get(player) for one in self.games):
            if line and line != "BYE" and line[1] in here:
                tie += constant * self.halves[line[1]] + (0 if self.total == 1 else math.ceil(line[2]))
            else:
                idle += 1
        return (
            tie + constant * idle * self.halves[player] + (0 if self.total == 1 else idle * self.total // 2)
        )

    def cell(self, line: Any) -> str:
        """Five columns, six in the long form; a game of a crowd has five there."""
        if line is None or line == "BYE":
            return (" " if self.long else "") + (" BYE " if line else " --- ")
        mark = "-=+"[self._points(line[2])]
        if self.crowd:
            return f"{line[0]}{mark}{self.row[line[1]]:3d}"
        return (" " if self.long else "") + f"{line[0]}{mark}{self.row[line[1]]:2d} "

    def floated(self, player: int) -> str:
        line = self.games[-1].get(player)
        if self.after == 1 or line is None:
            return " "
        if line == "BYE":
            return "d"
        gap = self._halves(player, self.after - 1) - self._halves(line[1], self.after - 1)
        return "d" if gap > 0 else "u" if gap < 0 else " "

    def lines(self, player: int) -> list[str]:
        told = [one.get(player) for one in self.games]
        cells = [self.cell(line) for line in told]
        each = 10 if self.long else len(cells)
        parts = ["".join(cells[at : at + each]) for at in range(0, len(cells), each)]
        halves, wide = self.halves[player], 3 if self.long else 2
        tenths = math.floor((self.ties[player] + 0.049999) * 10)
        tie = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
        score = f":{halves // 2:2d}{'.5' if halves % 2 else '  '} [{tie:>4}]"
        discs = self.discs[player]
        shown = str(math.floor(discs)).zfill(len(str(self.total))) + (".5" if discs % 1 else "")
        met = [line for line in told if line and line != "BYE"]
        opposition = sum(self.halves[line[1]] for line in met)
        colours = "".join(line[0] if line and line != "BYE" else "-" for line in told)
        balance = sum(1 if line[0] == "W" else -1 for line in met)
        tail = "" if self.long else f" * {self.floated(player)}"
        figures = f"({shown:>3}/{opposition:3d} - {colours} {balance:2d}{tail})"
        head = f"{self.row[player]:{wide}d} {parts[0]}{score} {figures}"
        return [head, *(" " * (wide + 1) + part for part in parts[1:])]

    def matrix(self) -> list[str]:
        """Who took what from whom in the whole tournament, whatever round was asked for."""
        taken: dict[tuple[int, int], list[int]] = {}
        for at in range(len(self.state["history"])):
            for player, line in self._round(at).items():
                if line != "BYE":
                    taken.setdefault((player, line[1]), []).append(self._points(line[2]))
        signs = SIGNS if any(len(games) > 1 for games in taken.values()) else "0=1"
        return [
            "".join(
                "X"
                if one == other
                else signs[min(sum(taken[one, other]), len(signs) - 1)]
                if (one, other) in taken
                else " "
                for other in self.order
            )
            for one in self.order
        ]


def compared(state: State, after: int) -> None:
    """Line by line, but for the title row, whose word is only roughly in the middle."""
    players = "".join(f"{one['id']} {one['name']}\n" for one in state["players"])
    told = workfile(state, rewritten(presence(state))) + f"#_BQ-double = {state['constant']:.6f};\n"
    hall = hall_of(told, players, f"score-bip = {state['bye_score']}/{state['total_discs']};")
    second = Second(state, after)

    text = crosstable_text(hall, Edition(), after).split("\n")

    count = len(second.order)
    assert text[0] == "*** Presence ***"
    assert text[1 : count + 2] == [
        *(f"{second.row[one]:3d}. {second.names[one]}" for one in second.order),
        "",
    ]
    title = text[count + 2]
    assert title.startswith("No  " if second.long else "No ")
    assert title.endswith("Pts    TB   (Discs/SO- colours * fl.)")
    rows = [line for one in second.order for line in second.lines(one)]
    assert text[count + 3 : count + 3 + len(rows)] == rows
    assert [row[-count:] for row in text[-count - 1 : -1]] == second.matrix()


@given(st.integers(0, 2**32), st.integers(2, 24), st.integers(1, 20))
@settings(max_examples=15)
def test_any_crosstable_is_what_the_second_reading_says(seed: int, players: int, rounds: int) -> None:
    dice = Random(seed)

    compared(played(dice, players, rounds), dice.randint(1, rounds))


@pytest.mark.parametrize(
    ("players", "rounds", "after"), [(98, 13, 13), (99, 3, 3), (100, 14, 14), (130, 20, 20), (130, 20, 9)]
)
def test_a_wide_crosstable_is_what_the_second_reading_says(players: int, rounds: int, after: int) -> None:
    compared(played(Random(players + rounds), players, rounds), after)
