"""Sentences by key, errors in words, the language to use: what other packages import from i18n."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from re import compile as pattern

from ronde.core.errors import FormatError, Problem, RondeError
from ronde.core.player import unprintable
from ronde.i18n.accepted import accepted_languages
from ronde.i18n.dates import day, day_of_text, long_day, moment
from ronde.i18n.languages import DEFAULT, LANGUAGES, Sentence, add_words, manner, own_words
from ronde.i18n.plural import ListOf, filled, is_one
from ronde.i18n.typography import NO_BREAK, typeset

_MOST = 12
"""How many items of a list a sentence names; the others are counted."""
_LONGEST = 1_000
"""How many characters of a text a sentence quotes."""
_FIGURE = pattern(r"[-+−]?[0-9]+\.[0-9]+")
_AS_TYPED = ("text", "version", "price", "total_with", "total_best", "dearer")
"""Facts that are shown as they are: texts that somebody typed, and costs, which are grouped already."""
_NAMED = {
    "kind": "facts.",
    "field": "common.field-",
    "section": "common.section-",
    "game": "games.name-",
    "reason": "games.position-",
}
"""Facts of errors that are codes, with the keys of their words."""

_CODES = {"papp.export-system": "public.system-", "papp.export-tiebreaks": "lists.tiebreak-"}
"""Remarks on files that quote codes, with the keys of their words."""
_ROLES = ("arbiter", "helper")
"""Seats whose names are translated."""
_SYSTEM = ("detail", "cause")
"""Facts that may quote the operating system."""
_SYSTEM_ERROR = pattern(r"\[Errno \d+\] (?P<told>[^:]+)(: .*)?")


def say(key: str, language: str, /, **facts: object) -> str:
    """The sentence of that key; the part before the first dot is its section."""
    sentence = _sentence(key, language)
    if sentence is None:
        raise KeyError(key)
    written = {name: fact if name in _AS_TYPED else _figure(fact, language) for name, fact in facts.items()}
    return _filled(sentence, language, written)


def figures(shown: str, language: str) -> str:
    """Figures as people write them in that language.

    >>> figures("34.5-29.5", "fr"), figures("34.5-29.5", "en")
    ('34,5-29,5', '34.5-29.5')
    """
    return shown.replace(".", manner(language).decimal)


def grouped(number: int, language: str) -> str:
    """A large number in groups of three, as people write it in that language.

    >>> grouped(10000, "en"), grouped(10000, "fr")
    ('10,000', '10\\xa0000')
    """
    return f"{number:,}".replace(",", manner(language).thousands)


def _figure(fact: object, language: str) -> object:
    """A fact of a sentence; numbers, and texts that are numbers, are written as in that language."""
    if isinstance(fact, float):
        return _Written(fact, language)
    return figures(fact, language) if isinstance(fact, str) and _FIGURE.fullmatch(fact) else fact


class _Written(float):
    """A number that is formatted with the decimal mark of a language, under any format specification."""

    language: str

    def __new__(cls, number: float, language: str) -> _Written:
        made = super().__new__(cls, number)
        made.language = language
        return made

    def __format__(self, wish: str) -> str:
        return figures(super().__format__(wish), self.language)


def tell(error: RondeError, language: str) -> str:
    """An error in words: the sentence of its code, or of its code and reason where there is one."""
    if isinstance(error, FormatError):
        return "\n".join(problem_text(problem, language) for problem in error.problems)
    facts = {name: _in_words(value, language) for name, value in error.facts.items()}
    facts |= {name: system_text(str(facts[name]), language) for name in _SYSTEM if name in facts}
    for name, place in _NAMED.items():
        if name in facts and _sentence(f"{place}{facts[name]}", language):
            facts[name] = say(f"{place}{facts[name]}", language)
    if "seat" in facts:
        facts["seat"] = seat_name(str(facts["seat"]), language)
    if facts.get("backup"):
        facts["backup"] = say("errors.backup-hint", language, backup=facts["backup"])
    reason = error.facts.get("reason")
    special = _sentence(f"errors.{error.code}.{reason}", language) if reason else None
    return _filled(special or _sentence(f"errors.{error.code}", language) or error.code, language, facts)


def problem_text(problem: Problem, language: str) -> str:
    """What is wrong or odd in a file, with its line and column."""
    what = say(problem.key, language, text=harmless(_problem_fact(problem, language)))
    if not problem.line:  # the file as a whole
        return say("formats.whole", language, path=harmless(problem.path), what=what)
    return say(
        "errors.format-error",
        language,
        path=harmless(problem.path),
        line=problem.line,
        column=problem.column,
        what=what,
    )


def _problem_fact(problem: Problem, language: str) -> str:
    """What a remark quotes: our codes in words, messages of the system translated."""
    place = _CODES.get(problem.key)
    if place is None:
        return system_text(problem.text, language)
    codes = problem.text.split(", ")
    return ", ".join(str(_sentence(f"{place}{code}", language) or code) for code in codes)


def plain(text: str) -> str:
    """A text with plain spaces only, for the files of other programs."""
    return text.replace(NO_BREAK, " ")


def system_text(text: str, language: str) -> str:
    """A message of the operating system or of SQLite, translated where there is a translation."""
    match = _SYSTEM_ERROR.fullmatch(text)
    complaint = match["told"] if match else text
    return str(section_words("system", language).get(complaint, complaint))


def seat_name(seat: str, language: str) -> str:
    """A seat as it is shown: `arbiter` and the role in `helper Anna` have words, the rest is a name."""
    role, blank, name = seat.partition(" ")
    sentence = _sentence(f"common.seat-{role}", language)
    return seat if sentence is None else f"{sentence}{blank}{name}"


def seat_meant(text: str) -> str:
    """The seat somebody asks for: `arbitre` is the seat `arbiter`, whatever the language."""
    role, blank, name = text.partition(" ")
    for code in _ROLES:
        if role.casefold() in {seat_name(code, language) for language in LANGUAGES}:
            return f"{code}{blank}{name}"
    return text


def choose_language(*wishes: str | None) -> str:
    """The first language we have: `fr`, `fr_FR.UTF-8` and `FR` all mean French."""
    return next((tongue for wish in wishes if (tongue := understood(wish))), DEFAULT)


def understood(wish: str | None) -> str | None:
    """The language that a code or locale means, or None if we do not have it."""
    tongue = (wish or "").replace("-", "_").split("_")[0].split(".")[0].lower()
    return tongue if tongue in LANGUAGES else None


def _filled(sentence: Sentence, language: str, facts: Mapping[str, object]) -> str:
    if isinstance(sentence, tuple):
        sentence = sentence[0] if is_one(facts.get("count"), language) else sentence[1]
    return filled(sentence, facts, language)


def _in_words(value: object, language: str) -> object:
    if isinstance(value, list | tuple):
        return listed([str(_in_words(item, language)) for item in value], language)
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, float):
        return _figure(value, language)
    speak = _SPEAKERS.get(type(value).__name__)
    return value if speak is None else figures(speak(value), language)


def harmless(text: str) -> str:
    """A text from outside that is safe to show: shortened, with control characters replaced."""
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    if shown.isprintable():
        return shown
    return "".join("\ufffd" if unprintable(char) else char for char in shown)


def listed(items: list[str], language: str) -> ListOf:
    """`a, b and c`, with the number of items for the choice of plural forms."""
    return ListOf(_listed(items, language), len(items))


def _listed(items: list[str], language: str) -> str:
    if len(items) > _MOST:
        rest = say("common.more", language, count=len(items) - _MOST)
        return f"{', '.join(items[:_MOST])} {rest}"
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {say('common.and', language)} {items[-1]}"


def _result(value: object) -> str:
    first, second = getattr(value, "first", 0), getattr(value, "second", 0)
    return "½-½" if first == second == 0.5 else f"{first:g}-{second:g}"


_SPEAKERS: Mapping[str, Callable[[object], str]] = {"Result": _result}


def _sentence(key: str, language: str) -> Sentence | None:
    section, _, name = key.partition(".")
    return section_words(section, language).get(name)


@cache
def section_words(section: str, language: str) -> Mapping[str, Sentence]:
    """All sentences of a section in one language, with no-break spaces; missing ones are in English."""
    own = {key: _typeset(said, language) for key, said in own_words(section, language).items()}
    return own if language == DEFAULT else {**section_words(section, DEFAULT), **own}


def _typeset(sentence: Sentence, language: str) -> Sentence:
    if isinstance(sentence, tuple):
        return typeset(sentence[0], language), typeset(sentence[1], language)
    return typeset(sentence, language)
