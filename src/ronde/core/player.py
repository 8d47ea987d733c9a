"""Players and their presence."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from ronde.core.errors import NameImpossible, RatingImpossible
from ronde.core.fidecard import NO_CARD, FideCard

PlayerId = int
"""The number of a player, from a federation or from an insertion zone."""

LONGEST_NAME = 200
"""PAPP stops at 68 characters; a name longer than this is a pasted document."""

BIGGEST_NUMBER = 999_999_999
"""The biggest number we give or take from a keyboard."""
BIGGEST_FOREIGN = 2_147_483_647
"""The biggest number that the files of other programs carry."""
LEAST_RATING, MOST_RATING = -9_999, 99_999
"""A rating outside this range is a typing error."""

_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


class Absence(StrEnum):
    ABSENT = "absent"
    CLUB = "club"
    EXCUSED = "excused"
    UNEXCUSED = "unexcused"
    WITHDRAWN = "withdrawn"
    LATE = "late"
    OUT = "out"
    PREREGISTERED = "pre-registered"
    HALF_BYE = "half-bye"
    """Half a point, asked for before the round."""
    FULL_BYE = "full-bye"
    """A whole point, asked for before the round."""


BYES = {Absence.HALF_BYE: 1, Absence.FULL_BYE: 2}
"""The half-points of a bye that was asked for."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person, or a program, entered in a tournament."""

    id: PlayerId
    name: str
    first_name: str = ""
    country: str = ""
    club: str = ""
    rating: int = 0
    categories: tuple[str, ...] = ()
    comment: str = ""
    new: bool = False
    fide: FideCard = NO_CARD
    """The player's entry in FIDE's list."""

    @property
    def full_name(self) -> str:
        """Family name, then first name, as on a pairing list."""
        return f"{self.name} {self.first_name}" if self.first_name else self.name


def split_name(text: str) -> tuple[str, str]:
    """Family and first name: at the comma, at the parenthesis of a program, else at the last blank.

    >>> split_name("DE LA TOUR Ana"), split_name("DE LA TOUR, Ana Eva"), split_name("Zebra (DOE J.)")
    (('DE LA TOUR', 'Ana'), ('DE LA TOUR', 'Ana Eva'), ('Zebra', '(DOE J.)'))
    """
    for mark, kept in ((",", ""), ("(", "(")):
        family, separator, first = text.partition(mark)
        if separator:
            return family.strip(), (kept + first).strip()
    family, _, first = text.strip().rpartition(" ")
    return (family.strip(), first) if family else (first, "")


def check_rating(rating: int) -> None:
    if not LEAST_RATING <= rating <= MOST_RATING:
        raise RatingImpossible(rating=rating, least=LEAST_RATING, most=MOST_RATING)


def clean_name(text: str, *, field: str = "name", needed: bool = True, longest: int = LONGEST_NAME) -> str:
    """Collapse blanks and compose accents; refuse what a list could not print."""
    check_printable(text, field=field)
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    if needed and not cleaned:
        raise NameImpossible(field=field, reason="empty", text=text)
    if len(cleaned) > longest:
        raise NameImpossible(field=field, reason="long", text=f"{cleaned[:20]}…", limit=longest)
    return cleaned


def check_printable(text: str, *, field: str) -> None:
    """Refuse a text with a character that would break a line or control a terminal."""
    offending = next((char for char in text if unprintable(char)), None)
    if offending is not None:
        raise NameImpossible(field=field, reason="control", text=f"U+{ord(offending):04X}")


def unprintable(char: str) -> bool:
    """Control characters, lone surrogates and bidirectional controls.

    Joiners (U+200C, U+200D) are allowed: Persian and Indian names need them.
    """
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in _DIRECTION_MARKS
