"""The languages found in the folders of words, and how each is written."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from ronde.i18n import (
    DEFAULT,
    LANGUAGES,
    categories,
    day,
    figures,
    grouped,
    known_language,
    languages,
    manner,
    own_words,
    say,
    section_words,
)

WORDS = Path(languages.__file__).with_name("words")


def test_every_folder_of_words_is_a_language_and_english_comes_first() -> None:
    folders = {path.name for path in WORDS.iterdir() if path.is_dir() and list(path.glob("*.py"))}

    assert set(LANGUAGES) == folders
    assert LANGUAGES[0] == DEFAULT == "en"
    assert list(LANGUAGES[1:]) == sorted(LANGUAGES[1:])


def test_a_section_that_a_language_lacks_is_said_in_english() -> None:
    assert own_words("cli", "tlh") == {}
    assert section_words("cli", "tlh") == section_words("cli", "en")
    assert say("cli.entered", "tlh", player="DOE", id=7) == "Entered: DOE (7)."


def test_a_module_of_words_that_cannot_be_imported_is_not_taken_for_a_missing_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(name: str) -> None:
        raise ModuleNotFoundError("No module named 'numpi'", name="numpi")

    monkeypatch.setattr(languages, "import_module", broken)

    with pytest.raises(ModuleNotFoundError, match="numpi"):
        own_words("cli", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_how_it_is_written(language: str) -> None:
    own = manner(language)

    assert set(own_words("language", language)) == set(own_words("language", DEFAULT))
    assert own.name[0].isupper()
    assert own.decimal in ".,"
    assert own.thousands not in ("", own.decimal)
    assert categories(language)[-1].name == "other"
    assert re.compile(own.glued)
    assert figures("1.5", language) == f"1{own.decimal}5"
    assert grouped(1_000_000, language).split(own.thousands) == ["1", "000", "000"]
    assert {"2026", "11", "03"} <= set(re.split(r"\D+", day(date(2026, 11, 3), language)))
    assert known_language(f"{language}_XX.UTF-8") == language


def test_no_two_languages_call_themselves_the_same() -> None:
    assert len({manner(language).name for language in LANGUAGES}) == len(LANGUAGES)
