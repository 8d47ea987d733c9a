"""Bytes that change on the disk, and logs that belong to another tournament."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.faults.pages import flipped_pages
from tests.store.halls import hall, play_round
from tests.support.processes import hear, talking

from ronde.app.desk import Desk
from ronde.i18n import error_text
from ronde.model.errors import FileMissing, NotATournament
from ronde.store import SqliteJournal


def test_a_changed_byte_is_refused_with_the_backup_named_or_changes_nothing() -> None:
    tally = flipped_pages(300, seed=1)

    assert tally.stories == []
    assert tally.checked == 300


@pytest.mark.parametrize("column", ["at", "actor", "data"])
def test_a_letter_that_is_another_breaks_the_seal_of_its_fact(tmp_path: Path, column: str) -> None:
    path = tmp_path / "open.ronde"
    desk = hall(path)
    play_round(desk)
    desk.close()
    with closing(sqlite3.connect(path)) as connection:
        change = {"at": "'2026-01-01'", "actor": "'arbitre'", "data": "replace(data, 'PLAYER', 'PLEYER')"}
        connection.execute(f"UPDATE journal SET {column} = {change[column]} WHERE number = 3")
        connection.commit()

    with pytest.raises(NotATournament) as refused:
        Desk.open(path)

    assert str(refused.value.facts["detail"]).startswith("3: ")
    assert "open.backups" in error_text(refused.value, "en")


def test_bytes_kept_beside_the_facts_are_sealed_too(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    desk = hall(path)
    desk.journal.append([], after=desk.number, actor="arbiter", attach={"record": b"moves"})
    desk.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE attachment SET data = x'00'")
        connection.commit()

    with pytest.raises(NotATournament, match="record"):
        Desk.open(path)


CRASH = """
import os, sys
from pathlib import Path
from tests.store.halls import play_round
from ronde.app.desk import Desk

desk = Desk.open(Path(sys.argv[1]))
play_round(desk)
print(desk.number, flush=True)
os.kill(os.getpid(), 9)
"""


def test_the_log_of_another_tournament_is_refused_and_both_stay_as_they_were(tmp_path: Path) -> None:
    path, other = tmp_path / "open.ronde", tmp_path / "other.ronde"
    hall(path, players=6).close()
    hall(other, players=4).close()
    with talking(CRASH, path) as writer:
        assert hear(writer).isdigit()
    shutil.copy(f"{path}-wal", f"{other}-wal")
    before = other.read_bytes(), Path(f"{other}-wal").read_bytes()

    with pytest.raises(NotATournament) as refused:
        Desk.open(other)

    assert refused.value.facts["reason"] == "foreign-log"
    assert (other.read_bytes(), Path(f"{other}-wal").read_bytes()) == before


LEAVING = """
import sys
from pathlib import Path
from ronde.app.desk import Desk

desk = Desk.open(Path(sys.argv[1]))
print(desk.number, flush=True)
desk.close()
"""


def test_a_second_look_in_one_process_never_loosens_its_grip_on_the_log(tmp_path: Path) -> None:
    """Closing any handle of a file gives up a process's locks on it; another program then removed the log."""
    path = tmp_path / "open.ronde"
    desk = hall(path)
    second, third = Desk.open(path), SqliteJournal.open(path, looking=True)
    third.close()
    with talking(LEAVING, path) as other:
        assert hear(other) == str(desk.number)
        other.wait()
    assert Path(f"{path}-wal").exists()
    play_round(desk)
    number = desk.number
    with talking(LEAVING, path) as other:
        assert hear(other) == str(number)
    second.close()
    desk.close()
    assert not Path(f"{path}-wal").exists()


def test_nothing_is_confirmed_that_goes_into_a_log_somebody_removed(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    desk = hall(path)
    Path(f"{path}-wal").unlink()

    with pytest.raises(FileMissing):
        play_round(desk)
    desk.close()
