"""Sentences by key, errors in words, the language to use; plural forms and typography."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import isfinite
from re import compile as pattern
from re import sub
from string import Formatter
from typing import Any

from ronde.i18n.languages import DEFAULT, LANGUAGES, Sentence, manner, own_words
from ronde.model.errors import FormatError, Problem, RondeError
from ronde.model.player import unprintable

# Plural forms: which form of a word follows a number, by the rules that CLDR gives for each language.
#
# The rules and their syntax are those of Unicode's Technical Standard 35, part 3, "Language Plural Rules".


_RELATION = pattern(r"([nivwftce])(?: % ([1-9][0-9]*))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


class ListOf(str):
    """A list written as text, with the number of its items, which chooses plural forms."""

    items: int

    def __new__(cls, text: str, count: int) -> ListOf:
        made = super().__new__(cls, text)
        made.items = count
        return made


@dataclass(frozen=True, slots=True)
class Relation:
    """One comparison of a rule, such as `n % 100 != 12..14`."""

    operand: str
    modulus: int
    """0 for none."""
    equal: bool
    ranges: tuple[tuple[int, int], ...]

    def holds(self, operands: Mapping[str, float]) -> bool:
        value = operands[self.operand]
        if self.modulus:
            value %= self.modulus
        inside = value == int(value) and any(low <= value <= high for low, high in self.ranges)
        return inside is self.equal


@dataclass(frozen=True, slots=True)
class Category:
    """A category of numbers, such as `few`: it has those for which all relations of one choice hold."""

    name: str
    choices: tuple[tuple[Relation, ...], ...]

    def has(self, operands: Mapping[str, float]) -> bool:
        return any(all(relation.holds(operands) for relation in choice) for choice in self.choices)


def read_plurals(text: str) -> tuple[Category, ...]:
    """The categories of a language; the last one, `other`, has the numbers that no rule takes.

    >>> [category.name for category in read_plurals("one: i = 1 and v = 0; other")]
    ['one', 'other']
    """
    *ruled, other = text.split("; ")
    if other != "other":
        raise ValueError(f"the last plural category is `other`, without a rule, not `{other}`")
    return (*(_read_category(line) for line in ruled), Category("other", ()))


def _read_category(text: str) -> Category:
    name, colon, rule = text.partition(": ")
    if name not in ("zero", "one", "two", "few", "many") or not colon:
        raise ValueError(f"no plural category of CLDR with its rule: `{text}`")
    choices = (choice.split(" and ") for choice in rule.split(" or "))
    return Category(name, tuple(tuple(_read_relation(part) for part in choice) for choice in choices))


def _read_relation(text: str) -> Relation:
    match = _RELATION.fullmatch(text)
    if match is None:
        raise ValueError(f"no relation of a plural rule: `{text}`")
    operand, modulus, sign, values = match.groups()
    return Relation(operand, int(modulus or 0), sign == "=", tuple(map(_read_range, values.split(","))))


def _read_range(text: str) -> tuple[int, int]:
    low, _, high = text.partition("..")
    return int(low), int(high or low)


@cache
def categories(language: str) -> tuple[Category, ...]:
    """The plural categories of a language: a sentence that counts has one form for each, in this order."""
    return read_plurals(manner(language).plurals)


def form_of(forms: Sequence[str], count: object, language: str) -> str:
    """The form that follows a number; the last one where there is no number or no such form."""
    return forms[min(_place(count, language), len(forms) - 1)]


def _place(count: object, language: str) -> int:
    number = count.items if isinstance(count, ListOf) else count
    known = categories(language)
    if isinstance(number, int | float) and isfinite(number):
        operands = _operands(number)
        return next((at for at, one in enumerate(known) if one.has(operands)), len(known) - 1)
    return len(known) - 1


def _operands(number: float) -> dict[str, float]:
    """What rules ask about: the absolute value, its whole part, its fraction and the length of that.

    Numbers come without final zeros and without exponents, so `w` is `v`, `t` is `f`, and `c` and `e` are 0.
    """
    absolute = abs(number)
    whole, _, fraction = f"{Decimal(str(absolute)):f}".partition(".")
    fraction = fraction.rstrip("0")
    length, part = len(fraction), int(fraction or 0)
    n = absolute if fraction else int(whole)
    return {"n": n, "i": int(whole), "v": length, "w": length, "f": part, "t": part, "c": 0, "e": 0}


class Forms(Formatter):
    """Fills sentences in which `{players:player|players}` is the plural form for that fact.

    >>> Forms("fr").vformat("{n} {n:joueur|joueurs}", (), {"n": 0})
    '0 joueur'
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        return form_of(format_spec.split("|"), value, self.language)


def filled(sentence: str, facts: Mapping[str, object], language: str) -> str:
    if "|" not in sentence:
        return sentence.format_map(facts)
    nothing: Sequence[Any] = ()
    return Forms(language).vformat(sentence, nothing, facts)


# No-break spaces, as each language sets them.


NO_BREAK = "\u00a0"
"""The wide no-break space: Latin-1 terminals and console fonts lack the narrow one."""


