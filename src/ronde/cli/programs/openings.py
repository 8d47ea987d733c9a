"""The openings of a run, each played from both sides: those of a file, of the game's set, or generated."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from ronde.cli.programs.options import why_not
from ronde.cli.speech import option
from ronde.cli.streams import SourcePath
from ronde.core.errors import FormatError, PositionImpossible, Problem
from ronde.formats.disk import read_file
from ronde.games.door import Game, GameError
from ronde.referee.door import balanced_openings, has_openings, listed_openings, shipped_openings

LARGEST: Final = 1_000_000
"""Maximum size of an openings file in bytes."""

SHIPPED: Final = "set"
RANDOM: Final = re.compile(r"random(?::([1-9][0-9]{0,2}))?")
USUAL: Final = 12
"""Generated openings if no number is given."""


class OpeningsText(SourcePath):
    """The value of `--openings`; `-` is standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The value, or the path of the spooled standard input."""
        return str(super().convert(value, param, ctx))


openings_option = option(
    "--openings", type=OpeningsText(), default=None, help="openings", metavar="FILE|set|random:N"
)


def chosen_openings(game: Game[Any], text: str, seed: int) -> list[str]:
    """The positions that `--openings` names: `set`, `random`, `random:20`, or a file."""
    generated = RANDOM.fullmatch(text)
    if generated is None and text != SHIPPED:
        return _read_openings(game, Path(text))
    positions: list[str] = []
    if generated is None:
        positions = shipped_openings(game.name)
    elif has_openings(game):
        positions = balanced_openings(game, int(generated[1] or USUAL), seed)
    if not positions:
        raise PositionImpossible(text=text, game=game.name, reason="no-openings")
    return positions


def _read_openings(game: Game[Any], path: Path) -> list[str]:
    """The positions of a file, all checked."""
    positions = listed_openings(_lines(path))
    for number, text in positions:
        _check(game, path, number, text)
    if not positions:
        raise PositionImpossible(text=str(path), game=game.name, reason="empty")
    return [text for _, text in positions]


def _lines(path: Path) -> list[str]:
    try:
        return read_file(path, LARGEST).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as trouble:
        raise _wrong(path, 0, "formats.binary") from trouble


def _check(game: Game[Any], path: Path, line: int, text: str) -> None:
    """Refuse text that is not a position of the game with a move to play."""
    try:
        game.place(text, Random(0))
    except GameError as wrong:
        raise _wrong(path, line, "programs.opening", f"{text} ({why_not(wrong.reason)})") from wrong


def _wrong(path: Path, line: int, key: str, text: str = "") -> FormatError:
    return FormatError([Problem(str(path), line, 1 if line else 0, key, text)])
