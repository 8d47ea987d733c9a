"""Games of programs that were played twice: the same two, from the same sides, with the same moves."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.core.events import GamePlayed
from ronde.core.player import PlayerId


def repeats(games: Iterable[GamePlayed]) -> dict[str, GamePlayed]:
    """The first game of its kind for every game that only repeats it, by the name of its record."""
    first: dict[tuple[PlayerId, PlayerId, str], GamePlayed] = {}
    repeated: dict[str, GamePlayed] = {}
    for game in games:
        before = first.setdefault((game.first, game.second, game.moves), game)
        if game.moves and before is not game:
            repeated[game.record] = before
    return repeated
