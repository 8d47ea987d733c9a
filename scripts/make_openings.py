"""Writes the sets of openings of the games, `src/ronde/arena/referee/sets`; takes some minutes."""

from __future__ import annotations

from pathlib import Path

from ronde.arena.games import GAMES
from ronde.arena.referee import balanced_openings, has_openings

SETS = Path(__file__).parents[1] / "src" / "ronde" / "arena" / "referee" / "sets"
COUNT = 24


def main() -> None:
    """Write a set for every game that has one starting position."""
    for name, game in sorted(GAMES.items()):
        if has_openings(game):
            lines = ["# Balanced openings, made by scripts/make_openings.py", ""]
            (SETS / f"{name}.txt").write_text("\n".join([*lines, *balanced_openings(game, COUNT, 1)]) + "\n")


if __name__ == "__main__":
    main()
