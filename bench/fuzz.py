"""Feeds damaged files to the four readers of PAPP's files for as long as asked.

Run as `python bench/fuzz.py [inputs per reader] [seed]`. Beside the small corpus of the tests the seeds are
the files of the golden tournaments. Anything but a FormatError stops the run and leaves the input in
`fuzz-found.bin`.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.formats.papp.mutation import READERS, corpus, mutated
from tests.support.papp_states import FOLDERS

FILES = {
    "config": "papp.cfg",
    "players": "joueurs.txt",
    "new-players": "nouveaux.txt",
    "workfile": "papp-internal-workfile.txt",
}
FOUND = Path("fuzz-found.bin")


def seeds(kind: str) -> list[bytes]:
    """The small corpus often, whole golden files now and then: they are slow, and mostly refused early."""
    return corpus(kind) * 5 + [(folder / FILES[kind]).read_bytes() for folder in FOLDERS]


def feed(kind: str, count: int, seed: int) -> float:
    """The seconds it took to read that many damaged files."""
    chance = random.Random(f"{kind} {seed}")
    good = seeds(kind)
    start = time.perf_counter()
    for _ in range(count):
        data = mutated(good, chance)
        try:
            READERS[kind](data)
        except BaseException:
            FOUND.write_bytes(data)
            print(f"{kind}: see {FOUND}")
            raise
    return time.perf_counter() - start


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for kind in READERS:
        seconds = feed(kind, count, seed)
        print(f"{kind:12} {count:8} inputs {seconds:7.1f} s {seconds / count * 1e6:6.0f} µs each")


if __name__ == "__main__":
    main()
