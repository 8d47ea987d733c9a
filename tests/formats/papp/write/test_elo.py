"""The file for the rating officer."""

from __future__ import annotations

from datetime import datetime

from tests.support.builders import tournament

from ronde.formats.papp import AddedGame, Edition, EloSlip, elo_file

AT = datetime(2026, 11, 17, 9, 5)
HALL = tournament(4, ["1-2:40 3-4:+", "1-3:= 2-4:10"])


def test_games_over_the_board_are_listed_by_round_and_forfeits_are_not() -> None:
    text = elo_file(HALL, Edition(), AT)

    assert [line.split() for line in text.splitlines() if line.endswith(" B")] == [
        ["1", "(40)>(24)", "2", "B"],
        ["1", "(32)=(32)", "3", "B"],
        ["2", "(10)<(54)", "4", "B"],
    ]


def test_the_head_tells_what_is_known_and_asks_for_the_rest() -> None:
    text = elo_file(HALL, Edition(), AT, EloSlip(country="FRA"))

    assert "%%Country: FRA\n" in text
    assert "%%Sender: ??\n" in text
    assert f"%%Date: {HALL.date}\n" in text
    assert "%%CreationDate: 2026/11/17 09:05\n" in text


def test_results_added_by_hand_stand_at_the_end() -> None:
    added = AddedGame(4, 33, 1, 31)
    text = elo_file(HALL, Edition(), AT, EloSlip(added=(added,)))

    assert text.endswith("     4 (33)>(31)      1 B\n")
