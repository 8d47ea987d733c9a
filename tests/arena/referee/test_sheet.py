"""The score sheet: answers, faults, clocks and resuming, without any engine."""

from __future__ import annotations

from random import Random

import pytest

from ronde.arena.games import GAMES, Answer, GameRecord, find_game
from ronde.arena.referee import Clock, GameState
from ronde.arena.sandbox import EngineFault, Reply, Verdict

TICTACTOE = find_game("tictactoe")


def sheet(*moves: str, clock: Clock | None = None) -> GameState:
    made = GameState(TICTACTOE, clock or Clock(10, 1), seed=1, players=("A", "B"))
    for move in moves:
        made.answer(made.asked[0], Reply(move, 0.0))
    return made


def test_a_game_is_written_down_to_its_outcome() -> None:
    made = sheet("1", "4", "2", "5", "3")

    assert made.asked == []
    assert (made.outcome.reason, made.outcome.winner) == ("line", 1)
    assert made.record.moves == [{1: "1"}, {2: "4"}, {1: "2"}, {2: "5"}, {1: "3"}]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("1", "illegal"), ("middle", "unreadable"), ("", "unreadable"), ("10", "unreadable")],
)
def test_a_wrong_answer_loses_at_once_and_is_kept(text: str, verdict: str) -> None:
    made = sheet("1", text)

    assert (made.outcome.reason, made.outcome.winner) == (verdict, 1)
    assert made.record.faults[0].side == 2
    assert made.record.plies[-1] == (Answer(2, "", 0.0, text),)
    assert made.left[1] == 0


def test_an_answer_beyond_its_allowance_is_late_even_if_it_came() -> None:
    made = sheet(clock=Clock(2, 0, margin=0.05))
    made.answer(1, Reply("1", 2.06))

    assert made.outcome.reason == "late"


def test_time_that_a_crowded_machine_took_is_not_charged_and_stays_in_the_record() -> None:
    made = sheet(clock=Clock(10, 1, margin=0.0))
    made.answer(1, Reply("1", 12.0, taken=3.0))

    assert made.left == [2.0, 10.0]
    (answer,) = made.record.plies[0]
    assert (answer.milliseconds, answer.taken) == (12_000, 3_000)
    assert GameRecord.from_dict(made.record.to_dict()) == made.record
    assert GameState.resume(made.record, TICTACTOE, made.clock).left == made.left


def test_a_fault_of_the_referee_scores_for_nobody() -> None:
    made = sheet("1")
    made.fault(2, EngineFault(Verdict.REFEREE, "no more descriptors"))

    assert not made.outcome.counts
    assert made.outcome.winner is None
    assert made.record.faults[0].side is None


def test_both_sides_at_once_are_played_when_both_have_answered() -> None:
    made = GameState(find_game("chifoumi"), Clock(), seed=1)

    assert made.asked == [1, 2]
    made.answer(1, Reply("1", 0.0))
    assert (made.asked, made.plies) == ([2], [])
    made.answer(2, Reply("3", 0.0))
    assert len(made.plies) == 1


def test_a_person_is_not_charged() -> None:
    made = sheet(clock=Clock(2, 0))
    made.answer(1, Reply("1", 3600.0), timed=False)

    assert made.left == [2, 2]
    assert made.ask(2, 0.0, timed=False).deadline == float("inf")


def test_a_program_is_told_whole_seconds_rounded_down() -> None:
    made = sheet(clock=Clock(2, 0, margin=0))
    made.answer(1, Reply("1", 0.2))
    made.answer(2, Reply("2", 0.0))

    assert made.ask(1, 100.0).seconds == 1
    assert made.ask(1, 100.0).deadline == pytest.approx(101.8)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_interrupted_and_resumed(name: str) -> None:
    game, chance = find_game(name), Random(5)
    whole = GameState(game, Clock(60, 1), seed=9)
    while whole.asked and len(whole.plies) < 40:
        side = whole.asked[0]
        move = game.any_move(whole.position, side, chance)
        whole.answer(side, Reply(move, chance.random()))

    again = GameState.resume(whole.record, game, whole.clock)

    assert (again.position, again.left, again.outcome) == (whole.position, whole.left, whole.outcome)
