from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.http.arena import Arena, run
from tests.arena.http.bad import answering

from ronde.arena.http import EngineScore, GameRequest, Manner, statistics
from ronde.arena.http.statistics import Times, times


def test_an_engine_without_games_has_empty_statistics(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            found = statistics(arena.server.book, arena.engine("new", arena.legal()).id)
            assert found.total == EngineScore()
            assert found.times == Times()
            assert (found.faults, found.opponents, found.running, found.annulled) == ({}, {}, 0, 0)

    run(scenario())


def test_games_are_counted_by_side_opponent_and_fault(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            # Both take the first free cell, so that the first to move has a line after seven moves.
            one = arena.engine("one", arena.legal(), manner=Manner.PRINTED)
            two = arena.engine("two", arena.legal(), manner=Manner.PRINTED)
            html = arena.engine("html", answering("<b>1</b>"), manner=Manner.PRINTED)
            broken = arena.engine("broken", answering("", 500), manner=Manner.PRINTED)
            server = arena.server
            for first, second in (
                (one, two),
                (one, two),
                (two, one),
                (one, html),
                (html, one),
                (broken, one),
            ):
                await server.result(server.begin(GameRequest(first.id, second.id)))
            found = statistics(server.book, one.id)
            assert found.first == EngineScore(wins=3)
            assert found.second == EngineScore(wins=2, losses=1)
            assert found.total.games == 6
            assert found.opponents == {
                two.id: EngineScore(wins=2, losses=1),
                html.id: EngineScore(wins=2),
                broken.id: EngineScore(wins=1),
            }
            assert list(found.opponents) == [two.id, html.id, broken.id], "the most met first"
            assert found.faults == {}
            assert statistics(server.book, html.id).faults == {"unreadable": 2}
            assert statistics(server.book, broken.id).faults == {"crash": 1}
            assert found.times.answers == 4 + 4 + 3 + 1
            assert 0 < found.times.median <= found.times.most <= found.times.worst

    run(scenario())


def test_draws_running_and_annulled_games_are_told_apart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def thinks(request: web.Request) -> web.StreamResponse:
                return web.Response(text="")

            server = arena.server
            one, other = arena.engine("one", arena.legal()), arena.engine("slow", thinks)
            server.begin(GameRequest(other.id, one.id))
            drawn = GameRequest(one.id, arena.house().id, start="121122010")
            while (await server.result(server.begin(drawn))).record.outcome.winner is not None:
                pass
            sound = server.requests.ask

            async def breaks(*args: object, **kwargs: object) -> None:
                raise RuntimeError("a bug of ours")

            server.requests.ask = breaks  # type: ignore[method-assign, assignment]
            await server.result(server.begin(GameRequest(one.id, other.id)))
            server.requests.ask = sound  # type: ignore[method-assign]
            found = statistics(server.book, one.id)
            assert found.first.draws == 1
            assert (found.running, found.annulled) == (1, 1)
            assert found.faults == {}

    run(scenario())


def test_an_engine_against_itself_plays_both_sides(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            card = arena.engine("alone", arena.legal())
            played = await arena.server.result(arena.server.begin(GameRequest(card.id, card.id)))
            found = statistics(arena.server.book, card.id)
            assert found.first == EngineScore(wins=1)
            assert found.second == EngineScore(losses=1)
            assert found.times.answers == len(played.record.plies)

    run(scenario())


@pytest.mark.parametrize(
    ("spent", "expected"),
    [
        ([7.0], Times(1, 7.0, 7.0, 7.0)),
        ([2.0, 1.0], Times(2, 1.0, 2.0, 2.0)),
        ([float(number) for number in range(100, 0, -1)], Times(100, 50.0, 95.0, 100.0)),
    ],
)
def test_times_are_the_middle_the_95th_of_100_and_the_worst(spent: list[float], expected: Times) -> None:
    assert times(spent) == expected


@given(st.lists(st.floats(0, 1e6), min_size=1))
def test_every_time_told_was_really_taken(spent: list[float]) -> None:
    found = times(spent)

    assert {found.median, found.most, found.worst} <= set(spent)
    assert found.median <= found.most <= found.worst == max(spent)
