"""The languages found: each folder of words is one, and its section `language` says how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

Sentence = str | tuple[str, str]
"""A text with {facts}; a pair is for one and for many, chosen by the fact `count`.

Where another fact chooses, or two do, the words stand inside: `{players} {players:player|players}`.
"""

DEFAULT = "en"
"""The language of those we do not speak to in their own, and of every sentence another one lacks."""
_WORDS = Path(__file__).with_name("words")


def _folders() -> tuple[str, ...]:
    """The folders of words; one that holds only what Python compiled is none."""
    codes = {file.parent.name for file in _WORDS.glob("[a-z]*/*.py")}
    return DEFAULT, *sorted(codes - {DEFAULT})


LANGUAGES = _folders()


@dataclass(frozen=True, slots=True)
class WritingStyle:
    """How a language calls itself, writes figures and days, counts, and keeps words together."""

    name: str
    decimal: str
    thousands: str
    date: str
    """As `strftime` wants it."""
    long_date: str
    months: str
    """The names of the twelve, in a row."""
    singular: str
    """`1` where only 1 is one; `<2` where 0 and 1.5 are one as well."""
    glued: str
    """A regular expression for the spaces at which no line may end."""


@cache
def manner(language: str) -> WritingStyle:
    """How that language is written, as English is where its section `language` says nothing."""
    style = {**own_words("language", DEFAULT), **own_words("language", language)}
    return WritingStyle(**{key: str(text) for key, text in style.items()})


_ADDED: dict[tuple[str, str], dict[str, Sentence]] = {}
"""Sentences of other packages, by section and language."""


def add_words(words: Mapping[str, Mapping[str, Sentence]]) -> None:
    """Take in sentences of another package: by language, then by key with its section, `games.name-go9`."""
    for language, sentences in words.items():
        for key, sentence in sentences.items():
            section, _, name = key.partition(".")
            _ADDED.setdefault((section, language), {})[name] = sentence


def own_words(section: str, language: str) -> Mapping[str, Sentence]:
    """The sentences of one section as that language has them; none if it lacks the section."""
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
