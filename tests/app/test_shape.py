"""Dates in ISO 8601."""

from __future__ import annotations

from ronde.app.views import day_data


def test_days_are_iso_and_other_texts_are_kept() -> None:
    assert (day_data("15/11/2026"), day_data("1 May"), day_data("1990"), day_data("")) == (
        "2026-11-15", "1 May", "1990", None,
    )  # fmt: skip
