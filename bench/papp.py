"""How fast a PAPP folder is read: 256 players, 20 rounds, the biggest PAPP can hold.

    .venv/bin/python bench/papp.py

`ronde import` is measured beside pairing the next round of the same tournament, as commands and inside one
process, and the readers beside `str.split` of the same text: machines differ, ratios less so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.formats.papp.big import PLAYERS, ROUNDS, big_folder

from ronde.app.desk import Desk
from ronde.formats.files import ImportResult
from ronde.formats.papp import read_folder
from ronde.model.replay import replay
from ronde.systems.rounds import complete_round

TIMES = 7


def best(task: Callable[[], object], prepare: Callable[[], object] = lambda: None) -> float:
    """The shortest of several runs, in milliseconds: noise only ever adds."""
    taken = []
    for _ in range(TIMES):
        prepare()
        began = time.perf_counter()
        task()
        taken.append(time.perf_counter() - began)
    return min(taken) * 1000


def command(*words: str | Path) -> None:
    """Run `ronde` in a process of its own."""
    subprocess.run([sys.executable, "-m", "ronde", *map(str, words)], check=True, capture_output=True)


def commands(folder: Path, work: Path) -> tuple[float, float]:
    """`ronde import` of the folder, and `ronde pair` of its next round."""
    made, copy = work / "big.ronde", work / "copy.ronde"
    taken = best(lambda: command("import", folder, "-o", made), lambda: made.unlink(missing_ok=True))
    drawn = best(lambda: command("pair", copy), lambda: shutil.copy(made, copy))
    return taken, drawn


def store(imported: ImportResult, path: Path) -> None:
    """Write an import to its file."""
    desk = Desk.create(path)
    desk.take_in(imported.actions("arbiter"), imported.attachments)
    desk.close()


def show(name: str, ours: float, other: str, theirs: float) -> None:
    print(f"{name:<28}{ours:9.1f} ms   {other:<26}{theirs:9.1f} ms   ratio {ours / theirs:6.2f}")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as place:
        work, folder = Path(place), Path(place) / "folder"
        folder.mkdir()
        for name, data in big_folder().items():
            (folder / name).write_bytes(data)
        imported = read_folder(folder)
        hall = replay(imported.events)
        texts = [(folder / name).read_text() for name in big_folder()]
        path = work / "stored.ronde"
        size = sum(map(len, texts)) // 1000
        print(f"{PLAYERS} players, {ROUNDS} rounds, {size} kB, {len(imported.events)} facts")
        taken, drawn = commands(folder, work)
        show("ronde import", taken, "ronde pair, next round", drawn)
        pairing = best(lambda: complete_round(hall, seed=1))
        reading = best(lambda: read_folder(folder))
        show("reading, in process", reading, "pairing, in process", pairing)
        storing = best(lambda: store(imported, path), lambda: path.unlink(missing_ok=True))
        show("reading and storing", reading + storing, "pairing, in process", pairing)
        show("reading", reading, "str.split of the files", best(lambda: [text.split() for text in texts]))


if __name__ == "__main__":
    main()
