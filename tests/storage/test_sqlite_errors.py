from __future__ import annotations

import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.storage.halls import entered, hall, history, play_round
from tests.support.processes import WITHOUT_RIGHTS, hear, python, talking, tell

from ronde.core.decide.players import enter_player
from ronde.core.errors import (
    Busy,
    DiskFull,
    FileMissing,
    JournalError,
    NotATournament,
    ReadOnly,
    RondeError,
)
from ronde.core.player import Player
from ronde.desk import CHIEF, Desk
from ronde.storage import sqlite
from ronde.storage.door import SqliteJournal, open_journal
from ronde.storage.sqlite_errors import told


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
from ronde.core.decide.players import enter_player
from ronde.core.errors import DiskFull
from ronde.core.player import Player
from ronde.desk import Desk

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
from ronde.core.decide.players import enter_player
from ronde.core.errors import RondeError
from ronde.core.player import Player
from ronde.desk import Desk
import ronde.storage.sqlite, sqlite3, msgspec.json
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
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
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


# Files that are no tournaments, or no longer


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        open_journal(tmp_path / "gone.ronde")


def test_a_folder_is_no_tournament(tmp_path: Path) -> None:
    assert refusal(tmp_path).facts["reason"] == "foreign"


def test_a_name_too_long_for_the_system_is_a_clear_refusal(tmp_path: Path) -> None:
    for act in (SqliteJournal.open, SqliteJournal.create):
        with pytest.raises(JournalError):
            act(tmp_path / f"{'x' * 5000}.ronde")


def test_an_empty_file_is_refused_as_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.ronde"
    path.touch()

    assert refusal(path).facts["reason"] == "empty"


@pytest.mark.parametrize(
    "content",
    [b"\x00", b"SQLite format", b"SQLite format 4\x00" + b"x" * 9000, b"name;country\nDOE;FRA\n"],
    ids=["a zero byte", "half a header", "another header", "a list"],
)
def test_a_foreign_file_is_refused_as_foreign(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign.ronde"
    path.write_bytes(content)

    assert refusal(path).facts["reason"] == "foreign"
    assert path.read_bytes() == content


def test_a_huge_binary_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.ronde"
    with path.open("wb") as file:
        file.write(random.Random(1).randbytes(4096))
        file.truncate(40_000_000_000)  # a hole, not forty gigabytes of disk

    assert refusal(path).facts["reason"] == "foreign"


def test_a_bare_sqlite_header_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "header.ronde"
    path.write_bytes(b"SQLite format 3\x00")

    assert refusal(path).facts["reason"] in ("foreign", "damaged")


def test_the_database_of_another_program_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.ronde"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE journal (number INTEGER PRIMARY KEY)")
    other.close()
    before = path.read_bytes()

    assert refusal(path).facts["reason"] == "foreign"
    assert path.read_bytes() == before


def overwrite_a_page(path: Path) -> None:
    with path.open("rb+") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096)


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def cut_inside_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1000)


def spoil_a_fact(path: Path) -> None:
    change(path, "UPDATE journal SET data = '{\"player\"' WHERE number = 17")


def lose_a_fact(path: Path) -> None:
    change(path, "DELETE FROM journal WHERE number = 17")


def repeat_the_opening(path: Path) -> None:
    change(path, "UPDATE journal SET kind = 'TournamentOpened', data = '{\"name\": \"x\"}' WHERE number = 17")


def invent_a_kind(path: Path) -> None:
    change(path, "UPDATE journal SET kind = 'PlayerAbducted' WHERE number = 17")


def write_in_a_later_version(path: Path) -> None:
    change(path, "UPDATE journal SET version = 2 WHERE number = 17")


def undo_nothing(path: Path) -> None:
    change(path, "UPDATE journal SET kind = 'Undone', data = '{\"action\": 150}' WHERE number = 17")


def drop_the_table(path: Path) -> None:
    change(path, "DROP TABLE journal")


def name_a_strange_format(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[47] = 130  # the schema's format; SQLite knows 1 to 4
    path.write_bytes(content)


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


DAMAGES: list[Callable[[Path], None]] = [
    overwrite_a_page,
    cut_in_half,
    cut_inside_a_page,
    spoil_a_fact,
    lose_a_fact,
    repeat_the_opening,
    undo_nothing,
    name_a_strange_format,
]


@pytest.mark.parametrize("change", [invent_a_kind, write_in_a_later_version])
def test_a_fact_of_later_days_is_no_damage(path: Path, change: Callable[[Path], None]) -> None:
    change(path)

    error = refusal(path)

    assert error.facts["reason"] == "newer"
    assert str(error.facts["detail"]).startswith("17: Player")


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_file_is_refused_with_the_reason(path: Path, damage: Callable[[Path], None]) -> None:
    damage(path)

    error = refusal(path)

    assert error.facts["reason"] == "damaged"
    assert error.facts["detail"]
    assert error.facts["backup"] == ""


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_with_a_damaged_file_the_newest_good_backup_is_named(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    desk = hall(tmp_path / "open.ronde", players=40)
    play_round(desk)
    play_round(desk)
    desk.close()
    earlier, newest = sorted((tmp_path / "open.backups").iterdir())
    damage(tmp_path / "open.ronde")

    assert refusal(tmp_path / "open.ronde").facts["backup"] == str(newest)
    newest.write_bytes(b"")
    assert refusal(tmp_path / "open.ronde").facts["backup"] == str(earlier)
    restored = Desk.open(earlier)
    assert len(restored.tournament.closed_rounds) == 1
    restored.close()


@pytest.mark.parametrize("content", [b"", b"oops"])
def test_even_for_an_emptied_or_overwritten_file_a_backup_is_named(tmp_path: Path, content: bytes) -> None:
    desk = hall(tmp_path / "open.ronde")
    play_round(desk)
    desk.close()
    (backup,) = (tmp_path / "open.backups").iterdir()
    (tmp_path / "open.ronde").write_bytes(content)

    assert refusal(tmp_path / "open.ronde").facts["backup"] == str(backup)


def test_a_file_without_its_table_is_refused(path: Path) -> None:
    drop_the_table(path)

    with pytest.raises(JournalError, match="no such table"):
        Desk.open(path)


def test_random_damage_never_ends_in_a_traceback(path: Path) -> None:
    whole = path.read_bytes()
    chance = random.Random(20261115)
    for _ in range(400):
        spoilt = bytearray(whole)
        for _ in range(chance.randint(1, 40)):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        path.write_bytes(spoilt[: chance.choice([len(spoilt), chance.randrange(len(spoilt))])])
        try:
            desk = Desk.open(path)
        except RondeError:
            continue
        assert desk.number <= 200
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

    ours = told(error, Path("open.ronde"))

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
