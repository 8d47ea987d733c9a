"""The usual tournaments that a new one may begin as."""

from __future__ import annotations

import pytest

from ronde.i18n import LANGUAGES, section_words
from ronde.model.settings import PRESETS, check_settings, settings_of
from ronde.model.systems import SYSTEMS


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_settings_that_make_sense(name: str) -> None:
    preset = PRESETS[name]
    settings = settings_of(name)

    check_settings(settings)
    assert settings.system == preset.system
    assert preset.system in SYSTEMS
    assert preset.usual_rounds >= 1


def test_the_rounds_asked_for_win() -> None:
    assert settings_of("go-tournament").rounds == 5
    assert settings_of("go-tournament", rounds=7).rounds == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_a_name(language: str) -> None:
    words = " ".join(section_words("webdesk", language))

    assert all(name in words for name in PRESETS)
