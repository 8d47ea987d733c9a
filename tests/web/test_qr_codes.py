"""Codes that phones read: many at once are the same as each by itself."""

from __future__ import annotations

import re

import segno
from hypothesis import given
from hypothesis import strategies as st

from ronde.web.qr_codes import qr_svg, qr_svgs

LINK = "http://192.168.1.23:8765/t/winter-open/card/"
TEXTS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=120)


def dark(drawn: str) -> set[tuple[int, int]]:
    """The dark squares of a drawing, by row and column, followed as a browser follows its path."""
    (path,) = re.findall(r'stroke="#000" d="([^"]+)"', drawn)
    found = set()
    row = column = 0
    for letter, first, second in re.findall(r"([Mmh])(\d+) ?([\d.]+)?", path):
        if letter == "M":
            row, column = int(float(second)) - 4, int(first) - 4
        else:
            found |= {(row, column + step) for step in range(int(first))} if letter == "h" else set()
            column += int(first)
    return found


def expected(text: str, mask: int | None) -> set[tuple[int, int]]:
    made = segno.make(text, error="m", micro=False, mode=None if mask is None else "byte", mask=mask)
    return {(at, place) for at, row in enumerate(made.matrix) for place, square in enumerate(row) if square}


@given(TEXTS)
def test_a_single_code_is_the_one_that_reads_best(text: str) -> None:
    assert dark(qr_svg(text)) == expected(text, None)


@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_codes_made_together_are_exactly_those_of_each_text(texts: list[str]) -> None:
    drawn = qr_svgs(texts)

    assert {text: dark(code) for text, code in drawn.items()} == {text: expected(text, 2) for text in texts}


def test_links_of_players_with_one_two_and_three_digits_have_each_their_own() -> None:
    links = [f"{LINK}{number}/abcdefgh" for number in (1, 7, 10, 77, 100, 399)]

    assert [dark(code) for code in qr_svgs(links).values()] == [expected(link, 2) for link in links]


def test_a_text_beyond_ascii_is_drawn_by_itself() -> None:
    assert qr_svgs(["http://example.org/é"]) == {"http://example.org/é": qr_svg("http://example.org/é")}


def test_a_title_is_escaped_and_nothing_is_styled() -> None:
    drawn = qr_svg("http://example.org/t/open", "O'Neil & <Sons>")

    assert drawn.startswith("<svg")
    assert "&lt;Sons&gt;" in drawn
    assert "style=" not in drawn
