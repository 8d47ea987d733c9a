"""How fast the Arbitre referees engines at addresses, beside the bare libraries doing the same calls.

`python bench/arbitre.py` measures, in one run and turn by turn: moves a second with instant engines on the
loopback (in a process of their own) at 1, 10 and 100 games at once, for engines that call back, that print
and that take JSON; and the memory of a game that waits. `--league` plays twenty engines x eight games, kills
the referee on the way, and checks the standings. `--swiss 500` plays a Swiss of so many engines on a whole
server while spectators look on (`arbitre_swiss.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import uvloop
from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector, web
from yarl import URL

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import arbitre_swiss
from tests.arena.http.arena import LOOPBACK, Hosting, Listening, bound, nothing
from tests.arena.http.leagues import found_leagues
from tests.arena.http.players import GAMES
from tests.arena.http.test_kill import Tally, enter, kill_at, referee
from tests.arena.http.test_league import foretold_standings, looked_at, standings
from tests.support.ports import free_port

from ronde.arena.http import (
    Callbacks,
    EngineCard,
    EngineStore,
    GameRequest,
    GameServer,
    LeaguePlan,
    Manner,
    address,
)
from ronde.arena.referee import Rule
from ronde.web.server.addresses import parse_allowed

HALF_FULL = "1122" * 6 + "1" + "2211" * 6 + "2" + "0" * 50
"""A photo of a Morpion board from which fifty moves are left."""
TURNS = {1: 4, 10: 2, 100: 1}
"""How many games each of so many boards plays in one turn of the measurement."""


# the engines


async def engine(port: int) -> None:
    """Every engine at once: the first free cell, at once; `/think` never answers, `/soon` says so at once."""
    client = ClientSession(connector=TCPConnector(limit=0), cookie_jar=DummyCookieJar())

    async def answers(request: web.Request) -> web.Response:
        asked = request.query if request.method == "GET" else json.loads(await request.read())
        if asked["Status"] != "0":
            return web.Response(text="")
        if request.path == "/think":
            await asyncio.sleep(3600)
        if request.path == "/soon":
            return web.Response(text="")
        at = asked["Tray"].index("0")
        value = f"{'ABCDEFGHIJ'[at % 10]}{at // 10}"
        if asked.get("Referee"):
            letter = f"?Game={asked['Game']}&MoveId={asked['MoveId']}&Value={value}"
            async with client.get(URL(asked["Referee"] + letter, encoded=True)) as answer:
                await answer.read()
            return web.Response(text="")
        if request.method == "POST":
            return web.json_response({"Game": asked["Game"], "MoveId": asked["MoveId"], "Value": value})
        return web.Response(text=value)

    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", answers)
    runner = web.AppRunner(app, access_log=None, keepalive_timeout=600)
    await runner.setup()
    await web.SockSite(runner, bound(port=port), backlog=8192).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


@contextmanager
def engine_process() -> Iterator[int]:
    place = bound()
    port: int = place.getsockname()[1]
    place.close()
    command = [sys.executable, __file__, "--engine", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield port
    finally:
        process.kill()
        process.communicate()


# the bare libraries


class Bare:
    """An aiohttp client and server that make the same crossed calls, without rules, book or clocks."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/e"
        self.waiting: dict[str, asyncio.Future[str]] = {}

    async def open(self) -> None:
        self.client = ClientSession(
            connector=TCPConnector(limit=0), cookie_jar=DummyCookieJar(), timeout=ClientTimeout(total=60)
        )
        app = web.Application()
        app.router.add_get("/referee", self.take)
        self.runner = web.AppRunner(app, access_log=None)
        await self.runner.setup()
        place = bound()
        self.referee = f"http://127.0.0.1:{place.getsockname()[1]}/referee"
        await web.SockSite(self.runner, place).start()

    async def close(self) -> None:
        await self.client.close()
        await self.runner.cleanup()

    async def take(self, request: web.Request) -> web.Response:
        self.waiting.pop(request.query["MoveId"]).set_result(request.query["Value"])
        return web.Response(text="taken\n")

    async def move(self, manner: Manner) -> None:
        move_id = secrets.token_hex(16)
        call = {
            "Set": "BigTicTacToe", "Game": "ABCDEFGHIJ", "MoveId": move_id, "Turn": "51",
            "Tray": HALF_FULL, "Status": "0", "Move2": "A0", "Gain1": "", "Gain2": "", "TimeOut": "15",
            "Referee": self.referee if manner is Manner.CALL_BACK else "",
        }  # fmt: skip
        if manner is Manner.SERVICE:
            async with self.client.post(self.url, json=call) as answer:
                json.loads(await answer.read())["Value"]
            return
        reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waiting[move_id] = reply
        async with self.client.get(URL(address(self.url, call), encoded=True)) as answer:
            await answer.read()
        if manner is Manner.CALL_BACK:
            await reply

    async def board(self, manner: Manner, moves: int) -> None:
        for _ in range(moves):
            await self.move(manner)


