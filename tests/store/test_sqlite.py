from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.halls import OPENED, entered, history

from ronde.model.errors import Conflict, FileExists, FileMissing, NotATournament, ReadOnly
from ronde.store import SqliteJournal, sqlite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.ronde"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    kept = SqliteJournal.create(path)
    yield kept
    kept.close()


def setting(journal: SqliteJournal, name: str) -> object:
    return journal._connection.execute(f"PRAGMA {name}").fetchone()[0]


def beside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def test_an_empty_journal_has_no_entries(journal: SqliteJournal) -> None:
    assert journal.read() == []


def test_facts_of_one_action_share_its_number_and_its_time(journal: SqliteJournal) -> None:
    journal.append(history(1), after=0, actor="arbiter")
    journal.append([entered(1), entered(2), entered(3)], after=1, actor="phone")

    entries = journal.read(after=1)

    assert [entry.action for entry in entries] == [2, 2, 2]
    assert len({entry.at for entry in entries}) == 1


def test_several_actions_can_be_written_at_once(journal: SqliteJournal) -> None:
    last = journal.append_actions([("arbiter", history(2)), ("phone", [entered(7), entered(8)])], after=0)

    assert last == 4
    assert [(entry.action, entry.actor) for entry in journal.read()] == [
        (1, "arbiter"),
        (1, "arbiter"),
        (3, "phone"),
        (3, "phone"),
    ]


def test_a_new_journal_is_kept_in_wal_with_full_synchronisation(journal: SqliteJournal) -> None:
    journal.append([OPENED], after=0, actor="arbiter")

    assert setting(journal, "journal_mode") == "wal"
    assert setting(journal, "synchronous") == 2


def test_a_reopened_journal_is_kept_in_wal_with_full_synchronisation(path: Path) -> None:
    new = SqliteJournal.create(path)
    new.append([OPENED], after=0, actor="arbiter")
    new.close()

    again = SqliteJournal.open(path)

    assert setting(again, "journal_mode") == "wal"
    assert setting(again, "synchronous") == 2
    again.close()


def test_a_backup_opened_as_a_tournament_is_kept_in_wal_again(journal: SqliteJournal, tmp_path: Path) -> None:
    journal.append(history(3), after=0, actor="arbiter")
    copy = journal.backup(tmp_path / "copy.ronde")

    restored = SqliteJournal.open(copy)

    assert setting(restored, "journal_mode") == "wal"
    assert [entry.event for entry in restored.read()] == history(3)
    restored.close()


def test_after_closing_only_one_file_remains(path: Path) -> None:
    journal = SqliteJournal.create(path)
    journal.append(history(3), after=0, actor="arbiter")
    while_open = beside(path)
    journal.close()

    assert while_open == ["open.ronde", "open.ronde-shm", "open.ronde-wal"]
    assert beside(path) == ["open.ronde"]


def test_with_two_at_the_file_the_last_one_leaves_a_single_file(path: Path) -> None:
    first = SqliteJournal.create(path)
    first.append(history(1), after=0, actor="arbiter")
    second = SqliteJournal.open(path)
    first.append(history(3)[1:], after=1, actor="arbiter")
    first.close()

    assert [entry.event for entry in second.read()] == history(3)
    second.close()
    assert beside(path) == ["open.ronde"]


@pytest.mark.parametrize("after", [0, 2, 4, 99])
def test_whoever_writes_after_the_wrong_number_is_told_and_nothing_is_written(
    journal: SqliteJournal, after: int
) -> None:
    journal.append(history(3), after=0, actor="arbiter")

    with pytest.raises(Conflict) as refused:
        journal.append([entered(9)], after=after, actor="phone")

    assert refused.value.facts == {"after": after, "now": 3}
    assert [entry.event for entry in journal.read()] == history(3)


def test_a_batch_with_one_action_that_cannot_be_written_is_not_written_at_all(journal: SqliteJournal) -> None:
    journal.append(history(1), after=0, actor="arbiter")
    with pytest.raises(UnicodeEncodeError):
        journal.append_actions([("arbiter", [entered(1)]), ("\udcff", [entered(2)])], after=1)

    assert [entry.event for entry in journal.read()] == [OPENED]
    assert journal.append([entered(1)], after=1, actor="arbiter") == 2


