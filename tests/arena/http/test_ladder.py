from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.http.arena import Arena, run
from tests.arena.http.test_league import players

from ronde.arena.http import EngineCard, EngineStore, GameRequest, GameRow, Ladder, Manner, statistics
from ronde.arena.http.ladder import (
    PATIENCE,
    REST,
    Recent,
    event_of,
    meeting_rate,
    meetings,
    on_ladder,
    recent,
    resting,
    silent_games,
    standing,
)
from ronde.arena.referee.ladder import RECENT, next_pair

pytestmark = pytest.mark.full

NOW = datetime(2026, 11, 15, tzinfo=UTC)


def game(number: int, first: int, second: int, *, silent: int = 0, ago: int = 1) -> Recent:
    return Recent(number, first, second, (NOW - timedelta(minutes=ago)).isoformat(), silent)


# who meets whom


def test_nobody_meets_himself() -> None:
    assert next_pair([], [], {}) is None
    assert next_pair([4], [], {}) is None


def test_whoever_played_least_is_next() -> None:
    played = [game(2, 1, 2), game(1, 1, 3)]

    assert next_pair([1, 2, 3, 4], played, {}) == (4, 2)


def test_the_opponent_is_near_in_rating() -> None:
    elo = {1: 0.0, 2: 400.0, 3: -30.0, 4: 60.0}

    assert next_pair([1, 2, 3, 4], [], elo) == (1, 3)


def test_the_same_two_do_not_meet_for_ever() -> None:
    elo = {1: 0.0, 2: 10.0, 3: 150.0}
    played = [game(2, 1, 2), game(1, 2, 1)]

    assert next_pair([1, 2, 3], played, elo) == (3, 2)
    assert next_pair([1, 2], played, elo) == (1, 2)


@given(st.integers(2, 9), st.integers(0, 2**32))
def test_after_many_meetings_everybody_has_played_about_as_often(count: int, seed: int) -> None:
    chance = Random(seed)
    elo = {engine: chance.uniform(-300, 300) for engine in range(1, count + 1)}
    played: list[Recent] = []
    for number in range(1, 12 * count):
        pair = next_pair(elo, played, elo)
        assert pair is not None
        assert pair[0] != pair[1]
        played.insert(0, game(number, *pair))
    times = [sum(engine in (one.first, one.second) for one in played) for engine in elo]

    assert min(times) >= max(times) / 3


def test_on_a_large_ladder_nobody_is_forgotten(tmp_path: Path) -> None:
    count = RECENT * 2
    book = EngineStore(tmp_path / "arbitre.db")
    for number in range(count):
        book.add_engine(EngineCard(0, f"e{number}", "tictactoe", "http://a.example/"))
    cards = [card.id for card in on_ladder(book, "tictactoe")]
    for number in range(1, count + 1):
        pair = next_pair(cards, recent(book, "tictactoe", count), {})
        assert pair is not None
        for leg, (first, second) in enumerate((pair, pair[::-1]), start=1):
            book.begin_game(GameRow(0, f"w{number}-{leg}", "tictactoe", {}, "", 1, 15, first, second, "ladder", event_of("tictactoe"), number, 1, leg, "now"))  # fmt: skip # noqa: E501
    played = {engine for row in book.execute("SELECT first, second FROM game") for engine in row}

    assert played == set(cards)
    book.close()


def test_an_engine_that_keeps_silent_rests_for_an_hour() -> None:
    down = [game(number, 1, 2 + number % 2, silent=1) for number in range(PATIENCE, 0, -1)]

    assert resting(down, NOW) == {1}
    assert resting(down, NOW + timedelta(hours=2)) == set()
    assert resting(down[1:], NOW) == set()
    assert resting([game(9, 1, 2), *down], NOW) == set()


# the book


