from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from tests.arena.http.arena import Arena, run
from tests.arena.http.bad import answering

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.arena.http import (
    CompetitionTable,
    EngineScore,
    GameRequest,
    Manner,
    competition_table,
    put_in_order,
)
from ronde.arena.http.statistics import CompetitorLine
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament
from ronde.model.entry import fill_at_random
from ronde.model.player import Player
from ronde.model.settings import usual_settings
from ronde.systems import standings
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round


def test_games_faults_and_times_are_added_up_for_each_engine_and_each_pair(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            one = arena.engine("one", arena.legal(), manner=Manner.PRINTED)
            two = arena.engine("two", arena.legal(), manner=Manner.PRINTED)
            broken = arena.engine("broken", answering("", 500), manner=Manner.PRINTED)
            pairs = ((one, two), (one, broken), (broken, one), (two, broken))
            for round, (first, second) in enumerate(pairs, 1):
                wish = GameRequest(first.id, second.id, event="x/1", round=round)
                await arena.server.result(arena.server.begin(wish))
            await arena.server.result(arena.server.begin(GameRequest(broken.id, two.id)))

            found = competition_table(arena.server.book, "x/1")

            assert [line.engine for line in found.lines] == [one.id, two.id, broken.id]
            best, middle, worst = found.lines
            assert (best.score.wins, best.score.losses, best.percent) == (3, 0, 100.0)
            assert middle.percent == 50.0
            assert worst.faults == {"crash": 3}, "the training game is none of this competition"
            assert best.median is not None
            assert best.median > 0
            assert found.grid[broken.id, one.id].losses == 2
            assert (two.id, two.id) not in found.grid

    run(scenario())


def test_while_a_swiss_goes_on_the_games_order_its_table_and_at_its_end_the_standings(tmp_path: Path) -> None:
    desk = Desk.create(tmp_path / "swiss.ronde")
    settings = usual_settings("swiss", rounds=3, game="chess")
    desk.act(CHIEF, open_tournament, name="Swiss", date="", settings=settings)
    for name in ("one", "two", "three", "four"):
        desk.act(CHIEF, enter_player, player=Player(0, name))
    desk.act(CHIEF, complete_round, seed=1)
    desk.act(CHIEF, fill_at_random, Random(1))
    desk.act(CHIEF, close_and_freeze)
    desk.act(CHIEF, complete_round, seed=2)
    open_, over = desk.tournament, replace(desk.tournament, settings=replace(settings, rounds=1))
    desk.close()
    first, second, *_ = (row.player for row in standings(open_).rows)
    lines = [CompetitorLine(second, EngineScore(wins=3)), CompetitorLine(first, EngineScore(1, 1))]
    table = CompetitionTable(lines, {})

    put_in_order(table, open_)
    assert [line.engine for line in table.lines] == [second, first]

    put_in_order(table, over)
    assert [line.engine for line in table.lines] == [first, second]
