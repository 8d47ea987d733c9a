"""Kept pages are bounded by all that keeping them takes, addresses included."""

from __future__ import annotations

import gzip

from ronde.web.serving.page_cache import LONG, PageCache, packed


def filled(drawings: PageCache, address: str, pages: int) -> None:
    for number in range(pages):
        drawings._put((f"/t/open?by={number}{address}", 1, 7), b"a page", "tag")


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
    assert PageCache(most=0)._put(("/",), b"a page", "tag") == (b"a page", "tag")


def test_packed_pages_hold_no_more_than_a_few_bodies_and_unpack_to_them() -> None:
    bodies = [f"{number}".encode() + b"<td>" * (LONG // 8 * (1 + number % 3)) for number in range(100)]

    assert [gzip.decompress(packed(body)) for body in bodies] == bodies
    assert packed.cache_info().currsize <= 32
