"""The working of tie-breaks: the parts add up to the value, cuts are marked, other systems have none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.systems.dutch.test_drawing import closed, opened

from ronde.i18n import LANGUAGES
from ronde.model.systems import CODES
from ronde.model.tournament import Tournament
from ronde.render.chess import tiebreak_workings, working_lines, working_text
from ronde.systems import standings


@pytest.fixture(scope="module")
def hall() -> Tournament:
    """Four rounds of nine players, with a bye in each, ranked by every tie-break there is."""
    found = opened(9)
    for seed in range(1, 5):
        found = closed(found, seed)
    return replace(found, settings=replace(found.settings, tiebreaks=CODES))


@pytest.mark.parametrize(
    "code",
    ["BH", "BH/C1", "BH/M2", "FB", "SB", "SB/C2", "PS", "PS/C1", "KS", "WIN", "WON", "STD", "REP", "DE"],
)
def test_what_is_not_cut_adds_up_to_the_value(hall: Tournament, code: str) -> None:
    found = tiebreak_workings(hall)

    for row in standings(hall).rows:
        parts = [one.amount for one in found[row.player][code].rounds if not one.cut]
        assert sum(parts) == pytest.approx(row.tiebreaks[code]), row.player


@pytest.mark.parametrize("code", ["AOB", "ARO", "ARO/C1", "APRO"])
def test_of_an_average_the_parts_have_it_as_their_mean(hall: Tournament, code: str) -> None:
    found = tiebreak_workings(hall)

    for row in standings(hall).rows:
        working = found[row.player][code]
        parts = [one.amount for one in working.rounds if not one.cut]
        assert working.mean
        assert sum(parts) / len(parts) == pytest.approx(row.tiebreaks[code], abs=0.5001)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tie_break_has_a_line_in_every_language(hall: Tournament, language: str) -> None:
    row = standings(hall).rows[0]
    lines = working_lines(tiebreak_workings(hall)[row.player], row.tiebreaks, language)

    assert len(lines) == len(CODES)
    assert any("[" in line for line in lines)
    assert len(working_text(hall, standings(hall), language)) > 9 * len(CODES)


def test_other_systems_have_no_working(hall: Tournament) -> None:
    swiss = replace(hall, settings=replace(hall.settings, system="swiss", tiebreaks=("buchholz",)))

    assert tiebreak_workings(swiss) == {}
    assert working_text(swiss, standings(swiss), "en") == []
