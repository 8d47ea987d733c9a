from __future__ import annotations

import asyncio
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.arena.http.arena import run

from ronde.arena.games import Answer, find_game
from ronde.arena.http import EngineCard, EngineStore, GameRow, Key, Manner
from ronde.arena.referee import Clock, GameState, Played
from ronde.model.errors import NotATournament, ReadOnly, RondeError

CARD = EngineCard(0, "Zébulon", "pente", "http://a.example/?x=1")
KEYS = st.lists(st.builds(Key, st.text(max_size=8), st.binary(max_size=40)), max_size=3).map(tuple)


def row(word: str = "WORDWORDWO", **changes: object) -> GameRow:
    plain = {
        "game": "tictactoe",
        "settings": {},
        "start": "",
        "seed": 1,
        "timeout": 15.0,
        "first": 1,
        "second": 2,
    }
    return GameRow(0, word, **{**plain, **changes})  # type: ignore[arg-type]


def finished() -> Played:
    sheet = GameState(find_game("tictactoe"), Clock(15, 0, fixed=True), seed=1)
    return Played(sheet.record, sheet.clock, (15, 15))


@settings(max_examples=25)
@given(
    st.text(max_size=20),
    st.sampled_from(list(Manner)),
    st.booleans(),
    st.booleans(),
    st.integers(4, 54),
    KEYS,
)
def test_a_card_is_read_as_it_was_written(
    name: str, manner: Manner, public: bool, pinned: bool, timeout: int, keys: tuple[Key, ...]
) -> None:
    with TemporaryDirectory() as folder, closing(EngineStore(Path(folder) / "arbitre.db")) as book:
        _check_card(book, name, manner, public, pinned, timeout, keys)


def _check_card(
    book: EngineStore,
    name: str,
    manner: Manner,
    public: bool,
    pinned: bool,
    timeout: int,
    keys: tuple[Key, ...],
) -> None:
    card = EngineCard(
        0, name, "pente", "http://a.example/", 3, 2, timeout, manner, public, pinned, False, keys
    )
    kept = book.add_engine(card)

    assert book.engines() == [kept]
    assert book.engine(kept.id) == kept
    assert book.engine(99) is None


