"""ChiFouMi: nobody can lose in the long run who throws by chance."""

from __future__ import annotations

import random

from tournoyons import Ask, serve


def choose(ask: Ask, chance: random.Random) -> str:
    """1 stone, 2 paper, 3 scissors."""
    return chance.choice("123")


if __name__ == "__main__":
    serve("ChiFouMi", choose)