# ours


class Ours:
    """A game server with its inbox, as `ronde serve --referee` has them."""

    def __init__(self, folder: Path, port: int) -> None:
        self.place = bound()
        referee = f"http://127.0.0.1:{self.place.getsockname()[1]}/referee"
        self.server = GameServer(folder / "arbitre.db", referee=referee, allow=parse_allowed(LOOPBACK))
        self.port = port

    async def open(self) -> None:
        self.listening = await Listening(
            Callbacks(self.server.pending_moves, nothing), self.place
        ).__aenter__()
        await self.server.open()

    async def close(self) -> None:
        await self.server.close()
        await self.listening.__aexit__()

    def card(self, manner: Manner, path: str = "e") -> EngineCard:
        url = f"http://127.0.0.1:{self.port}/{path}"
        return self.server.book.add_engine(EngineCard(0, manner.value, "morpion", url, manner=manner))

    async def board(self, card: EngineCard, games: int) -> None:
        for _ in range(games):
            wish = GameRequest(card.id, card.id, start=HALF_FULL, settings={"mode": "most"})
            played = await self.server.result(self.server.begin(wish))
            assert len(played.record.plies) == 50, played.record.faults


Spent = tuple[float, float]
"""Seconds by the wall clock, and of this process's own work."""


@dataclass
class Race:
    """Moves and seconds of both, added up turn by turn."""

    moves: int = 0
    ours: Spent = (0.0, 0.0)
    bare: Spent = (0.0, 0.0)

    def __str__(self) -> str:
        rates = f"{self.moves / self.ours[0]:7.0f} {self.moves / self.bare[0]:7.0f}"
        cpu = f"{1000 * self.ours[1] / self.moves:6.3f} {1000 * self.bare[1] / self.moves:6.3f}"
        return f"{rates}   {self.bare[0] / self.ours[0]:5.2f}    {cpu}   {self.bare[1] / self.ours[1]:5.2f}"


async def timed(boards: list[Awaitable[None]]) -> Spent:
    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*boards)
    return time.perf_counter() - wall, time.process_time() - cpu


def added(one: Spent, other: Spent) -> Spent:
    return one[0] + other[0], one[1] + other[1]


async def race(ours: Ours, bare: Bare, manner: Manner, at_once: int, turns: int) -> Race:
    result = Race()
    cards = [ours.card(manner) for _ in range(4)]  # one alone may have 64 requests open, by design
    games = TURNS[at_once]
    for turn in range(turns + 1):
        one = await timed([ours.board(cards[at % 4], games) for at in range(at_once)])
        other = await timed([bare.board(manner, 50 * games) for _ in range(at_once)])
        if turn:  # the first warms up
            result.moves += 50 * games * at_once
            result.ours, result.bare = added(result.ours, one), added(result.bare, other)
    return result


