"""What a competition plays next, what a game that has ended does, and when a round is over."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import chain
from random import Random
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.app.command import Command, apply_command
from ronde.arena.games import GameRecord, Outcome, RecordedFault, Side
from ronde.arena.referee import (
    Clock,
    Competition,
    OpenCompetition,
    Played,
    Roster,
    Rule,
    Shape,
    Task,
    settings_of_shape,
)
from ronde.arena.referee.competition import TRIES
from ronde.model.decisions.rounds import clear_result
from ronde.model.errors import RefereeTrouble, RondeError
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.schedule import finished
from ronde.model.tournament import Tournament

SYSTEMS = ["berger", "double-berger", "gauntlet", "swiss", "cup"]


def opened(count: int, roster: Roster, system: str = "berger") -> Tournament:
    players = tuple(Player(number, f"E{number}") for number in range(1, count + 1))
    settings = settings_of_shape(Shape(system), games=roster.rule.games, count=count)
    return apply_command(OpenCompetition("tasks", settings, players, roster), Tournament())


def written(tournament: Tournament, command: Command | None) -> Tournament:
    assert command is not None
    return apply_command(command, tournament)


def paired(count: int, roster: Roster) -> Tournament:
    tournament = opened(count, roster)
    return written(tournament, Competition(roster).turn(tournament))


def game(winner: Side | None = 1) -> Played:
    return Played(GameRecord("", "", outcome=Outcome("played", winner)), Clock(), (0, 0))


def failed() -> Played:
    record = GameRecord(
        "",
        "",
        outcome=Outcome("annulled", counts=False),
        faults=(RecordedFault("referee", 1, None, "a bug of ours"),),
    )
    return Played(record, Clock(), (0, 0))


def begun(competition: Competition, tournament: Tournament) -> list[Task]:
    return list(chain.from_iterable(competition.begin(tournament)))


# what can begin


@pytest.mark.parametrize("games", [1, 2, 5])
def test_at_first_all_games_of_all_tables_can_begin(games: int) -> None:
    roster = Roster((), rule=Rule(games))
    found = begun(Competition(roster), paired(6, roster))

    assert [(task.table, task.leg) for task in found] == [
        (table, leg) for table in (1, 2, 3) for leg in range(1, games + 1)
    ]
    assert all({task.first, task.second} == {found[0].first, found[0].second} for task in found[:games])


def test_the_games_of_one_table_are_taken_together_and_no_more_tables_than_are_asked_for() -> None:
    roster = Roster((), rule=Rule(2))
    competition, tournament = Competition(roster), paired(6, roster)

    first = next(competition.begin(tournament))
    assert [task.table for task in first] == [1, 1]
    assert competition.running == set(first)
    assert [[task.table for task in some] for some in competition.begin(tournament)] == [[2, 2], [3, 3]]


def test_the_tables_that_were_not_taken_follow_when_a_game_has_ended() -> None:
    roster = Roster((), rule=Rule(1))
    competition, tournament = Competition(roster), paired(6, roster)
    (task,) = next(competition.begin(tournament))
    tournament = written(tournament, competition.end(task, game()))

    assert [task.table for task in begun(competition, tournament)] == [2, 3]


def test_the_sides_change_from_game_to_game() -> None:
    roster = Roster((), rule=Rule(2))
    home, away = begun(Competition(roster), paired(2, roster))

    assert (home.first, home.second) == (away.second, away.first)


def test_a_game_that_is_being_played_does_not_begin_again() -> None:
    roster = Roster((), rule=Rule(2))
    competition, tournament = Competition(roster), paired(4, roster)
    first, *others = begun(competition, tournament)
    tournament = written(tournament, competition.end(first, game()))

    assert begun(competition, tournament) == []
    assert competition.running == set(others)


def test_a_best_of_plays_one_game_after_the_other_at_every_table() -> None:
    roster = Roster((), rule=Rule(3, best_of=True))
    competition, tournament = Competition(roster), paired(4, roster)
    assert [(task.table, task.leg) for task in begun(competition, tournament)] == [(1, 1), (2, 1)]
    (second,) = (task for task in competition.running if task.table == 2)
    tournament = written(tournament, competition.end(second, game()))

    assert [(task.table, task.leg) for task in begun(competition, tournament)] == [(2, 2)]


def test_whoever_was_killed_finds_exactly_the_games_that_are_missing() -> None:
    roster = Roster((), rule=Rule(2))
    competition, tournament = Competition(roster), paired(6, roster)
    tasks = begun(competition, tournament)
    for task in (tasks[0], tasks[3]):
        tournament = written(tournament, competition.end(task, game()))

    assert begun(Competition(roster), tournament) == [tasks[1], tasks[2], *tasks[4:]]


# what a game that has ended does


def test_a_game_is_written_with_its_record_and_the_last_one_with_the_result_of_the_table() -> None:
    roster = Roster((), rule=Rule(2))
    competition, tournament = Competition(roster), paired(2, roster)
    home, away = begun(competition, tournament)
    one = competition.end(home, game())
    assert one is not None
    assert list(one.files) == [home.record]
    assert Played.from_dict(json.loads(one.files[home.record])) == game()
    tournament = written(tournament, one)
    assert tournament.open_round.missing
    tournament = written(tournament, competition.end(away, game()))

    assert [played.winner for played in tournament.games] == [home.first, away.first]
    assert not tournament.open_round.missing


def test_a_game_in_which_the_referee_failed_writes_nothing_and_begins_again() -> None:
    roster = Roster((), rule=Rule(1))
    competition, tournament = Competition(roster), paired(4, roster)
    first, other = begun(competition, tournament)

    assert competition.end(first, failed()) is None
    assert begun(competition, tournament) == [first]
    assert competition.running == {first, other}


def test_a_referee_that_fails_again_and_again_is_told_with_the_place_of_the_game() -> None:
    roster = Roster((), rule=Rule(1))
    competition, tournament = Competition(roster), paired(2, roster)
    for _ in range(TRIES - 1):
        (task,) = begun(competition, tournament)
        assert competition.end(task, failed()) is None
    (task,) = begun(competition, tournament)
    with pytest.raises(RefereeTrouble) as trouble:
        competition.end(task, failed())

    assert trouble.value.facts == {"round": 1, "table": 1, "leg": 1, "detail": "a bug of ours"}


# when a round is over


def test_a_round_is_paired_and_when_all_is_played_closed() -> None:
    roster = Roster((), rule=Rule(1))
    competition, tournament = Competition(roster), opened(4, roster)
    assert begun(competition, tournament) == []
    tournament = written(tournament, competition.turn(tournament))
    assert len(tournament.open_round.tables) == 2
    for task in begun(competition, tournament):
        tournament = written(tournament, competition.end(task, game()))
    tournament = written(tournament, competition.turn(tournament))

    assert [closed.number for closed in tournament.closed_rounds] == [1]
    assert not tournament.open_round.tables


def instructions(work: Callable[[], object]) -> int:
    """How many instructions of Python some work takes, whatever the machine has to do."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_a_game_takes_no_more_work_in_the_last_round_of_a_long_league_than_in_the_first() -> None:
    roster = Roster((), rule=Rule(1))
    competition, tournament = Competition(roster), opened(24, roster)
    spent: dict[int, int] = {}
    while not finished(tournament):
        tasks = begun(competition, tournament)
        for task in tasks[1:]:
            tournament = written(tournament, competition.end(task, game()))
        for task in tasks[:1]:

            def last(task: Task = task, before: Tournament = tournament) -> None:
                begun(competition, written(before, competition.end(task, game())))

            spent[tournament.open_round.number] = instructions(last)
            tournament = written(tournament, competition.end(task, game()))
        tournament = written(tournament, competition.turn(tournament))

    assert len(spent) == 23
    assert spent[23] < 1.2 * spent[2]


