"""Keizer standings in words: where the points come from adds up, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import leave, tournament

from ronde.i18n import LANGUAGES
from ronde.model.errors import SettingImpossible
from ronde.model.player import Player
from ronde.model.settings import Settings
from ronde.render.lists import explanation, group_name, keizer_text, podium, sheet_lines, within_category
from ronde.systems import keizer_table, standings

CARDS = [Player(at, f"P{at}", categories=("U18",) if at % 2 else ()) for at in range(1, 6)]
HALL = tournament(CARDS, ["1-2:40 3-4:=", "1-3:20 2-5:="], settings=Settings(system="keizer"))
TABLE = standings(HALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_has_a_line_and_the_last_is_the_total(language: str) -> None:
    for row in keizer_table(HALL).rows:
        title, *lines = explanation(HALL, row, language)
        assert title == f"P{row.player} ({row.player})"
        assert len(lines) == len(row.sources) + 1


def test_the_sources_of_a_row_add_up_to_its_points() -> None:
    for row in keizer_table(HALL).rows:
        assert sum(source.points for source in row.sources) == pytest.approx(row.total)


def test_a_category_counts_its_places_anew_and_an_unknown_one_is_refused() -> None:
    young = within_category(HALL, TABLE, "U18")

    assert {row.player for row in young.rows} == {1, 3, 5}
    assert [row.place for row in young.rows] == [1, 2, 3]
    assert within_category(HALL, TABLE, None) is TABLE
    with pytest.raises(SettingImpossible):
        within_category(HALL, TABLE, "U99")


def test_a_category_has_a_podium_at_any_time_and_everybody_when_the_season_is_over() -> None:
    young = within_category(HALL, TABLE, "U18")
    over = replace(HALL, settings=replace(HALL.settings, rounds=2))

    assert podium(HALL, young, "U18") == young.rows
    assert podium(HALL, TABLE, None) == ()
    assert podium(over, TABLE, None) == TABLE.rows[:3]
    assert podium(over, standings(over, 1), None) == ()
    assert podium(HALL, standings(HALL, 0), "U18") == ()


def test_the_table_names_its_group_and_those_who_withdrew() -> None:
    assert group_name(HALL, None, "en", podium=False) == ""
    assert group_name(HALL, "U18", "en", podium=True).startswith("U18, ")
    assert "(juniors)" in keizer_text(HALL, TABLE, "en", group="juniors")
    gone = leave(HALL, 4)
    assert keizer_text(gone, standings(gone), "en").split("\n")[-1].endswith("P4 (4)")


def test_only_keizer_has_such_lines_on_a_players_sheet() -> None:
    assert sheet_lines(tournament(2, ["1-2:40"]), 1, "en", 1) == []
    assert len(sheet_lines(HALL, 1, "en", 2)) > 2
