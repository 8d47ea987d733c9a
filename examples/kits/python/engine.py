"""My engine: a legal move for each of the eight games. Change the function of your game; the rest can stay.

python3 engine.py --port 8000
Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import argparse
import random
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from urllib.parse import parse_qsl, urlencode, urlsplit

MY_REFEREE = ""
"""Your referee's machine, such as "arbitre.example"; empty calls back any. Fill it in before going online."""

Ask = dict[str, str]
"""The parameters of a request, by their names in the manual."""


def choose(ask: Ask) -> str:
    """The move."""
    return GAMES[ask.get("Set", "").lower()](ask)


def me(ask: Ask) -> int:
    """1 for the first player, 2 for the second: Turn is odd for the first."""
    return 1 if int(ask["Turn"]) % 2 else 2


def board(ask: Ask, empty: str) -> str:
    """The Tray; Init means an empty board."""
    return empty if ask.get("Tray", "Init") == "Init" else ask["Tray"]


def rochambeau(ask: Ask) -> str:
    """1 stone, 2 paper, 3 scissors. The opponent's last throw is in Move1 or Move2."""
    return random.choice("123")


def tictactoe(ask: Ask) -> str:
    """Tray: 9 cells, 0 free, 1 first player, 2 second. Value: 1 to 9."""
    free = [cell for cell, mark in enumerate(board(ask, "0" * 9)) if mark == "0"]
    return str(random.choice(free) + 1)


def morpion(ask: Ask) -> str:
    """Tray: 10 rows of 10 cells from the top. Value: column A to J, row 0 to 9."""
    free = [cell for cell, mark in enumerate(board(ask, "0" * 100)) if mark == "0"]
    return square(random.choice(free), 10, "0123456789")


def square(cell: int, width: int, rows: str) -> str:
    """The name of a cell: the column first, then the row."""
    return f"{'ABCDEFGHIJKLMNOPQRS'[cell % width]}{rows[cell // width]}"


def pente(ask: Ask) -> str:
    """Tray: 19 rows of 19 points. Value: column and row, A to S. At Turn 3 three points away from one's first stone."""
    tray = board(ask, "0" * 361)
    free = [cell for cell, mark in enumerate(tray) if mark == "0"]
    first = tray.find("1")
    if ask["Turn"] == "3" and first >= 0:
        free = [cell for cell in free if max(abs(cell % 19 - first % 19), abs(cell // 19 - first // 19)) > 2]
    return square(random.choice(free), 19, "ABCDEFGHIJKLMNOPQRS")


def mastermind(ask: Ask) -> str:
    """Tray: my lines, each two marks (right place, wrong place) and four colours A to H. Value: four colours.

    At Turn 1 and 2 the Value is my own code, later a line: any code that would have given all these marks.
    """
    tray = board(ask, "")
    lines = [tray[at : at + 6] for at in range(0, len(tray), 6)]
    codes = ["".join(code) for code in product("ABCDEFGH", repeat=4)]
    random.shuffle(codes)
    return next((one for one in codes if all(marks(one, line[2:]) == line[:2] for line in lines)), "AABB")


def marks(code: str, line: str) -> str:
    """Two digits: pegs in the right place, and right colours elsewhere."""
    placed = sum(one == other for one, other in zip(code, line, strict=True))
    common = sum(min(code.count(colour), line.count(colour)) for colour in set(line))
    return f"{placed}{common - placed}"


def poker(ask: Ask) -> str:
    """Tray: hand (2 digits), completed hands (2), step, two cards each, the table's cards, stakes M10-12.

    Value: my total stake in this hand; 0 folds, the opponent's total calls. At step 9 any Value will do.
    """
    cards, *stakes = ask["Tray"][5:].split("M")
    mine, table = cards[:4] if me(ask) == 1 else cards[4:8], cards[8:]
    first, second = (int(total.strip("?")) for total in stakes[-1].split("-"))
    call = second if me(ask) == 1 else first
    assert len(mine) == 4 and len(table) <= 10  # two characters for a card; look at them and do better
    return str(call)


def reversi(ask: Ask) -> str:
    """Tray: 8 rows of 8 cells, 3 black (first player), 4 white. Value: A1 to H8, or XX if I have to pass."""
    tray = board(ask, "0" * 27 + "43" + "0" * 6 + "34" + "0" * 27)
    own, other = ("3", "4") if me(ask) == 1 else ("4", "3")
    cells = [cell for cell in range(64) if tray[cell] == "0" and turns(tray, cell, own, other)]
    return square(random.choice(cells), 8, "12345678") if cells else "XX"


def turns(tray: str, cell: int, own: str, other: str) -> bool:
    """Whether a disc there turns any other."""
    for right, down in product((-1, 0, 1), repeat=2):
        x, y, between = cell % 8 + right, cell // 8 + down, 0
        while (right or down) and 0 <= x < 8 and 0 <= y < 8 and tray[y * 8 + x] == other:
            x, y, between = x + right, y + down, between + 1
        if between and 0 <= x < 8 and 0 <= y < 8 and tray[y * 8 + x] == own:
            return True
    return False


def seafight(ask: Ask) -> str:
    """Tray: Init asks for my fleet; then my shots, 10 rows of 10: 0 none, 1 water, 2 hit, 3 sunk. Value: A0 to J9."""
    if ask["Tray"] == "Init":
        return fleet()
    free = [cell for cell, mark in enumerate(ask["Tray"]) if mark == "0"]
    return square(random.choice(free), 10, "0123456789")


def fleet() -> str:
    """Five ships of 5, 4, 3, 3 and 2 cells, each as direction, size, column, row, and 1 for intact: V3C51."""
    taken: set[int] = set()
    ships = ""
    for size in (5, 4, 3, 3, 2):
        while True:
            way = random.choice("HV")
            x, y = random.randrange(11 - size if way == "H" else 10), random.randrange(11 - size if way == "V" else 10)
            cells = {y * 10 + x + step * (1 if way == "H" else 10) for step in range(size)}
            if not cells & taken:
                break
        taken |= cells
        ships += f"{way}{size}{square(y * 10 + x, 10, '0123456789')}1"
    return ships


GAMES = {
    "rochambeau": rochambeau, "tictactoe": tictactoe, "bigtictactoe": morpion, "pente": pente,
    "mastermind": mastermind, "poker": poker, "reversi": reversi, "seafight": seafight,
}  # fmt: skip


class Engine(BaseHTTPRequestHandler):
    """One request of the referee."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one write: in two, each answer would take 40 ms

    def do_GET(self) -> None:
        """Play, call back or print, as the manual says."""
        ask = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        value = ""
        if ask.get("Status", "0") == "0":  # anything else: the game is over, nothing to answer
            value = choose(ask)
            if ask.get("Referee"):
                call_back(ask, value)
                value = ""
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(value)))
        self.end_headers()
        self.wfile.write(value.encode())


def call_back(ask: Ask, value: str) -> None:
    """Send the move to the referee, with Game and MoveId as they came."""
    referee = urlsplit(ask["Referee"])
    if referee.scheme in ("http", "https") and MY_REFEREE in ("", referee.hostname):
        told = urlencode({"Game": ask.get("Game", ""), "MoveId": ask.get("MoveId", ""), "Value": value})
        urllib.request.urlopen(f"{ask['Referee']}{'&' if referee.query else '?'}{told}", timeout=15).close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    with ThreadingHTTPServer((options.host, options.port), Engine) as server:
        print(f"http://{options.host}:{server.server_port}/", flush=True)
        server.serve_forever()