def test_a_restart_pairs_a_round_as_it_would_have_been_paired() -> None:
    roster = Roster((), rule=Rule(1), seed=7)
    tournament = opened(9, roster, "swiss")
    one, other = (written(tournament, Competition(roster).turn(tournament)) for _ in range(2))

    assert one == other


def test_a_round_whose_result_was_taken_back_by_hand_is_not_closed() -> None:
    roster = Roster((), rule=Rule(1))
    competition, tournament = Competition(roster), paired(2, roster)
    (task,) = begun(competition, tournament)
    tournament = written(tournament, competition.end(task, game()))
    tournament = replay(clear_result(tournament, table=task.table), tournament)

    assert begun(competition, tournament) == []
    with pytest.raises(RondeError):
        written(tournament, competition.turn(tournament))


# whole competitions, in any order of games, with failures and restarts


@pytest.mark.full
@given(
    st.sampled_from(SYSTEMS),
    st.integers(2, 9),
    st.sampled_from([Rule(1), Rule(2), Rule(3, best_of=True), Rule(6, clear=200.0)]),
    st.integers(0, 2**32),
)
def test_in_whatever_order_games_end_every_game_is_written_once(
    system: str, count: int, rule: Rule, seed: int
) -> None:
    chance, roster = Random(seed), Roster((), rule=rule)
    competition, tournament = Competition(roster), opened(count, roster, system)
    while not finished(tournament):
        encounters = competition.begin(tournament)
        while not competition.running or chance.random() < 0.5:
            if next(encounters, None) is None:
                break
        if not competition.running:
            tournament = written(tournament, competition.turn(tournament))
            continue
        task = chance.choice(sorted(competition.running, key=lambda task: task.record))
        played = failed() if chance.random() < 0.02 else game(chance.choice((1, 2, None)))
        writing = competition.end(task, played)
        tournament = written(tournament, writing) if writing else tournament
        if chance.random() < 0.02:  # killed
            competition = Competition(roster)

    places = [played.record for played in tournament.games]
    assert len(places) == len(set(places))
    assert all(not closed.missing for closed in tournament.closed_rounds)
