from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from tests.store.halls import entered, history

from ronde.model.errors import JournalError
from ronde.store import SqliteJournal, backup_folder, backup_name, newest_good_backup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A tournament of three facts."""
    place = tmp_path / "open.ronde"
    journal = SqliteJournal.create(place)
    journal.append(history(3), after=0, actor="arbiter", attach={"slip": b"35-29"})
    journal.close()
    return place


def backup(path: Path, name: str, minute: int) -> Path:
    journal = SqliteJournal.open(path)
    copy = journal.backup(backup_folder(path) / name)
    journal.close()
    os.utime(copy, (minute * 60, minute * 60))
    return copy


def test_backups_lie_in_a_folder_beside_the_tournament(path: Path) -> None:
    assert backup_folder(path) == path.parent / "open.backups"
    assert backup_name(path, 3, 41).name == "round-003-000041.ronde"


def test_a_round_closed_twice_has_two_backups(path: Path) -> None:
    assert backup_name(path, 3, 41) != backup_name(path, 3, 57)


def test_a_backup_holds_everything_in_one_file(path: Path) -> None:
    copy = backup(path, "copy.ronde", 1)

    journal = SqliteJournal.open(copy)
    assert [entry.event for entry in journal.read()] == history(3)
    assert journal.attachment("slip") == b"35-29"
    journal.close()
    assert [file.name for file in backup_folder(path).iterdir()] == ["copy.ronde"]


def test_a_backup_is_made_while_another_writes_and_holds_what_was_confirmed(path: Path) -> None:
    writer, keeper = SqliteJournal.open(path), SqliteJournal.open(path)
    writer.append([entered(8)], after=3, actor="phone")

    copy = keeper.backup(path.parent / "copy.ronde")
    writer.append([entered(9)], after=4, actor="phone")
    writer.close()
    keeper.close()

    journal = SqliteJournal.open(copy)
    assert [entry.event for entry in journal.read()] == [*history(3), entered(8)]
    journal.close()


def test_a_backup_that_could_not_be_finished_leaves_the_old_one_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backup(path, "copy.ronde", 1)
    before = copy.read_bytes()

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("ronde.store.sqlite.sync", full)
    journal = SqliteJournal.open(path)
    with pytest.raises(JournalError):
        journal.backup(copy)
    journal.close()

    assert copy.read_bytes() == before
    assert [file.name for file in backup_folder(path).iterdir()] == ["copy.ronde"]


def test_the_remains_of_a_backup_that_was_cut_short_are_swept_away(path: Path) -> None:
    backup_folder(path).mkdir()
    left = backup_folder(path) / ".copy.ronde.0123456789abcdef.part"
    left.write_bytes(b"half a backup")
    os.utime(left, (0, 0))

    backup(path, "copy.ronde", 1)

    assert [file.name for file in backup_folder(path).iterdir()] == ["copy.ronde"]


def test_without_backups_none_is_named(path: Path) -> None:
    assert newest_good_backup(path) is None


def test_the_newest_backup_is_the_one_written_last_whatever_its_name(path: Path) -> None:
    backup(path, "round-009-000003.ronde", 1)
    newest = backup(path, "by-hand.ronde", 2)

    assert newest_good_backup(path) == newest


def test_a_damaged_backup_is_passed_over(path: Path) -> None:
    good = backup(path, "round-001-000003.ronde", 1)
    for minute, (name, content) in enumerate(
        {"empty": b"", "text": b"not a tournament", "cut": good.read_bytes()[:5000]}.items(), start=2
    ):
        bad = backup_folder(path) / f"{name}.ronde"
        bad.write_bytes(content)
        os.utime(bad, (minute * 60, minute * 60))

    assert newest_good_backup(path) == good


def test_a_backup_with_a_fact_that_cannot_be_read_is_passed_over(path: Path) -> None:
    good = backup(path, "round-001-000003.ronde", 1)
    bad = backup(path, "round-002-000009.ronde", 2)
    journal = SqliteJournal.open(bad)
    journal._connection.execute("UPDATE journal SET data = '{}' WHERE number = 2")
    journal.close()
    os.utime(bad, (180, 180))

    assert newest_good_backup(path) == good
