"""Built-in players: random moves, a Python function, and a person at the terminal."""

from __future__ import annotations

import importlib.util
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from ronde.engines.engine import EngineEnding, EngineFault, MoveRequest, Opening, Reply, Verdict
from ronde.games.door import Game

Player = Callable[[MoveRequest], str]


class InsideEngine:
    """A function as an engine; it runs in a thread, so that a slow one is late instead of blocking."""

    timed = True

    def __init__(self, name: str, play: Player) -> None:
        self.name = name
        self._play = play

    def begin(self, opening: Opening) -> None:
        """Nothing to prepare."""

    def move(self, ask: MoveRequest) -> Reply:
        """Call the function and take what it returns in time."""
        outcomes: list[object] = []
        asked = time.monotonic()

        def think() -> None:
            try:
                outcomes.append(self._play(ask))
            except Exception as trouble:
                outcomes.append(trouble)

        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        thread.join(max(0.0, ask.deadline - asked))
        elapsed = time.monotonic() - asked
        if not outcomes:
            raise EngineFault(Verdict.LATE, reply=Reply("", elapsed))
        if isinstance(outcomes[0], Exception):
            detail = f"{type(outcomes[0]).__name__}: {outcomes[0]}"
            raise EngineFault(Verdict.CRASH, detail, Reply("", elapsed, detail))
        return Reply(str(outcomes[0]), elapsed)

    def end(self, ending: EngineEnding) -> None:
        """Nothing to end."""

    def abort(self) -> None:
        """Nothing can be ended."""

    def close(self) -> None:
        """Nothing is held."""


def random_player(game: Game[Any], seed: int) -> Player:
    """Random legal moves, by a seed."""
    chance = Random(seed)

    def play(ask: MoveRequest) -> str:
        return game.any_move(ask.position, ask.side, chance)

    return play


def player_from(path: Path) -> Player:
    """The function `play(view, seconds)` of a Python file, which is trusted and runs in this process."""
    if not path.exists():
        raise EngineFault(Verdict.START, "missing")
    spec = importlib.util.spec_from_file_location(f"player_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise EngineFault(Verdict.START, "not-python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        play: Callable[[str, int], str] = module.play
    except Exception as trouble:
        raise EngineFault(Verdict.START, f"{type(trouble).__name__}: {trouble}") from trouble
    return lambda ask: play(ask.view, ask.seconds)


class TerminalPlayer:
    """A person who is asked, has no clock, and may give up."""

    timed = False

    def __init__(self, name: str, ask: Callable[[MoveRequest], str | None]) -> None:
        self.name = name
        self._ask = ask

    def begin(self, opening: Opening) -> None:
        """Nothing to prepare."""

    def move(self, ask: MoveRequest) -> Reply:
        """What the person typed; end of input means that they give up."""
        asked = time.monotonic()
        typed = self._ask(ask)
        if typed is None:
            raise EngineFault(Verdict.RESIGNED)
        return Reply(typed, time.monotonic() - asked)

    def end(self, ending: EngineEnding) -> None:
        """Nothing to end."""

    def abort(self) -> None:
        """Nothing can be ended."""

    def close(self) -> None:
        """Nothing is held."""
