"""Names of a door that are imported when they are asked for."""

from __future__ import annotations

import pytest

from ronde.core.later import later


def test_a_name_is_that_of_its_file() -> None:
    found = later("ronde.core", {"later": ["later"], "player": ["Player", "PlayerId"]})

    assert found("later") is later
    assert found("Player").__module__ == "ronde.core.player"


def test_a_name_that_no_file_has_is_missing_as_in_any_module() -> None:
    with pytest.raises(AttributeError, match=r"ronde\.core\.door\.Spieler"):
        later("ronde.core", {"player": ["Player"]})("Spieler")
