"""A duel is a competition of two, played by the loop of the tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from ronde.arena.referee import (
    Contest,
    ContestPool,
    ContestScore,
    Entrant,
    Played,
    Roster,
    Rule,
    open_engine,
)
from ronde.arena.sandbox import Engine


def contest(
    games: int, jobs: int = 1, ended: Sequence[Callable[[], None]] = ()
) -> tuple[Contest, list[Played], list[Engine]]:
    played: list[Played] = []
    opened: list[Engine] = []

    def opener(entrant: Entrant, roster: Roster, seed: int) -> Engine:
        opened.append(open_engine("builtin:random", roster.rules, roster.jail, name=entrant.name))
        return opened[-1]

    both = Entrant(1, "one", "", ""), Entrant(2, "other", "", "")
    roster = Roster(both, "poker", rule=Rule(games))
    pool = ContestPool(roster, jobs, opener=opener)

    def note(number: int, game: Played, score: ContestScore) -> None:
        played.append(game)
        for tell in ended:
            tell()

    return Contest(roster, pool, note), played, opened


def test_both_games_of_an_opening_have_one_seed_and_the_two_change_sides() -> None:
    duel, played, _ = contest(4)

    duel.run()

    assert [game.record.players for game in played] == 2 * [("one", "other"), ("other", "one")]
    first, second, third, fourth = (game.record.seed for game in played)
    assert first == second != third == fourth
    assert duel.score.games == 4
    assert duel.over


def test_each_engine_plays_all_its_games() -> None:
    duel, _, opened = contest(6, jobs=1)

    duel.run()

    assert [engine.name for engine in opened] == ["one", "other"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_pause_lets_the_running_games_end_and_begins_no_other(jobs: int) -> None:
    ended: list[Callable[[], None]] = []
    duel, played, _ = contest(100_000, jobs, ended)
    ended.append(duel.pause)

    duel.run()

    assert 1 <= len(played) <= jobs
    assert duel.score.games == len(played)
    assert not duel.over
