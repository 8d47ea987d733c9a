"""Groups of players with a ranking of their own: `U12`, `S60`, `sex:f`, `country:FRA`, `rating 1600-1799`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ronde.model.names import fold
from ronde.model.player import LEAST_RATING, MOST_RATING, Player

GROUPS = "U12,S60,sex:f,country:FRA,club:Paris,category:F,rating<1600,rating 1600-1799,U16+sex:f"
"""Examples of all kinds."""
TEXTS = ("country", "club", "category")
_SEXES = {"f": "w", "w": "w", "m": "m"}
_AGE = re.compile(r"([US])([0-9]{1,2})", re.IGNORECASE)
_TEXT = re.compile(rf"({'|'.join(TEXTS)}|sex)\s*:\s*(.+)", re.IGNORECASE)
_RATING = re.compile(r"rating\s*(?:([<>])\s*([0-9]{1,5})|([0-9]{1,5})\s*-\s*([0-9]{1,5}))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Condition:
    """`kind` is under, senior, sex, country, club, category or rating; the others say which."""

    kind: str
    text: str = ""
    least: int = 0
    most: int = 0


Group = tuple[Condition, ...]
"""All of them must hold."""


def read_group(text: str) -> Group:
    """The conditions of a group, written with `+` between them; ValueError if one is unreadable.

    >>> read_group("U16 + sex:f")
    (Condition(kind='under', text='', least=0, most=16), Condition(kind='sex', text='w', least=0, most=0))
    """
    return tuple(_condition(part.strip()) for part in text.split("+"))


def _condition(text: str) -> Condition:
    if age := _AGE.fullmatch(text):
        limit = int(age[2])
        return Condition("under", most=limit) if age[1] in "uU" else Condition("senior", least=limit)
    if named := _TEXT.fullmatch(text):
        kind, value = named[1].lower(), named[2].strip()
        if kind != "sex":
            return Condition(kind, value)
        if value.lower() in _SEXES:
            return Condition(kind, _SEXES[value.lower()])
    band = _RATING.fullmatch(text)
    if band is None or (band[3] and int(band[3]) > int(band[4])):
        raise ValueError(text)
    if band[1]:
        below, limit = band[1] == "<", int(band[2])
        least, most = (LEAST_RATING, limit - 1) if below else (limit + 1, MOST_RATING)
        return Condition("rating", least=least, most=most)
    return Condition("rating", least=int(band[3]), most=int(band[4]))


def write_group(group: Group) -> str:
    """A group in the form in which it is typed.

    >>> write_group(read_group("u16 + Sex : F+rating 1600 - 1799"))
    'U16+sex:f+rating 1600-1799'
    """
    return "+".join(_written(one) for one in group)


def _written(one: Condition) -> str:
    if one.kind in ("under", "senior"):
        return f"U{one.most}" if one.kind == "under" else f"S{one.least}"
    if one.kind != "rating":
        return f"{one.kind}:{'f' if (one.kind, one.text) == ('sex', 'w') else one.text}"
    if one.least == LEAST_RATING:
        return f"rating<{one.most + 1}"
    return f"rating>{one.least - 1}" if one.most == MOST_RATING else f"rating {one.least}-{one.most}"


def by_age(group: Group) -> bool:
    """Whether the group needs the year of the tournament."""
    return any(one.kind in ("under", "senior") for one in group)


def belongs(card: Player, group: Group, year: int) -> bool:
    return all(_holds(card, one, year) for one in group)


def _holds(card: Player, one: Condition, year: int) -> bool:
    """Whether a condition holds; never where the card says nothing.

    The age is that of the last day of the year. U12 includes those who turn twelve in it: FIDE asks that
    they were not twelve when the year began (D.04.07, 6).
    """
    age = year - int(card.fide.birth[:4]) if card.fide.birth else None
    match one.kind:
        case "under":
            return age is not None and 0 <= age <= one.most
        case "senior":
            return age is not None and age >= one.least
        case "sex":
            return card.fide.sex == one.text
        case "rating":
            return card.rating != 0 and one.least <= card.rating <= one.most
        case "category":
            return fold(one.text) in map(fold, card.categories)
        case _:
            return fold(one.text) == fold(card.country if one.kind == "country" else card.club)
