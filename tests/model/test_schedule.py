"""How many rounds a schedule has, and when it is over."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.support.builders import tournament

from ronde.model.bracket import CupSettings
from ronde.model.entry import fill_at_random
from ronde.model.errors import SettingImpossible
from ronde.model.events import TournamentOpened
from ronde.model.replay import replay
from ronde.model.schedule import (
    State,
    finished,
    gauntlet_champions,
    is_over,
    laps,
    scheduled_rounds,
    state_of,
)
from ronde.model.settings import GauntletSettings, Settings, check_settings
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round


@pytest.mark.parametrize(
    ("settings", "players", "rounds"),
    [
        (Settings(system="swiss"), 10, 0),
        (Settings(system="keizer"), 10, 0),
        (Settings(system="berger"), 10, 9),
        (Settings(system="berger"), 9, 9),
        (Settings(system="berger", laps=3), 4, 9),
        (Settings(system="double-berger", laps=5), 4, 6),
        (Settings(system="gauntlet"), 10, 9),
        (Settings(system="gauntlet", laps=4), 3, 8),
        (Settings(system="gauntlet", gauntlet=GauntletSettings(7)), 10, 7),
        (Settings(system="cup"), 13, 4),
        (Settings(system="cup", cup=CupSettings(consolation=True)), 16, 4),
        (Settings(system="cup", cup=CupSettings(double=True)), 16, 9),
        (Settings(system="cup", cup=CupSettings(double=True)), 2, 3),
    ],
)
def test_the_rounds_follow_from_the_system_and_the_players(
    settings: Settings, players: int, rounds: int
) -> None:
    assert scheduled_rounds(settings, players) == rounds


def test_a_double_round_robin_has_two_laps_whatever_is_set() -> None:
    assert laps(Settings(system="double-berger", laps=7)) == 2
    assert laps(Settings(system="berger", laps=7)) == 7


def test_somebody_is_left_for_the_champions_to_meet() -> None:
    assert gauntlet_champions(Settings(gauntlet=GauntletSettings(9)), 4) == 3


def test_a_league_is_over_after_the_rounds_announced() -> None:
    settings = Settings(rounds=1, system="berger")

    assert not finished(tournament(2, settings=settings))
    assert finished(tournament(2, ["1-2:40"], settings=settings))


def test_a_cup_is_over_with_its_champion_whatever_was_announced() -> None:
    settings = Settings(rounds=9, system="cup")

    assert finished(tournament(2, ["1-2:40"], settings=settings))
    assert not finished(tournament(3, ["2-3:40"], settings=settings))


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        (Settings(laps=0), "laps"),
        (Settings(laps=21), "laps"),
        (Settings(gauntlet=GauntletSettings(0)), "gauntlet.champions"),
        (Settings(cup=CupSettings(double=True, consolation=True)), "cup.double"),
        (Settings(cup=CupSettings(double=True, third_place=True)), "cup.double"),
    ],
)
def test_impossible_shapes_are_refused_by_name(settings: Settings, name: str) -> None:
    with pytest.raises(SettingImpossible) as refused:
        check_settings(settings)
    assert refused.value.facts["setting"] == name


def test_a_tournament_is_over_when_its_last_round_is_closed() -> None:
    two = Settings(rounds=2)

    assert not is_over(tournament(2, ["1-2:40"], settings=two))
    assert is_over(tournament(2, ["1-2:40", "1-2:40"], settings=two))
    assert not is_over(tournament(2, ["1-2:40", "1-2:40"], "1-2", settings=two))


def test_a_tournament_goes_from_coming_to_finished_and_runs_again_in_a_further_round() -> None:
    empty = replay([TournamentOpened("Open", "", Settings(rounds=2))])
    states = [state_of(empty)]
    now = replace(empty, players=(here := tournament(2)).players, entered=here.entered)
    for _ in range(3):
        states.append(state_of(now))
        now = replay(complete_round(now, seed=1), now)
        states.append(state_of(now))
        now = replay(fill_at_random(now, random.Random(1)), now)
        now = replay(close_and_freeze(now), now)

    between = [State.BETWEEN, State.RUNNING]
    assert states == [State.COMING, State.ENTRIES, State.RUNNING, *between, State.FINISHED, State.RUNNING]
    assert state_of(now) is State.FINISHED
