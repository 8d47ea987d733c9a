"""Two thousand forged call-backs during a game: the game does not notice, and the log does not grow."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from tests.arena.http.arena import Arena, first_free, run

from ronde.arena.http import GameRequest

pytestmark = pytest.mark.full

FLOOD = 2_000


async def forge(arena: Arena, words: list[str], count: int, heard: set[int]) -> None:
    """Guess, one after the other on one connection."""
    async with ClientSession() as client:
        for at in range(count):
            letter = {"Game": words[at % len(words)], "MoveId": secrets.token_hex(16), "Value": "9"}
            async with client.get(arena.referee, params=letter) as answer:
                heard.add(answer.status)


def test_a_flood_of_forged_answers_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            flooding = asyncio.Event()
            legal = arena.legal()

            async def patient(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0" and request.query["Turn"] in "34":
                    await flooding.wait()
                return await legal(request)

            one, two = arena.engine("one", patient), arena.engine("two", patient)
            row = arena.server.begin(GameRequest(one.id, two.id, timeout=3600))
            words, heard = [row.word, "x" * 10], set[int]()
            await asyncio.gather(*(forge(arena, words, FLOOD // 20, heard) for _ in range(20)))
            assert arena.server.running
            flooding.set()
            played = await arena.server.result(row)
            assert not played.record.faults
            assert heard == {404}
            assert arena.server.book.odd_answers(row.id) == []
            assert len(arena.server.pending_moves.waiting) == 0

    run(scenario(), 300)


def test_an_engine_that_repeats_itself_for_ever_fills_a_hundred_lines_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def stutters(request: web.Request) -> web.StreamResponse:
                if request.query["Status"] == "0":
                    value = first_free(request.query["Tray"])
                    for _ in range(100):
                        await arena.hosting.call_back(request, value)
                return web.Response(text="")

            card = arena.engine("stutters", stutters)
            row = arena.server.begin(GameRequest(card.id, arena.house().id))
            played = await arena.server.result(row)
            await arena.server.requests.settle()
            moves = sum(ply[0].side == 1 for ply in played.record.plies)
            assert not played.record.faults
            kept = arena.server.book.game(row.id)
            assert kept is not None
            assert kept.odd == 99 * moves
            assert len(arena.server.book.odd_answers(row.id)) == 100

    run(scenario())


def test_what_cannot_be_read_is_refused_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena, ClientSession() as client:
            known = "Game=A&MoveId=B&Value=C"
            for query, status in (
                (known, 404),
                ("", 400),
                ("Game=A&MoveId=B", 400),
                (known + "&Value=D", 400),
                (known + "&Login=me", 404),
                ("Game=A&MoveId=B&Value=" + "9" * 2000, 400),
                (known + "&x=" + "y" * 5000, 400),
                (known + "&n=1" * 100, 400),
            ):
                async with client.get(f"{arena.referee}?{query}") as answer:
                    assert (query, answer.status) == (query, status)
            async with client.post(f"{arena.referee}?{known}") as answer:
                assert answer.status == 405

    run(scenario())
