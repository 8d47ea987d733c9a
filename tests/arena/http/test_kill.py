"""The referee is killed in the middle of twenty games and started again: each goes on and ends once."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from aiohttp import ClientError, web
from tests.arena.http.arena import Hosting, bound, run
from tests.arena.http.players import choose
from tests.support.ports import free_port
from tests.support.root import ROOT

from ronde.arena.http import EngineCard, EngineStore, Manner

pytestmark = pytest.mark.full

GAMES = 20


class Tally:
    """Engines that answer both manners and remember every request of every game."""

    def __init__(self, hosting: Hosting) -> None:
        self.hosting = hosting
        self.asked: dict[str, list[dict[str, str]]] = defaultdict(list)
        self.ended: dict[str, list[str]] = defaultdict(list)
        self.count = 0

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        name, query = request.path.strip("/"), dict(request.query)
        if query["Status"] != "0":
            self.ended[query["Game"]].append(name)
            return web.Response(text="")
        self.asked[query["Game"]].append(query)
        self.count += 1
        try:
            return await self.hosting.reply(request, choose(name, query))
        except (OSError, ClientError):  # the referee is dead, and an engine has nobody to tell
            return web.Response(status=500)

    async def until(self, count: int) -> None:
        while self.count < count:
            await asyncio.sleep(0.002)


async def referee(folder: Path, port: int, games: int = GAMES) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.arena.http.referee_process",
        str(folder),
        str(port),
        str(games),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"},
        stdout=asyncio.subprocess.PIPE,
    )


def test_a_killed_referee_goes_on_with_every_game_at_its_pending_move(tmp_path: Path) -> None:
    async def scenario() -> None:
        port = free_port()
        async with Hosting(bound()) as hosting:
            tally = Tally(hosting)
            book = EngineStore(tmp_path / "arbitre.db")
            for name in ("one", "two"):
                hosting.engines[name] = tally
                url = f"http://127.0.0.1:{hosting.port}/{name}"
                book.add_engine(EngineCard(0, name, "morpion", url, manner=Manner.CALL_BACK))
            book.close()
            await kill_at(tally, tmp_path, port, 60)
            words = begun(tmp_path)
            assert set(tally.asked) <= words
            await kill_at(tally, tmp_path, port, tally.count + 60)
            resumed = unfinished(tmp_path)
            last = await referee(tmp_path, port)
            printed, _ = await last.communicate()
            assert printed == b"done\n"
            assert set(tally.asked) == words, "the same games, and no other"
            check_requests(tally, 2 * GAMES)
            assert all(len(set(tally.ended[word])) == 2 for word in resumed), "both learn the end"
            check_book(tmp_path, words)

    run(scenario(), 300)


def begun(folder: Path) -> set[str]:
    """The games of the list; a slow machine may not yet have asked for the first move of each."""
    book = EngineStore(folder / "arbitre.db")
    words = {row.word for row in book.games(most=1000)}
    book.close()
    assert len(words) == GAMES
    return words


def unfinished(folder: Path) -> set[str]:
    """The games that go on; who was to learn the end of another in the moment of the kill does not."""
    book = EngineStore(folder / "arbitre.db")
    words = {row.word for row in book.running()}
    book.close()
    assert words
    return words


async def kill_at(tally: Tally, folder: Path, port: int, count: int, games: int = GAMES) -> None:
    process = await referee(folder, port, games)
    await tally.until(count)
    process.kill()
    await process.communicate()


def check_requests(tally: Tally, most: int) -> None:
    """No move is skipped or taken back; only the pending one is asked again, with a new MoveId."""
    repeated = 0
    for asked in tally.asked.values():
        assert asked[0]["Turn"] == "1"
        for before, after in pairwise(asked):
            step = int(after["Turn"]) - int(before["Turn"])
            assert step in (0, 1)
            assert step or before["Tray"] == after["Tray"]
            repeated += not step
        assert len({query["MoveId"] for query in asked}) == len(asked)
    assert 0 < repeated <= most


def check_book(folder: Path, words: set[str]) -> None:
    book = EngineStore(folder / "arbitre.db")
    rows = book.games(most=1000)
    assert {row.word for row in rows} == words
    assert len(rows) == GAMES
    assert not book.running()
    assert not list(book.execute("SELECT * FROM ply"))
    lengths = set()
    for row in rows:
        assert row.played is not None
        assert not row.played.record.faults
        lengths.add(len(row.played.record.plies))
    assert len(lengths) == 1, "the same players play the same game"
    book.close()


def enter(book: EngineStore, hosting: Hosting, tally: Tally, game: str, at: int) -> EngineCard:
    name, manner = f"{game}-{at}", (Manner.CALL_BACK, Manner.PRINTED)[at % 2]
    hosting.engines[name] = tally
    url = f"http://127.0.0.1:{hosting.port}/{name}"
    return book.add_engine(EngineCard(0, name, game, url, manner=manner))
