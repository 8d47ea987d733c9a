"""A disk that changes bytes: a damaged tournament is refused with its backup named, or read exactly right."""

from __future__ import annotations

import random
from pathlib import Path

from tests.faults.shims import fast_folder
from tests.faults.tally import Tally
from tests.store.halls import hall, play_round

from ronde.app.commands import AddPlayer
from ronde.app.desk import Desk
from ronde.i18n import error_text
from ronde.model.errors import RondeError

Contents = tuple[list[object], dict[str, bytes]]


def flipped_pages(copies: int, seed: int) -> Tally:
    """Change some bytes in so many copies of a tournament, and open each."""
    tally, chance = Tally(), random.Random(seed)
    with fast_folder() as folder:
        path = folder / "open.ronde"
        _made(path)
        good, true = path.read_bytes(), _contents(path)
        for copy in range(copies):
            for beside in folder.glob("open.ronde*"):
                beside.unlink()
            path.write_bytes(_flipped(good, chance))
            tally.faults += 1
            _look(tally, path, true, f"copy {copy} of seed {seed}")
    return tally


def _made(path: Path) -> None:
    """A tournament of some pages, with closed rounds and therefore backups, and with records kept."""
    desk = hall(path, players=10)
    play_round(desk)
    play_round(desk)
    kept = {f"record/{at}": bytes(range(256)) * at for at in (1, 20)}
    desk.run(AddPlayer("LAST", number=50), attach=kept)
    desk.close()


def _contents(path: Path) -> Contents:
    desk = Desk.open(path)
    try:
        return [entry for entry, _ in desk.history()], desk.journal.attachments()
    finally:
        desk.close()


def _flipped(good: bytes, chance: random.Random) -> bytes:
    """A bit, a byte, a run of bytes, a sector or a page is another."""
    bad = bytearray(good)
    for _ in range(chance.choice([1, 1, 2, 5])):
        at = chance.randrange(len(bad))
        size = chance.choice([1, 1, 1, 4, 64])
        if size == 1:
            bad[at] ^= chance.randrange(1, 256)
        else:
            bad[at : at + size] = chance.randbytes(len(bad[at : at + size]))
    if chance.random() < 0.1:
        page = chance.randrange(len(bad) // 4096) * 4096
        other = chance.randrange(len(bad) // 4096) * 4096
        bad[page : page + 4096] = chance.choice([bytes(4096), good[other : other + 4096]])
    return bytes(bad)


def _look(tally: Tally, path: Path, true: Contents, what: str) -> None:
    try:
        found = _contents(path)
    except RondeError as error:
        said = error_text(error, "en")
        tally.check("open.backups" in said, f"{what}: no backup named: {said}")
    except Exception as error:
        tally.crash(f"{what}: {error!r}")
    else:
        tally.check(found == true, f"{what}: read, but wrong")
