"""Rating lists of the federations of Go: EGF, FFG and AGA (go 7.4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ronde.formats.egf.h9 import ENCODING
from ronde.formats.files import read_file
from ronde.model.errors import FormatError, Problem, RuleError
from ronde.model.go import GoCard, clamped_rating, rank_of_rating, read_rank, write_rank
from ronde.model.player import Player, clean_name
from ronde.model.replay import checked

FFG_SHIFT = 2050
_HEAD = 20_000
"""Characters in which a list is told from others; the list of the EGF begins with some text."""
LONGEST_ROW = 500
"""Characters of a row that are read: no row of these lists is longer."""
_NOBODY = ("Anonymous", "(undefined)")
_EGF_ROW = re.compile(
    r"\s*(?P<pin>[0-9]{8})\s+(?P<name>\S.*?)\s+(?P<country>[A-Z]{2,3})\s+(?P<club>\S{0,4})\s+"
    r"(?P<rank>[0-9]{1,2}[kdp])\s+(?P<promotion>\S+)\s+(?P<rating>-?[0-9]{1,4})\s+[0-9]+"
)
_EGF_DAY = re.compile(r"\(([0-9]{1,2} [A-Z][a-z]{2} [0-9]{4})\)")
_FFG_DAY = re.compile(r"#Echelle au ([0-9]{2}/[0-9]{2}/[0-9]{4})")
_AGA_ROW = re.compile(r"[^\t\n]*,[^\t\n]*\t[0-9]+\t[A-Za-z]*\t-?[0-9.]*\t")


@dataclass(frozen=True, slots=True)
class RatingList:
    """The people of a list; their number is that of the federation."""

    name: str
    """`EGF`, `FFG` or `AGA`."""
    day: str
    """`2026-11-16`, if the list tells it."""
    people: tuple[Player, ...]


def read_rating_list(path: Path) -> RatingList | None:
    """The list in a file, or None if it is none of these."""
    content = read_file(path)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode(ENCODING, "replace")
    return parse_rating_list(text, str(path))


def parse_rating_list(text: str, path: str = "") -> RatingList | None:
    head = text[:_HEAD]
    if head.lstrip("\ufeff").startswith("#Echelle"):
        return RatingList("FFG", _day(_FFG_DAY, head, "%d/%m/%Y"), _people(text, path, _ffg))
    if _AGA_ROW.match(head.lstrip("\ufeff")):
        return RatingList("AGA", "", _people(text, path, _aga))
    if any(_EGF_ROW.match(line[:LONGEST_ROW]) for line in head.splitlines()):
        return RatingList("EGF", _day(_EGF_DAY, head, "%d %b %Y"), _people(text, path, _egf))
    return None


def _day(pattern: re.Pattern[str], head: str, form: str) -> str:
    match = pattern.search(head)
    try:
        return datetime.strptime(match[1], form).date().isoformat() if match else ""
    except ValueError:
        return ""


def _people(text: str, path: str, read: Callable[[str], Player | None]) -> tuple[Player, ...]:
    return tuple(_read_all(text, path, read))


def _read_all(text: str, path: str, read: Callable[[str], Player | None]) -> Iterator[Player]:
    seen: set[int] = set()
    for at, line in enumerate(text.split("\n"), start=1):
        try:
            card = read(line[:LONGEST_ROW].rstrip("\r"))
        except (ValueError, OverflowError, RuleError) as error:
            raise FormatError([Problem(path, at, 1, "golist.row", line.strip()[:60])]) from error
        if card is not None and (not card.id or card.id not in seen):
            seen.add(card.id)
            yield card


# EGF: `_` joins the words of a surname and of a first name.


def _egf(line: str) -> Player | None:
    match = _EGF_ROW.match(line)
    if match is None or any(name in line for name in _NOBODY):
        return None
    family, _, first = match["name"].partition(" ")
    grade, rating = match["rank"].upper(), clamped_rating(int(match["rating"]))
    card = GoCard(read_rank(grade), grade, pin=match["pin"], rating_origin="EGF")
    club = match["club"]
    return _player(int(match["pin"]), family, first, match["country"], club, rating, card)


# FFG: fixed columns.


def _ffg(line: str) -> Player | None:
    if line.lstrip("\ufeff").startswith("#") or not line.strip():
        return None
    written = int(line[38:43])
    rating = clamped_rating(written + FFG_SHIFT)
    licence, status = line[46:53].strip(), line[44:45].strip()
    rank = rank_of_rating(rating)
    card = GoCard(rank, write_rank(rank), ffg=licence, ffg_status=status, rating_origin=f"FFG : {written}")
    family, first = _ffg_name(line[:38].strip())
    number = int(licence) if licence.isdecimal() and licence.isascii() else 0
    return _player(number, family, first, line[59:61].strip(), line[54:58].strip(), rating, card)


def _ffg_name(text: str) -> tuple[str, str]:
    """Surname and first name: the words in capitals first, else the first word.

    >>> _ffg_name("DE LA TOUR Ana Eva"), _ffg_name("Tour Ana")
    (('DE LA TOUR', 'Ana Eva'), ('Tour', 'Ana'))
    """
    words = text.split()
    capitals = next((at for at, word in enumerate(words) if not word.isupper()), len(words) - 1)
    cut = max(1, capitals)
    return " ".join(words[:cut]), " ".join(words[cut:])


# AGA: separated by tabs; no rating lies between -1 and 1.


def _aga(line: str) -> Player | None:
    cells = [cell.strip() for cell in line.lstrip("\ufeff").split("\t")]
    if len(cells) < 5 or not cells[1].isdecimal():
        return None
    family, _, first = cells[0].partition(",")
    rating = rating_of_aga(float(cells[3])) if cells[3] else 0
    rank = rank_of_rating(rating) if cells[3] else None
    grade = "" if rank is None else write_rank(rank)
    card = GoCard(rank, grade, aga=cells[1], aga_expires=cells[4], rating_origin="AGA" if cells[3] else "")
    country = "" if cells[2].lower().startswith("forgn") else "US"
    return _player(int(cells[1]), family, first, country, cells[5] if len(cells) > 5 else "", rating, card)


def rating_of_aga(aga: float) -> int:
    """A rating of the AGA on the scale of the EGF.

    >>> rating_of_aga(3.25), rating_of_aga(-4.5)
    (2275, 1700)
    """
    hundreds = round(100 * aga)
    moved = max(0, hundreds - 100) if hundreds > 0 else min(0, hundreds + 100)
    return clamped_rating(moved + FFG_SHIFT)


def _player(
    number: int, family: str, first: str, country: str, club: str, rating: int, card: GoCard
) -> Player | None:
    name = clean_name(family.replace("_", " "), needed=False)
    if not name:
        return None
    first_name = clean_name(first.replace("_", " "), field="first-name", needed=False)
    country, club = (clean_name(text, field="club", needed=False) for text in (country, club))
    player = Player(number, name, first_name, country, club, rating, go=card)
    if number:
        checked(player)
    return player
