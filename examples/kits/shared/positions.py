"""What `try.py` asks in each game, and which answers are legal."""

# Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Ask = dict[str, str]


@dataclass(frozen=True)
class Game:
    """A game of the manual: its name in Set, questions, and the judge of an answer."""

    set_name: str
    asks: list[Ask]
    legal: Callable[[Ask, str], bool]


def ask(turn: int, tray: str, **more: str) -> Ask:
    """The parameters that depend on the position."""
    return {"Turn": str(turn), "Tray": tray, **more}


def free(ask: Ask, value: str, columns: str, rows: str) -> bool:
    """Whether a value such as C5 names a free cell of the tray."""
    if len(value) != 2 or value[0] not in columns or value[1] not in rows:
        return False
    tray = ask["Tray"]
    return tray == "Init" or tray[rows.index(value[1]) * len(columns) + columns.index(value[0])] == "0"


def marked(size: int, marks: dict[int, str]) -> str:
    """A tray with these marks in these cells."""
    return "".join(marks.get(cell, "0") for cell in range(size))


def tictactoe(ask: Ask, value: str) -> bool:
    """A free cell, 1 to 9."""
    return bool(re.fullmatch("[1-9]", value)) and (
        ask["Tray"] == "Init" or ask["Tray"][int(value) - 1] == "0"
    )


def pente(ask: Ask, value: str) -> bool:
    """A free point; at Turn 3 not within two points of White's first stone."""
    letters = "ABCDEFGHIJKLMNOPQRS"
    if not free(ask, value, letters, letters):
        return False
    if ask["Turn"] != "3":
        return True
    row, column = divmod(ask["Tray"].index("1"), 19)
    return max(abs(letters.index(value[0]) - column), abs(letters.index(value[1]) - row)) >= 3


def mastermind(ask: Ask, value: str) -> bool:
    """Four letters A to H, with two digits before them in a line."""
    return bool(re.fullmatch("[A-H]{4}" if int(ask["Turn"]) < 3 else "([0-9]{2})?[A-H]{4}", value))


