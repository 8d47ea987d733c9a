"""Opening the engines that a command line names, and checking them before their first game."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

from ronde.engines.door import (
    Engine,
    EngineEnding,
    EngineFault,
    InsideEngine,
    Jail,
    MoveRequest,
    Opening,
    ProcessEngine,
    SessionEngine,
    Verdict,
    player_from,
    random_player,
)
from ronde.games.door import ALONE, Game, IllegalMove
from ronde.referee.roster import SESSION


def open_engine(text: str, game: Game[Any], jail: Jail, *, seed: int = 0, name: str = "") -> Engine:
    """The engine of `./program`, `session:./program`, `python:./file.py` or `builtin:random`, so called."""
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


def check(engine: Engine, game: Game[Any], *, seconds: float, start: str = "") -> EngineFault | None:
    """Ask an engine for one move from the start; the fault it would lose by, or None."""
    chance = Random(0)
    position = game.place(start, chance) if start else game.start(chance)
    side = min(game.to_move(position))
    try:
        engine.begin(Opening(game.name, side))
        deadline = time.monotonic() + seconds
        ask = MoveRequest(game.write(position, ALONE[side]), int(seconds), deadline, side, position=position)
        reply = engine.move(ask)
        game.read(position, side, reply.text)
    except EngineFault as fault:
        return fault
    except IllegalMove as wrong:
        return EngineFault(Verdict.UNREADABLE if wrong.unreadable else Verdict.ILLEGAL, wrong.reason, reply)
    finally:
        engine.end(EngineEnding("5", game.last_call(position, side, "5")))
        engine.close()
    return None
