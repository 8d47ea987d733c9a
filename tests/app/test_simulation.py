from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.app.simulation import Trial, average, judge, play, spread_ratings, trial
from ronde.model.bracket import CupSettings
from ronde.model.errors import NobodyToPair
from ronde.model.player import Player
from ronde.model.settings import Settings
from ronde.systems import standings

SHORT = Settings(rounds=3)


def test_a_simulated_tournament_is_played_to_its_last_round() -> None:
    hall = play(SHORT, [2000, 1800, 1600, 1400, 1200], seed=1)

    assert len(hall.closed_rounds) == 3
    assert [card.rating for card in hall.players.values()] == [2000, 1800, 1600, 1400, 1200]
    assert all(len(closed.tables) == 2 and len(closed.byes) == 1 for closed in hall.closed_rounds)


def test_a_simulated_tournament_can_stop_earlier() -> None:
    assert len(play(SHORT, [1500] * 4, seed=1, stop=2).closed_rounds) == 2
    assert play(SHORT, [1500] * 4, seed=1, stop=0).closed_rounds == ()


def test_the_same_seed_plays_the_same_tournament_and_another_another() -> None:
    assert play(SHORT, [1500] * 8, seed=1) == play(SHORT, [1500] * 8, seed=1)
    assert play(SHORT, [1500] * 8, seed=1) != play(SHORT, [1500] * 8, seed=2)
    assert trial(SHORT, [1500] * 8, seed=1) == trial(SHORT, [1500] * 8, seed=1)


def test_nobody_cannot_be_simulated() -> None:
    with pytest.raises(NobodyToPair):
        play(SHORT, [], seed=1)


@pytest.mark.parametrize(
    ("settings", "rounds"),
    [
        (Settings(rounds=9, system="berger"), 3),
        (Settings(rounds=9, system="berger", laps=2), 6),
        (Settings(rounds=9, system="double-berger"), 6),
        (Settings(rounds=9, system="gauntlet"), 3),
        (Settings(rounds=9, system="cup"), 2),
        (Settings(rounds=9, system="cup", cup=CupSettings(consolation=True)), 2),
        (Settings(rounds=2, system="berger"), 2),
    ],
)
def test_no_schedule_goes_on_beyond_its_end(settings: Settings, rounds: int) -> None:
    assert len(play(settings, [1500] * 4, seed=1).closed_rounds) == rounds


def test_a_double_elimination_is_simulated_until_it_has_a_champion() -> None:
    settings = Settings(rounds=99, system="cup", cup=CupSettings(double=True))

    ends = {len(play(settings, [1500] * 5, seed=seed).closed_rounds) for seed in range(12)}

    assert ends == {6, 7}


def test_a_finished_tournament_is_judged_by_figures_computed_by_hand() -> None:
    ratings = (1400, 1800, 1600)
    cards = [Player(at, f"P{at}", rating=rating) for at, rating in enumerate(ratings, start=1)]
    hall = tournament(cards, ["1-2:40", "1-2:24", "1-3:24"])

    # 1 won and lost twice; 2 lost, won and had the bye; 3 had the bye twice and won.
    assert [row.player for row in standings(hall).rows] == [3, 2, 1]
    assert judge(hall) == Trial(
        strongest_won=False,
        rank_error=2 / 3,
        replays=1,
        float_half_points=(0 + 2 + 2) / 3,
        imbalance=(3 + 2 + 1) / 3,
        second_byes=1,
    )


def test_the_order_of_strength_without_a_game_lost_has_no_error() -> None:
    cards = [Player(1, "A", rating=1900), Player(2, "B", rating=1800)]

    told = judge(tournament(cards, ["1-2:64"]))

    assert (told.strongest_won, told.rank_error, told.replays, told.second_byes) == (True, 0, 0, 0)


def test_nobody_is_judged_too() -> None:
    assert judge(tournament(0)) == Trial(True, 0, 0, 0, 0, 0)


def test_trials_are_averaged_by_name() -> None:
    trials = [Trial(True, 1, 2, 3, 4, 5), Trial(False, 3, 2, 1, 0, 1)]

    assert average(trials) == {
        "strongest_won": 0.5,
        "rank_error": 2,
        "replays": 2,
        "float_half_points": 2,
        "imbalance": 2,
        "second_byes": 3,
    }
    assert set(average([]).values()) == {0}


def test_ratings_are_spread_evenly_from_the_strongest_to_the_weakest() -> None:
    assert spread_ratings(5, 2000, 1200) == [2000, 1800, 1600, 1400, 1200]
    assert spread_ratings(1, 2000, 1200) == [2000]
    assert spread_ratings(0, 2000, 1200) == []


@given(st.integers(2, 60), st.integers(1500, 2500), st.integers(0, 1400))
def test_spread_ratings_fall_and_end_where_they_should(players: int, strongest: int, weakest: int) -> None:
    ratings = spread_ratings(players, strongest, weakest)

    assert (ratings[0], ratings[-1], len(ratings)) == (strongest, weakest, players)
    assert ratings == sorted(ratings, reverse=True)


def test_the_default_penalties_avoid_replays_and_second_byes_where_they_can() -> None:
    told = [trial(Settings(rounds=5), spread_ratings(11, 2200, 1200), seed) for seed in range(5)]

    assert average(told)["replays"] == 0
    assert average(told)["second_byes"] == 0
    assert average(told)["imbalance"] < 1.5
    assert 0 < average(told)["rank_error"] < 4


def test_the_strongest_wins_more_often_the_stronger_he_is() -> None:
    def wins(gap: int) -> float:
        ratings = [1500 + gap] + [1500] * 7
        return average([trial(SHORT, ratings, seed) for seed in range(40)])["strongest_won"]

    assert wins(1000) > 0.7
    assert wins(0) < 0.4
