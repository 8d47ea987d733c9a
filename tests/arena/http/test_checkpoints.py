"""Check-points beside the games: the log is begun anew, and nothing that was put down is ever lost."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from tests.arena.http.arena import run

from ronde.arena.games import Answer
from ronde.arena.http import EngineStore
from ronde.arena.http import store as sweeping
from ronde.arena.http.store import sweep
from ronde.model.errors import RondeError

PLY = (Answer(1, "A0", 1.25, "A0", ""),)


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


async def moves(book: EngineStore, count: int, games: int = 10) -> None:
    """Games that put down one ply after another, all at the same time."""

    async def one(game: int) -> None:
        for number in range(count // games):
            await book.write_ply(game, number, PLY)

    await asyncio.gather(*map(one, range(games)))


async def quiet(book: EngineStore) -> None:
    while book._sweep._sweeping is not None:
        await asyncio.sleep(0.001)


def kept(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM ply").fetchone()[0])


def test_the_log_does_not_grow_with_the_number_of_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "EVERY", 200)
    path = tmp_path / "arbitre.db"

    async def scenario() -> None:
        with closing(EngineStore(path)) as book:
            sizes = []
            for _ in range(10):
                await moves(book, 1000)
                await quiet(book)
                sizes.append(log_of(path).stat().st_size)
            assert len(book.plies(1)) == 100
            assert max(sizes) < 8_000_000, sizes  # a fourth of what all moves take

    run(scenario())


def test_check_points_are_not_made_by_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "EVERY", 100)
    where: list[threading.Thread] = []

    def seen(path: Path) -> None:
        where.append(threading.current_thread())
        sweep(path)

    monkeypatch.setattr(sweeping, "sweep", seen)

    async def scenario() -> None:
        with closing(EngineStore(tmp_path / "arbitre.db")) as book:
            await moves(book, 1000)
            await quiet(book)

    run(scenario())
    assert where
    assert threading.main_thread() not in where


def test_while_commits_are_held_a_ply_waits_and_is_then_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "EVERY", 10)
    begun, go_on, calls = threading.Event(), threading.Event(), []

    def slow(path: Path) -> None:
        calls.append(path)
        if len(calls) == 2:
            begun.set()
            go_on.wait(30)

    monkeypatch.setattr(sweeping, "sweep", slow)
    path = tmp_path / "arbitre.db"

    async def scenario() -> None:
        with closing(EngineStore(path)) as book:
            await moves(book, 10)
            while not begun.is_set():
                await asyncio.sleep(0.001)
            ply = asyncio.ensure_future(book.write_ply(77, 1, PLY))
            await asyncio.sleep(0.02)
            assert not ply.done()
            assert kept(path) == 10
            go_on.set()
            await ply
            assert kept(path) == 11

    run(scenario())


def test_reading_does_not_wait_for_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "EVERY", 10)
    go_on = threading.Event()
    monkeypatch.setattr(sweeping, "sweep", lambda path: go_on.wait(30))

    async def scenario() -> None:
        with closing(EngineStore(tmp_path / "arbitre.db")) as book:
            await moves(book, 20)
            assert len(book.plies(1)) == 2
            await moves(book, 20)
            go_on.set()

    run(scenario())


def test_what_a_killed_office_had_put_down_is_there_whatever_was_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "EVERY", 50)
    path, copy = tmp_path / "arbitre.db", tmp_path / "copy.db"

    async def scenario() -> None:
        with closing(EngineStore(path)) as book:
            await moves(book, 500)
            await quiet(book)
            await moves(book, 40, games=4)
            shutil.copy(path, copy)  # as a killed process would leave them
            shutil.copy(log_of(path), log_of(copy))

    run(scenario())
    assert kept(copy) == 500


def test_a_sweep_that_fails_is_logged_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sweeping, "EVERY", 10)
    swept: list[Path] = []

    def fails_once(path: Path) -> None:
        swept.append(path if swept else path.with_name("gone.db"))
        sweep(swept[-1])

    monkeypatch.setattr(sweeping, "sweep", fails_once)

    async def scenario() -> None:
        with closing(EngineStore(tmp_path / "arbitre.db")) as book:
            await moves(book, 20)
            await quiet(book)
            await moves(book, 20)
            await quiet(book)

    with caplog.at_level(logging.WARNING, "ronde.arbitre"):
        run(scenario())
    assert "arbitre.db stays as it is" in caplog.text
    assert [path.name for path in swept] == ["gone.db", "arbitre.db", "arbitre.db"]


def test_a_book_that_is_not_there_is_not_made_by_sweeping(tmp_path: Path) -> None:
    with pytest.raises(RondeError):
        sweep(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_a_book_may_be_closed_in_the_middle_of_a_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "EVERY", 10)
    path = tmp_path / "arbitre.db"

    async def scenario() -> None:
        with closing(EngineStore(path)) as book:
            await moves(book, 500)
        await asyncio.sleep(0.02)

    run(scenario())
    assert kept(path) == 500
    assert not log_of(path).exists()
