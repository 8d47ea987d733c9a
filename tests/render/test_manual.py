"""The report of a manual phase in words."""

from __future__ import annotations

import pytest
from tests.store.halls import history

from ronde.i18n import LANGUAGES
from ronde.model.replay import replay
from ronde.render.lists import comparison_text, manual_text
from ronde.systems.rounds import ManualReport


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_that_is_as_drawn_has_one_line(language: str) -> None:
    report, tournament = ManualReport((), (), ()), replay(history(3))

    assert manual_text(tournament, report, language) == comparison_text(tournament, report, language)
    assert "\n" not in manual_text(tournament, report, language)
