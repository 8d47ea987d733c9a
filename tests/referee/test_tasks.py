"""Which games of a round are missing and can be played now."""

from __future__ import annotations

import pytest

from ronde.core.player import Player
from ronde.core.replay import replay
from ronde.core.tournament import Tournament
from ronde.games.door import GameRecord, Outcome, Side
from ronde.pairing.door import complete_round
from ronde.referee.door import (
    Clock,
    Played,
    Roster,
    Rule,
    Shape,
    Task,
    game_played,
    opening,
    shaped,
    tasks,
    tasks_at,
)


def paired(count: int, roster: Roster) -> Tournament:
    players = [Player(number, f"E{number}") for number in range(1, count + 1)]
    settings = shaped(Shape("berger"), games=roster.rule.games, count=count)
    opened = replay(opening(Tournament(), name="tasks", settings=settings, players=players))
    return replay(complete_round(opened, seed=1), opened)


def after(tournament: Tournament, roster: Roster, task: Task, winner: Side | None = 1) -> Tournament:
    played = Played(GameRecord("", "", outcome=Outcome("played", winner)), Clock(), (0, 0))
    return replay(game_played(tournament, task=task, played=played, roster=roster), tournament)


@pytest.mark.parametrize("games", [1, 2, 5])
def test_at_first_all_games_of_all_tables_are_missing(games: int) -> None:
    roster = Roster((), rule=Rule(games))
    found = list(tasks(paired(6, roster), roster))

    assert [(task.table, task.leg) for task in found] == [
        (table, leg) for table in (1, 2, 3) for leg in range(1, games + 1)
    ]
    assert all({task.first, task.second} == {found[0].first, found[0].second} for task in found[:games])


def test_the_sides_change_from_game_to_game() -> None:
    roster = Roster((), rule=Rule(2))
    home, away = list(tasks(paired(2, roster), roster))

    assert (home.first, home.second) == (away.second, away.first)


@pytest.mark.parametrize("rule", [Rule(1), Rule(2), Rule(3, best_of=True), Rule(6)])
def test_the_tasks_of_one_table_are_those_of_the_round_at_that_table(rule: Rule) -> None:
    roster = Roster((), rule=rule)
    tournament = paired(6, roster)
    while found := list(tasks(tournament, roster)):
        for table in (1, 2, 3):
            assert tasks_at(tournament, roster, table) == [task for task in found if task.table == table]
        tournament = after(tournament, roster, found[-1])

    assert not tournament.open_round.missing
    assert all(tasks_at(tournament, roster, table) == [] for table in (1, 2, 3))


def test_a_table_that_is_not_there_has_no_tasks() -> None:
    roster = Roster((), rule=Rule(2))

    assert tasks_at(paired(4, roster), roster, 7) == []


def test_games_of_an_earlier_round_do_not_count_for_this_one() -> None:
    roster = Roster((), rule=Rule(2))
    tournament = paired(2, roster)
    first = list(tasks(tournament, roster))
    for task in first:
        tournament = after(tournament, roster, task)

    assert list(tasks(tournament, roster)) == []
    assert len(tournament.games_between(1, 1, 2)) == len(tournament.games_between(1, 2, 1)) == 2
    assert tournament.games_between(2, 1, 2) == ()
