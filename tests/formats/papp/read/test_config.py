"""The configuration of PAPP as a value, and the settings it means."""

from __future__ import annotations

from dataclasses import replace

from ronde.formats.papp import PappConfig


def test_the_settings_of_a_configuration_follow_its_options() -> None:
    config = replace(PappConfig(), bye=35, total=100, colours=("Red", "Green"), relative=True, country="FRA")
    settings = config.settings(rounds=7, brightwell=3.0)

    assert (settings.board.total, settings.board.bye, settings.board.relative) == (100, 35, True)
    assert settings.board.colours == ("Red", "Green")
    assert (settings.rounds, settings.brightwell, settings.country) == (7, 3.0, "FRA")
    assert settings.profile == "papp"
    assert settings.penalties == config.penalties
