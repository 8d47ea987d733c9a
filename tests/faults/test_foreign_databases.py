"""Databases of strangers: nothing in their schemas is run, and nothing is acknowledged that is not stored."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.halls import entered, history
from tests.support.processes import plain_environment
from tests.support.root import TESTS

from ronde.app.exchange import import_path
from ronde.arena.http import EngineStore
from ronde.i18n import LANGUAGES, error_text
from ronde.model.errors import JournalError, NotATournament, RondeError
from ronde.store import SqliteJournal, backup_folder, restore
from ronde.store.people import People
from ronde.system import limit_time
from ronde.web.desk.uploads import Uploads
from ronde.web.server.account_store import AccountStore

KEIZER = TESTS / "golden" / "keizer" / "k05_absences_every_kind.s3db"
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

JOURNAL = (
    "number INTEGER PRIMARY KEY, action INTEGER NOT NULL, at TEXT NOT NULL, actor TEXT NOT NULL,"
    " kind TEXT NOT NULL, version INTEGER NOT NULL, data TEXT NOT NULL"
)
SEAL = "seal INTEGER NOT NULL DEFAULT 0"


def instead(statement: str) -> tuple[str, ...]:
    """The same facts in another kind of `journal`."""
    return (
        "PRAGMA foreign_keys = OFF",
        "CREATE TABLE aside AS SELECT * FROM journal",
        "DROP TABLE journal",
        statement,
        "INSERT INTO journal (number, action, at, actor, kind, version, data, seal) SELECT * FROM aside",
        "DROP TABLE aside",
    )


HOSTILE: dict[str, tuple[str, ...]] = {
    "TRIGGER swallow": ("CREATE TRIGGER swallow BEFORE INSERT ON journal BEGIN SELECT RAISE(IGNORE); END",),
    "TRIGGER endless": (f"CREATE TRIGGER endless BEFORE INSERT ON journal BEGIN {ENDLESS}; END",),
    "VIEW looks": (f"CREATE VIEW looks AS {ENDLESS}",),
    "VIEW journal": (
        "DROP TABLE journal",
        f"CREATE VIEW journal AS SELECT attachment.* FROM attachment, ({ENDLESS})",
    ),
    "TABLE journal": instead(f"CREATE TABLE journal ({JOURNAL}, {SEAL}) STRICT, WITHOUT ROWID"),
    "TABLE journal again": ("ALTER TABLE journal ADD COLUMN mood TEXT",),
    "TABLE journal default": instead(
        f"CREATE TABLE journal ({JOURNAL}, seal INTEGER NOT NULL"
        " DEFAULT (length(hex(randomblob(400000000))))) STRICT"
    ),
    "TABLE journal generated": instead(
        f"CREATE TABLE journal ({JOURNAL}, {SEAL}, big BLOB AS (zeroblob(900000000))) STRICT"
    ),
    "TABLE journal check": instead(
        f"CREATE TABLE journal ({JOURNAL}, {SEAL}, CHECK (length(hex(zeroblob(number))) > 0)) STRICT"
    ),
    "TABLE loft": ("CREATE TABLE loft (x)",),
    "INDEX quick": ("CREATE INDEX quick ON journal (at)",),
    "INDEX clever": ("CREATE INDEX clever ON journal (length(data))",),
    "INDEX odd": ("CREATE INDEX odd ON journal (actor COLLATE NOCASE)",),
    "TABLE words": ("CREATE VIRTUAL TABLE words USING fts4 (text)",),
    "TABLE sqlite_stat1": (
        "ANALYZE",
        "DELETE FROM sqlite_stat1",
        "INSERT INTO sqlite_stat1 VALUES ('journal', NULL, '99999999999999999999 unordered junk')",
    ),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A tournament of three facts."""
    place = tmp_path / "cup.ronde"
    journal = SqliteJournal.create(place)
    journal.append(history(3), after=0, actor="arbiter", attach={"slip": b"35-29"})
    journal.close()
    return place


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def refusal(path: Path) -> RondeError:
    with pytest.raises(RondeError) as caught:
        SqliteJournal.open(path).close()
    return caught.value


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("looking", [False, True])
def test_a_tournament_with_anything_else_in_its_schema_is_refused_by_name(
    path: Path, what: str, looking: bool
) -> None:
    run(path, *HOSTILE[what])
    before = path.read_bytes()

    with pytest.raises(NotATournament) as caught:
        SqliteJournal.open(path, looking=looking).close()

    named = " ".join(what.split()[:2])
    assert (caught.value.facts["reason"], caught.value.facts["detail"]) == ("strange", named)
    for language in LANGUAGES:
        assert str(path) in error_text(caught.value, language)
        assert named in error_text(caught.value, language)
    assert path.read_bytes() == before


