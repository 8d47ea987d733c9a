"""FIDE's rating list: seconds to take in a list of realistic size, and milliseconds from a key to the names.

`python bench/fidelist.py [PLAYERS]`; 1,930,000 rows, the size of October 2026, unless told otherwise.
The rows are made: surnames and first names of syllables, as unevenly spread as real ones.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ronde.formats.fidelist import read_fide_list
from ronde.store.fide_list import FideList, replace_list

HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit"
    "           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
_ENDS = ("ov", "ez", "sen", "ski", "er", "mann", "i", "a", "o", "in", "ian", "es", "")
_SYLLABLES = [one + vowel for one in "bcdfghjklmnprstvz" for vowel in "aeiou"]
_FEDERATIONS = ("IND", "GER", "FRA", "ESP", "RUS", "ITA", "POL", "USA", "TUR", "IRI", "ENG", "NED", "SUI")


def name(chance: random.Random) -> str:
    """A made name, `Batumosen, Lira`; some have two surnames."""
    family = " ".join(_word(chance, 400) + chance.choice(_ENDS) for _ in range(chance.choice((1, 1, 1, 2))))
    return f"{family.title()}, {_word(chance, 60).title()}"


def _word(chance: random.Random, spread: int) -> str:
    """Few words are frequent and most are rare: the first has about one person in 150."""
    few, all_ = 20, 20 + 60 * spread
    return _made(int(few * (all_ / few) ** chance.random()) - few)


@cache
def _made(rank: int) -> str:
    made = random.Random(rank)
    return "".join(made.choice(_SYLLABLES) for _ in range(made.choice((2, 2, 3))))


def rows(players: int, seed: int = 1, month: int = 0) -> Iterator[str]:
    """The lines of a list; another month changes a sixth of the ratings."""
    yield HEAD
    for at in range(players):
        chance, later = random.Random(f"{seed} {at}"), random.Random(f"{seed} {at} {month}")
        rated = chance.random() < 0.35
        drift = later.choice((0, 0, 0, 0, 0, 12)) if month else 0
        rating = str(min(2850, max(1400, round(chance.gauss(1750, 220)) + drift))) if rated else ""
        title = "GM" if rated and int(rating) > 2550 else ""
        called, federation = name(chance), chance.choice(_FEDERATIONS)
        sex, k, born, flag = chance.choice("MMMMF"), "20" if rated else "", chance.randint(1940, 2019), ""
        yield (
            f"{100_000 + 3 * at:<15}{called:<61.60}{federation:<4}{sex:<4}{title:<5}{'':<5}{'':<15}{'':<4}"
            f"{rating:<6}{'':<4}{k:<3}{'':<6}{'':<4}{'':<3}{'':<6}{'':<4}{'':<3}{born:<6}{flag:<4}"
        )


def main(players: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "fide.db"
        for month in (0, 1):
            path = Path(folder) / "players_list_foa.txt"
            with path.open("w", newline="") as file:
                file.writelines(f"{row}\r\n" for row in rows(players, month=month))
            begun, clock = time.process_time(), time.perf_counter()
            told = replace_list(base, read_fide_list(path))
            taken, clock = time.process_time() - begun, time.perf_counter() - clock
            size = base.stat().st_size >> 20
            print(
                f"list {month + 1}: {players} rows in {taken:.1f} s ({clock:.1f} by the clock),"
                f" {size} MiB, {told}",
                flush=True,
            )
        _search(base)


def _search(base: Path) -> None:
    begun = time.perf_counter()
    known = FideList(base)
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    print(f"opened in {1000 * (time.perf_counter() - begun):.1f} ms; {load}")
    chance = random.Random(2)
    names = [name(random.Random(f"1 {chance.randrange(100_000)}")) for _ in range(300)]
    starts = [one[:length] for one in names for length in range(1, len(one) + 1)]
    _told("every start of 300 names", known, starts)
    _told("first name, surname", known, [" ".join(reversed(one.split(", "))) for one in names])
    _told("three letters of each", known, [" ".join(part[:3] for part in one.split(", ")) for one in names])
    _told("one letter wrong", known, [one[0] + "x" + one[2:] for one in names])


def _told(what: str, known: FideList, texts: list[str]) -> None:
    times, clocks = [], []
    for text in texts:
        begun, clock = time.process_time(), time.perf_counter()
        known.search(text, 8)
        times.append(1000 * (time.process_time() - begun))
        clocks.append(1000 * (time.perf_counter() - clock))
    print(f"{what:>24}: {_spread(times)}; by the clock {_spread(clocks)}")


def _spread(times: list[float]) -> str:
    times = sorted(times)
    late = times[int(len(times) * 0.99)]
    return f"median {statistics.median(times):.2f}, p99 {late:.1f}, worst {times[-1]:.1f} ms"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_930_000)
