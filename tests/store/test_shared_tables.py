"""A cabinet of small tables on the server: shared by programs, found again after a restart."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from tests.store.server import Server, running_server

from ronde.model.errors import JournalError
from ronde.store import listening
from ronde.store.postgres import SharedTables

pytestmark = pytest.mark.full

TABLES = "CREATE TABLE IF NOT EXISTS coat (hook bigint PRIMARY KEY, owner TEXT NOT NULL)"


@pytest.fixture
def cabinet(database: Server) -> Iterator[SharedTables]:
    with closing(SharedTables("ronde_test", TABLES)) as opened:
        opened.write("DELETE FROM coat")
        yield opened


def test_what_one_program_writes_the_other_reads_at_once(cabinet: SharedTables) -> None:
    with closing(SharedTables("ronde_test", TABLES)) as other:
        assert cabinet.write("INSERT INTO coat VALUES (?, ?)", 1, "ANN") == 1
        assert other.rows("SELECT hook, owner FROM coat WHERE hook = ?", 1) == [(1, "ANN")]
        assert other.write("DELETE FROM coat WHERE hook = ?", 1) == 1
        assert other.write("DELETE FROM coat WHERE hook = ?", 1) == 0
        assert cabinet.rows("SELECT * FROM coat") == []


def test_its_tables_are_in_a_place_of_their_own(cabinet: SharedTables) -> None:
    found = cabinet.rows("SELECT table_schema FROM information_schema.tables WHERE table_name = ?", "coat")

    assert found == [("ronde_test",)]


def test_a_letter_the_server_does_not_know_is_replaced_not_refused(cabinet: SharedTables) -> None:
    cabinet.write("INSERT INTO coat VALUES (?, ?)", 2, "A\0B")

    assert cabinet.rows("SELECT owner FROM coat WHERE owner = ?", "A\0B") == [("A\ufffdB",)]


def test_many_who_open_it_at_once_all_find_its_tables(database: Server) -> None:
    troubles: list[Exception] = []

    def opened() -> None:
        try:
            SharedTables("ronde_crowd", TABLES).close()
        except Exception as error:
            troubles.append(error)

    crowd = [threading.Thread(target=opened) for _ in range(12)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()

    assert troubles == []


def test_a_wrong_question_is_told_as_our_error_and_harms_nothing(cabinet: SharedTables) -> None:
    with pytest.raises(JournalError):
        cabinet.rows("SELECT nothing FROM nowhere")

    assert cabinet.rows("SELECT * FROM coat") == []


def test_everybody_who_listens_is_told_a_word(cabinet: SharedTables) -> None:
    heard: queue.Queue[str] = queue.Queue()
    with listening(heard.put):
        assert heard.get(timeout=60) == ""
        cabinet.tell("*open")

        assert heard.get(timeout=60) == "pg:*open"


def test_a_restarted_server_is_called_once_more_and_one_that_is_away_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        with closing(SharedTables("ronde_test", TABLES)) as cabinet:
            cabinet.write("INSERT INTO coat VALUES (?, ?)", 1, "ANN")
            own.restart("immediate")
            assert cabinet.rows("SELECT owner FROM coat") == [("ANN",)]
            own.stop("immediate")
            for _ in range(3):
                with pytest.raises(JournalError):
                    cabinet.rows("SELECT owner FROM coat")


def test_whoever_finds_it_furnished_needs_no_right_to_furnish_it(
    database: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An administrator may make the tables and give a program the right to use them, and no other."""
    with closing(SharedTables("ronde_kept", TABLES)) as made:
        made.rows("SELECT 1")
        made.write("CREATE ROLE clerk LOGIN")
        made.write("GRANT USAGE ON SCHEMA ronde_kept TO clerk")
        made.write("GRANT ALL ON ALL TABLES IN SCHEMA ronde_kept TO clerk")
    monkeypatch.setenv("RONDE_DATABASE", database.address.replace("user=postgres", "user=clerk"))

    with closing(SharedTables("ronde_kept", TABLES)) as used:
        assert used.write("INSERT INTO coat VALUES (?, ?)", 1, "ANN") == 1
    with pytest.raises(JournalError):
        SharedTables("ronde_new", TABLES)
