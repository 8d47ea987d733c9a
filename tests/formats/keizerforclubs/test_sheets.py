"""The lists of KeizerForClubs as plain tables."""

from __future__ import annotations

import pytest
from tests.formats.keizerforclubs.season import season
from tests.support.builders import leave

from ronde.formats.keizerforclubs.codes import State
from ronde.formats.keizerforclubs.tables import (
    by_category,
    games_shown,
    page_id,
    pairings_sheet,
    players_sheet,
    podium_sheet,
    standings_sheet,
    state_of,
)
from ronde.formats.keizerforclubs.words import LANGUAGES, Words

HALL = season()


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_every_row_has_as_many_cells_as_tags_and_widths(words: Words) -> None:
    sheets = [pairings_sheet(HALL, 1, words), standings_sheet(HALL, 2, words), players_sheet(HALL, words)]

    for sheet in sheets:
        assert {len(row) for row in sheet.lines} == {len(sheet.tags)} == {len(sheet.widths)}


def test_the_pairings_list_the_games_and_then_whoever_does_not_play() -> None:
    rows = pairings_sheet(HALL, 1, LANGUAGES["en"]).rows

    assert [row[1] for row in rows] == ["P1", "P3", "P5"]
    assert rows[-1][2] == "NN"


def test_a_category_is_numbered_anew_and_the_podium_has_three() -> None:
    table = standings_sheet(HALL, 2, LANGUAGES["en"])
    juniors = by_category(HALL, table, "J")

    assert [row[0] for row in juniors.rows] == ["1.", "2."]
    assert {row[1] for row in juniors.rows} == {"P4", "P5"}
    assert podium_sheet(HALL, 2, LANGUAGES["en"]).rows == table.rows[:3]


def test_a_state_is_the_one_the_program_would_show() -> None:
    assert state_of(HALL, 1) is State.PRESENT
    assert state_of(leave(HALL, 1), 1) is State.WITHDRAWN


def test_half_points_have_no_useless_decimal_and_ids_no_odd_letters() -> None:
    assert [games_shown(half) for half in (0, 1, 2, 3)] == ["0", "0.5", "1", "1.5"]
    assert page_id(standings_sheet(HALL, 2, LANGUAGES["en"])) == "kfc-Test-stand-2"
