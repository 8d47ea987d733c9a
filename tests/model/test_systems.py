from __future__ import annotations

import dataclasses

import pytest

from ronde.model.settings import Settings, check_settings, usual_settings
from ronde.model.systems import GENERAL, KEIZER, SYSTEMS, TIEBREAKS, Ranking, System, is_scheduled


def test_the_table_has_every_system_under_its_own_name() -> None:
    assert all(system.name == name for name, system in SYSTEMS.items())
    assert next(iter(SYSTEMS)) == Settings().system


def test_a_system_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        SYSTEMS["swiss"].priced = False  # type: ignore[misc]


def test_the_settings_answer_with_the_value() -> None:
    assert Settings(system="cup").pairing_system is SYSTEMS["cup"]
    assert Settings(system="cup").pairing_system.knock_out
    assert not Settings().pairing_system.knock_out


def test_fixed_schedules_are_those_where_everybody_knows_his_opponents() -> None:
    scheduled = [name for name, system in SYSTEMS.items() if system.scheduled]

    assert scheduled == ["berger", "double-berger", "gauntlet", "cup"]
    assert all(is_scheduled(name) for name in scheduled)
    assert not is_scheduled("swiss")


@pytest.mark.parametrize("name", ["round-robin", "", "of another program"])
def test_a_round_drawn_by_an_unknown_system_followed_no_schedule_of_ours(name: str) -> None:
    assert not is_scheduled(name)


def test_a_setting_of_some_systems_means_nothing_elsewhere_and_the_others_mean_something_everywhere() -> None:
    assert SYSTEMS["swiss"].uses("penalties.colour.again")
    assert not SYSTEMS["keizer"].uses("penalties.colour.again")
    assert SYSTEMS["keizer"].uses("keizer.ratio")
    assert not SYSTEMS["swiss"].uses("keizer.ratio")
    assert all(system.uses("board.total") and system.uses("rounds") for system in SYSTEMS.values())


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_usual_settings_of_every_system_are_possible(system: System) -> None:
    settings = usual_settings(system.name)

    check_settings(settings)
    assert settings.rounds == system.usual_rounds
    assert set(settings.tiebreaks) <= set(system.tiebreaks)


def test_only_a_system_with_keizer_points_offers_files_of_keizerforclubs() -> None:
    for system in SYSTEMS.values():
        assert bool(set(KEIZER) & set(system.exports)) == (system.ranking is Ranking.VALUE)
        assert set(GENERAL) <= set(system.exports)


def test_a_bye_that_is_no_point_of_a_game_is_worth_nothing_on_the_board() -> None:
    assert usual_settings("keizer").board.bye_half_points == 0
    assert usual_settings("swiss", game="chess").board.bye_half_points == 2


def test_a_game_without_discs_has_other_tiebreaks_than_one_with_them() -> None:
    assert usual_settings("swiss").tiebreaks == ("brightwell", "discs")
    assert "brightwell" not in usual_settings("swiss", game="go").tiebreaks
    assert set(usual_settings("swiss", game="go").tiebreaks) <= set(TIEBREAKS)
