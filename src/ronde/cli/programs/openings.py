"""Files of opening positions, one per line; each is played from both sides."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

from ronde.cli.programs.options import why_not
from ronde.cli.speech import ANY_PATH, option
from ronde.core.errors import FormatError, PositionImpossible, Problem
from ronde.formats.disk import read_file
from ronde.games.door import Game, GameError
from ronde.referee.door import listed_openings

LARGEST: Final = 1_000_000
"""Bytes of such a file."""

openings_option = option("--openings", type=ANY_PATH, default=None, help="openings", metavar="FILE")


def read_openings(game: Game[Any], path: Path) -> list[str]:
    """The positions of a file, each one of the game."""
    found = listed_openings(_lines(path))
    for number, text in found:
        _check(game, path, number, text)
    if not found:
        raise PositionImpossible(text=str(path), game=game.name, reason="empty")
    return [text for _, text in found]


def _lines(path: Path) -> list[str]:
    try:
        return read_file(path, LARGEST).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as trouble:
        raise _wrong(path, 0, "formats.binary") from trouble


def _check(game: Game[Any], path: Path, line: int, text: str) -> None:
    """A position of the game in which somebody still has to move."""
    try:
        game.place(text, Random(0))
    except GameError as wrong:
        raise _wrong(path, line, "programs.opening", f"{text} ({why_not(wrong.reason)})") from wrong


def _wrong(path: Path, line: int, key: str, text: str = "") -> FormatError:
    return FormatError([Problem(str(path), line, 1 if line else 0, key, text)])
