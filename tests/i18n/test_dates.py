"""Days and times as each language writes them."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.i18n import LANGUAGES, day, day_of_text, long_day, moment, start

OURS = {"en": "2026-11-03", "fr": "03/11/2026", "de": "03.11.2026", "nl": "03-11-2026"}


@pytest.mark.parametrize("language", OURS)
def test_a_day_is_written_as_its_language_does(language: str) -> None:
    told = OURS[language]

    assert day(date(2026, 11, 3), language) == told
    assert moment(datetime(2026, 11, 3, 14, 5, 9), language) == f"{told} 14:05"
    assert moment(datetime(2026, 11, 3, 14, 5, 9), language, seconds=True) == f"{told} 14:05:09"
    assert day_of_text("03/11/2026", language) == day_of_text("3/11/2026", language) == told
    assert day_of_text("2026-11-03", language) == told


@pytest.mark.parametrize(
    "text", ["", "Easter 2026", "31/02/2026", "3/11/26", "11/2026", "2026-11-3", "٣/11/2026"]
)
def test_any_other_text_stays_as_somebody_typed_it(text: str) -> None:
    assert day_of_text(text, "de") == text


@given(st.dates(min_value=date(1000, 1, 1)), st.sampled_from(LANGUAGES))
def test_every_day_is_read_in_both_ways(when: date, language: str) -> None:
    assert day_of_text(when.strftime("%d/%m/%Y"), language) == day(when, language)
    assert day_of_text(when.isoformat(), language) == day(when, language)


STARTS = {
    "en": ("Sunday 9:30", "Sunday 6 December 2026 9:30"),
    "fr": ("dimanche à 9\u00a0h\u00a030", "dimanche 6 décembre 2026 à 9\u00a0h\u00a030"),
    "de": ("Sonntag, 9:30\u00a0Uhr", "Sonntag, 6. Dezember 2026, 9:30\u00a0Uhr"),
    "nl": ("zondag om 9:30\u00a0uur", "zondag 6 december 2026 om 9:30\u00a0uur"),
}


@pytest.mark.parametrize("language", STARTS)
def test_a_round_begins_on_a_day_of_the_week(language: str) -> None:
    told = tuple(start("2026-12-06 09:30", language, dated=dated) for dated in (False, True))

    assert told == STARTS[language]
    assert start("2026-12-06", language, dated=False) == STARTS[language][0].split()[0].strip(",")


LONG = {"en": "3 November 2026", "fr": "3 novembre 2026", "de": "3. November 2026", "nl": "3 november 2026"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_of_a_page_names_the_month(language: str) -> None:
    assert long_day(date(2026, 11, 3), language) == LONG[language]
    assert day_of_text("3/11/2026", language, long_day) == LONG[language]
    assert day_of_text("Easter 2026", language, long_day) == "Easter 2026"
