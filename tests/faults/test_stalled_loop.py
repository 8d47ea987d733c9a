"""The referee's loop stands still, on purpose: no engine loses by it, and none gains a second try."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web
from tests.arena.http.arena import Arena, Hosting, bound, first_free, run

from ronde.arena.games import Answer, GameRecord
from ronde.arena.http import EngineCard, EngineStore, GameRequest, Manner
from ronde.arena.pages.text import repeated_text
from ronde.arena.referee import Played
from ronde.arena.sandbox import MARGIN

TIME = 0.8
"""Seconds for a move; a pause of the machine itself must be shorter."""
STALL = 1.4
MANNERS = (Manner.CALL_BACK, Manner.PRINTED)

Answering = Callable[[Hosting, web.Request, str], Awaitable[web.Response]]


class Apart:
    """Engines in a thread and a loop of their own: they answer in time whatever the referee does."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._place = bound()
        self.url = f"http://127.0.0.1:{self._place.getsockname()[1]}/e"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    async def __aenter__(self) -> Apart:
        self._thread.start()
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._open(), self._loop))
        return self

    async def _open(self) -> None:
        self._hosting = Hosting(self._place)
        self._hosting.engines["e"] = self._play
        await self._hosting.__aenter__()

    async def _play(self, request: web.Request) -> web.StreamResponse:
        if request.query["Status"] != "0":
            return web.Response(text="")
        return await self._answering(self._hosting, request, first_free(request.query["Tray"]))

    async def __aexit__(self, *trouble: object) -> None:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._close(), self._loop))
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def _close(self) -> None:
        """Stop the server, and let the requests that it interrupts end before their loop does."""
        await self._hosting.__aexit__()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*left, return_exceptions=True)
        await asyncio.sleep(0.05)


class Stalls:
    """Stops the referee's loop while an engine thinks, so often and no more."""

    def __init__(self, times: int, seconds: float = STALL) -> None:
        self.left, self.seconds = times, seconds
        self.referee = asyncio.get_running_loop()
        self.asked = 0
        """How often an engine was asked for a move."""
        self._begun = threading.Event()

    async def now(self) -> None:
        """Stop it, and come back as soon as it stands."""
        self.asked += 1
        if self.left > 0:
            self.left -= 1
            self._begun.clear()
            self.referee.call_soon_threadsafe(self._stand)
            await asyncio.to_thread(self._begun.wait)

    def _stand(self) -> None:
        self._begun.set()
        time.sleep(self.seconds)


async def played(folder: Path, manner: Manner, stalls: Callable[[], Stalls]) -> Played:
    """A game of an engine that answers at once against the house."""
    standing = stalls()

    async def answering(hosting: Hosting, request: web.Request, value: str) -> web.Response:
        await standing.now()
        return await hosting.reply(request, value)

    async with Arena(folder) as arena, Apart(answering) as apart:
        card = EngineCard(0, "honest", "tictactoe", apart.url, manner=manner)
        engine, house = arena.server.book.add_engine(card), arena.house()
        row = arena.server.begin(GameRequest(engine.id, house.id, timeout=TIME, seed=7))
        return await arena.server.result(row)


def all_answers(told: GameRecord) -> list[Answer]:
    return [answer for ply in told.plies for answer in ply]


@pytest.mark.parametrize("manner", MANNERS)
def test_an_answer_that_came_in_time_counts_however_long_the_loop_stood_still(
    manner: Manner, tmp_path: Path
) -> None:
    standing: list[Stalls] = []

    def once() -> Stalls:
        standing.append(Stalls(1))
        return standing[0]

    told = run(played(tmp_path, manner, once)).record

    assert told.faults == ()
    assert told.outcome.counts
    assert [answer.repeated for answer in all_answers(told)] == [0] * len(all_answers(told))
    first = told.plies[0][0]
    assert first.taken >= (STALL - TIME) * 1000 / 2
    assert first.milliseconds - first.taken <= (TIME + MARGIN) * 1000 + 0.01
    assert standing[0].asked == sum(answer.side == 1 for answer in all_answers(told))


