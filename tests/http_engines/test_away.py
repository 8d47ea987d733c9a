"""Competitions of the game server on a cluster of real workers: the same standings, book and statistics."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import web
from tests.http_engines.arena import LOOPBACK, Arena, run
from tests.http_engines.players import choose
from tests.http_engines.test_league import SEED, foretold, looked_at, players, standings
from tests.referee.halls import Cluster, cluster_of, power_cut

from ronde.core.errors import ClusterTrouble
from ronde.desk import Desk
from ronde.games.door import find_game
from ronde.http_engines.away import AwayLeague, Ground, away_row, enter_game
from ronde.http_engines.card import EngineCard, Manner
from ronde.http_engines.league import League, LeagueDesk, LeaguePlan, found_league, unfinished
from ronde.http_engines.remote import Remote
from ronde.http_engines.statistics import statistics
from ronde.referee import cluster as dask
from ronde.referee.door import Clock, Roster, Rule, Sheet, Task, Watcher, attached_roster, played_game


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster_of(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def ground(cluster: Cluster) -> Ground:
    return Ground(cluster.address, LOOPBACK, slowest=0.0)


def unhurried(arena: Arena, count: int, pause: float = 0.05) -> list[EngineCard]:
    """Engines that take their time."""

    async def answers(request: web.Request) -> web.StreamResponse:
        if request.query["Status"] != "0":
            return web.Response(text="")
        await asyncio.sleep(pause)
        return await arena.hosting.reply(request, choose(request.path.strip("/"), request.query))

    return [arena.engine(f"t{at}", answers, manner=Manner.PRINTED) for at in range(count)]


def told(arena: Arena, path: Path) -> None:
    """File and book tell the same games, each once, with the same records."""

    def look(desk: Desk, roster: Roster) -> None:
        rows = arena.server.book.games(kind="league", most=1000)
        kept = {(game.round, game.table, game.leg): game for game in desk.tournament.games}
        assert len(rows) == len(kept) == len(desk.tournament.games)
        for row in rows:
            game = kept[row.round, row.place, row.leg]
            assert (row.first, row.second) == (game.first, game.second)
            assert row.ended
            assert row.played == played_game(desk, game.record)

    looked_at(path, look)


@pytest.mark.parametrize("game", ["tictactoe", "seafight", "poker"])
def test_a_league_played_away_has_the_standings_the_book_and_the_statistics_of_one_played_at_home(
    tmp_path: Path, cluster: Cluster, game: str
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            here, there = tmp_path / "here.ronde", tmp_path / "there.ronde"
            cards = [*players(arena, 3, (game,)), arena.house(game)]
            found_league(there, LeaguePlan("there", seed=SEED), cards)
            await AwayLeague(arena.server, there, ground(cluster)).run()
            assert unfinished(tmp_path) == []
            told(arena, there)
            away = [statistics(arena.server.book, card.id) for card in cards]
            arena.server.book.execute("DELETE FROM game")

            found_league(here, LeaguePlan("here", seed=SEED), cards)
            await League(arena.server, here).run()
            home = [statistics(arena.server.book, card.id) for card in cards]
            assert standings(there) == standings(here)
            assert [(one.total, one.first, one.second) for one in away] == [
                (one.total, one.first, one.second) for one in home
            ]

    run(scenario(), 240)


def test_a_worker_that_is_lost_costs_no_game_and_none_is_stored_twice(tmp_path: Path) -> None:
    async def scenario(cluster: Cluster) -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "lost.ronde"
            found_league(path, LeaguePlan("lost", seed=SEED), unhurried(arena, 4, 0.15))
            seen: list[Task] = []

            def look(roster: Roster, task: Task) -> Watcher | None:
                seen.append(task)
                if len(seen) == 2:
                    power_cut(cluster.workers[0])
                return None

            await AwayLeague(arena.server, path, ground(cluster), look).run()
            assert len(seen) > 2
            assert standings(path) == foretold(path)
            told(arena, path)

    with cluster_of(tmp_path) as cluster:
        run(scenario(cluster), 240)


def test_a_league_begun_in_the_office_is_ended_away_and_no_game_is_played_twice(
    tmp_path: Path, cluster: Cluster
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "moved.ronde"
            found_league(path, LeaguePlan("moved", rule=Rule(4), seed=SEED), unhurried(arena, 3, 0.02))
            begun = asyncio.create_task(League(arena.server, path).run())
            while not arena.server.book.running():
                await asyncio.sleep(0.01)
            begun.cancel()
            with suppress(asyncio.CancelledError):
                await begun
            first = {row.id for row in arena.server.book.games(kind="league")}

            await AwayLeague(arena.server, path, ground(cluster)).run()
            told(arena, path)
            assert first < {row.id for row in arena.server.book.games(kind="league", most=100)}
            assert sum(standings(path).values()) == 12

    run(scenario(), 240)


def test_a_league_that_is_stopped_away_goes_on_where_it_was(tmp_path: Path, cluster: Cluster) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "stopped.ronde"
            found_league(path, LeaguePlan("stopped", seed=SEED), unhurried(arena, 3))
            playing = asyncio.create_task(AwayLeague(arena.server, path, ground(cluster)).run())
            while not any(row.ended for row in arena.server.book.games(kind="league")):
                await asyncio.sleep(0.02)  # one that is only under way is given up
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            first = {(row.id, row.ended) for row in arena.server.book.games(kind="league")}
            assert 0 < len(first) < 6

            await AwayLeague(arena.server, path, ground(cluster)).run()
            told(arena, path)
            assert first < {(row.id, row.ended) for row in arena.server.book.games(kind="league")}
            assert standings(path) == foretold(path)

    run(scenario(), 240)


def test_a_game_that_only_the_file_knows_comes_into_the_book(tmp_path: Path, cluster: Cluster) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "half.ronde"
            found_league(path, LeaguePlan("half", seed=SEED, rule=Rule(1)), players(arena, 3, ("tictactoe",)))
            playing = AwayLeague(arena.server, path, ground(cluster))
            asked = asyncio.create_task(playing.run())
            while not arena.server.book.games(kind="league"):
                await asyncio.sleep(0.005)
            asked.cancel()
            with suppress(asyncio.CancelledError):
                await asked
            arena.server.book.execute("DELETE FROM game")  # killed before the book was written

            await AwayLeague(arena.server, path, ground(cluster)).run()
            told(arena, path)

    run(scenario(), 240)


def test_a_finished_game_is_entered_once(tmp_path: Path, cluster: Cluster) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "once.ronde"
            found_league(path, LeaguePlan("once", seed=SEED, rule=Rule(1)), players(arena, 2, ("tictactoe",)))
            await AwayLeague(arena.server, path, ground(cluster)).run()
            (row,) = arena.server.book.games(kind="league")
            task = Task(row.round, row.place, row.leg, row.first, row.second)
            assert row.played is not None
            await enter_game(arena.server.book, row.event, task, row.played)
            assert arena.server.book.games(kind="league") == [row]
            assert arena.server.book.running() == []

    run(scenario(), 240)


def test_games_played_away_can_be_looked_at(tmp_path: Path, cluster: Cluster) -> None:
    seen: dict[Task, list[Sheet]] = {}

    def look(roster: Roster, task: Task) -> Watcher | None:
        return seen.setdefault(task, []).append

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "seen.ronde"
            found_league(path, LeaguePlan("seen", seed=SEED, rule=Rule(2)), unhurried(arena, 2, 0.6))
            await AwayLeague(arena.server, path, ground(cluster), look).run()

    run(scenario(), 240)
    assert len(seen) == 2
    for sheets in seen.values():
        assert any(len(sheet.plies) > 0 and not sheet.outcome.over for sheet in sheets)
        assert sheets[-1].outcome.over


def test_a_game_played_away_has_a_number_and_a_board_in_the_office_while_it_is_played(
    tmp_path: Path, cluster: Cluster
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path, server = tmp_path / "board.ronde", arena.server
            found_league(path, LeaguePlan("board", seed=SEED, rule=Rule(1)), unhurried(arena, 2, 0.6))
            playing = asyncio.create_task(AwayLeague(server, path, ground(cluster)).run())
            while not server.away:
                await asyncio.sleep(0.02)
            ((number, board),) = server.away.items()
            (row,) = server.book.running()
            assert (row.id, row.away, row.ended) == (number, True, "")
            assert server.board(number) is board
            assert server.running == {}, "the game server itself plays nothing"
            plies = len(board.sheet.plies)
            await board.news.wait()
            assert len(board.sheet.plies) >= plies > 0

            await playing
            assert server.board(number) is None
            assert board.news is not None
            (ended,) = server.book.games(kind="league")
            assert ended.id == number
            assert ended.played is not None
            told(arena, path)

    run(scenario(), 240)


def test_a_game_that_is_given_up_is_in_nobodys_book(tmp_path: Path, cluster: Cluster) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path, server = tmp_path / "given.ronde", arena.server
            found_league(path, LeaguePlan("given", seed=SEED, rule=Rule(1)), unhurried(arena, 2, 0.6))
            playing = asyncio.create_task(AwayLeague(server, path, ground(cluster)).run())
            while not server.away:
                await asyncio.sleep(0.02)
            (board,) = server.away.values()
            waiting = asyncio.create_task(board.news.wait())
            await asyncio.sleep(0)
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            await waiting
            assert server.away == {}
            assert server.book.games(kind="league") == []

    run(scenario(), 240)


def test_an_office_that_was_killed_does_not_play_what_was_played_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            first, second = players(arena, 2, ("tictactoe",))
            record = Sheet(find_game("tictactoe"), Clock(15, 0.0, fixed=True), seed=1).record
            task = Task(1, 1, 1, first.id, second.id)
            row = arena.server.book.begin_game(away_row("e/1", task, record, 15, datetime.now(UTC)))
            assert arena.server.book.running() == [row]
            await arena.server.open()
            assert arena.server.running == {}
            assert arena.server.book.games() == []

    run(scenario())


async def _moved_away(request: web.Request) -> web.StreamResponse:
    return web.Response(status=410)


def test_an_engine_that_moves_in_the_middle_of_a_competition_is_called_at_its_new_address(
    tmp_path: Path, cluster: Cluster
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path, book = tmp_path / "moved.ronde", arena.server.book
            cards = unhurried(arena, 3, 0.0)
            found_league(path, LeaguePlan("moved", seed=SEED, rule=Rule(1)), cards)
            arena.hosting.engines["old"] = _moved_away
            for card in cards:
                book.change_engine(replace(card, url=arena.url("old")))

            class Moving(AwayLeague):
                """All engines move home after the first round."""

                async def _opener(self, at: LeagueDesk) -> Remote:
                    if at.tournament.closed_rounds:
                        for card in cards:
                            book.change_engine(card)
                    return await super()._opener(at)

            await Moving(arena.server, path, ground(cluster)).run()
            lost = [row for row in book.games(kind="league") if row.played and row.played.record.faults]
            assert [row.round for row in lost] == [1]

    run(scenario(), 240)


def test_without_a_scheduler_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "_CALL", 0.5)

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            path = tmp_path / "none.ronde"
            found_league(path, LeaguePlan("none", seed=SEED), players(arena, 2, ("tictactoe",)))
            with pytest.raises(ClusterTrouble) as trouble:
                await AwayLeague(arena.server, path, Ground("tcp://127.0.0.1:9", LOOPBACK)).run()
            assert trouble.value.facts["reason"] == "unreachable"
            assert unfinished(tmp_path) == [path]

    run(scenario())
    with closing(Desk.open(tmp_path / "none.ronde")) as desk:
        assert attached_roster(desk) is not None
        assert desk.tournament.games == ()
