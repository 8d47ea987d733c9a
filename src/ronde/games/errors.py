"""What can go wrong with a move, a position or a record, as a tree:

* GameError             carries a code, a reason and facts; never a sentence
  x IllegalMove         code `unreadable` (not in the notation) or `illegal` (readable but forbidden)
  x BadPosition         a text that is no position of this game
  x BadRecord           plain data that is no record of a game
  x BadSetting          a switch that the rule book does not have, or a value it cannot take
  x UnknownGame         a name that no rule book has
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ronde.games.side import Side

# Why any game may refuse a move: not in its notation, not this side's turn, the game is over.
COMMON_REFUSALS: Final = ("notation", "turn", "over")


class GameError(Exception):
    """Base of the errors of games; `code` and `reason` are stable, `facts` fill the message."""

    def __init__(self, code: str, reason: str, **facts: object) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}: {self.reason} {facts}".rstrip()


class IllegalMove(GameError):
    """A move that cannot be played; its facts are the text offered and the position."""

    @property
    def unreadable(self) -> bool:
        """Whether the text was not even a move of this game."""
        return self.code == "unreadable"


class BadPosition(GameError):
    """A text that is not a position of the game."""


class BadRecord(GameError):
    """Data that is not a game record."""


class BadSetting(GameError):
    """A switch of a rule book that does not exist or cannot take this value."""


class UnknownGame(GameError):
    """A game that does not exist."""


def bad_position(reason: str, text: str, **facts: object) -> BadPosition:
    return BadPosition("bad-position", reason, text=text, **facts)


def bad_setting(name: str, value: object) -> BadSetting:
    return BadSetting("bad-setting", name, value=value)


def unreadable(text: str, position: object, reason: str = "notation") -> IllegalMove:
    return IllegalMove("unreadable", reason, text=text, position=position)


def illegal(reason: str, text: str, position: object) -> IllegalMove:
    return IllegalMove("illegal", reason, text=text, position=position)


def out_of_turn(to_move: frozenset[Side], text: str, position: object) -> IllegalMove:
    """The refusal of a move by a side that is not asked: after the end, or at the other's turn."""
    return illegal("turn" if to_move else "over", text, position)


def sole_move(moves: Mapping[Side, str], position: object) -> tuple[Side, str]:
    """The only side and move of an alternating game, or the refusal."""
    if len(moves) != 1:
        raise illegal("turn", " ".join(moves.values()), position)
    ((side, text),) = moves.items()
    return side, text
