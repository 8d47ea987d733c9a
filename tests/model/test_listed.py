from __future__ import annotations

from dataclasses import replace

import pytest

from ronde.model.player import FideCard, FidePlayer, Player, differences, rate_of, updated_from_list

LISTED = FidePlayer(
    7, "Doe, Jane", "ENG", "w", "WIM", "1990", ratings=(2200, 2100, 0), coefficients=(20, 40, 0)
)


@pytest.mark.parametrize(
    ("time_control", "rate"),
    [
        ("5400+30", "standard"), ("40/6000+30:900+30", "standard"), ("3600", "standard"),
        ("900+10", "rapid"), ("601", "rapid"), ("600", "blitz"), ("180+2", "blitz"),
        ("", "standard"), ("W300-B240", "standard"),
    ],
)  # fmt: skip
def test_the_time_control_chooses_the_list(time_control: str, rate: str) -> None:
    assert rate_of(time_control) == rate


def test_somebody_of_the_list_becomes_a_card_with_the_rating_of_that_speed() -> None:
    card = LISTED.card("rapid")

    assert (card.id, card.full_name, card.country, card.rating) == (0, "Doe Jane", "ENG", 2100)
    assert card.fide == FideCard(7, "WIM", "w", "1990", 40)
    assert FidePlayer(8, "Ito").card().full_name == "Ito"


def test_a_card_is_renewed_where_the_list_says_something_and_keeps_its_name() -> None:
    before = Player(1, "DOE", "Jane", "FRA", rating=2150, fide=FideCard(7, "", "w", "1990/05/04", 0))
    after = updated_from_list(before, LISTED)

    assert (after.name, after.fide.birth) == ("DOE", "1990/05/04")
    assert differences(before, after) == {
        "country": ("FRA", "ENG"), "rating": ("2150", "2200"), "title": ("", "WIM"), "k": ("", "20"),
    }  # fmt: skip
    assert updated_from_list(after, LISTED) == after
    assert updated_from_list(after, replace(LISTED, ratings=(0, 0, 0))).rating == 2200
