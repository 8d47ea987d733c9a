"""Laps of a round robin, and gauntlets: the best seeds against all others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import do, leave, tournament

from ronde.model.decisions.players import enter_player, remove_player
from ronde.model.decisions.rounds import close_round
from ronde.model.errors import NobodyToPair, RoundsOver, ScheduleFixed
from ronde.model.events import ResultEntered
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.schedule import scheduled_rounds
from ronde.model.settings import GauntletSettings, Settings
from ronde.model.tournament import Tournament
from ronde.systems.roundrobin import gauntlet_round
from ronde.systems.rounds import complete_round, pair_round

Game = tuple[int, int]


def all_drawn(hall: Tournament) -> Tournament:
    """The tournament with its open round drawn, all games drawn too, and closed."""
    hall = do(hall, complete_round, seed=1)
    number = hall.open_round.number
    facts = [ResultEntered(number, table.number, Result(32, 32)) for table in hall.open_round]
    return do(replay(facts, hall), close_round)


def played_out(hall: Tournament) -> Tournament:
    for _ in range(scheduled_rounds(hall.settings, len(hall.players))):
        hall = all_drawn(hall)
    return hall


def games(hall: Tournament) -> list[set[Game]]:
    return [{(table.first, table.second) for table in played} for played in hall.closed_rounds]


def turned(played: set[Game]) -> set[Game]:
    return {(second, first) for first, second in played}


def gauntlet(count: int, champions: int = 1, laps: int = 1) -> Tournament:
    settings = Settings(system="gauntlet", gauntlet=GauntletSettings(champions), laps=laps)
    return tournament(count, settings=settings)


@given(count=st.integers(2, 9), laps=st.integers(1, 4))
def test_every_lap_is_the_one_before_with_colours_reversed(count: int, laps: int) -> None:
    hall = played_out(tournament(count, settings=Settings(system="berger", laps=laps)))
    rounds = games(hall)
    long = len(rounds) // laps
    if laps == 2 and long > 2:  # FIDE exchanges the last two rounds of the first cycle
        rounds[long - 2 : long] = reversed(rounds[long - 2 : long])

    for at in range(long, len(rounds)):
        assert rounds[at] == turned(rounds[at - long])
    met = Counter(frozenset(game) for played in rounds for game in played)
    assert met == {frozenset(pair): laps for pair in combinations(hall.players, 2)}
    with pytest.raises(RoundsOver):
        pair_round(hall, seed=1)


def test_two_laps_are_the_double_round_robin() -> None:
    laps = played_out(tournament(5, settings=Settings(system="berger", laps=2)))
    double = played_out(tournament(5, settings=Settings(system="double-berger")))

    assert games(laps) == games(double)


def test_one_champion_meets_everybody_in_turn_with_changing_colours() -> None:
    assert games(played_out(gauntlet(4))) == [{(1, 2)}, {(3, 1)}, {(1, 4)}]


def test_two_champions_do_not_meet_each_other() -> None:
    assert games(played_out(gauntlet(5, champions=2))) == [
        {(1, 3), (2, 4)},
        {(4, 1), (5, 2)},
        {(1, 5), (2, 3)},
    ]


def test_the_champions_are_the_best_seeds_and_stay_so() -> None:
    cards = [Player(1, "A"), Player(2, "B", rating=1800), Player(3, "C", rating=1500)]
    hall = do(tournament(cards, settings=Settings(system="gauntlet")), complete_round, seed=1)

    assert hall.seats == (2, 3, 1)
    assert [(table.first, table.second) for table in hall.open_round] == [(2, 3)]
    with pytest.raises(ScheduleFixed):
        enter_player(hall, player=Player(4, "D", rating=2500))


def test_a_champion_who_left_leaves_the_others_free() -> None:
    hall = all_drawn(leave(gauntlet(5, champions=2), 1))

    assert games(hall) == [{(2, 4)}]
    assert set(hall.closed_rounds[0].byes) == {3, 5}


def test_whoever_is_erased_leaves_the_schedule_of_the_others_alone() -> None:
    hall = all_drawn(leave(gauntlet(5), 5))
    hall = do(hall, remove_player, number=5)

    assert games(played_out_from(hall)) == [{(1, 2)}, {(3, 1)}, {(1, 4)}, set()]


def played_out_from(hall: Tournament) -> Tournament:
    while len(hall.closed_rounds) < 4:
        hall = all_drawn(hall)
    return hall


@given(count=st.integers(2, 16), champions=st.integers(1, 20), laps=st.integers(1, 4))
def test_every_champion_meets_every_other_once_a_lap_and_nobody_else_meets(
    count: int, champions: int, laps: int
) -> None:
    hall = played_out(gauntlet(count, champions, laps))
    best = range(1, min(champions, count - 1) + 1)
    rest = range(len(best) + 1, count + 1)

    met = Counter(frozenset(game) for played in games(hall) for game in played)
    assert met == {frozenset((one, other)): laps for one in best for other in rest}
    colours = Counter(game for played in games(hall) for game in played)
    assert all(abs(colours[one, other] - colours[other, one]) == laps % 2 for one in best for other in rest)
    with pytest.raises(RoundsOver):
        pair_round(hall, seed=1)


@given(champions=st.integers(1, 12), others=st.integers(1, 12))
def test_nobody_sits_twice_in_a_round_of_a_gauntlet(champions: int, others: int) -> None:
    best, rest = list(range(1, champions + 1)), list(range(101, 101 + others))
    for turn in range(max(champions, others)):
        seated = [player for game in gauntlet_round(best, rest, turn) for player in game]
        assert len(set(seated)) == len(seated) == 2 * min(champions, others)


@pytest.mark.parametrize("count", [0, 1])
def test_a_gauntlet_of_nobody_is_refused(count: int) -> None:
    with pytest.raises(NobodyToPair):
        pair_round(gauntlet(count), seed=1)
