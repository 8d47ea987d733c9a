"""Faults of engines at addresses, in words."""

from __future__ import annotations

import pytest

from ronde.arena.pages.text import detail_text, fault_text, point_text, repeated_text, verdict_text
from ronde.i18n import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_status_is_quoted_and_an_unknown_detail_says_nothing(language: str) -> None:
    assert "503" in detail_text("status-503", language)
    assert detail_text("no such thing", language) == ""


def test_a_fault_says_its_detail_where_there_is_one() -> None:
    assert fault_text("crash", "", "en") in fault_text("crash", "closed", "en")
    assert "endless loop" in fault_text("late", "", "en")
    assert fault_text("crash", "status-500", "fr").startswith("page d'erreur")


@pytest.mark.parametrize("language", LANGUAGES)
def test_statuses_with_another_remedy_have_another_sentence(language: str) -> None:
    statuses = ("400", "403", "404", "500", "503")
    told = {detail_text(f"status-{status}", language).replace(status, "") for status in statuses}

    assert len(told) == len(statuses)
    assert detail_text("status-501", language).replace("501", "500") == detail_text("status-500", language)


def test_the_tester_says_the_move_or_why_it_would_lose() -> None:
    assert "5" in verdict_text("", "", "5", "en")
    assert "5" not in verdict_text("late", "", "5", "en")
    assert verdict_text("crash", "status-500", "", "en") != verdict_text("crash", "", "", "en")


def test_a_move_that_was_not_asked_again_is_not_mentioned() -> None:
    assert repeated_text(0, "en") == ""
    assert repeated_text(2, "en") != repeated_text(1, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_point_of_the_checklist_quotes_the_value_that_was_wrong(language: str) -> None:
    assert "oops" in point_text("html", "bad", {"value": "oops"}, language)
