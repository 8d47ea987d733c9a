"""A backup put over a crashed tournament whose -wal still lies there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.store.halls import entered, history

from ronde.app.desk import Desk
from ronde.model.errors import Busy, NotATournament
from ronde.model.events import Event
from ronde.store import SqliteJournal, backup_folder, restore


def kept(path: Path, events: list[Event]) -> Path:
    journal = SqliteJournal.create(path)
    journal.append(events, after=0, actor="arbiter")
    journal.close()
    return path


def crashed(folder: Path, events: list[Event], more: list[Event]) -> Path:
    """A tournament as a crash leaves it: the last facts are in its -wal only."""
    (folder / "alive").mkdir()
    (folder / "hall").mkdir()
    alive = kept(folder / "alive" / "open.ronde", events)
    journal = SqliteJournal.open(alive)
    journal.append(more, after=len(events), actor="arbiter")
    for part in alive.parent.iterdir():
        shutil.copy(part, folder / "hall" / part.name)
    journal.close()
    return folder / "hall" / "open.ronde"


def facts(path: Path) -> list[Event]:
    journal = SqliteJournal.open(path)
    try:
        return [entry.event for entry in journal.read()]
    finally:
        journal.close()


def refusal(path: Path) -> object:
    with pytest.raises(NotATournament) as refused:
        SqliteJournal.open(path)
    return refused.value.facts["reason"]


def test_after_a_crash_the_facts_of_the_log_are_there_and_the_log_is_gone(tmp_path: Path) -> None:
    path = crashed(tmp_path, history(3), [entered(3), entered(4)])

    assert facts(path) == history(5)
    assert [file.name for file in path.parent.iterdir()] == ["open.ronde"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 40])
def test_a_backup_copied_beside_a_foreign_log_is_refused_and_not_touched(tmp_path: Path, count: int) -> None:
    path = crashed(tmp_path, history(3), [entered(9), entered(8)])
    kept(tmp_path / "other.ronde", history(count))
    journal = SqliteJournal.open(tmp_path / "other.ronde")
    journal.backup(path)
    journal.close()
    before = path.read_bytes()

    assert refusal(path) == "foreign-log"
    assert path.read_bytes() == before

    Path(f"{path}-wal").unlink()
    Path(f"{path}-shm").unlink()
    assert facts(path) == history(count)


@pytest.mark.parametrize("count", [4, 40, 400])
def test_another_tournament_copied_beside_a_foreign_log_is_refused(tmp_path: Path, count: int) -> None:
    path = crashed(tmp_path, history(3), [entered(9)])
    other = kept(tmp_path / "other.ronde", history(count))
    shutil.copy(other, path)

    assert refusal(path) == "foreign-log"
    assert path.read_bytes() == other.read_bytes()


def test_looking_at_backups_does_not_change_them(tmp_path: Path) -> None:
    path = kept(tmp_path / "open.ronde", history(3))
    journal = SqliteJournal.open(path)
    copy = journal.backup(backup_folder(path) / "copy.ronde")
    journal.close()
    before = copy.read_bytes()

    looked = SqliteJournal.open(copy, looking=True)
    looked.close()

    assert copy.read_bytes() == before


def test_restoring_moves_the_damaged_file_and_its_log_aside(tmp_path: Path) -> None:
    path = crashed(tmp_path, history(3), [entered(9)])
    damaged = path.read_bytes()
    backup = kept(tmp_path / "good.ronde", history(2))

    aside = restore(path, backup)

    assert facts(path) == history(2)
    assert aside is not None
    assert aside.read_bytes() == damaged
    assert Path(f"{aside}-wal").exists()
    assert sorted(file.name for file in path.parent.iterdir()) == ["open.backups", "open.ronde"]


def test_a_backup_that_cannot_be_read_replaces_nothing(tmp_path: Path) -> None:
    path = kept(tmp_path / "open.ronde", history(3))
    (tmp_path / "bad.ronde").write_bytes(b"bad")

    with pytest.raises(NotATournament):
        restore(path, tmp_path / "bad.ronde")

    assert facts(path) == history(3)


def test_a_tournament_in_use_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(tmp_path / "open.ronde", history(3))
    monkeypatch.setattr("ronde.store.backups.in_use", lambda path: True)

    with pytest.raises(Busy):
        restore(path, kept(tmp_path / "good.ronde", history(2)))

    assert facts(path) == history(3)


@pytest.mark.parametrize("beside", ["its own -wal", "-wal", "-journal", "empty -wal"])
@pytest.mark.parametrize("damage", ["cut", "a page of zeros", "bytes"])
def test_a_damaged_file_is_refused_and_neither_it_nor_what_lies_beside_it_changes(
    tmp_path: Path, beside: str, damage: str
) -> None:
    path = crashed(tmp_path, history(60), [entered(200)])
    log, whole = path.with_name("open.ronde-wal"), bytearray(path.read_bytes())
    if beside != "its own -wal":
        log.unlink()
        log = path.with_name(f"open.ronde{beside.removeprefix('empty ')}")
        log.write_bytes(b"" if beside.startswith("empty") else b"garbage" * 100)
    path.with_name("open.ronde-shm").unlink(missing_ok=True)
    at = whole.index(b"PlayerEntered") // 4096 * 4096
    whole[at : at + 4096] = {"cut": whole[at : at + 4096], "bytes": bytes(range(256)) * 16}.get(
        damage, bytes(4096)
    )
    path.write_bytes(whole[: 4096 + at] if damage == "cut" else whole)
    before = path.read_bytes(), log.read_bytes()

    with pytest.raises(NotATournament):
        Desk.open(path)

    assert (path.read_bytes(), log.read_bytes()) == before