def test_only_public_engines_of_the_game_are_on_the_ladder(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    for name, changes in (
        ("here", {}),
        ("private", {"public": False}),
        ("retired", {"retired": True}),
        ("other", {"game": "pente"}),
    ):
        book.add_engine(EngineCard(0, name, **{"game": "reversi", "url": "http://a.example/", **changes}))  # type: ignore[arg-type]

    assert [card.name for card in on_ladder(book, "reversi")] == ["here"]
    assert [rung.rating for rung in standing(book, "reversi")] == [None]
    book.close()


def written(folder: Path, results: list[tuple[int, int, int | None]]) -> EngineStore:
    """A book with these ladder games of TicTacToe: first, second, winner."""
    folder.mkdir()
    book = EngineStore(folder / "arbitre.db")
    for name in "abc":
        book.add_engine(EngineCard(0, name, "tictactoe", "http://a.example/"))
    for number, (first, second, winner) in enumerate(results, start=1):
        row = GameRow(0, f"w{number}", "tictactoe", {}, "", 1, 15, first, second, "ladder", event_of("tictactoe"), number, 1, 1, "now")  # fmt: skip # noqa: E501
        kept = book.begin_game(row)
        list(book.execute("UPDATE game SET ended='now', counts=1, winner=? WHERE id=?", winner, kept.id))
    return book


def test_ratings_do_not_depend_on_the_order_of_the_games(tmp_path: Path) -> None:
    results: list[tuple[int, int, int | None]] = [
        (1, 2, 1), (2, 1, None), (1, 3, 1), (3, 1, 2), (2, 3, 2), (3, 2, None), (1, 2, 2),
    ]  # fmt: skip
    one, other = written(tmp_path / "1", results), written(tmp_path / "2", results[::-1])

    assert standing(one, "tictactoe") == standing(other, "tictactoe")
    assert standing(one, "tictactoe")[0].entrant == 1
    assert sum(meeting.games for meeting in meetings(one, "tictactoe")) == len(results)
    one.close()
    other.close()


def test_the_ratings_that_pair_are_those_of_the_standing_and_new_only_after_a_game(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            book = arena.server.book
            one, two, three = (card.id for card in players(arena, 3, ("tictactoe",)))
            ladder = Ladder(arena.server, "tictactoe")
            assert await asyncio.to_thread(ladder._elo) == {}
            for number, (first, second) in enumerate(((one, two), (two, three), (three, one)), start=1):
                row = GameRow(0, f"w{number}", "tictactoe", {}, "", 1, 15, first, second, "ladder", event_of("tictactoe"), number, 1, 1, "now")  # fmt: skip # noqa: E501
                kept = book.begin_game(row)
                before = await asyncio.to_thread(ladder._elo)
                assert await asyncio.to_thread(ladder._elo) is before, (
                    "a game that has only begun changes nothing"
                )
                list(book.execute("UPDATE game SET ended='now', counts=1, winner=1 WHERE id=?", kept.id))
                after = await asyncio.to_thread(ladder._elo)
                rungs = standing(book, "tictactoe")
                assert after == {rung.entrant: rung.rating.elo for rung in rungs if rung.rating is not None}
                assert after != before
            list(book.execute("UPDATE game SET counts=0 WHERE id=?", kept.id))
            assert await asyncio.to_thread(ladder._elo) == before, "a game that was struck out counts no more"

    run(scenario())


def test_a_silent_engine_still_rests_when_many_games_have_come_after(tmp_path: Path) -> None:
    lost: tuple[int, int, int | None] = (3, 1, 2)
    book = written(tmp_path / "1", [lost] * PATIENCE + [(1, 2, 1)] * (RECENT + 1))
    list(book.execute("UPDATE game SET ended = ?", NOW.isoformat()))
    list(book.execute("UPDATE game SET fault = 'network', guilty = 1 WHERE first = 3"))

    def found(now: datetime) -> set[int]:
        return resting(silent_games(book, "tictactoe", now - REST), now)

    assert 3 not in {one for meeting in recent(book, "tictactoe") for one in (meeting.first, meeting.second)}
    assert found(NOW + timedelta(minutes=59)) == {3}
    assert found(NOW + timedelta(minutes=61)) == set()
    list(book.execute("UPDATE game SET fault = NULL, guilty = NULL WHERE id = 2"))
    assert found(NOW + timedelta(minutes=1)) == set()
    book.close()


# the real thing


def test_a_ladder_plays_both_sides_of_every_meeting(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            players(arena, 5, ("tictactoe",))
            ladder = asyncio.create_task(Ladder(arena.server, "tictactoe", pace=0.0).run())
            while len(recent(arena.server.book, "tictactoe")) < 40:
                await asyncio.sleep(0.01)
            ladder.cancel()
            with pytest.raises(asyncio.CancelledError):
                await ladder
            rows = list(
                arena.server.book.execute(
                    "SELECT a.first, a.second, b.first, b.second FROM game a JOIN game b "
                    "ON a.event = b.event AND a.round = b.round AND a.leg = 1 AND b.leg = 2"
                )
            )
            assert len(rows) >= 15
            assert all((one, two) == (four, three) for one, two, three, four in rows)
            rungs = standing(arena.server.book, "tictactoe")
            assert len(rungs) == 5
            assert all(rung.rating is not None for rung in rungs)
            found = [rung.rating.elo for rung in rungs if rung.rating is not None]
            assert found == sorted(found, reverse=True)

    run(scenario())


def test_a_ladder_that_was_stopped_finishes_its_meetings_first(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            one, two, _ = players(arena, 3, ("tictactoe",))
            begun = GameRequest(
                one.id, two.id, kind="ladder", event="ladder/tictactoe", round=7, place=1, leg=1
            )
            await arena.server.result(arena.server.begin(begun))
            ladder = asyncio.create_task(Ladder(arena.server, "tictactoe", pace=0.0).run())
            while not arena.server.book.game_of("ladder/tictactoe", 9, 1, 2):
                await asyncio.sleep(0.01)
            ladder.cancel()
            await asyncio.gather(ladder, return_exceptions=True)
            second = arena.server.book.game_of("ladder/tictactoe", 7, 1, 2)
            assert second is not None
            assert (second.first, second.second) == (two.id, one.id)
            assert not arena.server.book.game_of("ladder/tictactoe", 1, 1, 1), "no number is used again"

    run(scenario())


def test_the_loop_with_the_clocks_reads_no_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a thousand engines that takes fifteen milliseconds, and every meeting needs it."""
    readers: set[threading.Thread] = set()

    def read(book: EngineStore, game: str) -> list[EngineCard]:
        readers.add(threading.current_thread())
        return on_ladder(book, game)

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            players(arena, 3, ("tictactoe",))
            ladder = asyncio.create_task(Ladder(arena.server, "tictactoe", pace=0.0).run())
            while not arena.server.book.game_of("ladder/tictactoe", 2, 1, 2):
                await asyncio.sleep(0.01)
            ladder.cancel()
            await asyncio.gather(ladder, return_exceptions=True)

    monkeypatch.setattr("ronde.arena.http.ladder.on_ladder", read)
    run(scenario())

    assert readers
    assert threading.main_thread() not in readers


def test_an_engine_that_is_down_stops_no_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def broken(request: web.Request) -> web.StreamResponse:
                return web.Response(status=500)

            bad = arena.engine("bad", broken, manner=Manner.PRINTED)
            players(arena, 3, ("tictactoe",))
            ladder = asyncio.create_task(Ladder(arena.server, "tictactoe", pace=0.0).run())
            while len(recent(arena.server.book, "tictactoe")) < 40:
                await asyncio.sleep(0.01)
            ladder.cancel()
            await asyncio.gather(ladder, return_exceptions=True)
            found = statistics(arena.server.book, bad.id)
            assert PATIENCE <= found.faults["crash"] <= 2 * PATIENCE
            assert found.total.wins == found.total.draws == 0

    run(scenario())


def test_a_ladder_without_engines_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            ladder = asyncio.create_task(Ladder(arena.server, "tictactoe", pace=0.001).run())
            await asyncio.sleep(0.05)
            assert not ladder.done()
            players(arena, 2, ("tictactoe",))
            while not recent(arena.server.book, "tictactoe"):
                await asyncio.sleep(0.01)
            ladder.cancel()
            await asyncio.gather(ladder, return_exceptions=True)

    run(scenario())


def test_a_ladder_hurries_so_that_everybody_plays_every_minute_while_cores_are_idle() -> None:
    for entrants in (2, 8, 40, 100):
        at_once, pace = meeting_rate(entrants, at_once=4, pace=10.0, idle=True)
        assert 60 / pace * 2 >= entrants, "engines that begin within a minute"
        assert at_once >= min(entrants // 2, 64)
    assert meeting_rate(100, at_once=4, pace=10.0, idle=False) == (4, 10.0)
    assert meeting_rate(4, at_once=4, pace=10.0, idle=True) == (4, 10.0)
