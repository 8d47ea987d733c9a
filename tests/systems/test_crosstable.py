from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.builders import leave, tournament
from tests.support.papp_states import FOLDERS, folder_tournament, load

from ronde.model.errors import UnknownRound
from ronde.model.result import write_number
from ronde.render.text import tiebreak_text
from ronde.systems import CrossRow, crosstable, standings

ROUNDS = [
    (folder, number)
    for folder in FOLDERS
    for number in range(1, len(load(folder / "expected.json")["text_crosstable_after_round"]) + 1)
]
HALL = tournament(5, ["1-2:40 3-4:=", "1-3:40 5-2:10 4:away", "1-5:= 3-2:64"])


def row_of(rows: tuple[CrossRow, ...], player: int) -> CrossRow:
    return next(row for row in rows if row.standing.player == player)


def test_the_rows_are_those_of_the_standings_with_a_line_for_every_round() -> None:
    table = crosstable(HALL)

    assert table.after == 3
    assert tuple(row.standing for row in table.rows) == standings(HALL).rows
    assert all(len(row.lines) == 3 for row in table.rows)
    assert [line.opponent for line in row_of(table.rows, 1).lines] == [2, 3, 5]


def test_the_figures_behind_a_row_are_opponents_balance_and_float() -> None:
    rows = crosstable(HALL).rows

    # Half-points: 1 has 5, 2 has 2, 3 has 3, 4 has 1 + 2, 5 has 2 + 0 + 1.
    assert {row.standing.player: row.opponents for row in rows} == {1: 8, 2: 11, 3: 10, 4: 3, 5: 7}
    assert {row.standing.player: row.balance for row in rows} == {1: -3, 2: 3, 3: -1, 4: 1, 5: 0}
    # Before round 3: 1 had 4, 2 had 2, 3 had 1, 4 had 1, 5 had 2; 4 has the bye.
    assert {row.standing.player: row.floated for row in rows} == {1: 1, 5: -1, 3: -1, 2: 1, 4: 1}


def test_nobody_floats_in_the_first_round_or_in_absence() -> None:
    assert {row.floated for row in crosstable(HALL, 1).rows} == {0}
    assert row_of(crosstable(HALL, 2).rows, 4).floated == 0


def test_a_forfeit_is_no_meeting_no_colour_and_no_float() -> None:
    rows = crosstable(tournament(3, ["1-2:40", "1-3:+"])).rows

    assert row_of(rows, 1).opponents == 2  # of the one he played, none of the one who did not come
    assert row_of(rows, 1).balance == -1
    assert row_of(rows, 1).floated == 0
    assert row_of(rows, 3).balance == 0


def test_opponents_who_have_left_are_still_in_the_plain_sum() -> None:
    gone = crosstable(leave(HALL, 1)).rows

    assert row_of(gone, 2).opponents == 11


def test_the_crosstable_after_no_round_is_a_list_of_players() -> None:
    table = crosstable(HALL, 0)

    assert (table.after, [row.lines for row in table.rows]) == (0, [(), (), (), (), ()])
    with pytest.raises(UnknownRound):
        crosstable(HALL, 4)


def first_letters(folder: Path, expected: list[dict[str, str]]) -> tuple[str, str]:
    """The letters of the two colours: configured, or those of the language PAPP spoke."""
    found = re.search(r'(?i)couleurs?\s*=\s*\{\s*"(.)[^"]*"\s*,\s*"(.)', (folder / "papp.cfg").read_text())
    if found:
        return found[1].upper(), found[2].upper()
    return ("N", "B") if any("N" in row["colours"] for row in expected) else ("B", "W")


@pytest.mark.parametrize(("folder", "number"), ROUNDS, ids=lambda value: getattr(value, "name", value))
def test_the_crosstable_papp_wrote_is_ours_figure_by_figure(folder: Path, number: int) -> None:
    expected = load(folder / "expected.json")["text_crosstable_after_round"][str(number)]
    hall = folder_tournament(folder)
    first, second = first_letters(folder, expected)

    rows = crosstable(hall, number).rows
    short = len(rows) < 99 and number < 14  # the long layout has no column for floats

    assert [row.standing.rank for row in rows] == [row["row"] for row in expected]
    for row, told in zip(rows, expected, strict=True):
        standing = row.standing
        assert hall.player(standing.player).full_name == told["name"]
        assert write_number(standing.points) == told["points"]
        assert tiebreak_text(standing.tiebreaks["brightwell"]) == told["tiebreak"]
        assert standing.discs == float(told["discs"])
        assert row.opponents == told["SO_halfpoints"]
        assert row.balance == told["white_minus_black"]
        letters = "".join((first if line.first else second) if line.played else "-" for line in row.lines)
        assert letters == told["colours"].upper()
        if short:
            assert {1: "d", -1: "u", 0: ""}[row.floated] == told["float"].strip()
