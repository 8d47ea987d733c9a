"""Folders as people write them by hand, told again by a second reading of PAPP's rules.

Commands in any case and spacing, comments in between, pairs dissolved and made again, presence changed in the
middle of a round, penalties in any order with and without plus: the state is kept beside the text while it is
written, and the draw must cost what the second reading says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.papp.test_presence import hall_of
from tests.formats.papp.test_totals import base, total
from tests.support.papp_rules import CAP, OTHER_BOARDS, State, least_total

from ronde.model.errors import FormatError

Game = dict[str, Any]


@dataclass
class Hand:
    """Writes a workfile statement by statement, and keeps what each of them means (papp 3.5)."""

    dice: Random
    numbers: list[int]
    total: int
    text: list[str] = field(default_factory=list)
    here: dict[int, bool] = field(default_factory=dict)
    pairs: dict[tuple[int, int], tuple[float, float] | None] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)

    def say(self, *words: str) -> None:
        """A statement with blanks, line ends and comments wherever they may stand."""
        gaps = [" ", "  ", "\t", "\n", " % (1 2);\n", "\r\n", " # & -1;\n", " %_ "]
        self.text.append("".join(word + self.dice.choice([" ", *gaps]) for word in [*words, ";"]))

    def word(self, word: str) -> str:
        return "".join(self.dice.choice([letter.lower(), letter.upper()]) for letter in word)

    def number(self, player: int) -> str:
        return self.dice.choice([f"{player:06d}", str(player), f"{player:09d}"])

    def signs(self, wanted: dict[int, bool]) -> None:
        """Some are named here and some are not; whoever is gone leaves his pair."""
        moved = list(wanted.items())
        self.dice.shuffle(moved)
        self.say("&", *(f"{'+' if there else '-'}{self.number(one)}" for one, there in moved))
        self.here |= wanted
        self.pairs = {
            pair: score for pair, score in self.pairs.items() if all(self.here[one] for one in pair)
        }

    def presence(self) -> None:
        for _ in range(self.dice.choice([0, 1, 1, 2])):
            some = self.dice.sample(self.numbers, self.dice.randint(1, len(self.numbers)))
            self.signs({one: self.dice.random() < 0.75 for one in some})

    def forget(self) -> None:
        self.say(self.word("raz-couplage"))
        self.pairs = {}

    def pair(self, black: int, white: int) -> None:
        """A pair without a result, with black's, or with both."""
        halves = self.dice.choice(
            [self.total, 2 * self.dice.randint(0, self.total), self.dice.randint(0, 2 * self.total)]
        )
        mine, theirs = halves / 2, self.total - halves / 2
        form = self.dice.choice(["none", "one", "both", "both"])
        whole = halves % 2 == 0 and self.dice.random() < 0.8
        shown = [str(int(score)) if whole else f"{score:.1f}" for score in (mine, theirs)]
        one, other = self.number(black), self.number(white)
        said = {"none": [one, other], "one": [one, other, shown[0]], "both": [one, shown[0], other, shown[1]]}
        self.say("(", *said[form], ")")
        if black != white:
            self.pairs[black, white] = None if form == "none" else (mine, theirs)

    def some_pairs(self) -> None:
        free = [one for one, there in self.here.items() if there and not self._sits(one)]
        self.dice.shuffle(free)
        for black, white in list(zip(free[::2], free[1::2], strict=False)):
            if self.dice.random() < 0.9:
                self.pair(black, white)
            elif self.dice.random() < 0.5:
                self.pair(black, black)

    def _sits(self, player: int) -> bool:
        return any(player in pair for pair in self.pairs)

    def close(self) -> None:
        """Every pair has its result now, or is forgotten and made again with one."""
        while any(score is None for score in self.pairs.values()):
            self.forget()
            self.some_pairs()
        games = [
            {"black": black, "black_score": score[0], "white": white, "white_score": score[1]}
            for (black, white), score in self.pairs.items()
            if score is not None
        ]
        byes = [one for one, there in self.here.items() if there and not self._sits(one)]
        self.history.append({"games": games, "byes": byes})
        self.say(self.word("ronde-suivante"))
        self.pairs = {}


def by_hand(dice: Random) -> tuple[State, str]:
    """A state and the workfile that tells it."""
    numbers = dice.sample(range(1, 400), dice.randint(2, 11))
    total, bye = dice.choice([(64, 24), (64, 24), *OTHER_BOARDS])
    hand = Hand(dice, numbers, total)
    hand.signs({one: dice.random() < 0.8 for one in numbers})
    for _ in range(dice.choice([0, 1, 2, 3, 4, 7])):
        for step in dice.choices([hand.presence, hand.some_pairs, hand.forget], k=dice.randint(1, 4)):
            step()
        hand.some_pairs()
        hand.close()
    hand.presence()
    if dice.random() < 0.3:
        hand.some_pairs()
    state: State = {
        "players": [
            {"id": one, "country": dice.choice(["", "FRA", "fra", "GBR"]), "present": hand.here[one]}
            for one in numbers
        ],
        "history": hand.history,
        "round": len(hand.history) + 1,
        "total_discs": total,
        "bye_score": bye,
        "already_paired": list(hand.pairs),
    }
    return state, "".join(hand.text)


