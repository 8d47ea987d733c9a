"""Pages are drawn in turn: each address has one at a time, and what many want is drawn once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ronde.web.server.drawing import EACH, THREADS, TOGETHER, CachedPage, Drawing


@contextmanager
def held(drawing: Drawing) -> Iterator[threading.Event]:
    """All threads are busy until the event is set."""
    go = threading.Event()
    tasks = [asyncio.ensure_future(drawing.run(f"busy {at}", lambda: go.wait(20))) for at in range(THREADS)]
    yield go
    go.set()
    assert tasks


def run(scene: Callable[[Drawing], Awaitable[None]]) -> None:
    async def whole() -> None:
        drawing = Drawing()
        try:
            await asyncio.wait_for(scene(drawing), 30)
        finally:
            drawing.close()

    asyncio.run(whole())


def test_nothing_is_drawn_in_the_thread_of_the_loop() -> None:
    async def scene(drawing: Drawing) -> None:
        assert await drawing.run("a", threading.current_thread) is not threading.current_thread()

    run(scene)


def test_addresses_are_served_in_turn_however_much_one_of_them_wants() -> None:
    drawn: list[str] = []

    async def scene(drawing: Drawing) -> None:
        with held(drawing) as go:
            waiting = [
                asyncio.ensure_future(drawing.run(source, partial(drawn.append, name)))
                for source, name in (("greedy", "1"), ("greedy", "2"), ("greedy", "3"), ("modest", "m"))
            ]
            await asyncio.sleep(0)
            go.set()
            await asyncio.gather(*waiting)

    run(scene)
    assert [name for name in drawn if name != "m"] == ["1", "2", "3"]
    assert drawn.index("m") <= 1


def test_one_address_has_one_page_under_way() -> None:
    async def scene(drawing: Drawing) -> None:
        go, begun = threading.Event(), threading.Event()
        first = asyncio.ensure_future(drawing.run("a", lambda: go.wait(20)))
        second = asyncio.ensure_future(drawing.run("a", begun.set))
        await drawing.run("b", lambda: None)
        assert not begun.is_set()
        go.set()
        await asyncio.gather(first, second)
        assert begun.is_set()

    run(scene)


def test_who_has_enough_waiting_is_refused_and_others_are_not() -> None:
    async def scene(drawing: Drawing) -> None:
        with held(drawing) as go:
            payers = [f"payer {at}" for at in range(TOGETHER // EACH)]
            waiting = [
                asyncio.ensure_future(drawing.run(source, lambda: None))
                for source in payers
                for _ in range(EACH)
            ]
            await asyncio.sleep(0)
            for source, status in ((payers[0], 429), ("another", 503)):
                with pytest.raises(HTTPException) as refused:
                    await drawing.run(source, lambda: None)
                assert refused.value.status_code == status
            go.set()
            await asyncio.gather(*waiting)
        await drawing.run("another", lambda: None)

    run(scene)


def test_what_many_want_from_one_address_is_drawn_once_and_kept() -> None:
    drawn: list[str] = []

    def draw() -> Response:
        drawn.append("x")
        return Response("page" * 100)

    async def scene(drawing: Drawing) -> None:
        pages = await asyncio.gather(*(drawing.page("hall", "key", draw) for _ in range(200)))
        pages += [await drawing.page("late", "key", draw)]
        assert len(set(map(id, pages))) == 1
        assert isinstance(pages[0], CachedPage)

    run(scene)
    assert len(drawn) == 1


def test_nobody_waits_for_a_page_in_the_queue_of_another_address() -> None:
    go = threading.Event()

    async def scene(drawing: Drawing) -> None:
        fillers = [asyncio.ensure_future(drawing.run("greedy", lambda: go.wait(20))) for _ in range(5)]
        theirs = asyncio.ensure_future(drawing.page("greedy", "key", lambda: Response("page")))
        await asyncio.sleep(0)
        assert isinstance(await drawing.page("other", "key", lambda: Response("page")), CachedPage)
        assert not theirs.done()
        go.set()
        await asyncio.gather(theirs, *fillers)

    run(scene)


def test_a_refusal_reaches_everybody_who_waits_and_is_not_kept() -> None:
    def refuse() -> Response:
        raise HTTPException(404)

    async def scene(drawing: Drawing) -> None:
        pages = (drawing.page(f"payer {at}", "key", refuse) for at in range(3))
        told = await asyncio.gather(*pages, return_exceptions=True)
        assert [one.status_code for one in told if isinstance(one, HTTPException)] == [404] * 3
        assert isinstance(await drawing.page("a", "key", lambda: Response("now")), CachedPage)

    run(scene)


def test_a_visitor_who_leaves_takes_no_page_from_others() -> None:
    async def scene(drawing: Drawing) -> None:
        with held(drawing) as go:
            leaving = asyncio.ensure_future(drawing.page("a", "key", lambda: Response("page")))
            staying = asyncio.ensure_future(drawing.page("b", "key", lambda: Response("page")))
            await asyncio.sleep(0)
            leaving.cancel()
            go.set()
            assert isinstance(await staying, CachedPage)

    run(scene)


def test_a_server_that_stops_refuses_what_waits() -> None:
    async def scene(drawing: Drawing) -> None:
        with held(drawing):
            waiting = asyncio.ensure_future(drawing.run("a", lambda: None))
            await asyncio.sleep(0)
            drawing.close()
            with pytest.raises(HTTPException):
                await waiting
            with pytest.raises(HTTPException):
                await drawing.run("b", lambda: None)

    run(scene)
