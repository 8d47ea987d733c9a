"""Names and dates as people type them."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from re import ASCII
from re import compile as pattern
from typing import Final

from ronde.model.errors import NameImpossible
from ronde.model.player import clean_name

# Name search: without accents, in any case, by parts, and with spelling mistakes.


# Letters that Unicode does not decompose, although people type them as two letters or as a plain one.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "’": "'", "‐": "-"}
)
_MOST = 12
_ALIKE = 0.4
_NEAR = 60


@lru_cache(maxsize=200_000)
def fold(text: str) -> str:
    """Fold accents and case, as completion compares names.

    >>> fold("Élodie ŁÓDŹ-Straße")
    'elodie lodz-strasse'
    """
    lowered = text.casefold()
    if lowered.isascii():
        return lowered
    apart = unicodedata.normalize("NFKD", lowered)
    bare = "".join(char for char in apart if not unicodedata.combining(char))
    return bare.casefold().translate(_PLAIN)  # decomposed, ™ has capitals and ǿ a stroke


_LOOKS = (
    "аa вb сc ԁd еe һh іi јj кk ӏl мm нh оo рp ԛq гr ѕs тt уy ѵv ԝw хx ьb "
    "αa βb γy εe ηn ιi κk νv οo ρp τt υu χx ωw 0o 1l |l ⅼl ⅰi ｌl ӕæ "
    "ɑa ɡg ɩi ʟl օo սu հh ոn ցg զq Ꭺa Ᏼb Ꮯc Ꭰd Ꭼe Ꮐg Ꮋh Ꭻj Ꮶk Ꮮl Ꮇm Ꮲp Ꮢr Ꮪs Ꭲt Ꮩv Ꮤw Ꮓz "
    "ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz"
)
"""Letters of other alphabets, and digits, each before the Latin letter that looks like it."""
_LETTERS = {ord(pair[0]): pair[1] for pair in _LOOKS.split()}


@lru_cache(maxsize=20_000)
def look_alike(name: str) -> str:
    """A key that is equal for names that look alike: in any case, with any blanks, in any alphabet.

    >>> look_alike("Аdа  Lоvelace") == look_alike("ADA LOVELACE") == look_alike("ada-l0velace")
    True
    """
    seen = fold(name).translate(_LETTERS).replace("rn", "m").replace("vv", "w").replace("i", "l")
    return "".join(char for char in seen if char.isalnum()) or "".join(fold(name).split())


@dataclass(frozen=True, slots=True)
class Completion:
    """What a prefix may become: the common part of all candidates, and the candidates in order."""

    common: str
    candidates: tuple[int, ...]


class NameIndex:
    """Finds players by what was typed, fast enough for each keystroke on 60,000 names."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = dict(names)
        self._sorted = sorted((fold(name), number) for number, name in self._names.items())
        self._folded = [folded for folded, _ in self._sorted]

    def __len__(self) -> int:
        return len(self._names)

    def name(self, number: int) -> str:
        return self._names[number]

    def starting(self, prefix: str) -> tuple[int, ...]:
        """The numbers of the names that start with `prefix`, in alphabetical order."""
        wanted = fold(prefix)
        start = bisect_left(self._folded, wanted)
        stop = bisect_left(self._folded, wanted + "\U0010ffff", lo=start)
        return tuple(number for _, number in self._sorted[start:stop])

    def called(self, name: str) -> tuple[int, ...]:
        """The numbers of the names made of the same words, in any order."""
        wanted = sorted(name_words(name))
        return tuple(number for folded, number in self._sorted if sorted(_words_of(folded)) == wanted)

    def complete(self, prefix: str) -> Completion:
        """Complete a prefix as the Tab key of PAPP does: the common part of all names that start with it."""
        candidates = self.starting(prefix)
        common = common_part([self._names[number] for number in candidates])
        kept = len(fold(common)) >= len(fold(prefix))  # an ß holds back the first of its two letters
        return Completion(common if kept and common else prefix, candidates)

    def search(self, text: str, most: int = _MOST) -> tuple[int, ...]:
        """The best matches: names that start with the text, names with such words, then similar names."""
        wanted = " ".join(fold(text).split())
        if not wanted:
            return ()
        numbers = dict.fromkeys(self.starting(wanted)[:most])
        if len(numbers) < most:
            numbers |= dict.fromkeys(self._with_words(wanted.split()))
        if not numbers:
            numbers = dict.fromkeys(self._alike(wanted))
        return tuple(numbers)[:most]

    def _with_words(self, words: list[str]) -> list[int]:
        """Names in which every typed word starts some word."""
        several = len(words) > 1
        hits = self._word_starts(words[0])
        for word in words[1:]:
            hits &= self._word_starts(word)
        numbers = hits if several or len(words[0]) > 1 else set()
        return [number for _, number in sorted((fold(self._names[number]), number) for number in numbers)]

    def _word_starts(self, word: str) -> set[int]:
        start = bisect_left(self._words, (word,))
        stop = bisect_left(self._words, (word + "\U0010ffff",))
        return {number for _, number in self._words[start:stop]}

    @cached_property
    def _words(self) -> list[tuple[str, int]]:
        return sorted((word, number) for folded, number in self._sorted for word in _words_of(folded))

    def _alike(self, wanted: str) -> list[int]:
        """Names in which every typed word is similar to some word, the most similar first."""
        likeness: dict[int, float] = {}
        for at, word in enumerate(wanted.split()):
            alike = self._like_word(word)
            before = alike if at == 0 else likeness
            likeness = {number: before[number] + alike[number] for number in before.keys() & alike.keys()}
        return sorted(likeness, key=lambda number: (-likeness[number], number))

    def _like_word(self, word: str) -> dict[int, float]:
        """How similar each name is to a misspelt word: the share of common trigrams."""
        asked = _triples(word)
        shared: Counter[str] = Counter()
        for triple in asked:
            shared.update(self._by_triple.get(triple, ()))
        by_number: dict[int, float] = {}
        for other, count in shared.most_common(_NEAR):
            likeness = 2 * count / (len(asked) + len(_triples(other)))
            if likeness > _ALIKE:
                for number in self._bearers[other]:
                    by_number[number] = max(likeness, by_number.get(number, 0.0))
        return by_number

    @cached_property
    def _by_triple(self) -> dict[str, list[str]]:
        by_triple: dict[str, list[str]] = defaultdict(list)
        for word in self._bearers:
            for triple in _triples(word):
                by_triple[triple].append(word)
        return by_triple

    @cached_property
    def _bearers(self) -> dict[str, list[int]]:
        bearers: dict[str, list[int]] = defaultdict(list)
        for word, number in self._words:
            bearers[word].append(number)
        return bearers


