"""The languages: each folder of words is one, and its section `language` has its number and date formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

Sentence = str | tuple[str, str]
"""A text with {facts}; a pair is singular and plural, chosen by the fact `count`.

Where other facts choose, the forms are in the text: `{players} {players:player|players}`.
"""

DEFAULT = "en"
"""The fallback: for readers whose language we lack, and for sentences that a language lacks."""
_WORDS = Path(__file__).with_name("words")


def _folders() -> tuple[str, ...]:
    """The folders of words; a folder with only compiled files does not count."""
    codes = {file.parent.name for file in _WORDS.glob("[a-z]*/*.py")}
    return DEFAULT, *sorted(codes - {DEFAULT})


LANGUAGES = _folders()


@dataclass(frozen=True, slots=True)
class WritingStyle:
    """The name of a language, its number and date formats, its singular, and where lines do not break."""

    name: str
    decimal: str
    thousands: str
    date: str
    """A format of `strftime`."""
    long_date: str
    months: str
    """The names of the months, separated by spaces."""
    singular: str
    """`1` if only 1 is singular; `<2` if 0 and 1.5 are singular as well."""
    glued: str
    """A regular expression for the spaces at which no line may end."""


@cache
def manner(language: str) -> WritingStyle:
    """The style of a language; what its section `language` lacks is taken from English."""
    style = {**own_words("language", DEFAULT), **own_words("language", language)}
    return WritingStyle(**{key: str(text) for key, text in style.items()})


_ADDED: dict[tuple[str, str], dict[str, Sentence]] = {}
"""Sentences of plug-ins, by section and language."""


def add_words(words: Mapping[str, Mapping[str, Sentence]]) -> None:
    """Add sentences of a plug-in: by language, then by key with its section, `games.name-go9`."""
    for language, sentences in words.items():
        for key, sentence in sentences.items():
            section, _, name = key.partition(".")
            _ADDED.setdefault((section, language), {})[name] = sentence


def own_words(section: str, language: str) -> Mapping[str, Sentence]:
    """The sentences of a section that the language itself has; none if it lacks the section."""
    words = _written_words(section, language)
    added = _ADDED.get((section, language))
    return {**added, **words} if added else words


def _written_words(section: str, language: str) -> Mapping[str, Sentence]:
    """The sentences of the file of a section; none if there is no such file."""
    book, chapter = f"ronde.i18n.words.{language}", f"ronde.i18n.words.{language}.{section}"
    try:
        words: Mapping[str, Sentence] = import_module(chapter).WORDS
    except ModuleNotFoundError as error:
        if error.name not in (book, chapter):
            raise
        words = {}
    return words
