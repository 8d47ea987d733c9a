"""The power goes at any moment: which states of the disk are possible then, and what each must still hold."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.shims import fast_folder, under
from tests.faults.tally import Tally

from ronde.app.desk import Desk
from ronde.model.errors import FileMissing, RondeError

SECTOR = 512
FILE = "open.ronde"
ACKS = "acks"

WRITER = """
import os, sys
from pathlib import Path
from ronde.app.commands import AddPlayer, OpenTournament
from ronde.app.desk import Desk

path, acks = Path(sys.argv[1]), os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)

def acknowledged(desk):
    os.write(acks, f"{desk.number}\\n".encode())

desk = Desk.create(path)
desk.run(OpenTournament("Open"))
acknowledged(desk)
for session in range(int(sys.argv[3])):
    if session % 2:  # the log is taken into the file while we write, not only when we leave
        desk.journal._connection.execute("PRAGMA wal_autocheckpoint = 12")
    for turn in range(int(sys.argv[4])):
        number = len(desk.tournament.players) + 1
        attach = {f"record/{number}": os.urandom(700)} if turn % 5 == 0 else {}
        player = AddPlayer(f"PLAYER {number}", "", number=number, comment="x" * (turn % 7) * 30)
        desk.run(player, attach=attach)
        acknowledged(desk)
    desk.close()
    desk = Desk.open(path)
desk.close()
"""
"""Writes, leaves and comes back; each number it has been confirmed goes into a file beside the tournament."""

State = dict[str, bytes]
"""A folder: names and contents."""


@dataclass
class Cut:
    """The folder as it was when a sync was asked for."""

    synced: tuple[str, int]
    inodes: dict[str, int]
    contents: dict[int, bytes]

    @property
    def acks(self) -> int:
        """The last number acknowledged until then."""
        told = self.contents.get(self.inodes.get(ACKS, -1), b"").split()
        return int(told[-1]) if told else 0

    @property
    def written(self) -> State:
        """Everything written so far, as if the disk had been fast."""
        return {name: self.contents[inode] for name, inode in self.inodes.items()}


@dataclass
class Disk:
    """What is surely on the disk: contents that were synced, under names whose folder was."""

    names: dict[str, int] = field(default_factory=dict)
    contents: dict[int, bytes] = field(default_factory=dict)

    def sync(self, cut: Cut) -> None:
        """What a finished sync adds."""
        kind, inode = cut.synced
        if kind == "folder":
            self.names = dict(cut.inodes)
        elif inode in cut.contents:
            self.contents[inode] = cut.contents[inode]

    @property
    def state(self) -> State:
        """The folder if nothing else survived."""
        return {name: self.contents.get(inode, b"") for name, inode in self.names.items()}


def recorded(folder: Path, sessions: int = 4, actions: int = 25) -> list[Cut]:
    """The cuts of one writer's life; the last is its end."""
    hall, cuts = folder / "hall", folder / "cuts"
    hall.mkdir()
    cuts.mkdir()
    done = under(
        "disk", WRITER, hall / FILE, hall / ACKS, str(sessions), str(actions),
        RONDE_CUT_FROM=str(hall), RONDE_CUT_TO=str(cuts),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = [_cut(place) for place in sorted(cuts.iterdir())]
    shutil.rmtree(cuts)
    assert found[-1].acks >= sessions * actions, "the writer synced before each acknowledgement"
    return found


def _cut(place: Path) -> Cut:
    kind, inode = (place / "synced").read_text().split()
    listed = (line.split(" ", 1) for line in (place / "names").read_text().splitlines())
    inodes = {name: int(number) for number, name in listed}
    contents = {number: (place / str(number)).read_bytes() for number in inodes.values()}
    return Cut((kind, int(inode)), inodes, contents)


def states(cuts: list[Cut], chance: random.Random, torn: int) -> Iterator[tuple[str, State, int]]:
    """Every state a power cut may leave, with the number that was acknowledged before it."""
    disk = Disk()
    for at, cut in enumerate(cuts):
        yield f"cut {at}, nothing more", disk.state, cut.acks
        yield f"cut {at}, all written", cut.written, cut.acks
        for turn in range(torn):
            yield f"cut {at}, torn {turn}", _torn(disk, cut, chance), cut.acks
        if disk.names.get(FILE + "-wal", -1) == cut.inodes.get(FILE + "-wal"):
            for how, state in _spoilt_tail(disk.state, cut.written):
                yield f"cut {at}, {how}", state, cut.acks
        disk.sync(cut)


def _torn(disk: Disk, cut: Cut, chance: random.Random) -> State:
    """Of what was written since the last sync, some sectors arrived and others did not; so did the names."""
    names = disk.names if chance.random() < 0.7 else cut.inodes
    state = {}
    for name, inode in names.items():
        sure = disk.contents.get(inode, b"")
        new = cut.contents.get(inode, sure)
        if len(new) < len(sure):  # nothing here ever shrinks: a new file has got the number of a removed one
            sure = b"" if names is cut.inodes else sure
            new = new if names is cut.inodes else sure
        state[name] = _mixed(sure, new, chance)
    if chance.random() < 0.5:
        state.pop(FILE + "-shm", None)
    return state


def _mixed(old: bytes, new: bytes, chance: random.Random) -> bytes:
    size = chance.choice(
        [len(old), len(new), chance.randint(min(len(old), len(new)), max(len(old), len(new)))]
    )
    parts = []
    for at in range(0, size, SECTOR):
        was, now = old[at : at + SECTOR], new[at : at + SECTOR]
        parts.append((was if chance.random() < 0.5 else now).ljust(min(SECTOR, size - at), b"\0"))
    return b"".join(parts)[:size]


def _spoilt_tail(sure: State, written: State) -> Iterator[tuple[str, State]]:
    """A log whose last page, not yet synced, is missing, half there, or zeros."""
    name = FILE + "-wal"
    log, safe = written[name], len(sure.get(name, b""))
    if len(log) <= safe or log[:safe] != sure.get(name, b""):
        return
    last = max(safe, len(log) - 4096)
    half = (last + len(log)) // 2
    tails = {"cut off": log[:last], "half": log[:half], "zeros": log[:last] + bytes(len(log) - last)}
    for how, spoilt in tails.items():
        yield how, {**sure, name: spoilt}


def look(folder: Path, state: State) -> int | RondeError:
    """The number at which the tournament of that state ends, or why it was refused."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in state.items():
        (folder / name).write_bytes(content)
    try:
        desk = Desk.open(folder / FILE)
    except RondeError as error:
        return error
    try:
        players = [card.name for card in desk.tournament.players.values()]
        if players != [f"PLAYER {number}" for number in range(1, desk.number)]:
            return -1
        desk.journal.attachments()
        return desk.number
    finally:
        desk.close()


def power_cuts(folder: Path, seed: int, sessions: int = 3, actions: int = 18, torn: int = 2) -> Tally:
    """Cut the power at every sync of a writer's life, in every way, and look."""
    tally, chance = Tally(), random.Random(seed)
    with fast_folder() as copies:
        for what, state, acks in states(recorded(folder, sessions, actions), chance, torn):
            tally.faults += 1
            try:
                found = look(copies / "copy", state)
            except Exception as error:
                tally.crash(f"{what}: {error!r}")
                continue
            kept = found >= acks if isinstance(found, int) else acks == 0 and isinstance(found, FileMissing)
            tally.check(kept, f"{what}: {found!r}, {acks} was confirmed")
    return tally