def poker(ask: Ask, value: str) -> bool:
    """0, the opponent's total, or a raise up to the cap; anything at step 9."""
    tray, me = ask["Tray"], int(ask["Turn"]) % 2
    if tray[4] == "9":
        return True
    if not re.fullmatch("[0-9]{1,3}", value):
        return False
    call = int(tray.rpartition("M")[2].replace("?", "").split("-")[me])
    second = ask["Level"] == "2"
    smallest = 1 + 2 * ((int(tray[:2]) - 1) // 8) if second else 1
    cap = min(100, int(ask.get("Gain1", "200")), int(ask.get("Gain2", "200"))) if second else 100
    total = int(value)
    return total in (0, call, cap) or call + smallest <= total <= cap


def turned(tray: str, cell: int, me: str, other: str) -> bool:
    """Whether a disc there turns any other."""
    for right, down in [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]:
        x, y, between = cell % 8 + right, cell // 8 + down, 0
        while 0 <= x < 8 and 0 <= y < 8 and tray[y * 8 + x] == other:
            x, y, between = x + right, y + down, between + 1
        if between and 0 <= x < 8 and 0 <= y < 8 and tray[y * 8 + x] == me:
            return True
    return False


MORPION_FULL = "0" + "".join("12"[(cell % 10 // 2 + cell // 10) % 2] for cell in range(1, 99)) + "0"
"""Two cells are free, and nobody has five."""
REVERSI_START = "0" * 27 + "43" + "0" * 6 + "34" + "0" * 27
REVERSI_PASS = "3" * 62 + "40"


def reversi(ask: Ask, value: str) -> bool:
    """A cell that turns something; XX only if there is none."""
    tray = REVERSI_START if ask["Tray"] == "Init" else ask["Tray"]
    me, other = ("3", "4") if int(ask["Turn"]) % 2 else ("4", "3")
    cells = [cell for cell in range(64) if tray[cell] == "0" and turned(tray, cell, me, other)]
    return value in ([f"{'ABCDEFGH'[cell % 8]}{cell // 8 + 1}" for cell in cells] or ["XX"])


def ships(value: str) -> Iterator[list[int]]:
    """The cells of every ship of a fleet; a ship beyond the edge has none."""
    for way, size, column, row in re.findall("([HV])([2-5])([A-J])([0-9])[1Ii]", value):
        x, y, length = "ABCDEFGHIJ".index(column), int(row), int(size)
        inside = (x if way == "H" else y) + length <= 10
        yield [y * 10 + x + step * (1 if way == "H" else 10) for step in range(length)] if inside else []


def seafight(ask: Ask, value: str) -> bool:
    """Five ships of 5, 4, 3, 3, 2 cells at turns 1 and 2, then a cell not yet fired at."""
    if int(ask["Turn"]) > 2:
        return free(ask, value, "ABCDEFGHIJ", "0123456789")
    fleet = list(ships(value))
    cells = [cell for ship in fleet for cell in ship]
    sizes = sorted(map(len, fleet))
    return len(value) == 25 and sizes == [2, 3, 3, 4, 5] and len(set(cells)) == 17


GAMES = {
    "chifoumi": Game(
        "Rochambeau",
        [ask(1, "Init"), ask(4, "Init", Move1="3", Gain1="0", Gain2="1")],
        lambda ask, value: value in ("1", "2", "3"),
    ),
    "tictactoe": Game(
        "TicTacToe",
        [
            ask(1, "Init"),
            ask(1, "000000000"),
            ask(2, "000010000", Move1="5"),
            ask(4, "110200000", Move1="2"),
            ask(9, "112221120", Move2="8"),
        ],
        tictactoe,
    ),
    "morpion": Game(
        "BigTicTacToe",
        [
            ask(1, "Init"),
            ask(4, marked(100, {0: "2", 33: "1", 34: "1"}), Move1="E3", Gain1="", Gain2=""),
            ask(99, MORPION_FULL, Move2="I9", Gain1="", Gain2=""),
        ],
        lambda ask, value: free(ask, value, "ABCDEFGHIJ", "0123456789"),
    ),
    "pente": Game(
        "Pente",
        [
            ask(1, "Init"),
            ask(3, marked(361, {180: "1", 181: "2"}), Move2="KJ", Gain1="0", Gain2="0"),
            ask(5, marked(361, {40: "1", 180: "1", 181: "2", 182: "2"}), Move2="LJ", Gain1="0", Gain2="0"),
        ],
        pente,
    ),
    "mastermind": Game(
        "MasterMind",
        [ask(1, "Init"), ask(2, "Init"), ask(3, ""), ask(7, "30GCCB22HCCG")],
        mastermind,
    ),
    "poker": Game(
        "Poker",
        [
            ask(1, "01001DQS4????M1-2", Level="1"),
            ask(2, "01002????DTDJM2-?2", Level="1", Move1="2", Gain1="0", Gain2="0"),
            ask(2, "04014????C1S1H2HQC9M2-2M50-?2", Level="1", Move1="50", Gain1="4", Gain2="-4"),
            ask(1, "09051S7DK????M3-6", Level="2", Gain1="314", Gain2="86"),
            ask(1, "14109????????S8S7C8M2-2M7-0", Level="1", Gain1="17", Gain2="-17"),
        ],
        poker,
    ),
    "reversi": Game(
        "Reversi",
        [
            ask(1, "Init"),
            ask(2, marked(64, {19: "3", 27: "3", 28: "3", 35: "3", 36: "4"}), Move1="D3"),
            ask(60, REVERSI_PASS, Move1="F8", Legend="Je passe"),
        ],
        reversi,
    ),
    "seafight": Game(
        "SeaFight",
        [
            ask(1, "Init"),
            ask(2, "Init"),
            ask(3, "0" * 100),
            ask(5, "2" + "0" * 99, Move2="A61"),
            ask(201, "1" * 57 + "0" + "1" * 42, Move2="A01"),
        ],
        seafight,
    ),
}  # fmt: skip
