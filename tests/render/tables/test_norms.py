"""Norms and changes of ratings as lists, in every language."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.systems.dutch.test_drawing import opened

from ronde.i18n import LANGUAGES
from ronde.render.chess import changes_listing, norm_state, norms_listing
from ronde.standings.fide.ratings import NormCheck, RatingChange, Shortfall

EVERYTHING = (
    "games", "holders", "titled", "federations", "average", "performance", "score", "own-federation",
    "one-federation", "unrated",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shortfall_is_told_with_its_figures(language: str) -> None:
    missing = tuple(Shortfall(what, 1.5, 3) for what in EVERYTHING)
    told = norm_state(NormCheck(1, "GM", 5, 6, 2400, 2500, missing, 2, 3), language).split("; ")

    assert len(told) == len(EVERYTHING) + 1
    assert all("3" in one for one in told[:-1])
    assert "lists." not in " ".join(told)


def test_a_norm_that_was_made_says_so_and_one_out_of_reach_too() -> None:
    hall = opened(2)
    made = NormCheck(1, "IM", 9, 14, 2300, 2500, (), 0, None)
    lost = NormCheck(2, "GM", 8, 2, 2300, 2000, (Shortfall("performance", 2000, 2600),), 1, None)
    rows = norms_listing(hall, [made, lost], "en").rows

    assert rows[0].cells[-1].text == "reached"
    assert "out of reach" in rows[1].cells[-1].text
    assert [cell.text for cell in rows[0].cells[:6]] == ["P001", "IM", "9", "7", "2300", "2500"]


def test_a_change_has_its_sign_and_one_decimal() -> None:
    listing = changes_listing(opened(2), [RatingChange(1, 2490, 20, 2, 1, Fraction(103, 100))], "en")

    assert [cell.text for cell in listing.rows[0].cells] == [
        "P001",
        "2490",
        "20",
        "2",
        "0.5",
        "1.03",
        "-10.6",
    ]
