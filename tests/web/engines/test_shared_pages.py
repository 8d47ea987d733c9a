"""Pages that many spectators look at while engines play."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from ronde.web.engines import shared_pages
from ronde.web.engines.shared_pages import SharedPages

Draw = Callable[[], Awaitable[Response]]


class Pen:
    """Draws a numbered page, when it may."""

    def __init__(self) -> None:
        self.drawn = 0
        self.may = asyncio.Event()
        self.may.set()

    async def draw(self) -> Response:
        self.drawn += 1
        number = self.drawn
        await self.may.wait()
        return HTMLResponse(f"page {number}")


def tried(work: Callable[[SharedPages, Pen], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        pages = SharedPages()
        try:
            return await work(pages, Pen())
        finally:
            await pages.close()

    return asyncio.run(whole())


def test_two_hundred_spectators_who_ask_at_once_cost_one_drawing() -> None:
    async def work(pages: SharedPages, pen: Pen) -> None:
        asking = [pages.page("swiss", pen.draw, keep=False) for _ in range(200)]
        assert {page.body for page in await asyncio.gather(*asking)} == {b"page 1"}

    tried(work)


def test_a_page_is_kept_for_a_moment_while_many_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(pages: SharedPages, pen: Pen) -> None:
        monkeypatch.setattr(shared_pages, "SECOND", 3600.0)
        shown = [(await pages.page("swiss", pen.draw, keep=True)).body for _ in range(3)]
        assert shown == [b"page 1"] * 3
        assert (await pages.page("cup", pen.draw, keep=True)).body == b"page 2"
        monkeypatch.setattr(shared_pages, "SECOND", 0.0)
        assert (await pages.page("swiss", pen.draw, keep=True)).body == b"page 3"

    tried(work)


def test_a_page_is_as_new_as_can_be_while_few_games_are_played() -> None:
    async def work(pages: SharedPages, pen: Pen) -> None:
        shown = [(await pages.page("swiss", pen.draw, keep=False)).body for _ in range(2)]
        assert shown == [b"page 1", b"page 2"]

    tried(work)


def test_a_spectator_who_leaves_does_not_take_the_page_from_the_others() -> None:
    async def work(pages: SharedPages, pen: Pen) -> None:
        pen.may.clear()
        first = asyncio.ensure_future(pages.page("swiss", pen.draw, keep=False))
        second = asyncio.ensure_future(pages.page("swiss", pen.draw, keep=False))
        await asyncio.sleep(0)
        first.cancel()
        pen.may.set()
        assert (await second).body == b"page 1"
        assert first.cancelled()

    tried(work)


def test_a_page_that_is_refused_is_refused_to_all_who_asked_and_not_kept() -> None:
    async def nothing() -> Response:
        raise HTTPException(404)

    async def work(pages: SharedPages, pen: Pen) -> None:
        asking = [pages.page("swiss", nothing, keep=True) for _ in range(2)]
        refused = await asyncio.gather(*asking, return_exceptions=True)
        assert [isinstance(one, HTTPException) for one in refused] == [True, True]
        assert (await pages.page("swiss", pen.draw, keep=True)).body == b"page 1"

    tried(work)


def test_who_waits_for_a_page_when_the_server_stops_is_refused() -> None:
    async def work(pages: SharedPages, pen: Pen) -> None:
        pen.may.clear()
        waiting = asyncio.ensure_future(pages.page("swiss", pen.draw, keep=False))
        await asyncio.sleep(0)
        await pages.close()
        with pytest.raises(HTTPException):
            await waiting

    tried(work)
