"""The crosstable of KeizerForClubs."""

from __future__ import annotations

import pytest
from tests.formats.keizerforclubs.season import season

from ronde.formats.keizerforclubs.tables import crosstable_sheet
from ronde.formats.keizerforclubs.words import LANGUAGES
from ronde.systems import keizer_table

HALL = season()


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_row_a_player_and_a_column_a_round(language: str) -> None:
    one, two = (crosstable_sheet(HALL, number, LANGUAGES[language]) for number in (1, 2))

    assert len(one.rows) == len(two.rows) == 5
    assert len(two.head) == len(one.head) + 1
    assert {len(row) for row in two.rows} == {len(two.head)}


def test_the_rows_stand_in_the_order_of_the_table() -> None:
    names = [row[1] for row in crosstable_sheet(HALL, 2, LANGUAGES["en"]).rows]

    assert names == [f"P{row.player}" for row in keizer_table(HALL, 2).standing]


def test_a_missed_round_is_cut_to_four_letters() -> None:
    rows = {row[1]: row for row in crosstable_sheet(HALL, 1, LANGUAGES["en"]).rows}
    reason = next(cell for cell in rows["P5"] if " - - " in cell)

    assert len(reason.split(" ")[0]) <= 4
