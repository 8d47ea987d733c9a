"""What only a server can do to us: restart, refuse, be elsewhere, tell everybody."""

from __future__ import annotations

import queue
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.conftest import Place
from tests.store.halls import entered, hall, history, numbers, register
from tests.store.server import Server, running_server
from tests.support.processes import ronde

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.errors import Busy, JournalError, NotATournament, NumberTaken, ReadOnly
from ronde.model.player import Player
from ronde.store import PostgresJournal, listening, tournaments_on_server

pytestmark = pytest.mark.full


def test_a_restarted_server_is_called_again_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        with closing(hall(Path("pg:open"), players=3)) as desk:
            own.restart("fast")
            desk.act(CHIEF, enter_player, player=Player(8, "BACK"))
            own.restart("immediate")
            desk.refresh()
            desk.act(CHIEF, enter_player, player=Player(9, "AGAIN"))

            assert sorted(desk.tournament.players) == [1, 2, 3, 8, 9]


def test_a_server_restarted_while_somebody_writes_loses_nothing_acknowledged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        hall(Path("pg:busy"), players=0).close()
        told: list[int] = []
        writer = threading.Thread(target=_write, args=(told, 120))
        writer.start()
        while not told and writer.is_alive():  # it has begun: the first call of a program is not repeated
            time.sleep(0.01)
        for _ in range(3):
            time.sleep(0.2)
            own.restart("immediate")
        writer.join()

        with closing(Desk.open(Path("pg:busy"))) as desk:
            assert set(told) == set(desk.tournament.players)


def _write(told: list[int], count: int) -> None:
    with closing(Desk.open(Path("pg:busy"))) as desk:
        for number in range(1, count + 1):
            while number not in told:
                try:
                    desk.act("seat", enter_player, player=Player(number, f"PLAYER {number}"))
                    told.append(number)
                except NumberTaken:  # it was written although nobody could say so
                    told.append(number)
                except JournalError:  # the server is not up again yet; an arbiter presses the key once more
                    time.sleep(0.05)


def test_a_program_that_falls_silent_while_it_writes_does_not_hold_up_the_others(on_server: Place) -> None:
    path = on_server("silent")
    with closing(hall(path, players=1)) as desk, closing(PostgresJournal.open(path)) as silent:
        silent._connection.execute("BEGIN")
        silent._connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (silent.name,))
        desk.act(CHIEF, enter_player, player=Player(2, "PATIENT"))
        assert len(silent.read()) == desk.number, "it is called again when it wakes up"

    with closing(PostgresJournal.open(path)) as journal:
        assert len(journal.read()) == 3


def test_who_cannot_write_in_time_is_told_that_another_does(on_server: Place) -> None:
    path = on_server("held")
    with closing(hall(path, players=1)) as desk, closing(PostgresJournal.open(path)) as holding:
        holding._connection.execute("SET idle_in_transaction_session_timeout = 0")
        desk.journal._connection.execute("SET lock_timeout = '200ms'")  # type: ignore[attr-defined]
        with holding._connection.transaction():
            holding._connection.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (holding.name,)
            )
            with pytest.raises(Busy):
                desk.act(CHIEF, enter_player, player=Player(2, "LATE"))

        assert desk.act(CHIEF, enter_player, player=Player(2, "LATE"))


def test_a_server_that_is_down_is_told_in_a_sentence_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDE_DATABASE", "host=/nowhere user=postgres dbname=postgres")
    with pytest.raises(JournalError) as trouble:
        Desk.open(Path("pg:open"))

    assert trouble.value.facts["reason"] == "server"
    assert "/nowhere" in str(trouble.value.facts["detail"])


def test_without_an_address_nobody_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RONDE_DATABASE", raising=False)
    with pytest.raises(JournalError) as trouble:
        Desk.open(Path("pg:open"))

    assert trouble.value.facts["reason"] == "no-server"


