"""Whole games between real programs: whatever they do, there is an outcome with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.programs.fixtures import Open
from tests.arena.programs.workshop import script

from ronde.arena.games import GAMES, GameRecord, find_game
from ronde.arena.referee import Clock, GameState, Played, first_fault, play
from ronde.arena.sandbox import (
    Engine,
    EngineEnding,
    EngineFault,
    InsideEngine,
    Jail,
    MoveRequest,
    Opening,
    Reply,
    Verdict,
    player_from,
    random_player,
)

GAME = find_game("supermorpion")
SHORT = Clock(1, 0, fixed=True)
WORKS = """#!/usr/bin/env python3
import sys, time
def answer(position):
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
    print(position.index("0") + 1, flush=True)
if sys.argv[1] == "session":
    for line in sys.stdin:
        if line[0] != "n":
            answer(line)
else:
    answer(sys.argv[1])
"""
CROWD = """#!/usr/bin/env python3
import os, signal, sys, time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
def child(work):
    if os.fork() == 0:
        work()
        os._exit(0)
def idle(seconds):
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    burn(seconds)
def eight():
    for _ in range(7):
        child(lambda: burn(0.3))
    burn(0.3)
    for _ in range(7):
        os.wait()
def forty_idle():
    for _ in range(40):
        child(lambda: idle(0.06))
    for _ in range(40):
        os.wait()
def abandoned():  # one that is still there at the end, and children of children that have gone
    child(lambda: burn(60))
    for _ in range(12):
        child(lambda: [child(lambda: burn(0.1)) for _ in range(2)])
        time.sleep(0.1)
    burn(0.2)
def ignored():  # whose work the kernel adds to nobody's, beside one that is always ready
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    child(lambda: idle(60))
    for _ in range(10):
        ends, end = os.pipe()
        for _ in range(4):
            child(lambda: burn(0.1))
        os.close(end)
        os.read(ends, 1)
def answer():
    THINK()
    print(5, flush=True)
if sys.argv[1] == "session":
    for line in sys.stdin:
        if line[0] != "n":
            answer()
else:
    answer()
