"""Several competitions founded and played together, as tests want them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from ronde.arena.http import EngineCard, GameServer, League, LeaguePlan, Slots, found_league


def found_leagues(folder: Path, plan: LeaguePlan, cards: Iterable[EngineCard]) -> list[Path]:
    """One competition for every game that at least two of the engines play, run together."""
    by_game: dict[str, list[EngineCard]] = defaultdict(list)
    for card in cards:
        by_game[card.game].append(card)
    paths = [folder / f"{plan.name}-{game}.ronde" for game, some in by_game.items() if len(some) > 1]
    for path, some in zip(paths, (some for some in by_game.values() if len(some) > 1), strict=True):
        found_league(path, plan, some)
    return paths


async def play_leagues(server: GameServer, paths: Iterable[Path], floor: Slots | None = None) -> None:
    """Play several competitions together, on one floor; the trouble of one stops no other."""
    shared = floor or Slots()
    ended = await asyncio.gather(
        *(League(server, path, shared).run() for path in paths), return_exceptions=True
    )
    for trouble in ended:
        if trouble is not None:
            raise trouble
