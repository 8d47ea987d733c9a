"""A referee in a process of its own, which a test may kill.

It plays so many games between the first two engines, or all unfinished leagues of its folder.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvloop
from tests.arena.http.arena import LOOPBACK, Listening, bound, nothing
from tests.arena.http.leagues import play_leagues

from ronde.arena.http import Callbacks, GameRequest, GameServer, requests, unfinished
from ronde.web.server.addresses import parse_allowed

vars(requests)["FAREWELL"] = 60.0  # all games end at once, and every last request is counted


async def main(folder: Path, port: int, games: int) -> None:
    referee = f"http://127.0.0.1:{port}/referee"
    server = GameServer(folder / "arbitre.db", referee=referee, allow=parse_allowed(LOOPBACK))
    async with Listening(Callbacks(server.pending_moves, nothing), bound(port=port)):
        await server.open()
        if games:
            await play_list(server, games)
        else:
            await play_leagues(server, unfinished(folder))
        await server.requests.settle()
        await server.close()
    print("done", flush=True)


async def play_list(server: GameServer, games: int) -> None:
    engines = [card.id for card in server.book.engines()]
    wishes = [
        GameRequest(engines[0], engines[1], timeout=20, seed=place, event="list", round=1, place=place)
        for place in range(1, games + 1)
    ]
    await asyncio.gather(*(server.result(server.begin(wish)) for wish in wishes))


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