async def speed(port: int, turns: int, manners: list[Manner], boards: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = Ours(Path(folder), port), Bare(port)
        await ours.open()
        await bare.open()
        print("                       moves/s            ms of work a move")
        print("                        ours    bare   ratio      ours   bare   ratio")
        for manner in manners:
            for at_once in boards:
                result = await race(ours, bare, manner, at_once, turns)
                print(f"{manner.value:10} {at_once:4} games {result}", flush=True)
        await bare.close()
        await ours.close()


# memory


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


async def memory(port: int, games: int, manner: Manner) -> float:
    """Kilobytes of a game that waits for an engine which took the request and thinks, or keeps the line."""
    path = "soon" if manner is Manner.CALL_BACK else "think"
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(Path(folder), port)
        await ours.open()
        cards = [ours.card(manner, path) for _ in range(100)]
        before = resident()
        for at in range(games):
            ours.server.begin(GameRequest(cards[at % 100].id, cards[at % 100].id, timeout=600))
            if at % 50 == 49:
                await asyncio.sleep(0.01)
        while not settled(ours, games, manner):
            await asyncio.sleep(0.1)
        assert len(ours.server.running) == games
        each = (resident() - before) / games / 1000
        print(f"{manner.value:10} {games} games waiting: {each:.1f} kB a game", flush=True)
        await ours.close()
        return each


def settled(ours: Ours, games: int, manner: Manner) -> bool:
    """Whether every request has been taken: all pages read, or every connection open."""
    client = ours.server.requests._client
    assert client is not None
    connector = client._session.connector
    assert connector is not None
    open_now = len(connector._acquired)
    return not open_now if manner is Manner.CALL_BACK else open_now == games


# the league


async def league(engines: int, legs: int, kills: int) -> None:
    """All against all in eight games at once; the referee is killed on the way, and nothing is lost."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        async with Hosting(bound()) as hosting:
            tally, book = Tally(hosting), EngineStore(folder / "arbitre.db")
            cards = [enter(book, hosting, tally, game, at) for game in GAMES for at in range(engines)]
            book.close()
            paths = found_leagues(folder, LeaguePlan("league", rule=Rule(legs)), cards)
            began = time.perf_counter()
            for _ in range(kills):
                await kill_at(tally, folder, port, tally.count + 50 * engines, games=0)
            await (await referee(folder, port, games=0)).communicate()
            took = time.perf_counter() - began
        games = sum(looked_at(path, lambda desk, roster: len(desk.tournament.games)) for path in paths)
        assert len(tally.asked) == games, "none lost, none played twice"
        assert all(standings(path) == foretold_standings(path, legs) for path in paths), "the right standings"
        print(
            f"league: {engines} engines x {len(paths)} games, {games} games, {tally.count} requests, "
            f"{kills} kills: right after {took:.1f} s"
        )


def measure_memory(port: int, games: int, manner: Manner) -> float:
    return uvloop.run(memory(port, games, manner))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--crowd", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--swiss", type=int, metavar="ENGINES", help="play a Swiss of so many engines")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of the Swiss")
    parser.add_argument("--match", type=int, default=6, help="games of each match of the Swiss")
    parser.add_argument("--spectators", type=int, default=200, help="who look on at the Swiss")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--games", type=int, default=5000, help="games that wait, for the memory")
    parser.add_argument("--manner", action="append", choices=["call-back", "printed", "service"])
    parser.add_argument("--boards", action="append", type=int, choices=list(TURNS))
    parser.add_argument("--league", action="store_true")
    parser.add_argument("--engines", type=int, default=20, help="engines of each game in the league")
    parser.add_argument("--legs", type=int, default=1, choices=[1, 2])
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--only", choices=["speed", "memory"])
    wishes = parser.parse_args()
    if wishes.engine:
        uvloop.run(engine(wishes.engine))
        return
    if wishes.crowd:
        uvloop.run(arbitre_swiss.crowd(int(wishes.crowd[0]), Path(wishes.crowd[1])))
        return
    if wishes.swiss:
        uvloop.run(arbitre_swiss.play(wishes.swiss, wishes.rounds, wishes.match, wishes.spectators))
        return
    if wishes.league:
        uvloop.run(league(wishes.engines, wishes.legs, wishes.kills))
        return
    manners = [Manner(one) for one in wishes.manner or ["call-back", "printed", "service"]]
    with engine_process() as port:
        if wishes.only != "memory":
            uvloop.run(speed(port, wishes.turns, manners, wishes.boards or list(TURNS)))
        if wishes.only != "speed":
            for manner in (one for one in manners if one is not Manner.SERVICE):
                # In a process of its own: what another measurement gave back would be taken again unseen.
                with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
                    fresh.submit(measure_memory, port, wishes.games, manner).result()


if __name__ == "__main__":
    main()
