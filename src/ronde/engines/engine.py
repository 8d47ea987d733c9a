"""What an engine is, what it is asked, and the ways in which it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from ronde.games.door import Call, Side

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
