"""What an engine is, what it is asked, how it fails; and the built-in players."""

from __future__ import annotations

import importlib.util
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from ronde.arena.games import Call, Game, Side

# What an engine is, what it is asked, and the ways in which it fails.


MARGIN: Final = 0.05
"""Seconds added to every move for the referee's own delays: the 99th percentile on a busy machine."""


class Verdict(StrEnum):
    """Why a side lost at once; `REFEREE` is nobody's fault and never scores."""

    LATE = "late"
    MISSING = "missing"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    CRASH = "crash"
    MEMORY = "memory"
    FLOOD = "flood"
    START = "start"
    NETWORK = "network"
    RESIGNED = "resigned"
    REFEREE = "referee"


class MoveRequest(NamedTuple):
    """One request for a move: the position as the side may know it, and the remaining time.

    Requests and replies are tuples because one is made for every move: a frozen class takes thrice as long.
    """

    view: str
    seconds: int
    """Whole seconds left, as sent to programs."""
    deadline: float
    """When the answer is due, margin included, on the monotonic clock."""
    side: Side
    turn: int = 1
    position: Any = None
    """The whole position, including secrets, for players inside the referee only."""


class Reply(NamedTuple):
    """An answer as it came, how long it took, and standard error."""

    text: str
    seconds: float
    messages: str = ""
    taken: float = 0.0
    """Seconds of them in which it was runnable while the machine ran something else; they are not charged."""


class EngineFault(Exception):
    """An engine did not answer as it should; the reply holds the partial answer."""

    def __init__(self, verdict: Verdict, detail: str = "", reply: Reply | None = None) -> None:
        super().__init__(verdict, detail)
        self.verdict = verdict
        self.detail = detail
        self.reply = reply or Reply("", 0.0)


@dataclass(frozen=True, slots=True)
class Opening:
    """What is sent to an engine before its first move of a game."""

    game: str
    side: Side
    opponent: str = ""


@dataclass(frozen=True, slots=True)
class EngineEnding:
    """What is sent to an engine after the last move."""

    status: str
    call: Callable[[], Call]
    """Makes the last request of an HTTP engine; others do not need it."""


class Engine(Protocol):
    """Something that answers with moves: a program, a session, a function, a person, an address.

    Every call blocks; the referee gives each game its own thread.
    """

    @property
    def name(self) -> str:
        """Its name in records and lists."""

    @property
    def timed(self) -> bool:
        """Whether a clock runs while it thinks; people have no time limit."""

    def begin(self, opening: Opening) -> None:
        """Prepare for a game; EngineFault START if that is impossible."""

    def move(self, ask: MoveRequest) -> Reply:
        """Answer, or EngineFault."""

    def end(self, ending: EngineEnding) -> None:
        """The game is over; nothing is expected and nothing can fail here."""

    def abort(self) -> None:
        """From another thread: make the pending move fail."""

    def close(self) -> None:
        """Release everything: no process, file or folder is left."""


# Built-in players: random moves, a Python function, and a person at the terminal.


Player = Callable[[MoveRequest], str]


class _WithoutProcess:
    """An engine that holds nothing outside this process."""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, opening: Opening) -> None:
        """Nothing to prepare."""

    def end(self, ending: EngineEnding) -> None:
        """Nothing to end."""

    def abort(self) -> None:
        """Nothing can be ended."""

    def close(self) -> None:
        """Nothing is held."""


class InsideEngine(_WithoutProcess):
    """A function as an engine; it runs in a thread, so that a slow one is late instead of blocking."""

    timed = True

    def __init__(self, name: str, play: Player) -> None:
        super().__init__(name)
        self._play = play

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


class TerminalPlayer(_WithoutProcess):
    """A person who is asked, has no clock, and may give up."""

    timed = False

    def __init__(self, name: str, ask: Callable[[MoveRequest], str | None]) -> None:
        super().__init__(name)
        self._ask = ask

    def move(self, ask: MoveRequest) -> Reply:
        """What the person typed; end of input means that they give up."""
        asked = time.monotonic()
        typed = self._ask(ask)
        if typed is None:
            raise EngineFault(Verdict.RESIGNED)
        return Reply(typed, time.monotonic() - asked)
