"""The referee's loop stands still, on purpose: no engine loses by it, and the record says what happened."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web
from tests.http_engines.arena import Arena, Hosting, bound, first_free, run

from ronde.formats.engines_text import repeated_text
from ronde.games.door import Answer, GameRecord
from ronde.http_engines.card import EngineCard, Manner
from ronde.http_engines.door import GameRequest
from ronde.http_engines.store import EngineStore
from ronde.referee.door import Played

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
        closing = asyncio.run_coroutine_threadsafe(self._hosting.__aexit__(), self._loop)
        await asyncio.wrap_future(closing)
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()


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


async def played(folder: Path, manner: Manner, stalls: Callable[[], Stalls], late: float = 0.0) -> Played:
    """A game of an engine that answers at once, or so late, against the house."""
    standing = stalls()

    async def answering(hosting: Hosting, request: web.Request, value: str) -> web.Response:
        await standing.now()
        await asyncio.sleep(late)
        return await hosting.reply(request, value)

    async with Arena(folder) as arena, Apart(answering) as apart:
        card = EngineCard(0, "honest", "tictactoe", apart.url, manner=manner)
        engine, house = arena.server.book.add_engine(card), arena.house()
        row = arena.server.begin(GameRequest(engine.id, house.id, timeout=TIME, seed=7))
        return await arena.server.result(row)


@pytest.mark.parametrize("manner", MANNERS)
def test_a_move_that_came_late_because_the_loop_stood_still_is_asked_again(
    manner: Manner, tmp_path: Path
) -> None:
    told = run(played(tmp_path, manner, lambda: Stalls(1))).record

    assert told.faults == ()
    assert told.outcome.counts
    assert [answer.repeated for answer in told.plies[0]] == [1]
    assert sum(answer.repeated for ply in told.plies for answer in ply) == 1


def test_the_record_keeps_it_and_both_languages_say_it(tmp_path: Path) -> None:
    told = run(played(tmp_path, Manner.CALL_BACK, lambda: Stalls(2))).record
    plain = told.to_dict()

    assert GameRecord.from_dict(plain) == told
    assert sum(answer.get("repeated", 0) for ply in plain["plies"] for answer in ply) == 2
    assert repeated_text(1, "en") == "Asked once more: the referee itself was late."
    assert "l'arbitre lui-même était en retard" in repeated_text(2, "fr")
    assert repeated_text(0, "en") == ""


@pytest.mark.parametrize("manner", MANNERS)
def test_an_engine_that_is_late_itself_loses_as_before(manner: Manner, tmp_path: Path) -> None:
    told = run(played(tmp_path, manner, lambda: Stalls(0), late=4 * TIME)).record

    assert [(fault.code, fault.side) for fault in told.faults] == [("late", 1)]
    assert (told.outcome.winner, told.outcome.counts) == (2, True)


def test_an_engine_that_is_late_after_the_stall_loses_when_it_is_asked_again(tmp_path: Path) -> None:
    """On a crowded machine the referee may be late once more by itself; the record has every request."""
    standing: list[Stalls] = []

    def once() -> Stalls:
        standing.append(Stalls(1))
        return standing[0]

    told = run(played(tmp_path, Manner.CALL_BACK, once, late=4 * TIME)).record

    assert [(fault.code, fault.side) for fault in told.faults] == [("late", 1)]
    assert [answer.repeated for answer in told.plies[0]] == [standing[0].asked - 1]
    assert standing[0].asked >= 2


def test_an_engine_that_answers_only_while_the_loop_is_busy_is_not_asked_for_ever(tmp_path: Path) -> None:
    """Each of its answers meets a loop that stands still: nobody loses, and nothing is scored."""
    told = run(played(tmp_path, Manner.CALL_BACK, lambda: Stalls(99))).record

    assert [(fault.code, fault.side, fault.detail) for fault in told.faults] == [("referee", None, "delayed")]
    assert not told.outcome.counts
    assert [answer.repeated for answer in told.plies[0]] == [3]


def test_a_repeated_move_is_remembered_across_a_restart(tmp_path: Path) -> None:
    """The book is what a restart reads."""
    ply = (Answer(1, "5", 3.0, "5", repeated=2), Answer(2, "1", 1.0, "1"))

    async def written() -> None:
        with closing(EngineStore(tmp_path / "arbitre.db")) as book:
            await book.write_ply(1, 1, ply)

    run(written())
    with closing(EngineStore(tmp_path / "arbitre.db")) as book:
        assert book.plies(1) == (ply,)
