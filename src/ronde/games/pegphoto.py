"""Photos of Mastermind: the lines of one side or of both, with codes that agree with them (spec GEN-8)."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Final

from ronde.games.errors import bad_position
from ronde.games.notation import check_character

COLOURS: Final = "ABCDEFGH"
WIDTH: Final = 6
"""Characters of a line: two marks and four pegs."""
_MARKS: Final = "01234"

Pair = tuple[str, str]


def marks(code: str, guess: str) -> str:
    """Two digits: pegs of the right colour and place, then right colours in a wrong place.

    >>> marks("GCCB", "GCCH")
    '30'
    """
    placed = sum(map(str.__eq__, code, guess))
    shared = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return f"{placed}{shared - placed}"


def read_lines(board: str) -> list[tuple[str, str]]:
    """The marks and guesses of a board such as `30GCCH`, oldest first."""
    return [(board[at : at + 2], board[at + 2 : at + WIDTH]) for at in range(0, len(board), WIDTH)]


def check_board(board: str, text: str) -> None:
    """Refuse a board that is not made of lines, naming the character."""
    for at, character in enumerate(board):
        check_character(character, _MARKS if at % WIDTH < 2 else COLOURS, at, text)
    if len(board) % WIDTH:
        raise bad_position("lines", text, found=len(board))


def completed(one: str, two: str, rng: Random, text: str) -> tuple[int, Pair, Pair]:
    """Turn, codes and boards of a photo; what it does not show is random."""
    check_board(one, text)
    check_board(two, text)
    first, second = len(one) // WIDTH, len(two) // WIDTH
    known_first, known_second = bool(one) or not two, bool(two) or not one
    if not known_first:
        first = second + 1
    if not known_second:
        second = first
    if first - second not in (0, 1):
        raise bad_position("board", text)
    codes = _code(two, rng, text), _code(one, rng, text)
    one = one if known_first else _guesses(codes[1], first, rng)
    two = two if known_second else _guesses(codes[0], second, rng)
    return 3 + first + second, codes, (one, two)


def _code(board: str, rng: Random, text: str) -> str:
    """A code that gives all marks of a board."""
    lines = read_lines(board)
    codes = map("".join, product(COLOURS, repeat=4))
    possible = [code for code in codes if all(marks(code, guess) == mark for mark, guess in lines)]
    if not possible:
        raise bad_position("marks", text)
    return rng.choice(possible)


def _guesses(code: str, count: int, rng: Random) -> str:
    """Lines that do not find the code."""
    tried = ""
    while len(tried) < WIDTH * count:
        guess = "".join(rng.choices(COLOURS, k=4))
        tried += "" if guess == code else marks(code, guess) + guess
    return tried
