"""Kept pages are bounded by all that keeping them takes, addresses included."""

from __future__ import annotations

import asyncio

from ronde.web.server.page_cache import LONG, PackedPage, PageCache, packed


def filled(drawings: PageCache, address: str, pages: int) -> None:
    for number in range(pages):
        drawings._put((f"/t/open?by={number}{address}", 1, 7), PackedPage(b"a page", "tag"))


def test_short_pages_of_long_addresses_are_not_kept_without_bound() -> None:
    drawings = PageCache(most=1_000_000)
    filled(drawings, "x" * 20_000, 200)

    assert 40 <= len(drawings._kept) <= 50


def test_what_was_forgotten_is_not_counted_any_more() -> None:
    drawings = PageCache(most=1_000_000)
    filled(drawings, "x" * 20_000, 200)
    filled(drawings, "", 5_000)

    assert 1_500 <= len(drawings._kept) <= 2_000
    assert drawings._held <= drawings.most


def test_a_page_that_nobody_can_keep_is_given_out_all_the_same() -> None:
    assert PageCache(most=0)._put(("/",), PackedPage(b"a page", "tag")) == (b"a page", "tag")


def test_long_pages_are_kept_packed_and_unpack_to_themselves() -> None:
    drawings = PageCache(most=1_000_000)
    bodies = [f"{number}".encode() + b"<td>" * (LONG // 8 * (1 + number % 3)) for number in range(100)]
    pages = [drawings._put((number,), packed(body)) for number, body in enumerate(bodies)]

    assert [page.body for page in pages] == bodies
    assert len(drawings._kept) == 100
    assert drawings._held < sum(map(len, bodies)) / 20


def test_a_dated_paper_is_packed_once_for_all_who_ask_in_its_minute_and_counted() -> None:
    async def asked() -> None:
        drawings = PageCache(most=1_000_000)
        paper = packed(b"printed (now) " + bytes(LONG))
        pages = await asyncio.gather(*(drawings.dated(paper, "(now)", "at noon") for _ in range(9)))

        assert {id(page) for page in pages} == {id(await drawings.dated(paper, "(now)", "at noon"))}
        assert pages[0].body == b"printed at noon " + bytes(LONG)
        assert len(pages[0].packed) < drawings._held < 1_000_000

    asyncio.run(asked())