def test_a_changed_card_keeps_its_number(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    kept = book.add_engine(CARD)
    book.change_engine(EngineCard(kept.id, "new", "pente", "http://b.example/", retired=True))

    assert [(card.id, card.name, card.retired) for card in book.engines()] == [(kept.id, "new", True)]
    book.close()


def test_a_game_of_a_competition_is_begun_once(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    first = book.begin_game(row("A", event="cup", round=1, place=2, leg=1))
    again = book.begin_game(row("B", event="cup", round=1, place=2, leg=1))
    other = book.begin_game(row("C", event="cup", round=1, place=2, leg=2))
    training = [book.begin_game(row(word)) for word in "DE"]

    assert again.id == first.id
    assert again.word == "A"
    assert len({first.id, other.id, *(one.id for one in training)}) == 4
    assert [one.word for one in book.running()] == ["A", "C", "D", "E"]
    book.close()


def test_plies_are_there_for_whoever_opens_the_book_next(tmp_path: Path) -> None:
    plies = [(Answer(1, "5", 3.25, " 5\n"),), (Answer(2, "1", 0.0, "1"),)]

    async def writes() -> int:
        book = EngineStore(tmp_path / "arbitre.db")
        game = book.begin_game(row())
        for number, ply in enumerate(plies, start=1):
            await book.write_ply(game.id, number, ply)
        return game.id  # nobody closes the book: the process is killed here

    number = run(writes())
    book = EngineStore(tmp_path / "arbitre.db")

    assert list(book.plies(number)) == plies
    assert book.unfinished(book.running()[0], ("a", "b")).players == ("a", "b")
    book.close()


def test_what_was_not_charged_is_kept(tmp_path: Path) -> None:
    plies = ((Answer(1, "5", 340.5, "5", taken=300.25),), (Answer(2, "1", 3.0, "1"),))

    async def scenario() -> None:
        with closing(EngineStore(tmp_path / "arbitre.db")) as book:
            for number, ply in enumerate(plies, 1):
                await book.write_ply(1, number, ply)
            assert book.plies(1) == plies

    run(scenario())


def test_plies_of_one_turn_of_the_loop_share_a_commit(tmp_path: Path) -> None:
    async def scenario() -> None:
        book = EngineStore(tmp_path / "arbitre.db")
        commits: list[str] = []
        book._connection.set_trace_callback(
            lambda text: commits.append(text) if text.startswith("COMMIT") else None
        )
        await asyncio.gather(*(book.write_ply(game, 1, (Answer(1, "5"),)) for game in range(50)))
        assert len(commits) == 1
        book.close()

    run(scenario())


def test_a_reader_sees_what_is_committed_and_commits_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        with closing(EngineStore(tmp_path / "arbitre.db")) as book:
            written = book.write_ply(1, 1, (Answer(1, "5"),))
            assert book.reading.plies(1) == ()
            await written
            assert book.reading.plies(1) == ((Answer(1, "5"),),)

    run(scenario())


def test_each_thread_has_one_reader_that_is_closed_with_the_book(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    with ThreadPoolExecutor(1) as thread:
        there, again = (thread.submit(lambda: book.reading).result() for _ in range(2))

    assert there is again is there.reading
    assert there is not book.reading is not book
    book.close()
    for reader in (there, book.reading):
        with pytest.raises(RondeError):
            reader.engines()


def test_the_reader_of_a_thread_that_has_ended_is_closed(tmp_path: Path) -> None:
    with closing(EngineStore(tmp_path / "arbitre.db")) as book:
        with ThreadPoolExecutor(1) as thread:
            there = thread.submit(lambda: book.reading).result()

        assert book.reading.engines() == []
        with pytest.raises(RondeError):
            there.engines()


def test_writing_counts_as_a_change_and_reading_does_not(tmp_path: Path) -> None:
    with closing(EngineStore(tmp_path / "arbitre.db")) as book:
        before = book.changes
        book.add_engine(CARD)
        after = book.changes
        book.engines()

        assert before < after == book.changes


def test_a_reader_does_not_write(tmp_path: Path) -> None:
    with closing(EngineStore(tmp_path / "arbitre.db")) as book:
        with pytest.raises(ReadOnly):
            book.reading.add_engine(CARD)
        assert book.engines() == []


def test_a_ply_that_cannot_be_written_is_told_to_everybody_who_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        book = EngineStore(tmp_path / "arbitre.db")
        list(book.execute("PRAGMA query_only = ON"))
        waiting = [book.write_ply(game, 1, (Answer(1, "5"),)) for game in range(3)]
        for one in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(one, RondeError)
        list(book.execute("PRAGMA query_only = OFF"))
        await book.write_ply(7, 1, (Answer(1, "5"),))
        assert len(book.plies(7)) == 1
        book.close()

    run(scenario())


def test_a_finished_game_is_its_record_and_its_plies_are_gone(tmp_path: Path) -> None:
    async def scenario() -> None:
        book = EngineStore(tmp_path / "arbitre.db")
        game = book.begin_game(row())
        await book.write_ply(game.id, 1, (Answer(1, "5"),))
        await book.end_game(game.id, finished(), "2026-11-15")
        kept = book.game(game.id)
        assert kept is not None
        assert kept.played == finished()
        assert kept.ended == "2026-11-15"
        assert not book.running()
        assert not book.plies(game.id)
        book.close()

    run(scenario())


def test_a_game_that_is_struck_leaves_nothing(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    game = book.begin_game(row(event="cup", round=1))
    book.forget_game(game.id)

    assert book.game(game.id) is None
    assert book.game_of("cup", 1, 0, 0) is None
    book.close()


def test_games_are_listed_by_engine_and_kind_the_latest_first(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    for word, first, kind in (("A", 1, "training"), ("B", 3, "league"), ("C", 1, "league")):
        book.begin_game(row(word, first=first, second=2, kind=kind))

    assert [one.word for one in book.games()] == ["C", "B", "A"]
    assert [one.word for one in book.games(engine=1)] == ["C", "A"]
    assert [one.word for one in book.games(engine=2, kind="league")] == ["C", "B"]
    assert [one.word for one in book.games(most=1, before=3)] == ["B"]
    book.close()


@pytest.mark.parametrize("wrong", ["foreign", "newer", "text"])
def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "arbitre.db"
    if wrong == "text":
        path.write_text("no database at all, but long enough to look at" * 50)
    else:
        EngineStore(path).close() if wrong == "newer" else None
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA user_version = 99" if wrong == "newer" else "CREATE TABLE t (x)")
        other.close()
    before = path.read_bytes()

    with pytest.raises((NotATournament, RondeError)):
        EngineStore(path)

    assert path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="only there files have such modes")
def test_nobody_else_reads_a_new_book(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    book.add_engine(CARD)
    modes = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()}
    book.close()

    assert "arbitre.db-wal" in modes
    assert set(modes.values()) == {0}
