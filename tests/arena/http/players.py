"""Engines for the eight games that answer the same call always the same: their leagues can be foretold."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeVar

from ronde.arena.games import SIDES, Game, Side, find_game
from ronde.arena.games.poker_hands import LEVELS

GAMES = ("tictactoe", "morpion", "pente", "reversi", "mastermind", "seafight", "chifoumi", "poker")
Call = Mapping[str, str]
T = TypeVar("T")


def number(*words: object) -> int:
    """A number that depends on nothing but these words."""
    return zlib.crc32(" ".join(map(str, words)).encode())


def choose(name: str, call: Call) -> str:
    """The move of the engine of that name."""
    return _PLAYERS[call["Set"]](name, call)


def throw(name: str, call: Call) -> str:
    return str(1 + number(name, call["Turn"]) % 3)


def cell(name: str, call: Call) -> str:
    """Any free cell of the small board."""
    tray = "0" * 9 if call["Tray"] == "Init" else call["Tray"]
    free = [at for at, mark in enumerate(tray) if mark == "0"]
    return str(free[number(name, tray) % len(free)] + 1)


def in_a_row(width: int, rows: str) -> Callable[[str, Call], str]:
    """Stones side by side from a place of one's own, which soon makes five."""

    def move(name: str, call: Call) -> str:
        tray = "0" * width**2 if call["Tray"] == "Init" else call["Tray"]
        stones = [at for at, mark in enumerate(tray) if mark == str(2 - int(call["Turn"]) % 2)]
        for step in range(width**2):
            at = (number(name) + step) % width**2
            if tray[at] == "0" and not (width == 19 and call["Turn"] == "3" and near(stones[0], at)):
                return f"{chr(ord('A') + at % width)}{rows[at // width]}"
        raise AssertionError("no cell is free")

    return move


def near(one: int, other: int) -> bool:
    """Whether the opening of Pente might forbid it."""
    return max(abs(one % 19 - other % 19), abs(one // 19 - other // 19)) < 6


def disc(name: str, call: Call) -> str:
    rules = find_game("reversi")
    text = call["Tray"] if call["Tray"] == "Init" else f"{call['Tray']} {call['Turn']}"
    position = rules.place(text, Random(0))
    moves = sorted(rules.moves(position, SIDES[1 - int(call["Turn"]) % 2]))
    return str(moves[number(name, call["Tray"]) % len(moves)])


def pegs(name: str, call: Call) -> str:
    return "".join("ABCDEFGH"[number(name, call["Turn"], at) % 8] for at in range(4))


def shot(name: str, call: Call) -> str:
    """A fleet in every other row, and shots along those rows."""
    if call["Tray"] == "Init":
        sizes = (5, 4, 3, 3, 2)
        return "".join(
            f"H{size}{chr(ord('A') + number(name, row) % (11 - size))}{2 * row}1"
            for row, size in enumerate(sizes)
        )
    cells = [at for at in range(100) if at // 10 % 2 == 0 and call["Tray"][at] == "0"]
    at = cells[number(name, call["Tray"]) % len(cells)]
    return f"{chr(ord('A') + at % 10)}{at // 10}"


def stake(name: str, call: Call) -> str:
    """All that may be staked, in every hand."""
    level = LEVELS[int(call["Level"])]
    purse = str(level.purse)
    return str(level.cap((int(call.get("Gain1") or purse), int(call.get("Gain2") or purse))))


_PLAYERS: dict[str, Callable[[str, Call], str]] = {
    "Rochambeau": throw,
    "TicTacToe": cell,
    "BigTicTacToe": in_a_row(10, "0123456789"),
    "Pente": in_a_row(19, "ABCDEFGHIJKLMNOPQRS"),
    "Reversi": disc,
    "MasterMind": pegs,
    "SeaFight": shot,
    "Poker": stake,
}


def foretell(game: Game[Any], names: tuple[str, str], seed: int) -> Side | None:
    """Who wins when these two play, found without any referee: rule book and players alone."""
    position = game.start(Random(seed))
    while asked := sorted(game.to_move(position)):
        moves = {
            side: game.read(position, side, choose(names[side - 1], game.call(position, side)))
            for side in asked
        }
        position = game.play(position, moves)
    return game.outcome(position).winner


def all_pairs(everybody: Sequence[T]) -> Iterator[tuple[T, T]]:
    """Everybody against everybody, once."""
    return combinations(everybody, 2)
