"""Dates in ISO 8601, and null for unrated players."""

from __future__ import annotations

from tests.support.builders import tournament

from ronde.core.fidecard import FideCard
from ronde.core.player import Player
from ronde.formats import data
from ronde.formats.shape import VERSION, day_data


def test_days_are_iso_and_who_has_no_rating_has_null() -> None:
    hall = tournament([Player(1, "A"), Player(2, "B", rating=1650, fide=FideCard(birth="1990/01/31"))])

    first, second = data.players_data(hall)
    assert (first["rating"], second["rating"]) == (None, 1650)
    assert second["fide"]["birth"] == "1990-01-31"
    assert data.summary_data(hall)["version"] == VERSION
    assert (day_data("15/11/2026"), day_data("1 May"), day_data("1990"), day_data("")) == (
        "2026-11-15", "1 May", "1990", None,
    )  # fmt: skip
