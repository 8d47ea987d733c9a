"""Kept pages are bounded by all that keeping them takes, addresses included."""

from __future__ import annotations

from ronde.web.drawings import Drawings


def filled(drawings: Drawings, address: str, pages: int) -> None:
    for number in range(pages):
        drawings._put((f"/t/open?by={number}{address}", 1, 7), b"a page", "tag")


def test_short_pages_of_long_addresses_are_not_kept_without_bound() -> None:
    drawings = Drawings(most=1_000_000)
    filled(drawings, "x" * 20_000, 200)

    assert 40 <= len(drawings._kept) <= 50


def test_what_was_forgotten_is_not_counted_any_more() -> None:
    drawings = Drawings(most=1_000_000)
    filled(drawings, "x" * 20_000, 200)
    filled(drawings, "", 5_000)

    assert 1_500 <= len(drawings._kept) <= 2_000
    assert drawings._held <= drawings.most


def test_a_page_that_nobody_can_keep_is_given_out_all_the_same() -> None:
    assert Drawings(most=0)._put(("/",), b"a page", "tag") == (b"a page", "tag")
