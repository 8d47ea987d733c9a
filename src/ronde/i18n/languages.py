"""The languages: each folder of words is one; which one a browser prefers; dates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from re import compile as pattern

from ronde.model.names import parse_date

# The languages: each folder of words is one, and its section `language` has its number and date formats.


Sentence = str | tuple[str, ...]
"""A text with {facts}, or one for each plural category of the language, chosen by the fact `count`.

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
    """The name of a language, its number and date formats, its plurals, and where lines do not break."""

    name: str
    decimal: str
    thousands: str
    date: str
    """A format of `strftime`."""
    long_date: str
    months: str
    """The names of the months, separated by spaces."""
    weekdays: str
    """The names of the days, from Monday, separated by spaces."""
    weekday_date: str
    clock: str
    """How a day and an hour stand together."""
    plurals: str
    """The plural categories with their rules, as CLDR writes them: `one: i = 1 and v = 0; other`."""
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


# The header `Accept-Language`: which of our languages a browser prefers.


_LONGEST = 500
"""Characters of a header that are read; browsers send fewer than a hundred."""
_ENTRY = pattern(
    r"\s*(?P<tag>\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*[qQ]=(?P<weight>[01](?:\.\d{0,3})?)\s*)?"
)


def accepted_languages(header: str) -> tuple[str, ...]:
    """Our languages that the header names, highest weight first; equal ones in its order.

    `nl-BE` is Dutch. `*` is the first of our languages that the header does not name; a weight of 0
    refuses a language.

    >>> accepted_languages("tlh, nl-BE;q=0.8, fr;q=0.9, de;q=0")
    ('fr', 'nl')
    """
    return _read(header[:_LONGEST])


@lru_cache(256)
def _read(header: str) -> tuple[str, ...]:
    weights: dict[str, float] = {}
    for entry in header.split(","):
        if match := _ENTRY.fullmatch(entry):
            tag = match["tag"].split("-")[0].lower()
            weights[tag] = max(weights.get(tag, 0.0), min(float(match["weight"] or 1), 1.0))
    any_other = weights.pop("*", 0.0)
    free = [language for language in (DEFAULT, *LANGUAGES) if language not in weights]
    if any_other and free:
        weights[free[0]] = any_other
    ours = [language for language, weight in weights.items() if weight and language in LANGUAGES]
    return tuple(sorted(ours, key=lambda language: -weights[language]))


# Days and times as each language writes them.


def day(when: date, language: str) -> str:
    """A day as people write it in that language.

    >>> day(date(2026, 11, 3), "en"), day(date(2026, 11, 3), "fr")
    ('2026-11-03', '03/11/2026')
    """
    return when.strftime(manner(language).date)


def moment(when: datetime, language: str, *, seconds: bool = False) -> str:
    """A day and the time of day.

    >>> moment(datetime(2026, 11, 3, 14, 5), "nl")
    '03-11-2026 14:05'
    """
    return f"{day(when, language)} {when:%H:%M:%S}" if seconds else f"{day(when, language)} {when:%H:%M}"


def long_day(when: date, language: str) -> str:
    """A day with the name of its month, for the head of a page.

    >>> long_day(date(2026, 11, 3), "en"), long_day(date(2026, 11, 3), "de")
    ('3 November 2026', '3. November 2026')
    """
    style = manner(language)
    month = style.months.split()[when.month - 1]
    return style.long_date.format(day=when.day, month=month, year=when.year)


def start(text: str, language: str, *, dated: bool) -> str:
    """When a round begins, as it is stored: the day of the week, the date if it is needed, and the hour.

    >>> start("2026-12-06 09:30", "en", dated=False), start("2026-12-06", "de", dated=True)
    ('Sunday 9:30', 'Sonntag, 6. Dezember 2026')
    """
    when, style = datetime.fromisoformat(text), manner(language)
    told = style.weekdays.split()[when.weekday()]
    if dated:
        told = style.weekday_date.format(weekday=told, day=long_day(when, language))
    hour = {"hour": when.hour, "minute": f"{when.minute:02}"}
    return style.clock.format(day=told, **hour) if " " in text else told


def day_of_text(text: str, language: str, write: Callable[[date, str], str] = day) -> str:
    """The date of a tournament in that language; a text that is no date stays as it was typed.

    >>> day_of_text("31/12/2026", "de"), day_of_text("Easter 2026", "de")
    ('31.12.2026', 'Easter 2026')
    """
    typed = parse_date(text)
    try:
        return write(date(*typed), language) if typed else text
    except ValueError:  # 31/02/2026, in a file from elsewhere
        return text
