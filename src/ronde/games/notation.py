"""What the notations share: normalised answers, names of cells, and the fields of a written position.

A position is written on one line, fields separated by one space, the Tray first; `-` stands for an empty
field and `?` for a hidden one. A Tray alone is a photo (spec GEN-8).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Final

from ronde.games.errors import bad_position
from ronde.games.side import Side, mover

WHITE: Final = " \t\r\n\v\f"
NOTHING: Final = "-"
HIDDEN: Final = "?"
INIT: Final = "Init"


def tidy(text: str) -> str:
    """An answer stripped and in capitals (spec GEN-6); empty if it is not plain ASCII."""
    return text.strip(WHITE).upper() if text.isascii() else ""


def cell_names(columns: str, rows: str) -> tuple[str, ...]:
    """Names of the cells row by row, top row first, column letter before row."""
    return tuple(column + row for row in rows for column in columns)


def put(tray: str, cell: int, mark: str) -> str:
    return f"{tray[:cell]}{mark}{tray[cell + 1 :]}"


def bits(mask: int) -> Iterator[int]:
    """The indices of the bits set in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def or_nothing(text: str) -> str:
    """`text`, or the sign for nothing when it is empty."""
    return text or NOTHING


def read_fields(text: str, defaults: tuple[str, ...], *, may_hide: bool = False) -> list[str]:
    """The fields of a written position; missing fields at the end take their defaults."""
    fields = text.split(" ")
    if len(fields) > len(defaults) or "" in fields:
        raise bad_position("fields", text)
    if HIDDEN in fields and not may_hide:
        raise bad_position("hidden", text)
    filled = fields + list(defaults[len(fields) :])
    return ["" if field == NOTHING else field for field in filled]


def read_tray(field: str, size: int, alphabet: str, text: str) -> str:
    """A tray of `size` characters of `alphabet`, or the refusal of `text`."""
    for at, character in enumerate(field):
        check_character(character, alphabet, at, text)
    if len(field) != size:
        raise bad_position("length", text, found=len(field), wanted=size)
    return field


def check_character(character: str, allowed: str, at: int, text: str) -> None:
    """Refuse a character that no tray has at this index."""
    if character not in allowed:
        raise bad_position("character", text, character=character, place=at + 1, allowed=" ".join(allowed))


def turn_beside(tray: str, side: Side) -> str:
    """A photo of a shared board, with the side to move."""
    marks = len(tray) - tray.count("0")
    turn = marks + 1 if mover(marks + 1) == side else marks + 2
    return f"{tray} {turn}"


def board_of(tray: str, side: Side) -> str:
    """A photo of the board of one side, in a game in which each side has its own."""
    return tray if side == 1 else f"{NOTHING} {tray}"


def read_number(field: str, least: int, most: int, text: str) -> int:
    """A plain decimal number between `least` and `most`, or the refusal of `text`."""
    digits = field.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 19):
        raise bad_position("number", text)
    if not least <= int(field) <= most:
        raise bad_position("range", text)
    return int(field)


def read_turn(field: str, tray: str, text: str) -> int:
    """The turn of a written position; counted from the marks on the tray if the field is missing."""
    if field:
        return read_number(field, 1, 9999, text)
    first, second = tray.count("1"), tray.count("2")
    if first - second not in (0, 1):
        raise bad_position("turn", text)
    return first + second + 1


def read_last(field: str, names: Container[str], text: str) -> str:
    """The last move of a written position, which must be one of `names` or nothing."""
    if field and field not in names:
        raise bad_position("last", text)
    return field
