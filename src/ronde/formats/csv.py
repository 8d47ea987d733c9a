"""Lists of people as CSV: any column order, heads in any of our languages, any usual separator."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ronde.formats.files import LARGEST, read_file
from ronde.i18n import LANGUAGES, section_words
from ronde.model.errors import CardImpossible, FormatError, NameImpossible, Problem
from ronde.model.go import NO_GO_CARD, GoCard, check_go_card, typed_rank
from ronde.model.names import clean_birth, fold
from ronde.model.player import NO_CARD, FideCard, Player, check_fide_card, clean_name, split_name

MOST_PROBLEMS = 15
_RUN = re.compile(r"(^|;)(?='*[=+@-])")
_KEPT = re.compile(r"(^|;)'(?='*[=+@-])")
_BELOW_ZERO = re.compile(r"-[0-9]+([.,][0-9]+)?")

_HEADS = {
    "id": "id|number|no|n°|numero|num|licence|license|mitgliedsnummer|relatienummer",
    "name": (
        "name|nom|family name|last name|surname|player|joueur|nom de famille|nom et prenom|"
        "nom prenom|nachname|spieler|achternaam|speler"
    ),
    "first_name": "first name|firstname|first_name|prenom|given name|forename|given names",
    "country": "country|pays|federation|fed|nat|nation|nationality|nationalite|team",
    "club": "club|ville|town|city|vereniging",
    "rating": "rating|elo|classement|rtg|dwz|gor",
    "categories": "category|categories|categorie|cat",
    "title": "title|titre|tit|titel",
    "fide-number": "fide|fide id|fideid|fide-id|fide no|code fide",
    "sex": "sex|sexe|gender|geschlecht|geslacht|genre",
    "birth": (
        "birth|born|birthday|date of birth|naissance|date de naissance|ne le|b-year|geburtsdatum|"
        "geburtsjahr|geboortedatum|geboortejaar|year of birth"
    ),
    "k": "k|k factor|k-factor",
    "rank": "rank|rang|niveau|kyu|kyu dan|dan",
    "grade": "grade|grad",
    "pin": "pin|egf pin|egfpin|egd pin",
    "correction": "correction|mm correction|smms correction",
    "ffg": "ffg|ffg licence|licence ffg",
    "aga": "aga|aga id|aga no",
    "comment": "comment|comments|commentaire|remark|remarque",
}
"""The heads of other programs and federations, between bars."""
_CARD = ("id", "name", "first-name", "country", "club", "rating", "category", "comment")
_FIDE = ("title", "fide-number", "sex", "birth", "k")
_GO = ("rank", "grade", "pin", "correction", "ffg", "aga")
"""Our own column heads, which are translated."""
_SEXES = {"f": "w", "v": "w", "h": "m", "femme": "w", "homme": "m", "frau": "w", "mann": "m", "female": "w",
          "male": "m", "vrouw": "w", "man": "m"}  # fmt: skip
_COLUMN_OF = {"first-name": "first_name", "category": "categories"}
"""The columns of fields that have another name in errors and heads."""


@dataclass(frozen=True, slots=True)
class ListProblems:
    """The problems found in a file so far."""

    path: str
    problems: list[Problem]

    def remark(self, line: int, column: int, key: str, text: str = "") -> None:
        self.problems.append(Problem(self.path, line, column, key, text))


def read_players(path: Path) -> list[Player]:
    """The people of a list; number 0 where the list gives none. Refused whole if a line is wrong."""
    problems = ListProblems(str(path), [])
    text = read_text(path)
    rows = list(csv_rows(text, problems))
    fields = _fields(rows[0][1], problems) if rows else {}
    if not rows:
        problems.remark(1, 1, "formats.list-empty")
    listed: list[tuple[int, Player]] = []
    if not problems.problems:
        for line, cells in rows[1:]:
            player = _player(cells, fields, line, problems)
            listed += [(line, player)] if player else []
    _check_numbers(listed, fields.get("id", 0), problems)
    if problems.problems:
        raise FormatError(problems.problems[:MOST_PROBLEMS])
    return [player for _, player in listed]


def read_text(path: Path) -> str:
    """The text of a file: UTF-8 with or without BOM, else Latin-1; binary and huge files are refused."""
    content = read_file(path, LARGEST)
    if b"\x00" in content:
        raise FormatError([Problem(str(path), 1, 1, "formats.binary")])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def csv_rows(text: str, problems: ListProblems) -> Iterable[tuple[int, list[str]]]:
    """The non-empty rows, each with its line; the first one determines the separator."""
    first = text.split("\n", 1)[0]
    separator = max(";,\t|:", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, [_unquoted(cell.strip()) for cell in cells]
    except csv.Error as error:
        problems.remark(reader.line_num, 1, "formats.csv-unreadable", str(error))


def _fields(head: Sequence[str], problems: ListProblems) -> dict[str, int]:
    fields: dict[str, int] = {}
    for place, title in enumerate(head):
        field = _field_of().get(fold(title))
        if field is not None and field in fields:
            problems.remark(1, place + 1, "formats.column-twice", f"{head[fields[field]]}, {title}")
        elif field is not None:
            fields[field] = place
    if "pin" in fields and not {"id", "rank"} & fields.keys():
        fields["id"] = fields.pop("pin")  # the number in a list of another game
    if "name" not in fields:
        problems.remark(1, 1, "formats.no-name-column", ", ".join(head)[:200])
    return fields


@cache
def _field_of() -> dict[str, str]:
    """The field of every head: those of other programs, and ours in each language."""
    known = {head: field for field, heads in _HEADS.items() for head in heads.split("|")}
    for language in LANGUAGES:
        words = section_words("lists", language)
        for key in (*_CARD, *_FIDE, *_GO):
            known.setdefault(fold(str(words[key])), _COLUMN_OF.get(key, key))
    return known


def _player(cells: list[str], fields: dict[str, int], line: int, problems: ListProblems) -> Player | None:
    def cell(field: str) -> str:
        place = fields.get(field)
        return cells[place] if place is not None and place < len(cells) else ""

    name, first = cell("name"), cell("first_name")
    if "first_name" not in fields:
        name, first = split_name(name)
    try:
        return Player(
            id=_whole(cell("id"), fields.get("id", 0), line, problems),
            name=clean_name(name),
            first_name=clean_name(first, field="first-name", needed=False),
            country=clean_name(cell("country"), field="country", needed=False),
            club=clean_name(cell("club"), field="club", needed=False),
            rating=_rating(cell, fields, line, problems),
            categories=tuple(
                clean_name(part, field="category") for part in cell("categories").split("/") if part.strip()
            ),
            comment=clean_name(cell("comment"), field="comment", needed=False),
            fide=_fide_card([cell(name) for name in _FIDE], fields, line, problems),
            go=_go_card({name: cell(name) for name in _GO}, fields, line, problems),
        )
    except NameImpossible as error:
        place = fields.get(_COLUMN_OF.get(str(error.facts["field"]), str(error.facts["field"])), 0)
        code = "formats.no-name" if error.facts["reason"] == "empty" else "formats.bad-name"
        problems.remark(line, place + 1, code, str(error.facts["text"]))
        return None


def _fide_card(cells: Sequence[str], fields: dict[str, int], line: int, problems: ListProblems) -> FideCard:
    title, number, sex, birth, k = cells
    if not any(cells):
        return NO_CARD
    card = FideCard(
        number=_whole(number, fields.get("fide-number", 0), line, problems),
        title=title.upper(),
        sex=_SEXES.get(fold(sex), sex.lower()),
        birth=clean_birth(birth),
        k=_whole(k, fields.get("k", 0), line, problems),
    )
    try:
        check_fide_card(card)
    except CardImpossible as error:
        field = str(error.facts["field"])
        place = fields.get("fide-number" if field == "number" else field, 0)
        problems.remark(line, place + 1, "formats.bad-card", str(error.facts["value"]))
        return NO_CARD
    return card


def _rating(cell: Callable[[str], str], fields: dict[str, int], line: int, problems: ListProblems) -> int:
    """The rating; lists without one may call it a rank."""
    if "rating" in fields or not _is_rating(cell("rank")):
        return _whole(cell("rating"), fields.get("rating", 0), line, problems)
    return _whole(cell("rank"), fields["rank"], line, problems)


def _go_card(cells: Mapping[str, str], fields: dict[str, int], line: int, problems: ListProblems) -> GoCard:
    if not any(cells.values()):
        return NO_GO_CARD
    try:
        card = GoCard(
            rank=None if _is_rating(cells["rank"]) else typed_rank(cells["rank"]),
            grade=cells["grade"],
            pin=cells["pin"],
            correction=_whole(
                cells["correction"].removeprefix("+"), fields.get("correction", 0), line, problems
            ),
            ffg=cells["ffg"],
            aga=cells["aga"],
        )
        check_go_card(card)
    except CardImpossible as error:
        place = fields.get(str(error.facts["field"]), 0)
        problems.remark(line, place + 1, "formats.bad-card", str(error.facts["value"]))
        return NO_GO_CARD
    return card


def _is_rating(rank: str) -> bool:
    """Whether a rank of a list is a rating: no rank of Go has three digits."""
    return rank.isdecimal() and len(rank) >= 3


def _whole(text: str, place: int, line: int, problems: ListProblems) -> int:
    digits = text.replace(" ", "").replace("\u202f", "")
    if not digits:
        return 0
    if digits.isascii() and digits.removeprefix("-").isdigit() and len(digits) <= 9:
        return int(digits)
    problems.remark(line, place + 1, "formats.not-a-number", text[:40])
    return 0


def _check_numbers(listed: list[tuple[int, Player]], place: int, problems: ListProblems) -> None:
    seen: set[int] = set()
    for line, player in listed:
        if player.id < 0 or (player.id and player.id in seen):
            problems.remark(line, place + 1, "formats.number-twice", f"{player.id} {player.full_name}")
        seen.add(player.id)


class Dialect(NamedTuple):
    """What separates the cells of a table, and the decimals of a number."""

    separator: str = ","
    point: str = "."


DIALECTS: Final = {"comma": Dialect(), "semicolon": Dialect(";", ","), "tab": Dialect("\t")}


def write_rows(
    head: Sequence[str], rows: Iterable[Sequence[object]], dialect: Dialect = DIALECTS["comma"]
) -> bytes:
    """A table as CSV for spreadsheets: quoted where needed, UTF-8, no cell run as a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=dialect.separator, lineterminator="\r\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow([_inert(_number(cell, dialect.point)) for cell in row])
    return out.getvalue().encode()


def _number(cell: object, point: str) -> object:
    return str(cell).replace(".", point) if isinstance(cell, float) else cell


def _inert(cell: object) -> object:
    """Prefix an apostrophe to a cell that spreadsheets would run as a formula.

    In France and Germany they split lines at semicolons, and also run what follows one.
    """
    return _RUN.sub(r"\1'", cell) if isinstance(cell, str) and not _BELOW_ZERO.fullmatch(cell) else cell


def _unquoted(cell: str) -> str:
    """The cell without the apostrophes that `_inert` put into it."""
    return _KEPT.sub(r"\1", cell)