@lru_cache(maxsize=200_000)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, however they are separated.

    >>> name_words("Müller-Novák, Zoé") == name_words("muller novak zoe")
    True
    """
    return tuple(_words_of(fold(name))) or (fold(name),)


def _words_of(folded: str) -> list[str]:
    return folded.replace("-", " ").replace("'", " ").replace(",", " ").replace("(", " ").split()


def _triples(folded: str) -> frozenset[str]:
    padded = f"  {folded} "
    return frozenset(padded[start : start + 3] for start in range(len(padded) - 2))


def _shared(folded: list[str]) -> str:
    first, last = min(folded), max(folded)  # the common part of the first and the last is common to all
    length = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:length]


def common_part(names: Iterable[str]) -> str:
    """The longest common prefix of all names, ignoring accents and case, spelt as in the first."""
    listed = list(names)
    if not listed:
        return ""
    shared = _shared([fold(name) for name in listed])
    spelt = listed[0]
    length = next((end for end in range(len(spelt) + 1) if len(fold(spelt[:end])) >= len(shared)), len(spelt))
    return spelt[:length] if fold(spelt[:length]) == shared else spelt[: max(length - 1, 0)]


# Days as people type them: the day first, as in PAPP, or the year first, as in ISO 8601.


_TYPED: Final = (
    pattern(r"(?P<day>\d{1,2})([/.-])(?P<month>\d{1,2})\2(?P<year>[1-9]\d{3})", ASCII),
    pattern(r"(?P<year>[1-9]\d{3})([/.-])(?P<month>\d\d)\2(?P<day>\d\d)", ASCII),
)


def parse_date(text: str) -> tuple[int, int, int] | None:
    """The year, the month and the day of a text that has the form of a date, and nothing else.

    >>> parse_date("31/12/2026"), parse_date("2026-12-31"), parse_date("Easter 2026")
    ((2026, 12, 31), (2026, 12, 31), None)
    """
    match = next(filter(None, (form.fullmatch(text) for form in _TYPED)), None)
    return (int(match["year"]), int(match["month"]), int(match["day"])) if match else None


def clean_birth(text: str) -> str:
    """A date of birth as `1990/01/31`, whatever its usual form; a year and anything else as it is.

    >>> clean_birth(" 31.1.1990"), clean_birth("1990"), clean_birth("1990-31-31")
    ('1990/01/31', '1990', '1990-31-31')
    """
    typed = parse_date(text.strip())
    return "{:04}/{:02}/{:02}".format(*typed) if typed and _in_calendar(*typed) else text.strip()


def clean_date(text: str) -> str:
    """The date of a tournament, which may be any text, but not a day that does not exist."""
    cleaned = clean_name(text, field="date", needed=False)
    typed = parse_date(cleaned)
    if typed and not _in_calendar(*typed):
        raise NameImpossible(field="date", reason="day", text=cleaned)
    return cleaned


def _in_calendar(year: int, month: int, day: int) -> bool:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    longest = {2: 29 if leap else 28} | dict.fromkeys((4, 6, 9, 11), 30)
    return 1 <= month <= 12 and 1 <= day <= longest.get(month, 31)


_HOUR: Final = pattern(r"(?P<hour>\d{1,2}) ?(?:[:.hH] ?(?P<minute>\d\d)|[hH])", ASCII)


def clean_time(text: str) -> str:
    """A day, or a day and an hour, as it is stored; empty for any other text.

    >>> clean_time("5/12/2026 9h30"), clean_time("5/12/2026 14h"), clean_time("Sunday")
    ('2026-12-05 09:30', '2026-12-05 14:00', '')
    """
    first, _, rest = text.strip().partition(" ")
    typed, hour = parse_date(first), _HOUR.fullmatch(rest.strip())
    if not typed or not _in_calendar(*typed) or (rest and not hour):
        return ""
    day = "{:04}-{:02}-{:02}".format(*typed)
    if not hour:
        return day
    minute = hour["minute"] or "00"
    fits = int(hour["hour"]) < 24 and int(minute) < 60
    return f"{day} {int(hour['hour']):02}:{minute}" if fits else ""
