"""What a move costs the Arbitre in this tree and in another one, measured turn by turn in one run.

    python bench/arbitre_beside.py /elsewhere        # the root of another checkout

Each version referees in a process of its own, from its own `bench/arbitre.py`, the same engines on the
loopback. A turn of one follows a turn of the other, so that other load hits both; told are the medians of the
work of the process for a move (processor time), moves a second, and the ratios of this tree to the other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

MANNERS = ("call-back", "printed", "service")
BOARDS = (1, 10, 100)
ROOT = Path(__file__).resolve().parents[1]


async def referee(port: int) -> None:
    """Play a turn for every line on standard input (manner, games at once) and print what it took."""
    bench: Any = import_module("bench.arbitre")  # of the version that is measured
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        ours = bench.Ours(Path(folder), port)
        await ours.open()
        cards = {name: [ours.card(bench.Manner(name)) for _ in range(4)] for name in MANNERS}
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            name, boards = line.split()
            games = max(1, bench.TURNS[int(boards)] // 2)
            playing = [ours.board(cards[name][at % 4], games) for at in range(int(boards))]
            wall, work = await bench.timed(playing)
            moves = 50 * games * int(boards)
            print(json.dumps([moves / wall, work / moves]), flush=True)
        await ours.close()


class Version:
    """The Arbitre of one tree, waiting for turns."""

    def __init__(self, root: Path, port: int) -> None:
        line = [sys.executable, __file__, "--asked", str(port)]
        environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
        self._run = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment
        )

    def turn(self, manner: str, boards: int) -> tuple[float, float]:
        """Moves a second, and seconds of work a move."""
        assert self._run.stdin is not None
        assert self._run.stdout is not None
        self._run.stdin.write(f"{manner} {boards}\n")
        moves, work = json.loads(self._run.stdout.readline())
        return moves, work

    def end(self) -> None:
        """Let it close its book."""
        assert self._run.stdin is not None
        self._run.stdin.close()
        self._run.wait(30)


def compare(versions: tuple[Version, Version], manner: str, boards: int, turns: int) -> None:
    """Print the medians of both versions and their ratios."""
    found: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
    for turn in range(turns + 1):
        for at in (0, 1) if turn % 2 else (1, 0):
            spent = versions[at].turn(manner, boards)
            if turn:  # the first warms up
                found[at].append(spent)
    (rate, work), (their_rate, their_work) = (
        (statistics.median(one[0] for one in each), statistics.median(one[1] for one in each))
        for each in found
    )
    print(
        f"{manner:10} {boards:4} games {rate:7.0f} moves/s, {their_rate:7.0f} in the other: "
        f"ratio {rate / their_rate:.3f}   {work * 1e6:6.1f} µs of work, {their_work * 1e6:6.1f}: "
        f"ratio {work / their_work:.3f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, nargs="?", help="the root of another checkout")
    parser.add_argument("--asked", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--manner", action="append", choices=MANNERS)
    parser.add_argument("--boards", action="append", type=int, choices=BOARDS)
    wishes = parser.parse_args()
    if wishes.asked:
        import uvloop

        uvloop.run(referee(wishes.asked))
        return
    if wishes.other is None:
        parser.error("name the root of another checkout")
    sys.path.insert(0, str(ROOT))
    bench: Any = import_module("bench.arbitre")
    with bench.engine_process() as port:
        versions = Version(ROOT, port), Version(wishes.other.resolve(), port)
        for manner in wishes.manner or MANNERS:
            for boards in wishes.boards or BOARDS:
                compare(versions, manner, boards, wishes.turns)
        for version in versions:
            version.end()


if __name__ == "__main__":
    main()