def test_without_its_library_a_tournament_on_a_server_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "psycopg.py").write_text("raise ModuleNotFoundError(name='psycopg')\n")
    away = {"PYTHONPATH": str(tmp_path), "RONDE_DATABASE": "dbname=nowhere", "RONDE_LANG": "en"}

    done = ronde("standings", "pg:open", **away)

    assert done.returncode == 1
    assert done.stderr == "pg:open is on a server; install the extra: pip install 'ronde[postgres]'.\n"


@pytest.mark.parametrize("name", ["pg:", "pg:a/b", "pg: x", "pg:a'b", "pg:" + 101 * "x", "pg:a\nb"])
def test_names_that_could_be_something_else_are_refused(database: Server, name: str) -> None:
    with pytest.raises(JournalError) as trouble:
        PostgresJournal(Path(name) if "/" not in name else Path("pg:a*b"))

    assert trouble.value.facts["reason"] == "bad-name"


def test_who_may_only_read_is_told_so(database: Server, on_server: Place) -> None:
    with closing(PostgresJournal.create(on_server("readers"))) as journal:
        journal.append(history(2), after=0, actor="arbiter")
        journal._connection.execute("SET default_transaction_read_only = on")
        with pytest.raises(ReadOnly):
            journal.append([entered(4)], after=2, actor="arbiter")

        assert len(journal.read()) == 2


def test_a_guest_of_the_server_reads_what_he_cannot_write(
    database: Server, on_server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = on_server("guests")
    with closing(PostgresJournal.create(here)) as journal:
        journal.append(history(2), after=0, actor="arbiter")
        journal._connection.execute("CREATE ROLE guest LOGIN")
        journal._connection.execute("GRANT SELECT ON ronde_journal, ronde_attachment TO guest")
    monkeypatch.setenv("RONDE_DATABASE", database.address.replace("user=postgres", "user=guest"))
    with closing(PostgresJournal.open(here)) as journal:
        assert len(journal.read()) == 2
        with pytest.raises(JournalError) as trouble:
            journal.append([entered(4)], after=2, actor="guest")

    assert "permission denied" in str(trouble.value.facts["detail"])


def test_a_missing_or_unreadable_fact_is_damage_and_names_its_number(
    database: Server, on_server: Place
) -> None:
    with closing(PostgresJournal.create(on_server("damaged"))) as journal:
        journal.append(history(5), after=0, actor="arbiter")
        journal._connection.execute(
            "UPDATE ronde_journal SET data = '{' WHERE tournament = %s AND number = 4", (journal.name,)
        )
        with pytest.raises(NotATournament) as unreadable:
            journal.read()
        journal._connection.execute(
            "DELETE FROM ronde_journal WHERE tournament = %s AND number = 3", (journal.name,)
        )
        with pytest.raises(NotATournament) as missing:
            journal.read()

    assert str(unreadable.value.facts["detail"]).startswith("4:")
    assert "3" in str(missing.value.facts["detail"])


def test_everybody_who_listens_hears_which_tournament_grew(database: Server, on_server: Place) -> None:
    heard: queue.Queue[str] = queue.Queue()
    path = on_server("news")
    with closing(hall(path, players=1)) as desk, listening(heard.put):
        assert heard.get(timeout=60) == ""
        desk.act(CHIEF, enter_player, player=Player(5, "NEW"))

        assert heard.get(timeout=60) == str(path)


def test_the_tournaments_of_a_server_are_listed(database: Server, on_server: Place) -> None:
    path = on_server("listed")
    hall(path).close()

    assert str(path) in tournaments_on_server()


def test_a_journal_that_rests_has_no_line_and_calls_again_when_it_is_used(database: Server) -> None:
    with closing(hall(Path("pg:resting"), players=2)) as desk:
        desk.journal.settle()
        assert desk.journal._connection.closed  # type: ignore[attr-defined]
        register(desk, 9)

        assert 9 in numbers(desk)