def test_attachments_are_kept_byte_for_byte(path: Path) -> None:
    journal = SqliteJournal.create(path)
    record, empty = bytes(range(256)) * 500, b""
    journal.append(history(2), after=0, actor="referee", attach={"game 1": record, "note": empty})
    journal.close()
    again = SqliteJournal.open(path)

    assert again.attachment("game 1") == record
    assert again.attachment("note") == empty
    assert again.attachment("game 2") is None
    again.close()


def test_an_attachment_of_a_refused_action_is_not_kept(journal: SqliteJournal) -> None:
    with pytest.raises(Conflict):
        journal.append(history(2), after=7, actor="referee", attach={"game 1": b"moves"})

    assert journal.attachment("game 1") is None


def test_a_clock_going_backwards_never_turns_the_journal_round(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [
        "2026-11-15T20:00:00.000+00:00",
        "2026-11-15T19:00:00.000+00:00",
        "2026-11-15T20:00:01.000+00:00",
    ]
    for number, now in enumerate(clock):
        monkeypatch.setattr(sqlite, "now", lambda now=now: now)
        journal.append([history(3)[number]], after=number, actor="arbiter")

    entries = journal.read()

    assert [entry.event for entry in entries] == history(3)
    assert [entry.at for entry in entries] == [clock[0], clock[0], clock[2]]


def test_times_are_written_in_utc_to_the_millisecond(journal: SqliteJournal) -> None:
    journal.append([OPENED], after=0, actor="arbiter")

    (entry,) = journal.read()

    assert entry.at.endswith("+00:00")
    assert len(entry.at) == len("2026-11-15T20:00:00.000+00:00")


def test_a_file_that_is_there_is_not_overwritten(path: Path) -> None:
    path.write_text("precious")

    with pytest.raises(FileExists):
        SqliteJournal.create(path)

    assert path.read_text() == "precious"


def test_a_file_is_not_made_in_a_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileMissing) as refused:
        SqliteJournal.create(tmp_path / "nowhere" / "open.ronde")

    assert refused.value.facts["path"] == str(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["100% sûr?.ronde", "a#b.ronde", "été 健 .ronde", "file:x?mode=ro.ronde"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    journal = SqliteJournal.create(tmp_path / name)
    journal.append([OPENED], after=0, actor="arbiter")
    journal.close()
    again = SqliteJournal.open(tmp_path / name)

    assert [entry.event for entry in again.read()] == [OPENED]
    again.close()
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_of_two_who_create_the_same_file_one_is_refused_and_the_other_keeps_it(path: Path) -> None:
    together = threading.Barrier(8)
    made: list[SqliteJournal] = []
    refused: list[FileExists] = []

    def create() -> None:
        together.wait()
        try:
            journal = SqliteJournal.create(path)
            journal.append([OPENED], after=0, actor="arbiter")
            made.append(journal)
        except FileExists as error:
            refused.append(error)

    threads = [threading.Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(made), len(refused)) == (1, 7)
    assert [entry.event for entry in made[0].read()] == [OPENED]
    made[0].close()
    assert beside(path) == ["open.ronde"]


def test_threads_of_one_program_may_share_a_journal(journal: SqliteJournal) -> None:
    journal.append([OPENED], after=0, actor="arbiter")

    def write(start: int) -> None:
        for number in range(start, start + 20):
            while True:
                try:
                    journal.append([entered(number)], after=len(journal.read()), actor="phone")
                    break
                except Conflict:
                    continue

    threads = [threading.Thread(target=write, args=(start,)) for start in (1, 101)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    written = {entry.event for entry in journal.read(after=1)}
    assert written == {entered(number) for start in (1, 101) for number in range(start, start + 20)}


def test_a_journal_opened_for_reading_only_refuses_to_write(path: Path) -> None:
    SqliteJournal.create(path).close()
    reading = SqliteJournal(path, sqlite3.connect(path), writable=False)

    with pytest.raises(ReadOnly):
        reading.append([OPENED], after=0, actor="arbiter")
    reading.close()


def test_a_new_journal_appears_with_its_first_fact(path: Path) -> None:
    journal = SqliteJournal.create(path)
    before = beside(path)
    journal.append([OPENED], after=0, actor="arbiter")

    assert before == []
    assert "open.ronde" in beside(path)
    journal.close()


def test_a_first_fact_that_cannot_be_written_leaves_nothing(path: Path) -> None:
    journal = SqliteJournal.create(path)
    with pytest.raises(UnicodeEncodeError):
        journal.append([OPENED], after=0, actor="\ud800")

    assert (beside(path), journal.read()) == ([], [])
    journal.close()


def test_a_file_that_came_in_between_is_not_overwritten_by_a_new_journal(path: Path) -> None:
    journal = SqliteJournal.create(path)
    path.write_bytes(b"theirs")
    with pytest.raises(FileExists):
        journal.append([OPENED], after=0, actor="arbiter")

    assert path.read_bytes() == b"theirs"
    assert beside(path) == ["open.ronde"]


def test_a_journal_without_facts_is_no_tournament(path: Path) -> None:
    journal = SqliteJournal.create(path)
    journal.backup(path)
    journal.close()

    with pytest.raises(NotATournament) as refused:
        SqliteJournal.open(path)

    assert refused.value.facts["reason"] == "factless"


def test_a_fact_nested_without_end_is_damage(path: Path) -> None:
    journal = SqliteJournal.create(path)
    journal.append(history(2), after=0, actor="arbiter")
    journal.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE journal SET data = ? WHERE number = 2", ("[" * 100_000,))

    again = SqliteJournal.open(path)
    with pytest.raises(NotATournament) as refused:
        again.read()
    again.close()

    assert refused.value.facts["reason"] == "damaged"


def test_nothing_is_written_to_a_file_that_has_left_its_place(journal: SqliteJournal, path: Path) -> None:
    journal.append([OPENED], after=0, actor="arbiter")
    path.rename(path.with_name("moved.ronde"))

    with pytest.raises(FileMissing):
        journal.append([entered(1)], after=1, actor="arbiter")

    assert len(journal.read()) == 1


def test_nothing_is_written_once_another_file_has_taken_the_place(journal: SqliteJournal, path: Path) -> None:
    journal.append([OPENED], after=0, actor="arbiter")
    copy = journal.backup(path.with_name("copy.ronde"))
    copy.replace(path)

    with pytest.raises(FileMissing) as refused:
        journal.append([entered(1)], after=1, actor="arbiter")

    assert refused.value.facts["reason"] == "replaced"


def test_a_link_to_a_tournament_is_its_place(journal: SqliteJournal, path: Path) -> None:
    journal.append([OPENED], after=0, actor="arbiter")
    link = path.with_name("link.ronde")
    link.symlink_to(path.name)
    other = SqliteJournal.open(link)
    try:
        assert other.append([entered(1)], after=1, actor="arbiter") == 2
    finally:
        other.close()


def test_a_new_file_that_cannot_be_opened_is_not_left_behind(journal: SqliteJournal, path: Path) -> None:
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"\x37\x7f\x06\x82" + b"x" * 5000)

    with pytest.raises(NotATournament):
        journal.append([OPENED], after=0, actor="arbiter")

    assert beside(path) == [log.name], "the log of another file is evidence, and stays"


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
@pytest.mark.parametrize(("mask", "rights"), [(0o022, 0o640), (0o002, 0o660), (0o077, 0o600)])
def test_a_tournament_and_its_backups_are_for_nobody_else_and_for_the_group_as_the_umask_says(
    tmp_path: Path, mask: int, rights: int
) -> None:
    before = os.umask(mask)
    try:
        journal = SqliteJournal.create(tmp_path / "open.ronde")
        journal.append([OPENED], after=0, actor="arbiter")
        journal.backup(tmp_path / "copy.ronde")
        journal.close()
    finally:
        os.umask(before)

    for name in ("open.ronde", "copy.ronde"):
        assert (tmp_path / name).stat().st_mode & 0o777 == rights, name
