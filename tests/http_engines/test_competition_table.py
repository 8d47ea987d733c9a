from __future__ import annotations

from pathlib import Path

from tests.http_engines.arena import Arena, run
from tests.http_engines.bad import answering

from ronde.http_engines.competition_table import competition_table
from ronde.http_engines.door import GameRequest, Manner


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
