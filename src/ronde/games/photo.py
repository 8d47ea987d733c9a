"""Photos: a Tray as a position to start from, with the side to move beside it (manual 002, chapter II)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from ronde.games.errors import BadPosition
from ronde.games.notation import INIT
from ronde.games.side import Side

if TYPE_CHECKING:
    from ronde.games.door import Game


def photo_with_side(game: Game[Any], text: str, side: Side | None) -> str:
    """The photo written so that the chosen side is to move; unchanged where it tells the side itself."""
    written = game.description.photo_of
    if side is None or written is None or text in ("", INIT) or " " in text:
        return text
    try:
        movers = game.to_move(game.place(text, Random(0)))
    except BadPosition as wrong:
        if wrong.reason != "turn":
            raise
        movers = frozenset()
    return text if side in movers else written(text, side)