@dataclass
class Prices:
    """Writes a block of penalties line by line, and keeps PAPP's tables beside it (papp 3.2)."""

    dice: Random
    colour: list[int] = field(default_factory=lambda: [0] * 6)
    floats: list[int] = field(default_factory=lambda: [0] * 25)
    country: list[int] = field(default_factory=lambda: [0] * 129)
    elitism: list[int] = field(default_factory=lambda: [0] * 129)
    single: dict[str, int] = field(default_factory=dict)

    def price(self, top: int) -> tuple[str, int]:
        if self.dice.random() < 0.04:
            return self.dice.choice(["INFINI", "infini", "10000000", "99999999"]), CAP
        price = self.dice.randint(0, top)
        return str(price), price

    def steps(self, table: list[int], unit: str, top: int) -> list[str]:
        """A growing list, most often ended by a plus; the table grows as PAPP's does."""
        lines = []
        count = self.dice.randint(1, 30 if unit != "fois" else 8)
        for index in sorted(self.dice.sample(range(1, 32), min(count, self.dice.randint(1, 5)))):
            plus = self.dice.random() < 0.85
            shown, price = self.price(top * index)
            word = unit if unit == "fois" else self.dice.choice(["demi-point", "Demi-points"])
            lines.append(f"{index}{self.dice.choice(['+', ' +']) if plus else ''} {word} = {shown};")
            while len(table) < index + 2:
                table.append(table[-1])
            for at in range(index, len(table) if plus else index + 1):
                table[at] = price
        return lines

    def rounds(self, table: list[int], top: int) -> list[str]:
        lines = []
        for _ in range(self.dice.randint(0, 4)):
            number, plus = self.dice.choice([0, 1, 1, 2, 3, 4, 5, 128, 129]), self.dice.random() < 0.6
            shown, price = self.price(top)
            lines.append(f"{self.dice.choice(['ronde', 'RONDES'])} {number}{'+' if plus else ''} = {shown};")
            if 1 <= number <= 128:
                table[number : None if plus else number + 1] = [price] * len(
                    table[number : None if plus else number + 1]
                )
        return lines

    def one(self, key: str, *words: str, top: int) -> list[str]:
        if self.dice.random() < 0.3:
            return []
        shown, self.single[key] = self.price(top)
        return [f"{self.dice.choice(words)} = {shown};"]

    def block(self) -> str:
        again = ("de-suite", "cumule", "De-Suite")
        sections = {
            "Couleurs": self.steps(self.colour, "fois", 300) + self.one("colour_repeat", *again, top=60),
            "Flottement": self.steps(self.floats, "demi-points", 4000)
            + self.one("float_same_direction", *again, top=90)
            + self.one("float_compensation", "minoration", "anti-cumule", top=40),
            "Repetition": self.one("replay_same_colours", "memes-couleurs", top=9_000_000)
            + self.one("replay_opposite_colours", "couleurs-opposees", top=6_000_000)
            + self.one("bye_replay", "bip-bip", top=90_000)
            + self.one("replay_immediate", *again, top=300),
            "Chauvinisme": self.rounds(self.country, 80),
            "Elitisme": self.rounds(self.elitism, 401),
        }
        titles = [title for title in sections if self.dice.random() < 0.9 or sections[title]]
        self.dice.shuffle(titles)
        told = "\n".join(f"{title} : {' '.join(sections[title])}" for title in titles)
        return f"{self.dice.choice(['penalites', 'Penalite'])} {{\n{told}\n}};"

    @property
    def refused(self) -> bool:
        """Whether PAPP would not start with these."""
        growing = all(table == sorted(table) for table in (self.colour, self.floats))
        return not growing or 2 * self.single.get("float_compensation", 0) > self.floats[1]

    def table(self) -> dict[str, Any]:
        names = (
            "colour_repeat",
            "float_same_direction",
            "float_compensation",
            "bye_replay",
            "replay_immediate",
        )
        meetings = "replay_same_colours", "replay_opposite_colours"
        return {
            "colour": self.colour,
            "float": self.floats,
            "country_by_round": self.country[1:],
            "elitism_by_round": self.elitism[1:],
            **{name: self.single.get(name, 0) for name in (*names, *meetings)},
        }


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_folder_written_by_hand_costs_what_the_second_reading_says(seed: int) -> None:
    dice = Random(seed)
    state, workfile = by_hand(dice)
    prices = Prices(dice)
    config = f"Score-BIP={state['bye_score']} / {state['total_discs']} ;{prices.block()}"
    if prices.refused:
        with pytest.raises(FormatError):
            hall_of(workfile, base(state), config)
        return
    state["penalties"] = prices.table()
    hall = hall_of(workfile, base(state), config)

    assert set(hall.present) == {one["id"] for one in state["players"] if one["present"]}
    assert {(table.first, table.second) for table in hall.open_round} == set(state["already_paired"])
    assert total(state, hall, seed) == least_total(state)