def test_a_trigger_in_the_log_of_a_stranger_is_refused(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.ronde"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute(*HOSTILE["TRIGGER endless"])
        shutil.copy(path, other)
        shutil.copy(f"{path}-wal", f"{other}-wal")

    assert refusal(other).facts["reason"] in ("strange", "foreign-log")


@pytest.mark.parametrize("what", ["TRIGGER swallow", "TRIGGER endless"])
def test_a_trigger_laid_while_the_tournament_is_open_acknowledges_nothing(path: Path, what: str) -> None:
    with closing(SqliteJournal.open(path)) as journal:
        run(path, *HOSTILE[what])

        with pytest.raises(JournalError):
            journal.append([entered(8)], after=3, actor="arbiter")

        run(path, f"DROP {what}")
        journal.append([entered(8)], after=3, actor="arbiter")
        assert [entry.event for entry in journal.read()] == [*history(3), entered(8)]


def test_a_fact_that_is_not_stored_is_not_acknowledged(path: Path) -> None:
    with closing(SqliteJournal.open(path)) as journal:
        journal._connection.execute(*HOSTILE["TRIGGER swallow"])
        journal._shape += 1  # as if a change to the schema could be hidden

        with pytest.raises(JournalError):
            journal.append([entered(8)], after=3, actor="arbiter")
        assert journal.last()[1] == 3


def test_a_file_beside_that_names_another_file_makes_sqlite_remove_nothing(
    path: Path, tmp_path: Path
) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("ten years of work")
    with closing(SqliteJournal.open(path)) as journal:
        backup = journal.backup(backup_folder(path) / "one.ronde")
    lay_journal(path, thesis)

    told = refusal(path)
    restore(path, backup)

    assert thesis.exists()
    assert told.facts["reason"] == "foreign-log"
    assert f"{path}-journal" in error_text(told, "en")
    assert not Path(f"{path}-journal").exists()
    SqliteJournal.open(path).close()
    assert thesis.exists()


def lay_journal(path: Path, named: Path) -> None:
    """A hot journal of `path` whose transaction, it says, `named` belongs to (SQLite's super-journal)."""
    name = os.fsencode(named)
    head = bytes.fromhex("d9d505f920a163d7") + struct.pack(
        ">5I", 0, 1, path.stat().st_size // 4096, 512, 4096
    )
    check = sum(struct.unpack(f"{len(name)}b", name)) & 0xFFFFFFFF
    tail = struct.pack(">I", 0x40000000 // 4096 + 1) + name + struct.pack(">2I", len(name), check)
    Path(f"{path}-journal").write_bytes(head.ljust(512, b"\x00") + tail + bytes.fromhex("d9d505f920a163d7"))
    with path.open("r+b") as file:  # a file with a write-ahead log would not look at it
        file.seek(18)
        file.write(b"\x01\x01")


@pytest.mark.parametrize(
    ("offset", "value"),
    [
        (28, b"\x7f\xff\xff\xff"),
        (28, b"\x00\x00\x00\x00"),
        (44, b"\xff\xff\xff\xff"),
        (52, b"\x00\x00\x00\x07"),
    ],
)
def test_a_header_that_lies_is_refused_or_read_right(path: Path, offset: int, value: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(value)

    with suppress(RondeError), closing(SqliteJournal.open(path)) as journal:
        assert [entry.event for entry in journal.read()] == history(3)


def test_the_right_number_on_a_wrong_file_opens_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cup.ronde"
    run(
        path,
        "PRAGMA application_id = 1383034468",
        "PRAGMA user_version = 2",
        f"CREATE VIEW journal AS {ENDLESS}",
    )

    assert refusal(path).facts["detail"] == "VIEW journal"


def open_people(path: Path) -> None:
    People(path).close()


def open_book(path: Path) -> None:
    EngineStore(path).close()


@pytest.mark.parametrize("opened", [open_people, open_book])
def test_a_base_and_a_book_with_a_trigger_are_refused(tmp_path: Path, opened: Callable[[Path], None]) -> None:
    path = tmp_path / "ours.db"
    opened(path)
    opened(path)
    table = "person" if opened is open_people else "engine"
    run(path, f"CREATE TRIGGER swallow BEFORE INSERT ON {table} BEGIN SELECT RAISE(IGNORE); END")

    with pytest.raises(NotATournament) as caught:
        opened(path)

    assert caught.value.facts["detail"] == "TRIGGER swallow"


def test_a_register_with_a_trigger_is_set_aside_and_everybody_signs_in_again(tmp_path: Path) -> None:
    path = tmp_path / ".ronde-seats.db"
    register = AccountStore(path)
    register.write("INSERT INTO screen VALUES ('cup', 'all')")
    register.close()
    with closing(AccountStore(path)) as register:
        assert register.rows("SELECT * FROM screen") == [("cup", "all")]
    run(path, "CREATE TRIGGER swallow BEFORE INSERT ON word BEGIN SELECT RAISE(IGNORE); END")

    with closing(AccountStore(path)) as register:
        assert register.rows("SELECT * FROM screen") == []
    assert path.with_name(".ronde-seats.db.damaged").exists()


STRANGE_KEIZER: dict[str, tuple[str, ...]] = {
    "TABLE Player": ("ALTER TABLE Player ADD COLUMN Mood AS (hex(zeroblob(400000000)))",),
    "TABLE Player column": ("ALTER TABLE Player ADD COLUMN Mood TEXT",),
    "TABLE Player check": ("ALTER TABLE Player ADD COLUMN Mood INTEGER CHECK (Mood < 7)",),
    "TABLE Player default": ("ALTER TABLE Player ADD COLUMN Mood TEXT DEFAULT 'good'",),
    "TABLE ConfigTab default": (
        "DROP TABLE ConfigTab",
        "CREATE TABLE ConfigTab (CfgKey TEXT, CfgText TEXT, CfgValue FLOAT DEFAULT (random()))",
    ),
    "TABLE Weather": ("CREATE TABLE Weather (id INTEGER)",),
    "TRIGGER endless": (f"CREATE TRIGGER endless BEFORE INSERT ON Player BEGIN {ENDLESS}; END",),
    "VIEW tStand_99": (f"CREATE VIEW tStand_99 AS SELECT 1 AS id, ({ENDLESS}) AS line",),
    "VIEW Pairing": (
        "DROP TABLE Pairing",
        f"CREATE VIEW Pairing AS SELECT Player.* FROM Player, ({ENDLESS})",
    ),
    "INDEX clever": ("CREATE INDEX clever ON Player (hex(name))",),
    "INDEX odd": ("CREATE INDEX odd ON Player (name COLLATE RTRIM)",),
    "INDEX partly": ("CREATE INDEX partly ON Player (name) WHERE rating > 1",),
    "TABLE sqlite_stat1": ("ANALYZE",),
    "TABLE ConfigTab": (
        "DROP TABLE ConfigTab",
        "CREATE VIRTUAL TABLE ConfigTab USING fts4 (CfgKey, CfgText, CfgValue)",
    ),
}


@pytest.fixture
def keizer(tmp_path: Path) -> Path:
    return Path(shutil.copy(KEIZER, tmp_path / "club.s3db"))


@pytest.mark.parametrize("what", STRANGE_KEIZER)
def test_a_keizer_file_with_anything_else_in_its_schema_is_refused_by_name(keizer: Path, what: str) -> None:
    from ronde.formats.keizerforclubs import read_s3db

    run(keizer, *STRANGE_KEIZER[what])

    with pytest.raises(RondeError) as caught:
        read_s3db(keizer)

    for language in LANGUAGES:
        assert " ".join(what.split()[:2]) in error_text(caught.value, language)


names = st.text(st.sampled_from("abX _9[]\"'`-é"), min_size=1, max_size=8)


@given(name=names, body=st.sampled_from(["(id INTEGER)", "AS SELECT 1 AS id", "(id, x AS (id * 2))"]))
def test_a_table_of_any_name_that_keizerforclubs_does_not_make_is_refused(
    tmp_path_factory: pytest.TempPathFactory, name: str, body: str
) -> None:
    from ronde.formats.keizerforclubs import read_s3db

    path = tmp_path_factory.mktemp("club") / "club.s3db"
    shutil.copy(KEIZER, path)
    quoted = name.replace('"', '""')
    run(path, f'CREATE TABLE "{quoted}" {body}')

    with pytest.raises(RondeError):
        read_s3db(path)


def test_small_and_vast_is_refused_by_the_command_in_one_sentence_and_little_memory(keizer: Path) -> None:
    run(keizer, *STRANGE_KEIZER["TABLE Player"])

    done = subprocess.run(
        [sys.executable, "-P", "-m", "ronde", "import", str(keizer)],
        capture_output=True, encoding="utf-8", env=plain_environment(), timeout=60, check=False,
        cwd=keizer.parent,
    )  # fmt: skip

    assert done.returncode == 1
    assert "club.s3db" in done.stderr
    assert "TABLE Player" in done.stderr
    assert not list(keizer.parent.glob("*.ronde"))


def test_work_without_end_is_interrupted() -> None:
    counting = ENDLESS.replace("FROM n)", "FROM n LIMIT 10000000)")
    with (
        closing(sqlite3.connect(":memory:")) as connection,
        limit_time(connection, 0.1),
        pytest.raises(sqlite3.OperationalError, match="interrupted"),
    ):
        connection.execute(counting).fetchone()


def unfolding(path: Path, table: str, levels: int = 8) -> None:
    """Make a small file whose table has more rows than anybody can read: all its pages lead to one page."""
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode = DELETE")
        (root,) = base.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    data = bytearray(path.read_bytes())
    size = struct.unpack(">H", data[16:18])[0]
    place = slice((root - 1) * size, root * size)
    data += data[place]
    for _ in range(levels):
        data += _inner_page(size, len(data) // size)
    data[place] = _inner_page(size, len(data) // size)
    data[28:32] = struct.pack(">I", len(data) // size)
    path.write_bytes(data)


def _inner_page(size: int, child: int) -> bytes:
    """A page of a table with nothing but references to another page (SQLite, fileformat2.html, 1.6)."""
    count = (size - 12) // 7
    cells = (struct.pack(">I", child) + b"\x64") * count
    start = size - len(cells)
    head = struct.pack(">BHHHBI", 5, 0, count, start, 0, child)
    places = b"".join(struct.pack(">H", start + 5 * number) for number in range(count))
    return (head + places).ljust(start, b"\0") + cells


@pytest.mark.parametrize("table", ["Player", "Pairing", "ConfigTab", "tStand_3"])
def test_a_keizer_file_that_unfolds_without_end_is_refused_before_its_rows_are_read(
    keizer: Path, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ronde.formats.keizerforclubs import archive

    unfolding(keizer, table)
    monkeypatch.setattr(archive, "_read", lambda path, base: pytest.fail("its rows were read"))

    with pytest.raises(RondeError) as caught:
        archive.read_archive(keizer)

    assert "out of order" in error_text(caught.value, "en")


def test_a_tournament_that_unfolds_without_end_is_refused(path: Path) -> None:
    unfolding(path, "journal")

    assert "out of order" in error_text(refusal(path), "en")


@pytest.mark.parametrize("name", ["club.s3db", "cup.ronde"])
def test_what_is_dropped_into_the_browser_is_refused_under_its_own_name(
    keizer: Path, path: Path, name: str
) -> None:
    dropped = keizer if name == "club.s3db" else path
    run(dropped, "CREATE VIEW looks AS SELECT 1")

    with pytest.raises(RondeError) as caught:
        Uploads().read({name: dropped.read_bytes()}, "", "arbiter")

    assert error_text(caught.value, "en").startswith(name)
    assert "VIEW looks" in error_text(caught.value, "en")


HUNGRY = """
import resource, sys
from pathlib import Path
import ronde.cli.main
from ronde.model.errors import FormatError
from ronde.app.exchange import import_path
resource.setrlimit(resource.RLIMIT_AS, (150_000_000, 150_000_000))
try:
    import_path(Path(sys.argv[1]))
except FormatError as error:
    print(error.problems[0].key, error.problems[0].path)
"""


def test_a_file_that_takes_too_much_memory_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    path.write_bytes(b"name,comment\n" + b"A," + b"x" * 60_000_000 + b"\n")

    done = subprocess.run(
        [sys.executable, "-P", "-c", HUNGRY, str(path)],
        capture_output=True, encoding="utf-8", env=plain_environment(), timeout=120, check=False,
    )  # fmt: skip

    assert done.stdout == f"formats.too-hungry {path}\n", done.stderr


def test_a_module_that_lies_beside_an_imported_file_is_not_started(
    keizer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (keizer.parent / "pickle.py").write_text("open('started', 'w')\n")
    monkeypatch.chdir(keizer.parent)

    assert import_path(Path(keizer.name)).events

    assert not Path("started").exists()
