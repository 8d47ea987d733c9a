"""The description of an engine at an address: its owner, its games, how it is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ronde.games.door import find_game

SHORTEST: Final = 4
LONGEST: Final = 54
"""The manual's limits of TimeOut, in seconds."""


class Manner(StrEnum):
    CALL_BACK = "call-back"
    """It is called and calls the referee back (manual 002, chapter II)."""
    PRINTED = "printed"
    """It prints the bare value, as in the tester: Referee is empty."""
    SERVICE = "service"
    """It takes JSON and gives JSON, both signed (manual 002, chapter VI)."""
    HOUSE = "house"
    """It has no address: the game server itself plays any legal move for it."""


@dataclass(frozen=True, slots=True)
class Key:
    name: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class EngineCard:
    id: int
    name: str
    game: str
    url: str
    owner: int = 0
    """The number of its owner's account; 0 is the house's own."""
    level: int = 1
    timeout: int = 15
    manner: Manner = Manner.CALL_BACK
    public: bool = True
    """Whether everybody may play against it and see its games."""
    pinned: bool = False
    """Whether only the address that was called may call back."""
    retired: bool = False
    keys: tuple[Key, ...] = ()
    """The newest first; answers signed with the older one stay valid until it is dropped."""

    @property
    def word(self) -> str:
        """Its stable name for opponents, sent as the parameter Opponent."""
        return f"E{self.id}"


def common_level(game: str, cards: Sequence[EngineCard]) -> dict[str, int]:
    """The switch for the highest level that all these engines play; none for a game of one level."""
    levels = find_game(game).description.levels
    return {"level": min(levels, *(card.level for card in cards))} if levels > 1 else {}