"""
"""Two seconds and more of work for one move, by many processes."""
LONG = Clock(30, 0, fixed=True)
"""Where another fault than being late is the point: on a busy machine a program may start slowly."""


def chance(seed: int = 3) -> Engine:
    return InsideEngine("chance", random_player(GAME, seed))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_by_chance(name: str) -> None:
    game = find_game(name)
    engines = (InsideEngine("A", random_player(game, 1)), InsideEngine("B", random_player(game, 2)))

    played = play(game, engines, Clock(), seed=4)

    assert played.record.outcome.reason in game.reasons
    assert not played.record.faults


@pytest.mark.full
@pytest.mark.parametrize("kind", ["good", "session", "dripping", "status", "mutters"])
def test_a_program_that_behaves_well_enough_plays_to_the_end(opened: Open, kind: str) -> None:
    played = play(GAME, (opened(kind), chance()), Clock(), seed=1)

    assert played.record.outcome.reason in ("line", "no-moves")
    assert played.record.players == (kind, "chance")


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "verdict", "side"),
    [
        ("silent", "missing", 1),
        ("garbage", "unreadable", 2),
        ("bytes", "unreadable", 1),
        ("flood", "flood", 2),
        ("never-ends", "late", 1),
        ("crashes", "crash", 2),
        ("illegal", "illegal", 1),
        ("session-talks", "unreadable", 2),
        ("session-dies", "crash", 1),
    ],
)
def test_each_fault_loses_the_game_with_its_own_reason(
    opened: Open, kind: str, verdict: str, side: int
) -> None:
    faulty, other = opened(kind), chance()
    engines = (faulty, other) if side == 1 else (other, faulty)

    played = play(GAME, engines, SHORT if verdict == "late" else LONG, seed=1)

    assert played.record.outcome.reason == verdict
    assert played.record.outcome.winner == 3 - side
    assert played.seconds[side - 1] == 0
    assert played.record.faults[0].side == side


@pytest.mark.full
def test_a_program_that_cannot_be_started_loses_without_a_move(opened: Open, tmp_path: Path) -> None:
    played = play(GAME, (chance(), opened(tmp_path / "nobody")), SHORT, seed=1)

    assert (played.record.outcome.reason, played.record.outcome.winner) == ("start", 1)


class Broken:
    """An engine whose own code fails: that is the referee's fault, not the player's."""

    name, timed = "broken", True

    def begin(self, opening: Opening) -> None:
        pass

    def move(self, ask: MoveRequest) -> Reply:
        raise OSError("too many open files")

    def end(self, ending: EngineEnding) -> None:
        pass

    def abort(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_trouble_of_the_referee_itself_never_scores() -> None:
    played = play(GAME, (Broken(), chance()), SHORT, seed=1)

    assert played.record.outcome.reason == "referee"
    assert not played.record.outcome.counts
    assert played.record.faults[0].side is None


@pytest.mark.full
def test_messages_and_times_are_kept_with_each_move(opened: Open, tmp_path: Path) -> None:
    lines = '#!/bin/sh\necho "thinking $2" >&2\n[ "$1" = "999999999 00 o" ] && echo 55\n'
    played = play(GAME, (opened(script(tmp_path, "talker", lines)), chance()), Clock(60, 0), seed=1)

    (answer,) = played.record.plies[0]
    assert (answer.move, answer.raw, answer.messages) == ("55", "55\n", "thinking 60\n")
    assert answer.milliseconds > 0


@pytest.mark.full
@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("name", ["j1", "session-j1"])
def test_no_game_is_lost_on_time_beside_eight_busy_loops_and_the_record_says_why(
    opened: Open, tmp_path: Path, name: str
) -> None:
    """Each move is a tenth of a second of work; what others took of the processor is not charged."""
    program = script(tmp_path, name, WORKS)

    played = play(find_game("tictactoe"), (opened(program), opened(program)), Clock(0.6, 0), seed=1)

    answers = [answer for ply in played.record.plies for answer in ply]
    assert not played.record.faults
    assert sum(answer.taken for answer in answers) > 0, "nothing was crowded"
    assert GameRecord.from_dict(played.record.to_dict()) == played.record


@pytest.mark.full
@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(
    ("name", "think"),
    [("session-j1", "eight"), ("session-j1", "forty_idle"), ("j1", "abandoned"), ("j1", "ignored")],
)
def test_many_processes_that_work_for_longer_than_their_time_lose_on_time(
    opened: Open, tmp_path: Path, name: str, think: str
) -> None:
    program = opened(script(tmp_path, name, CROWD.replace("THINK", think)), Jail())
    game = find_game("tictactoe")
    rival = InsideEngine("chance", random_player(game, 3))
    played = play(game, (program, rival), Clock(0.9, 0), seed=1)

    assert played.record.outcome.reason == "late"
    assert len(played.record.plies) == 1


def test_a_finished_game_is_saved_and_read_again() -> None:
    played = play(GAME, (chance(1), chance(2)), Clock(), seed=1, jail=1)

    assert Played.from_dict(played.to_dict()) == played


def test_a_game_may_start_from_a_given_position() -> None:
    start = "6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o"
    played = play(GAME, (chance(1), chance(2)), Clock(), seed=1, start=start)

    assert played.record.start == start


@pytest.mark.full
def test_programs_of_other_games_are_told_their_side(opened: Open, tmp_path: Path) -> None:
    throws = script(tmp_path, "throws", '#!/bin/sh\necho "$3" >&2\necho $3\n')
    played = play(find_game("chifoumi"), (opened(throws), opened(throws)), Clock(), seed=1)

    assert played.record.outcome.winner == 2
    assert [answer.messages for answer in played.record.plies[0]] == ["1\n", "2\n"]


def test_the_watcher_sees_every_ply_and_the_end() -> None:
    seen: list[int] = []

    def watch(sheet: GameState) -> None:
        seen.append(len(sheet.plies))

    played = play(GAME, (chance(1), chance(2)), Clock(), seed=1, watch=watch)

    assert seen == list(range(len(played.record.plies) + 1))


def test_a_python_file_plays_inside_the_referee(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def play(view, seconds):\n    return '55' if seconds else 1 / 0\n")

    assert first_fault(InsideEngine("mine", player_from(path)), GAME, seconds=5) is None
    fault = first_fault(InsideEngine("mine", player_from(path)), GAME, seconds=0.9)
    assert fault is not None
    assert fault.verdict is Verdict.CRASH


def test_a_slow_function_is_late_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("import time\ndef play(view, seconds):\n    time.sleep(1)\n")
    fault = first_fault(InsideEngine("slow", player_from(path)), GAME, seconds=0.1)

    assert fault is not None
    assert fault.verdict is Verdict.LATE


def test_a_python_file_that_cannot_be_read_is_a_start_failure(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text("def play(:\n")

    with pytest.raises(EngineFault) as caught:
        player_from(path)
    assert caught.value.verdict is Verdict.START
