"""A game describes itself: outside its own room and its words nobody knows it by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.house.walls import SRC

from ronde.games.door import GAMES

ALLOWED = ("games", "i18n")
NAMES = re.compile("|".join([*GAMES, "uttt", "super-morpion", "tic-tac-toe", "battleship"]), re.IGNORECASE)
DATA = {"storage/common_passwords.txt": "what people choose as passwords"}
KINDS = {".py", ".html", ".css", ".js", ".txt", ".svg"}


def named(text: str) -> list[str]:
    """The lines in which a game is named."""
    return [
        f"{number}: {line.strip()[:90]}"
        for number, line in enumerate(text.splitlines(), 1)
        if NAMES.search(line)
    ]


def sources() -> list[Path]:
    """All that is written by hand outside the room of the games and the words."""
    found = (path for path in SRC.rglob("*") if path.suffix in KINDS)
    return [path for path in found if path.relative_to(SRC).parts[0] not in ALLOWED]


def test_no_other_room_names_a_game() -> None:
    faults = [
        f"{path.relative_to(SRC)}:{line}"
        for path in sources()
        if str(path.relative_to(SRC)) not in DATA
        for line in named(path.read_text(encoding="utf-8"))
    ]

    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize("line", ['if game == "poker":', ".board.tictactoe { }", "# only in Pente"])
def test_a_game_that_is_named_would_be_found(line: str) -> None:
    assert named(f"x = 1\n{line}\n") == [f"2: {line}"]


def test_much_is_looked_at() -> None:
    kinds = {path.suffix for path in sources()}

    assert {".py", ".html", ".css", ".js"} <= kinds
    assert len(sources()) > 200
