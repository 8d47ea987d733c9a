"""How good the estimate of a day is: a cup of 31 programs, what `tournoi` foresaw and what it took.

    python bench/day.py [--programs 31] [--jobs 2] [--time 1/move] [--jail 1] [--system cup]

The programs are the sample players. Prints the games, the seconds that were expected before the first one,
the seconds they took, and the ratio; issue 21 wants it between 0.7 and 1.3.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples" / "players"
PLAYERS = ("blocker", "random", "search", "random.sh", "blocker")
PLAN = re.compile(r"^(\d+) games?, .*: about (?:(\d+) h )?(?:(\d+) min|(\d+) s)")


def main() -> None:
    """Play one day and print what it took."""
    wishes = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    wishes.add_argument("--programs", type=int, default=31)
    for name, usual in (("jobs", "2"), ("time", "1/move"), ("jail", "1"), ("system", "cup")):
        wishes.add_argument(f"--{name}", default=usual)
    asked = wishes.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _fill(Path(folder), asked.programs)
        options = [
            word
            for name in ("jobs", "time", "jail", "system")
            for word in (f"--{name}", getattr(asked, name))
        ]
        games, expected, took = _play(Path(folder), options)
    print(f"{asked.programs} programs, {games} games, {' '.join(options)}")
    print(f"expected {expected:.0f} s, took {took:.1f} s, ratio {took / expected:.2f}")


def _fill(folder: Path, programs: int) -> None:
    made = folder / "players"
    shutil.copytree(EXAMPLES, made)
    subprocess.run(["make", "-s"], cwd=made, check=True)
    (folder / "joueurs").mkdir()
    for number in range(1, programs + 1):
        shutil.copy(made / PLAYERS[number % len(PLAYERS)], folder / "joueurs" / f"j{number:02}")


def _play(folder: Path, options: list[str]) -> tuple[int, float, float]:
    """The games, the seconds expected, and the seconds from the plan to the last game."""
    line = [sys.executable, "-m", "ronde", "--lang", "en", "tournoi", *options]
    with subprocess.Popen(line, cwd=folder, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        for said in run.stdout:
            if found := PLAN.match(said):
                begun, plan = time.monotonic(), found
        took = time.monotonic() - begun
    hours, minutes, seconds = (int(plan[at] or 0) for at in (2, 3, 4))
    return int(plan[1]), 3600 * hours + 60 * minutes + seconds, took


if __name__ == "__main__":
    main()
