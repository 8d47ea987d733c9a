"""What every journal promises, in a file and on a real server alike."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.conftest import Place
from tests.store.facts import facts
from tests.store.halls import OPENED, entered, hall, history, play_round

from ronde.app.command import CHIEF, Actor
from ronde.app.commands import AddPlayer, SetPresence
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.errors import Conflict, FileExists, FileMissing, KeyUsed, NothingToUndo
from ronde.model.events import Event
from ronde.model.player import Player
from ronde.model.tournament import Tournament
from ronde.store import KeyedRequest, copy_journal, create_journal, open_journal
from ronde.store.journal import AnsweredRequest


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(st.lists(facts(), min_size=1, max_size=4), min_size=1, max_size=4))
def test_whatever_is_appended_is_read_back_in_order(somewhere: Place, actions: list[list[Event]]) -> None:
    path, number, expected = somewhere("any"), 0, []
    with closing(create_journal(path)) as journal:
        for events in actions:
            first = number + 1
            number = journal.append(events, after=number, actor=f"seat {first}")
            expected += [(at, first, f"seat {first}", fact) for at, fact in enumerate(events, first)]
    with closing(open_journal(path)) as again:
        entries = again.read()

    assert [(entry.number, entry.action, entry.actor, entry.event) for entry in entries] == expected


def test_only_what_is_new_is_read_behind_a_number(somewhere: Place) -> None:
    with closing(create_journal(somewhere("news"))) as journal:
        journal.append(history(5), after=0, actor="arbiter")

        assert [entry.event for entry in journal.read(after=3)] == history(5)[3:]
        assert journal.read(after=5) == []


def test_whoever_writes_behind_somebody_else_is_told(somewhere: Place) -> None:
    path = somewhere("two")
    with closing(create_journal(path)) as one:
        one.append(history(2), after=0, actor="arbiter")
        with closing(open_journal(path)) as other:
            other.append([entered(7)], after=2, actor="phone")
            with pytest.raises(Conflict) as trouble:
                one.append([entered(8)], after=2, actor="arbiter")

        assert trouble.value.facts == {"after": 2, "now": 3}
        assert len(one.read()) == 3


def test_attachments_are_written_with_their_facts_or_not_at_all(somewhere: Place) -> None:
    with closing(create_journal(somewhere("kept"))) as journal:
        journal.append([OPENED], after=0, actor="arbiter", attach={"a": b"\x00\xff", "b": b""})
        with pytest.raises(Conflict):
            journal.append([entered(1)], after=0, actor="arbiter", attach={"a": b"lost"})
        journal.append([entered(1)], after=1, actor="arbiter", attach={"b": b"new"})

        assert journal.attachments() == {"a": b"\x00\xff", "b": b"new"}
        assert journal.attachment("c") is None


def enter_somebody(tournament: Tournament) -> list[Event]:
    return enter_player(tournament, player=Player(0, "TWICE"))


ROBOT = Actor("robot")
TWICE = AddPlayer("TWICE")


def test_a_request_with_a_key_is_written_with_its_facts_or_not_at_all(somewhere: Place) -> None:
    with closing(create_journal(somewhere("keys"))) as journal:
        journal.append(history(2), after=0, actor="arbiter")
        with pytest.raises(Conflict):
            journal.append([entered(8)], after=1, actor="robot", request=KeyedRequest("robot", "a", b"1"))
        journal.append([entered(8)], after=2, actor="robot", request=KeyedRequest("robot", "b", b"2"))

        assert journal.earlier_answer("robot", "a") is None
        assert journal.earlier_answer("robot", "b") == AnsweredRequest(b"2", first=3, last=3)
        assert journal.earlier_answer("another", "b") is None


def test_a_request_sent_again_gets_the_facts_of_its_first_time(somewhere: Place) -> None:
    path, asked = somewhere("again"), KeyedRequest("robot", "a", b"1")
    with closing(hall(path, players=2)) as desk, closing(Desk.open(path)) as other:
        first = desk.run(TWICE, ROBOT, request=asked)
        desk.act(CHIEF, enter_player, player=Player(50, "LATER"))

        assert other.run(TWICE, ROBOT, request=asked).events == first.events
        assert [card.name for card in other.tournament.players.values()].count("TWICE") == 1
        with pytest.raises(KeyUsed):
            other.run(TWICE, ROBOT, request=KeyedRequest("robot", "a", b"other"))


def test_a_request_that_changed_nothing_changes_nothing_when_sent_again(somewhere: Place) -> None:
    asked = KeyedRequest("robot", "a", b"1")
    with closing(hall(somewhere("nothing"), players=2)) as desk:
        desk.run(SetPresence(1, present=True), ROBOT, request=asked)
        before = desk.number
        again = desk.run(TWICE, ROBOT, request=asked)

        assert (again.number, again.events) == (before, [])
        assert desk.number == before


def test_undo_and_redo_sent_again_tell_what_they_turned_and_turn_nothing_more(somewhere: Place) -> None:
    undo, redo = KeyedRequest("robot", "undo", b"1"), KeyedRequest("robot", "redo", b"2")
    with closing(hall(somewhere("turned"), players=2)) as desk:
        facts = desk.act("robot", enter_somebody)
        desk.undo("robot", request=undo)
        desk.redo("robot", request=redo)

        assert desk.earlier_answer(undo) == (desk.number - 1, facts)
        assert desk.earlier_answer(redo) == (desk.number, facts)


def test_a_request_is_forgotten_after_a_day(somewhere: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(create_journal(somewhere("forgotten"))) as journal:
        for module in ("sqlite", "postgres"):
            monkeypatch.setattr(f"ronde.store.{module}.now", lambda: "2026-11-18T08:00:00.000+00:00")
        journal.append([OPENED], after=0, actor="robot", request=KeyedRequest("robot", "old", b"1"))
        for module in ("sqlite", "postgres"):
            monkeypatch.setattr(f"ronde.store.{module}.now", lambda: "2026-11-19T08:00:00.001+00:00")
        journal.append([entered(1)], after=1, actor="robot", request=KeyedRequest("robot", "new", b"1"))

        assert journal.earlier_answer("robot", "old") is None
        assert journal.earlier_answer("robot", "new") is not None


def test_a_copy_knows_no_requests(somewhere: Place, tmp_path: Path) -> None:
    asked = KeyedRequest("robot", "a", b"1")
    with closing(hall(somewhere("original"), players=2)) as desk:
        desk.run(TWICE, ROBOT, request=asked)
        copies = [tmp_path / "copy.ronde", somewhere("copy")]
        for copy in copies:
            copy_journal(desk.journal, copy)

        assert desk.journal.earlier_answer("robot", "a")
    for copy in copies:
        with closing(open_journal(copy)) as journal:
            assert journal.earlier_answer("robot", "a") is None


def test_what_is_not_there_is_missing_and_what_is_there_is_not_made_anew(somewhere: Place) -> None:
    path = somewhere("once")
    with pytest.raises(FileMissing):
        open_journal(path)
    with closing(create_journal(path)) as journal:
        journal.append([OPENED], after=0, actor="arbiter")
    with pytest.raises(FileExists):
        create_journal(path)


def test_a_whole_round_is_played_undone_and_seen_from_a_second_desk(somewhere: Place) -> None:
    path = somewhere("round")
    with closing(hall(path, players=6)) as desk, closing(Desk.open(path)) as second:
        play_round(desk)
        assert second.refresh()
        assert second.tournament == desk.tournament
        assert len(second.tournament.closed_rounds) == 1

        second.undo(CHIEF)
        desk.refresh()
        assert len(desk.tournament.closed_rounds) == 0
        with pytest.raises(NothingToUndo):
            desk.undo("phone")


def test_many_writers_at_once_lose_nothing(somewhere: Place) -> None:
    path = somewhere("crowd")
    hall(path, players=0).close()
    writers = [threading.Thread(target=_enter_players, args=(path, first)) for first in range(1, 41, 10)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    with closing(Desk.open(path)) as desk:
        assert sorted(desk.tournament.players) == list(range(1, 41))


def _enter_players(path: Path, first: int) -> None:
    with closing(Desk.open(path)) as desk:
        for number in range(first, first + 10):
            desk.act(f"seat {first}", enter_player, player=Player(number, f"PLAYER {number}"))


@pytest.mark.full
def test_a_writer_killed_at_any_moment_loses_nothing_it_was_told(somewhere: Place, tmp_path: Path) -> None:
    path, told = somewhere("killed"), tmp_path / "told"
    hall(path, players=0).close()
    writer = multiprocessing.get_context("spawn").Process(target=_enter_until_killed, args=(path, told))
    writer.start()
    while not told.exists() or told.stat().st_size < 40:
        time.sleep(0.01)
    assert writer.pid is not None
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()

    acknowledged = [int(line) for line in told.read_text().split("\n")[:-1]]
    with closing(Desk.open(path)) as desk:
        assert set(acknowledged) <= set(desk.tournament.players)
        desk.act(CHIEF, enter_player, player=Player(10_000, "AFTER"))


def _enter_until_killed(path: Path, told: Path) -> None:
    desk = Desk.open(path)
    with told.open("w") as file:
        for number in range(1, 9_000):
            desk.act("seat", enter_player, player=Player(number, f"PLAYER {number}"))
            file.write(f"{number}\n")
            file.flush()


@pytest.mark.full
def test_a_tournament_moves_to_the_server_and_back_with_its_whole_past(
    tmp_path: Path, on_server: Place
) -> None:
    there, back = on_server("moved"), tmp_path / "back.ronde"
    with closing(hall(tmp_path / "here.ronde", players=4)) as desk:
        play_round(desk)
        desk.undo(CHIEF)
        desk.run(AddPlayer("LATE", number=9), attach={"note": b"kept"})
        copy_journal(desk.journal, there)
        with closing(Desk.open(there)) as moved:
            assert (moved.tournament, moved.history()) == (desk.tournament, desk.history())
            copy_journal(moved.journal, back)
        with closing(Desk.open(back)) as again:
            assert (again.tournament, again.history()) == (desk.tournament, desk.history())
            assert again.journal.attachments() == {"note": b"kept"}


@pytest.mark.full
def test_nothing_is_written_over(tmp_path: Path, on_server: Place) -> None:
    here, there = tmp_path / "here.ronde", on_server("taken")
    with closing(hall(here)) as desk, closing(hall(there)) as other:
        with pytest.raises(FileExists):
            copy_journal(desk.journal, there)
        with pytest.raises(FileExists):
            copy_journal(other.journal, here)


@pytest.mark.full
def test_a_copy_from_the_server_is_a_file_like_any_other(tmp_path: Path, on_server: Place) -> None:
    with closing(hall(on_server("plain"))) as desk:
        copy_journal(desk.journal, tmp_path / "plain.ronde")

    with closing(sqlite3.connect(tmp_path / "plain.ronde")) as file:
        assert file.execute("SELECT count(*) FROM journal").fetchone() == (5,)
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
