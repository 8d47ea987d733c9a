from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.halls import entered, history
from tests.support.processes import WITHOUT_RIGHTS, hear, python, talking, tell

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.errors import Busy, DiskFull, JournalError, NotATournament, ReadOnly
from ronde.model.player import Player
from ronde.store import SqliteJournal, sqlite
from ronde.store.sqlite import journal_error


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A tournament of 200 facts, some pages long."""
    place = tmp_path / "open.ronde"
    journal = SqliteJournal.create(place)
    journal.append(history(200), after=0, actor="arbiter")
    journal.close()
    return place


def refusal(path: Path) -> NotATournament:
    with pytest.raises(NotATournament) as refused:
        Desk.open(path)
    return refused.value


# Disk full


def test_a_full_disk_is_said_and_everything_confirmed_before_is_safe(path: Path) -> None:
    desk = Desk.open(path)
    assert isinstance(desk.journal, SqliteJournal)
    connection = desk.journal._connection
    connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0] + 1}")
    confirmed = desk.number

    def fill() -> None:
        nonlocal confirmed
        for _ in range(200):
            desk.act(CHIEF, enter_player, player=Player(0, "FULL", comment="x" * 200))
            confirmed = desk.number

    with pytest.raises(DiskFull) as refused:
        fill()
    assert refused.value.facts["path"] == str(path)

    connection.execute("PRAGMA max_page_count = 1000000")
    desk.act(CHIEF, enter_player, player=Player(0, "ROOM AGAIN"))
    assert desk.number == confirmed + 1
    desk.close()
    again = Desk.open(path)
    assert again.number == confirmed + 1
    assert list(again.tournament.players.values())[-1].name == "ROOM AGAIN"
    again.close()


LIMITED = """
import resource, sys
from pathlib import Path
from ronde.model.decisions.players import enter_player
from ronde.model.errors import DiskFull
from ronde.model.player import Player
from ronde.app.desk import Desk

desk = Desk.open(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
try:
    while True:
        desk.act("arbiter", enter_player, player=Player(0, "FULL", comment="x" * 200))
        confirmed = desk.number
except DiskFull:
    print(confirmed)
"""


def test_when_the_system_stops_writing_half_way_nothing_confirmed_is_lost(path: Path) -> None:
    confirmed = int(python(LIMITED, path))

    desk = Desk.open(path)
    assert desk.number == confirmed
    desk.act(CHIEF, enter_player, player=Player(0, "ROOM AGAIN"))
    desk.close()


# Read-only places


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder everybody may look into and only root may write."""
    folder = Path(tempfile.mkdtemp(prefix="ronde-shelf-"))
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


READER = f"""
import sys
from pathlib import Path
from ronde.model.decisions.players import enter_player
from ronde.model.errors import RondeError
from ronde.model.player import Player
from ronde.app.desk import Desk
import ronde.store.sqlite, sqlite3, msgspec.json
{WITHOUT_RIGHTS}
path = Path(sys.argv[1])
try:
    desk = Desk.open(path)
    print(len(desk.tournament.players))
    desk.act("arbiter", enter_player, player=Player(0, "NEWCOMER"))
except RondeError as error:
    print(error.code)
try:
    Desk.create(path.with_name("new.ronde"))
except RondeError as error:
    print(error.code)
"""


def test_in_a_read_only_folder_reading_works_and_writing_is_refused(path: Path, shelf: Path) -> None:
    copy = Path(shutil.copy(path, shelf))
    copy.chmod(0o444)
    shelf.chmod(0o555)

    assert python(READER, copy).split() == ["199", "read-only", "read-only"]
    assert [file.name for file in shelf.iterdir()] == ["open.ronde"]


def test_a_read_only_reader_sees_what_an_open_writer_has_just_confirmed(path: Path, shelf: Path) -> None:
    copy = Path(shutil.copy(path, shelf))
    writer = Desk.open(copy)
    writer.act(CHIEF, enter_player, player=Player(0, "JUST NOW"))
    for file in shelf.iterdir():
        file.chmod(0o444)
    shelf.chmod(0o555)

    assert python(READER, copy).split() == ["200", "read-only", "read-only"]
    writer.close()


def test_a_file_nobody_may_read_is_a_clear_refusal(path: Path, shelf: Path) -> None:
    copy = Path(shutil.copy(path, shelf))
    copy.chmod(0o000)
    shelf.chmod(0o555)

    assert python(READER, copy).split() == ["journal", "read-only"]


# Another program holds the file

HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
print("let go", flush=True)
sys.stdin.readline()
"""


def test_a_file_that_another_program_holds_is_said_to_be_busy_and_loses_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "TIMEOUT", 0.05)
    desk = Desk.open(path)
    with talking(HOLDER, path) as holder:
        assert hear(holder) == "held"
        with pytest.raises(Busy) as refused:
            desk.act(CHIEF, enter_player, player=Player(0, "WAITING"))
        assert refused.value.facts["path"] == str(path)
        assert Desk.open(path).number == 200  # reading goes on meanwhile

        tell(holder)
        assert hear(holder) == "let go"
        desk.act(CHIEF, enter_player, player=Player(0, "WAITING"))

    assert desk.number == 201
    desk.close()


def test_a_writer_waits_for_another_that_lets_go_in_time(path: Path) -> None:
    desk = Desk.open(path)
    with talking(HOLDER, path) as holder:
        assert hear(holder) == "held"
        tell(holder)
        desk.act(CHIEF, enter_player, player=Player(0, "PATIENT"))

    assert desk.number == 201
    desk.close()


# The translation itself


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("SQLITE_FULL", DiskFull),
        ("SQLITE_IOERR_WRITE", DiskFull),
        ("SQLITE_IOERR_FSYNC", DiskFull),
        ("SQLITE_READONLY_DIRECTORY", ReadOnly),
        ("SQLITE_CANTOPEN", ReadOnly),
        ("SQLITE_PERM", ReadOnly),
        ("SQLITE_BUSY", Busy),
        ("SQLITE_BUSY_SNAPSHOT", Busy),
        ("SQLITE_LOCKED", Busy),
        ("SQLITE_CORRUPT", NotATournament),
        ("SQLITE_NOTADB", NotATournament),
        ("SQLITE_IOERR_READ", JournalError),
        ("SQLITE_ERROR", JournalError),
    ],
)
def test_each_complaint_of_sqlite_has_its_own_error(name: str, expected: type[JournalError]) -> None:
    error = sqlite3.OperationalError("told by SQLite")
    error.sqlite_errorname = name

    ours = journal_error(error, Path("open.ronde"))

    assert type(ours) is expected
    assert ours.facts["path"] == "open.ronde"


def test_a_fact_that_was_confirmed_survives_its_writer_vanishing(path: Path) -> None:
    journal = SqliteJournal.open(path)
    journal.append([entered(900)], after=200, actor="arbiter")
    copy = path.with_name("copy.ronde")
    for suffix in ("", "-wal"):  # what lies on the disk at this moment, as after a power cut
        shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    journal.close()

    survivor = SqliteJournal.open(copy)
    assert survivor.read(after=200)[0].event == entered(900)
    survivor.close()
