"""Matches: the score of manual 003, home and away, best of, and seeds as the last resort."""

from __future__ import annotations

from typing import Any

import pytest
from tests.arena.games.golden import golden

from ronde.app.command import apply_command
from ronde.arena.games import GameRecord, Outcome, Side, other
from ronde.arena.referee import (
    Clock,
    Competition,
    OpenCompetition,
    Played,
    Roster,
    Rule,
    Shape,
    settings_of_shape,
)
from ronde.arena.referee.roster import (
    LegResult,
    Winner,
    decided,
    decided_by,
    first_mover,
    missing,
    tally,
    winner,
)
from ronde.model.player import Player
from ronde.model.schedule import champion
from ronde.model.tournament import Tournament

SCORE = "supermorpion"
WINNERS: dict[str, Side | None] = {"O": 1, "X": 2, "draw": None}


def test_the_first_example_of_the_manual() -> None:
    legs = [LegResult(1, 1, 1, (3, 4), (500, 500)), LegResult(2, 2, 2, (5, 2), (500, 500))]

    assert tally(SCORE, legs).total == -40_000
    assert winner(SCORE, legs, (1, 2)) == Winner(2, "points")


def test_the_second_example_of_the_manual() -> None:
    legs = [LegResult(1, 1, 1, (3, 1), (500, 500)), LegResult(2, 2, 2, (5, 4), (500, 500))]

    assert tally(SCORE, legs).total == 10_000
    assert winner(SCORE, legs, (2, 1)) == Winner(1, "points")


def test_equal_markers_leave_it_to_the_clocks_and_then_to_the_seed() -> None:
    even = [LegResult(1, 1, None, (2, 2), (500, 500)), LegResult(2, 2, None, (2, 2), (500, 500))]
    quick = [even[0], LegResult(2, 2, None, (2, 2), (500, 501))]

    assert winner(SCORE, quick, (2, 1)) == Winner(1, "points")
    assert winner(SCORE, even, (2, 1)) == Winner(2, "seed")


def leg(number: int, item: Any) -> LegResult:
    """A recorded game as the referee has it: who had the noughts moved first."""
    first: Side = 1 if item["noughts"] == "J1" else 2
    won = WINNERS[item["result"]]
    winning: Side | None = None if won is None else first if won == 1 else other(first)
    markers = item["markers_o"], item["markers_x"]
    return LegResult(number, first, winning, markers, (item["TRO"], item["TRX"]))


@pytest.mark.parametrize("item", golden("uttt")["match_scores"], ids=lambda item: item["note"])
def test_a_recorded_match_is_won_by_the_recorded_player(item: Any) -> None:
    legs = [leg(number, one) for number, one in enumerate(item["games"], start=1)]
    goes_on = winner(SCORE, legs, (1, 2))

    noughts = [tally(SCORE, [one]).total * (1 if one.first == 1 else -1) for one in legs]
    assert noughts == [one["score_for_noughts"] for one in item["games"]]
    assert tally(SCORE, legs).total == item["J1"] == -item["J2"]
    assert (f"J{goes_on.player}", goes_on.by) == (item["qualified"], item["by"])


@pytest.mark.parametrize("item", golden("uttt")["match_scores"], ids=lambda item: item["note"])
def test_in_a_cup_the_recorded_player_goes_on(item: Any) -> None:
    """The whole way: two players, the games as they are written down, and the result of their table."""
    roster = Roster((), SCORE, rule=Rule(len(item["games"])))
    players = (Player(1, "J1"), Player(2, "J2"))
    settings = settings_of_shape(Shape("cup"), games=roster.rule.games, count=2)
    cup = apply_command(OpenCompetition("cup", settings, players, roster), Tournament())
    competition = Competition(roster)
    cup = apply_command(competition.turn(cup), cup)
    for task, one in zip(next(competition.begin(cup)), item["games"], strict=True):
        assert task.first == (1 if one["noughts"] == "J1" else 2)
        outcome = Outcome("line", WINNERS[one["result"]], (one["markers_o"], one["markers_x"]))
        played = Played(GameRecord(SCORE, "", outcome=outcome), Clock(), (one["TRO"], one["TRX"]))
        command = competition.end(task, played)
        assert command is not None
        cup = apply_command(command, cup)
    cup = apply_command(competition.turn(cup), cup)

    assert f"J{champion(cup)}" == item["qualified"]


def test_other_games_compare_wins_before_scores_and_scores_before_time() -> None:
    legs = [LegResult(1, 1, 1, (33, 31), (1, 900)), LegResult(2, 2, None, (64, 0), (900, 1))]

    assert tally("reversi", legs).total == 1


def test_home_and_away_can_be_played_at_once_and_best_of_cannot() -> None:
    assert missing(Rule(2), []) == [1, 2]
    assert missing(Rule(3, best_of=True), []) == [1]
    assert [first_mover(leg) for leg in (1, 2, 3)] == [1, 2, 1]


@pytest.mark.parametrize(
    ("wins", "over"), [([1, 1], True), ([1, 2], False), ([1, None], False), ([2, 1, 1], True)]
)
def test_a_best_of_ends_when_nobody_can_catch_up(wins: list[int | None], over: bool) -> None:
    legs = [LegResult(at, 1, won) for at, won in enumerate(wins, start=1)]  # type: ignore[arg-type]

    assert decided(Rule(3, best_of=True), legs) is over


def won(*winners: int | None) -> list[LegResult]:
    return [
        LegResult(at, first_mover(at), winner)  # type: ignore[arg-type]
        for at, winner in enumerate(winners, start=1)
    ]


def test_rematches_are_played_from_both_sides_until_one_is_clearly_better() -> None:
    rule = Rule(200, clear=100)

    assert missing(rule, []) == [1, 2]
    assert missing(rule, won(1)) == [2]
    assert missing(rule, won(1, 1)) == [3, 4]
    assert not decided(rule, won(*[1, 2] * 20))
    assert decided(rule, won(*[1] * 40))
    assert decided(rule, won(*[2] * 40))


def test_rematches_end_with_the_games_allowed() -> None:
    assert decided(Rule(6, clear=10), won(1, 2, 1, 2, 1, 2))
    assert missing(Rule(5, clear=10), won(1, 2, 1, 2)) == [5]


def test_a_match_is_not_stopped_between_its_two_sides() -> None:
    assert not decided(Rule(200, clear=100), won(*[1] * 41))


def test_a_match_equal_in_games_is_decided_by_score_then_time_then_seed() -> None:
    def legs(scores: tuple[int, int], seconds: tuple[int, int] = (5, 5)) -> list[LegResult]:
        return [LegResult(1, 1, 1, scores, seconds), LegResult(2, 2, 2, (3, 3), (5, 5))]

    assert decided_by("reversi", legs((40, 24))[:1]) == "wins"
    assert decided_by("reversi", legs((40, 24))) == "score"
    assert decided_by("reversi", legs((3, 3), (9, 5))) == "time"
    assert decided_by("reversi", legs((3, 3))) == "seed"
    assert decided_by(SCORE, legs((3, 1), (500, 500))) == "points"
