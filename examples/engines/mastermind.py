"""Mastermind: guesses only what all marks so far allow, and of that what tells most."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from tournoyons import Ask, serve

CODES = ["".join(pegs) for pegs in product("ABCDEFGH", repeat=4)]
TRIED = 30
"""How many guesses are compared with how many codes; all with all would take seconds."""


def marks(code: str, guess: str) -> str:
    """Pegs in their place, then pegs of the right colour elsewhere."""
    placed = sum(a == b for a, b in zip(code, guess, strict=True))
    shared = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return f"{placed}{shared - placed}"


def possible(tray: str) -> list[str]:
    """The codes that agree with every line of the tray, six characters each."""
    lines = [tray[start : start + 6] for start in range(0, len(tray) - 5, 6)]
    return [code for code in CODES if all(marks(code, line[2:]) == line[:2] for line in lines)]


def choose(ask: Ask, chance: random.Random) -> str:
    """A code at turns 1 and 2, a line afterwards."""
    tray = ask.get("Tray", "")
    if int(ask.get("Turn") or 1) <= 2 and tray in ("", "Init"):
        return chance.choice(CODES)
    left = possible("" if tray == "Init" else tray)
    if not left or len(left) == len(CODES):
        one, two, three = chance.sample("ABCDEFGH", 3)
        return f"00{one}{one}{two}{three}"
    codes = chance.sample(left, min(TRIED, len(left)))
    # The most frequent answer is the worst one: the less often it comes, the more is told.
    return "00" + min(codes, key=lambda guess: max(Counter(marks(code, guess) for code in codes).values()))


if __name__ == "__main__":
    serve("Mastermind", choose)
