"""The power goes: every state the disk may be left in opens and holds every acknowledged fact."""

from __future__ import annotations

import random
from pathlib import Path

from tests.faults.power import FILE, Cut, Disk, _mixed, power_cuts, recorded, states


def test_every_state_a_power_cut_may_leave_holds_every_acknowledged_fact(tmp_path: Path) -> None:
    tally = power_cuts(tmp_path, seed=1)

    assert tally.stories == []
    assert tally.checked > 300


def test_the_writer_is_really_interrupted_in_all_phases_of_its_life(tmp_path: Path) -> None:
    cuts = recorded(tmp_path, sessions=2, actions=6)
    synced = {name for cut in cuts for name, inode in cut.inodes.items() if inode == cut.synced[1]}

    assert {FILE, f"{FILE}-wal"} <= synced
    assert any(name.endswith(".part") for name in synced), "the new file before it has its name"
    assert any(cut.synced[0] == "folder" for cut in cuts)
    assert {how.split(", ")[1] for how, _, _ in states(cuts, random.Random(1), 1)} == {
        "nothing more", "all written", "torn 0", "cut off", "half", "zeros",
    }  # fmt: skip


def test_only_what_was_synced_under_a_synced_name_is_surely_there() -> None:
    disk = Disk()
    disk.sync(Cut(("file", 7), {"draft": 7}, {7: b"one"}))
    assert disk.state == {}
    disk.sync(Cut(("folder", 1), {"draft": 7, "open.ronde": 7, "new": 8}, {7: b"two", 8: b"x"}))

    assert disk.state == {"draft": b"one", "open.ronde": b"one", "new": b""}


def test_a_torn_file_is_old_and_new_by_sectors() -> None:
    old, new = b"a" * 5120, b"b" * 5120
    mixed = _mixed(old, new, random.Random(3))

    assert {mixed[at : at + 512] for at in range(0, 5120, 512)} == {old[:512], new[:512]}
