"""Files that are not valid tournaments: each is refused with its reason, and a backup is named."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.halls import hall, history, play_round

from ronde.app.desk import Desk
from ronde.model.errors import FileMissing, JournalError, NotATournament, RondeError
from ronde.store import SqliteJournal, open_journal


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
    for _ in range(150):
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
