"""The `penalites { ... }` block: five sections of costs (papp 3.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ronde.core.errors import PenaltiesImpossible
from ronde.core.penalties import (
    CAP,
    ColourPenalties,
    FloatPenalties,
    Penalties,
    RepetitionPenalties,
    check_penalties,
)
from ronde.formats.papp.read.config import MOST_ROUNDS
from ronde.formats.papp.read.cursor import Cursor, Unexpected
from ronde.formats.papp.read.page import SourceText

SECTIONS = ("couleur", "couleurs", "flottement", "repetition", "chauvinisme", "elitisme")
AGAIN = ("de-suite", "cumule")
BACK = ("minoration", "anti-cumule")
_LONGEST = 1_000
"""Maximum index; no float has that many half-points, and PAPP would extend the table without limit."""


def _zeros(length: int) -> Callable[[], list[int]]:
    return lambda: [0] * length


@dataclass(slots=True)
class _Block:
    """The costs while the block is read; all of them start at zero."""

    colour: list[int] = field(default_factory=_zeros(6))
    floats: list[int] = field(default_factory=_zeros(25))
    chauvinism: list[int] = field(default_factory=_zeros(MOST_ROUNDS + 1))
    elitism: list[int] = field(default_factory=_zeros(MOST_ROUNDS + 1))
    single: dict[str, int] = field(default_factory=dict)

    def penalties(self) -> Penalties:
        price = self.single.get
        return Penalties(
            ColourPenalties(trimmed(self.colour), price("colour-again", 0)),
            FloatPenalties(trimmed(self.floats), price("float-again", 0), price("float-back", 0)),
            RepetitionPenalties(
                price("memes-couleurs", 0),
                price("couleurs-opposees", 0),
                price("bip-bip", 0),
                price("in-a-row", 0),
            ),
            trimmed(self.chauvinism[1:]),
            trimmed(self.elitism[1:]),
        )


def trimmed(table: list[int]) -> tuple[int, ...]:
    """The table without trailing entries that equal the last one."""
    end = len(table)
    while end > 1 and table[end - 1] == table[end - 2]:
        end -= 1
    return tuple(table[:end])


def read_penalties(cursor: Cursor) -> Penalties:
    """The block after the word `penalites`, up to its closing brace."""
    block = _Block()
    cursor.expect("{")
    while not cursor.accept("}"):
        at = cursor.token.at
        section = cursor.expect_word(*SECTIONS)
        cursor.expect(":", "colon-missing")
        _read_section(cursor, block, "couleur" if section == "couleurs" else section)
        if cursor.token.kind == "end":
            raise Unexpected("brace-open", at)
    return block.penalties()


def _read_section(cursor: Cursor, block: _Block, section: str) -> None:
    read = _ITEMS[section]
    while cursor.token.kind not in ("}", "end") and not _is_label(cursor):
        try:
            read(cursor, block)
            cursor.expect(";", "semicolon-missing")
        except Unexpected as error:
            cursor.page.refuse(error.key, error.at, error.text)
            if cursor.token.kind not in ("}", "end"):
                cursor.skip_past(";")


def _is_label(cursor: Cursor) -> bool:
    return cursor.token.kind == "word" and cursor.token.text in SECTIONS


def _colour(cursor: Cursor, block: _Block) -> None:
    if cursor.accept_word(*AGAIN):
        block.single["colour-again"] = _price(cursor)
    else:
        _read_entry(cursor, block.colour, ("fois",))


def _float(cursor: Cursor, block: _Block) -> None:
    if cursor.accept_word(*AGAIN):
        block.single["float-again"] = _price(cursor)
    elif cursor.accept_word(*BACK):
        block.single["float-back"] = _price(cursor)
    else:
        _read_entry(cursor, block.floats, ("demi-point", "demi-points"))


def _repetition(cursor: Cursor, block: _Block) -> None:
    word = cursor.expect_word("memes-couleurs", "couleurs-opposees", "bip-bip", *AGAIN)
    block.single["in-a-row" if word in AGAIN else word] = _price(cursor)


def _chauvinism(cursor: Cursor, block: _Block) -> None:
    _by_round(cursor, block.chauvinism)


def _elitism(cursor: Cursor, block: _Block) -> None:
    _by_round(cursor, block.elitism)


_ITEMS: dict[str, Callable[[Cursor, _Block], None]] = {
    "couleur": _colour,
    "flottement": _float,
    "repetition": _repetition,
    "chauvinisme": _chauvinism,
    "elitisme": _elitism,
}


def _read_entry(cursor: Cursor, table: list[int], unit: tuple[str, ...]) -> None:
    at = cursor.token.at
    index = cursor.integer()
    upwards = cursor.accept("+")
    cursor.expect_word(*unit)
    price = _price(cursor)
    if index == 0:
        cursor.page.remark("index-null", at)
        return
    if index > _LONGEST:
        cursor.page.remark("index-cut", at, str(index))
    put(table, min(index, _LONGEST), price, upwards=upwards)


def put(table: list[int], index: int, price: int, *, upwards: bool) -> None:
    """Set an entry, and those above it if `upwards`; the table grows by repeating its last entry."""
    if index + 1 >= len(table):
        table.extend([table[-1]] * (index + 2 - len(table)))
    stop = len(table) if upwards else index + 1
    table[index:stop] = [price] * (stop - index)


def _by_round(cursor: Cursor, table: list[int]) -> None:
    cursor.expect_word("ronde", "rondes")
    at = cursor.token.at
    number = cursor.integer()
    upwards = cursor.accept("+")
    price = _price(cursor)
    if number == 0:
        cursor.page.remark("round-null", at)
    elif number > MOST_ROUNDS:
        cursor.page.remark("round-too-great", at, str(number))
    else:
        stop = len(table) if upwards else number + 1
        table[number:stop] = [price] * (stop - number)


def _price(cursor: Cursor) -> int:
    cursor.expect("=")
    if cursor.accept_word("infini"):
        return CAP
    at = cursor.token.at
    price = cursor.integer()
    if price > CAP:
        cursor.page.remark("penalty-cut", at, str(price))
    return min(price, CAP)


_HEADINGS = {
    "colour": "Couleur",
    "float": "Flottement",
    "repetition": "Repetition",
    "chauvinism": "Chauvinisme",
    "elitism": "Elitisme",
}
"""The sections by their words in a configuration."""


def check(penalties: Penalties, page: SourceText, at: int) -> None:
    """Report, at the position of the block, costs that PAPP refuses."""
    try:
        check_penalties(penalties)
    except PenaltiesImpossible as error:
        reason = error.facts["reason"]
        section = _HEADINGS[str(error.facts["section"])]
        page.refuse(f"penalties-{reason}", at, f"{section}, {error.facts['value']}")
