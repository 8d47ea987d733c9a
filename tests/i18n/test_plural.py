"""Plural forms: the categories of CLDR, which form a number takes, and a language that has four."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ronde.i18n import (
    LANGUAGES,
    Category,
    categories,
    filled,
    form_of,
    manner,
    read_plurals,
    say,
    section_words,
    words,
)

POLISH = (
    "one: i = 1 and v = 0; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i != 1 and "
    "i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14; other"
)
CLUB = """
WORDS = {
    "cleared": ("{count} gracz", "{count} gracze", "{count} graczy", "{count} gracza"),
    "published-at": "{when} {folder:runda|rundy|rund|rundy}",
}
"""
POLISH_FORMS = ("gracz", "gracze", "graczy", "gracza")


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The code of a language whose folder of words stands beside the package."""
    folder = tmp_path / "plx"
    folder.mkdir()
    (folder / "language.py").write_text(f'WORDS = {{"name": "Polski", "plurals": "{POLISH}"}}', "utf-8")
    (folder / "club.py").write_text(CLUB, "utf-8")
    monkeypatch.setattr(words, "__path__", [*words.__path__, str(tmp_path)])
    yield "plx"
    for name in [name for name in sys.modules if name.startswith("ronde.i18n.words.plx")]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 gracz"),
        (2, "2 gracze"),
        (5, "5 graczy"),
        (12, "12 graczy"),
        (22, "22 gracze"),
        (0, "0 graczy"),
        (1.5, "1.5 gracza"),
    ],
)
def test_a_folder_with_four_forms_is_a_language_with_four_forms(count: float, said: str, polish: str) -> None:
    assert say("club.cleared", polish, count=count) == said


def test_forms_inside_a_sentence_are_as_many_as_those_of_the_language(polish: str) -> None:
    told = [filled("{n} {n:" + "|".join(POLISH_FORMS) + "}", {"n": n}, polish) for n in (1, 3, 5, 0.5)]

    assert told == ["1 gracz", "3 gracze", "5 graczy", "0.5 gracza"]


def test_a_sentence_that_the_language_lacks_counts_as_english_does(polish: str) -> None:
    assert "ask-clear" in section_words("club", polish)
    for count in (1, 2, 5):
        assert say("club.ask-clear", polish, count=count) == say("club.ask-clear", "en", count=count)


def named(number: float, language: str) -> str:
    """The category of a number."""
    return form_of([category.name for category in categories(language)], number, language)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_english_german_and_dutch_count_only_one_as_one(language: str) -> None:
    assert [named(count, language) for count in (0, 1, 1.5, 2)] == ["other", "one", "other", "other"]


def test_french_counts_all_below_two_as_one() -> None:
    assert [named(count, "fr") for count in (0, 1, 1.5, 2)] == ["one", "one", "one", "other"]


@given(some.integers() | some.floats(), some.sampled_from(LANGUAGES))
def test_every_number_has_a_category_of_the_language(number: float, language: str) -> None:
    assert named(number, language) in {category.name for category in categories(language)}


@given(some.integers() | some.floats(allow_nan=False))
def test_a_number_and_its_negative_have_the_same_category(number: float) -> None:
    for language in LANGUAGES:
        assert named(number, language) == named(-number, language)


def test_a_count_that_is_no_number_takes_the_last_form() -> None:
    assert [form_of(("player", "players"), count, "en") for count in (None, "1", float("nan"))] == [
        "players"
    ] * 3


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "one: i = 1",
        "one: i = 1; other: n = 2",
        "uno: i = 1; other",
        "one; other",
        "one: i == 1; other",
        "one: x = 1; other",
        "one: i % 0 = 1; other",
        "one: __import__('os'); other",
    ],
)
def test_a_rule_that_cldr_could_not_have_written_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="plural"):
        read_plurals(wrong)


def test_rules_with_ranges_lists_and_fractions_are_read() -> None:
    one, other = read_plurals("one: n % 10 = 1,3..4 and n % 100 != 11 or f != 0; other")

    assert isinstance(one, Category)
    assert len(one.choices) == 2
    assert other == Category("other", ())
    assert manner("fr").plurals == "one: i = 0..1; other"