@pytest.mark.parametrize("manner", MANNERS)
def test_a_request_that_the_loop_wrote_late_gives_the_engine_its_whole_time(
    manner: Manner, tmp_path: Path
) -> None:
    async def scenario() -> GameRecord:
        async with Arena(tmp_path) as arena, Apart(Hosting.reply) as apart:
            card = EngineCard(0, "honest", "tictactoe", apart.url, manner=manner)
            engine, house = arena.server.book.add_engine(card), arena.house()
            row = arena.server.begin(GameRequest(engine.id, house.id, timeout=TIME, seed=7))
            asyncio.get_running_loop().call_soon(time.sleep, STALL)  # asked, and nothing is written yet
            return (await arena.server.result(row)).record

    told = run(scenario())
    assert told.faults == ()
    assert told.outcome.counts


@pytest.mark.parametrize("manner", MANNERS)
def test_an_engine_that_is_always_late_and_then_answers_at_once_loses_its_first_game(
    manner: Manner, tmp_path: Path
) -> None:
    """It keeps its move for the case that it is asked again; and the loop is busy now and then, as always."""
    asked: list[str] = []

    async def scenario() -> GameRecord:
        referee, known = asyncio.get_running_loop(), set[str]()

        async def answering(hosting: Hosting, request: web.Request, value: str) -> web.Response:
            asked.append(request.query["MoveId"])
            if request.query["Tray"] not in known:
                known.add(request.query["Tray"])
                referee.call_soon_threadsafe(time.sleep, 0.1)
                await asyncio.sleep(TIME + 1)
            return await hosting.reply(request, value)

        async with Arena(tmp_path) as arena, Apart(answering) as apart:
            card = EngineCard(0, "late", "tictactoe", apart.url, manner=manner)
            engine, house = arena.server.book.add_engine(card), arena.house()
            row = arena.server.begin(GameRequest(engine.id, house.id, timeout=TIME, seed=7))
            return (await arena.server.result(row)).record

    told = run(scenario())
    assert [(fault.code, fault.side) for fault in told.faults] == [("late", 1)]
    assert (told.outcome.winner, told.outcome.counts) == (2, True)
    assert len(asked) == 1
    assert told.plies[0][0].repeated == 0


@pytest.mark.parametrize("manner", MANNERS)
def test_a_move_is_asked_again_after_a_restart_and_the_record_says_so(manner: Manner, tmp_path: Path) -> None:
    async def scenario() -> GameRecord:
        asked, referee = asyncio.Event(), asyncio.get_running_loop()

        async def answering(hosting: Hosting, request: web.Request, value: str) -> web.Response:
            if not asked.is_set():
                referee.call_soon_threadsafe(asked.set)
                await asyncio.sleep(60)
            return await hosting.reply(request, value)

        async with Apart(answering) as apart:
            async with Arena(tmp_path) as arena:
                card = EngineCard(0, "honest", "tictactoe", apart.url, manner=manner)
                engine, house = arena.server.book.add_engine(card), arena.house()
                row = arena.server.begin(GameRequest(engine.id, house.id, timeout=30, seed=7))
                await asked.wait()
            async with Arena(tmp_path) as arena:
                return (await arena.server.result(row)).record

    told = run(scenario())
    assert told.faults == ()
    assert [answer.repeated for answer in all_answers(told)] == [1] + [0] * (len(all_answers(told)) - 1)
    assert GameRecord.from_dict(told.to_dict()) == told
    assert repeated_text(1, "en") == "Asked once more after a restart of the server."
    assert "redémarrage du serveur" in repeated_text(2, "fr")
    assert repeated_text(0, "en") == ""


def test_a_repeated_move_is_remembered_across_a_restart(tmp_path: Path) -> None:
    """The book is what a restart reads."""
    ply = (Answer(1, "5", 3.0, "5", repeated=2), Answer(2, "1", 1.0, "1"))

    async def written() -> None:
        with closing(EngineStore(tmp_path / "arbitre.db")) as book:
            await book.write_ply(1, 1, ply)

    run(written())
    with closing(EngineStore(tmp_path / "arbitre.db")) as book:
        assert book.plies(1) == (ply,)
