"""Repeated games of programs: the same two players, colours and moves."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId


def repeats(games: Iterable[GamePlayed]) -> dict[str, GamePlayed]:
    """For every repeated game the first such game, by the name of the repeat's record."""
    first: dict[tuple[PlayerId, PlayerId, str], GamePlayed] = {}
    repeated: dict[str, GamePlayed] = {}
    for game in games:
        before = first.setdefault((game.first, game.second, game.moves), game)
        if game.moves and before is not game:
            repeated[game.record] = before
    return repeated
