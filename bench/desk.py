"""How fast the terminal desk is: start to first screen, key to visible row, pairing of 100 players.

    .venv/bin/python bench/desk.py

Everything is measured from outside, through a real pseudo-terminal, beside the smallest Textual program
doing the same in the same run: machines differ, ratios less so. Budgets: style.md C.7.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament
from ronde.model.player import Player
from ronde.model.settings import Settings
from ronde.systems.rounds import complete_round

PLAYERS = 100
STARTS = 5
EMPTY = """
from textual.app import App
from textual.widgets import Input, Static
class Empty(App):
    def compose(self):
        yield Static("Your choice?", id="page")
        yield Input()
    def on_input_submitted(self, event):
        event.input.value = ""
        self.query_one("#page").update(event.value.upper())
Empty(ansi_color=True).run()
"""
"""The smallest program to compare with: a page and a line; Enter puts the line on the page."""


class Window:
    """A program in a pseudo-terminal of 120 columns and 40 lines."""

    def __init__(self, *words: str) -> None:
        self.process, self.ends = pty.fork()
        if self.process == 0:
            os.environ |= {"TERM": "xterm-256color", "RONDE_LANG": "en"}
            os.execv(sys.executable, [sys.executable, *words])
        fcntl.ioctl(self.ends, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def until(self, words: str) -> float:
        """The moment at which the words have arrived."""
        heard = b""
        while words.encode() not in heard:
            if not select.select([self.ends], [], [], 60)[0]:
                raise TimeoutError(words)
            heard += os.read(self.ends, 65536)
        return time.perf_counter()

    def type(self, keys: str) -> float:
        """Type some keys; the moment before."""
        self._silence()
        start = time.perf_counter()
        os.write(self.ends, keys.encode())
        return start

    def _silence(self) -> None:
        """Let the program finish what it was drawing."""
        while select.select([self.ends], [], [], 0.15)[0]:
            os.read(self.ends, 65536)

    def close(self) -> float:
        """End the program; the processor time it took."""
        os.kill(self.process, 9)
        _, _, used = os.wait4(self.process, 0)
        os.close(self.ends)
        return used.ru_utime + used.ru_stime


def made(path: Path) -> None:
    """A tournament of a hundred people."""
    desk = Desk.create(path)
    desk.act("bench", open_tournament, name="bench", settings=Settings(rounds=9))
    for number in range(1, PLAYERS + 1):
        desk.act("bench", enter_player, player=Player(number, f"PLAYER{number:03d}", "Ann"))
    desk.close()


def first_screen(*words: str) -> tuple[float, float]:
    """Seconds from the start of a program to its first screen, and of processor time, the best of some."""
    times, used = [], []
    for _ in range(STARTS):
        start = time.perf_counter()
        window = Window(*words)
        times.append(window.until("Your choice?") - start)
        used.append(window.close())
    return min(times), min(used)


def empty_line() -> list[float]:
    """Seconds from Enter to the changed page in the smallest program, some times."""
    window = Window("-c", EMPTY)
    window.until("Your choice?")
    times = []
    for number in range(20):
        window.type(f"word{number}")
        start = window.type("\r")
        times.append(window.until(f"WORD{number}") - start)
    window.close()
    return times


def at_the_desk(path: Path) -> tuple[float, list[float]]:
    """Seconds from A to the pairs on the screen, and from Enter to the row, some times."""
    window = Window("-m", "ronde", "desk", str(path))
    window.until("Your choice?")
    start = window.type("a")
    paired = window.until("50 results missing") - start
    window.type("r")
    times = []
    desk = Desk.open(path)
    tables = list(desk.tournament.open_round)[:20]
    desk.close()
    for place, table in enumerate(tables):
        window.type(f"{table.first} {33 + place}")
        start = window.type("\r")
        times.append(window.until(f"{49 - place} results missing") - start)
    window.close()
    return paired, times


def in_memory(path: Path) -> float:
    """Seconds of pairing alone."""
    desk = Desk.open(path)
    start = time.perf_counter()
    complete_round(desk.tournament, seed=1)
    elapsed = time.perf_counter() - start
    desk.close()
    return elapsed


def told(what: str, seconds: float, budget: float, baseline: float | None = None) -> None:
    """One line: figure, budget, and the ratio to the baseline."""
    ratio = f"{seconds / baseline:6.1f} x the smallest Textual program" if baseline else ""
    verdict = "ok" if seconds <= budget else "OVER"
    print(f"{what:<42} {seconds * 1000:8.1f} ms   budget {budget * 1000:6.0f} ms   {verdict:<5}{ratio}")


def main() -> None:
    """Print the figures beside the budgets."""
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "bench.ronde"
        made(path)
        (ours, used), (theirs, spent) = (
            first_screen("-m", "ronde", "desk", str(path)),
            first_screen("-c", EMPTY),
        )
        told("start to first screen, best", ours, 1.5, theirs)
        told("start to first screen, processor time", used, 1.5, spent)
        alone = in_memory(path)
        paired, rows = at_the_desk(path)
        told("pair 100 players, from key to screen", paired, 1.0)
        told("pair 100 players, in memory", alone, 1.0)
        bare = empty_line()
        told("Enter to visible row, median", statistics.median(rows), 0.05, statistics.median(bare))
        told("Enter to visible row, best", min(rows), 0.05, min(bare))


if __name__ == "__main__":
    main()
