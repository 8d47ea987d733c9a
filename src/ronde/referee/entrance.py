"""Opening the engines that a command line names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ronde.engines.door import (
    Engine,
    EngineFault,
    InsideEngine,
    Jail,
    ProcessEngine,
    SessionEngine,
    Verdict,
    player_from,
    random_player,
)
from ronde.games.door import Game
from ronde.referee.roster import SESSION


def open_engine(text: str, game: Game[Any], jail: Jail, *, seed: int = 0, name: str = "") -> Engine:
    """The engine of `./program`, `session:./program`, `python:./file.py` or `builtin:random`."""
    kind, colon, rest = text.partition(":")
    if colon and kind == "builtin":
        if rest != "random":
            raise EngineFault(Verdict.START, f"missing {rest}")
        return InsideEngine(name or "random", random_player(game, seed))
    if colon and kind == "python":
        return InsideEngine(name or Path(rest).stem, player_from(Path(rest)))
    if colon and kind == "session":
        return SessionEngine(Path(rest), jail, name=name)
    path = Path(text)
    if path.name.endswith(SESSION):
        return SessionEngine(path, jail, name=name or path.name.removesuffix(SESSION))
    return ProcessEngine(path, jail, name=name)