def typeset(text: str, language: str) -> str:
    """A sentence with no-break spaces where its language needs them; sources have plain spaces.

    >>> typeset("Pas « bis » : n° 54 !", "fr").count(NO_BREAK)
    5
    >>> typeset("a : b", "en")
    'a : b'
    """
    return sub(manner(language).glued, NO_BREAK, text)


# Sentences by key, errors in words, the language to use: what other packages import from i18n.


_MOST = 12
"""How many items of a list a sentence names; the others are counted."""
_LONGEST = 1_000
"""How many characters of a text a sentence quotes."""
_FIGURE = pattern(r"[-+−]?[0-9]+\.[0-9]+")
_AS_TYPED = ("text", "version", "price", "total_with", "total_best", "dearer")
"""Facts that are shown as they are: texts that somebody typed, and costs, which are grouped already."""
_NAMED = {
    "kind": "events.",
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
    return _filled(sentence, _tongue(key, language), written)


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


def error_text(error: RondeError, language: str) -> str:
    """An error in words: the sentence of its code, or of its code and reason where there is one."""
    if isinstance(error, FormatError):
        return "\n".join(problem_text(problem, language) for problem in error.problems)
    facts = {name: _in_words(value, language) for name, value in error.facts.items()}
    if isinstance(known := error.facts.get("known"), list | tuple):
        facts["known"] = ", ".join(known)  # what one may type is named in full
    facts |= {name: system_text(str(facts[name]), language) for name in _SYSTEM if name in facts}
    for name, place in _NAMED.items():
        if name in facts and _sentence(f"{place}{facts[name]}", language):
            facts[name] = say(f"{place}{facts[name]}", language)
    if "seat" in facts:
        facts["seat"] = actor_text(str(facts["seat"]), language)
    if facts.get("backup"):
        facts["backup"] = say("errors.backup-hint", language, backup=facts["backup"])
    reason = error.facts.get("reason")
    key = f"errors.{error.code}.{reason}"
    if not reason or not _sentence(key, language):
        key = f"errors.{error.code}"
    return _filled(_sentence(key, language) or error.code, _tongue(key, language), facts)


def problem_text(problem: Problem, language: str) -> str:
    """What is wrong or odd in a file, with its line and column."""
    what = say(problem.key, language, text=safe_excerpt(_problem_fact(problem, language)))
    if not problem.line:  # the file as a whole
        return say("formats.whole", language, path=safe_excerpt(problem.path), what=what)
    return say(
        "errors.format-error",
        language,
        path=safe_excerpt(problem.path),
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


def actor_text(seat: str, language: str) -> str:
    """An actor as it is shown: `arbiter` and the role in `helper Anna` have words, the rest is a name."""
    role, blank, name = seat.partition(" ")
    sentence = _sentence(f"common.seat-{role}", language)
    return seat if sentence is None else f"{sentence}{blank}{name}"


def actor_from_text(text: str) -> str:
    """The actor somebody asks for: `arbitre` is `arbiter`, whatever the language."""
    role, blank, name = text.partition(" ")
    for code in _ROLES:
        if role.casefold() in {actor_text(code, language) for language in LANGUAGES}:
            return f"{code}{blank}{name}"
    return text


def choose_language(*wishes: str | None) -> str:
    """The first language we have: `fr`, `fr_FR.UTF-8` and `FR` all mean French."""
    return next((tongue for wish in wishes if (tongue := known_language(wish))), DEFAULT)


def known_language(wish: str | None) -> str | None:
    """The language that a code or locale means, or None if we do not have it."""
    tongue = (wish or "").replace("-", "_").split("_")[0].split(".")[0].lower()
    return tongue if tongue in LANGUAGES else None


def _filled(sentence: Sentence, language: str, facts: Mapping[str, object]) -> str:
    if isinstance(sentence, tuple):
        sentence = form_of(sentence, facts.get("count"), language)
    return filled(sentence, facts, language)


def _in_words(value: object, language: str) -> object:
    if isinstance(value, list | tuple):
        return listed([str(_in_words(item, language)) for item in value], language)
    if isinstance(value, str):
        return safe_excerpt(value)
    if isinstance(value, float):
        return _figure(value, language)
    speak = _SPEAKERS.get(type(value).__name__)
    return value if speak is None else figures(speak(value), language)


def safe_excerpt(text: str) -> str:
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


def _tongue(key: str, language: str) -> str:
    """Whose plural forms the sentence of that key has: English where the language lacks the sentence."""
    section, _, name = key.partition(".")
    return language if name in _own(section, language) else DEFAULT


@cache
def section_words(section: str, language: str) -> Mapping[str, Sentence]:
    """All sentences of a section in one language, with no-break spaces; missing ones are in English."""
    own = _own(section, language)
    return own if language == DEFAULT else {**section_words(section, DEFAULT), **own}


@cache
def _own(section: str, language: str) -> Mapping[str, Sentence]:
    return {key: _typeset(said, language) for key, said in own_words(section, language).items()}


def _typeset(sentence: Sentence, language: str) -> Sentence:
    if isinstance(sentence, tuple):
        return tuple(typeset(form, language) for form in sentence)
    return typeset(sentence, language)
