"""What an engine is, what it is asked, and the ways in which it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from ronde.games.door import Call, Side

MARGIN: Final = 0.05
"""Seconds that every move gets free, for the referee's own delays: the 99th percentile on a busy machine."""


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
    """One request for a move: the position as the side may know it, and the time there is.

    Requests and replies are tuples because they are made for every move: a frozen class takes thrice as long.
    """

    view: str
    seconds: int
    """Whole seconds left, as sent to programs."""
    deadline: float
    """When the answer must be there, margin included, on the monotonic clock."""
    side: Side
    turn: int = 1
    position: Any = None
    """The whole position, for players inside the referee only: it holds what the side may not know."""


class Reply(NamedTuple):
    """An answer as it came, how long it took, and what was said on standard error."""

    text: str
    seconds: float
    messages: str = ""
    taken: float = 0.0
    """Seconds of them in which it was ready and the machine ran something else; they are not charged."""


class EngineFault(Exception):
    """An engine did not answer as it should; the reply holds what there was of an answer."""

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
    """Gives the last request of an engine that is called over HTTP; nobody else needs it made."""


class Engine(Protocol):
    """Something that answers with moves: a program, a session, a function, a person, later an address.

    Every call blocks; the referee gives each game a thread of its own.
    """

    @property
    def name(self) -> str:
        """Its name in records and lists."""

    @property
    def timed(self) -> bool:
        """Whether a clock runs while it thinks; people have all the time they want."""

    def begin(self, opening: Opening) -> None:
        """Be ready for a game; EngineFault START if that is impossible."""

    def move(self, ask: MoveRequest) -> Reply:
        """Answer, or EngineFault."""

    def end(self, ending: EngineEnding) -> None:
        """The game is over; nothing is expected and nothing can go wrong here."""

    def abort(self) -> None:
        """From another thread: let the move that is waited for fail now."""

    def close(self) -> None:
        """Let go of everything: no process, file or folder is left."""
