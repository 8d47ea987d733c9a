"""The Arbitre killed at moments nobody chose, while engines at addresses play whole leagues."""

from __future__ import annotations

import asyncio
import random
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from tests.arena.http.arena import Hosting, bound
from tests.arena.http.leagues import found_leagues
from tests.arena.http.test_kill import Tally as Asked
from tests.arena.http.test_kill import enter, referee
from tests.arena.http.test_league import foretold_standings, standings
from tests.faults.tally import Tally
from tests.support.ports import free_port

from ronde.arena.http import EngineStore, LeaguePlan

LEAGUES = ("tictactoe", "morpion", "pente")
ENGINES = 5


def killed_referees(folder: Path, seed: int, kills: int = 3) -> Tally:
    """Kill the referee so often; all games go on where they were, and the leagues end as foretold."""
    return asyncio.run(asyncio.wait_for(_killed(folder, random.Random(seed), kills), 140))


async def _killed(folder: Path, chance: random.Random, kills: int) -> Tally:
    tally, port = Tally(), free_port()
    async with Hosting(bound()) as hosting:
        asked = Asked(hosting)
        with closing(EngineStore(folder / "arbitre.db")) as book:
            cards = [enter(book, hosting, asked, game, at) for game in LEAGUES for at in range(ENGINES)]
        paths = found_leagues(folder, LeaguePlan("league", seed=chance.randrange(1000)), cards)
        for _ in range(kills):
            process = await referee(folder, port, games=0)
            await _heard(asked, chance.randrange(5, 80), process)
            if process.returncode is None:
                process.kill()
                tally.kills += 1
            await process.communicate()
            tally.restarts += 1
        last = await referee(folder, port, games=0)
        printed, _ = await last.communicate()
    if printed != b"done\n":
        tally.crash(f"the last referee said {printed!r}")
    _judge(tally, folder, paths, asked)
    return tally


async def _heard(asked: Asked, more: int, process: asyncio.subprocess.Process) -> None:
    """Wait until the engines were asked so many times more: a clock would miss leagues on a fast machine."""
    enough = _requests(asked) + more
    while process.returncode is None and _requests(asked) < enough:
        await asyncio.sleep(0.005)


def _requests(asked: Asked) -> int:
    return sum(map(len, asked.asked.values()))


def _judge(tally: Tally, folder: Path, paths: list[Path], asked: Asked) -> None:
    for path in paths:
        tally.check(standings(path) == foretold_standings(path), f"{path.name} did not end as foretold")
    with closing(EngineStore(folder / "arbitre.db")) as book:
        words = {row.word for row in book.games(most=10_000)}
        tally.check(not book.running(), "games are still running")
    tally.check(len(words) == len(LEAGUES) * ENGINES * (ENGINES - 1), f"{len(words)} games")
    tally.check(set(asked.asked) <= words, "a game was begun that is in no book")
    for word, requests in asked.asked.items():
        steps = {int(after["Turn"]) - int(before["Turn"]) for before, after in pairwise(requests)}
        tally.check(steps <= {0, 1}, f"game {word} went by steps of {steps}")
