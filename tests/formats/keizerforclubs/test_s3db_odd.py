"""Unusual KeizerForClubs files: deleted players, damaged tables, unknown states and settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.formats.keizerforclubs.test_s3db import FILES, altered, copied, imported, rows, written
from tests.support.builders import do
from tests.systems.keizer.test_pairing import club, evening
from tests.systems.keizer.test_seasons import Season, options, played

from ronde.formats.keizerforclubs import read_s3db
from ronde.i18n import error_text
from ronde.model.decisions.players import plan_absence, player_leaves, remove_player
from ronde.model.errors import FormatError
from ronde.model.player import Absence
from ronde.model.replay import replay
from ronde.systems import KeizerTable, keizer_table
from ronde.systems.rounds import complete_round

K05 = next(path for path in FILES if path.stem.startswith("k05"))


def test_somebody_erased_since_still_holds_his_row_of_a_stored_table(tmp_path: Path) -> None:
    """KeizerForClubs erases the player and leaves the stored tables alone."""
    path = altered(
        copied(K05, tmp_path),
        "UPDATE tStand_7 SET id = id + 100 WHERE id > 4",
        "INSERT INTO tStand_7 VALUES (5, '1.§Gone§99§0§77')",
        "INSERT INTO tStand_7 VALUES (6, '2.§Gone too§98§0§78')",
    )

    hall = imported(path)

    assert hall.closed_rounds[7].values[:2] == (0, 0)
    best = max(row.value for row in keizer_table(imported(K05)).rows)
    assert best == 16, "of twelve rows"
    assert max(row.value for row in keizer_table(hall).rows) == 18, "the third of fourteen"
    again = imported(written(hall, tmp_path / "again.s3db"))
    assert keizer_table(again) == keizer_table(hall)


def test_somebody_erased_here_still_holds_his_row_there(tmp_path: Path) -> None:
    hall = do(club(5), plan_absence, number=5, rounds=[1, 2], reason=Absence.CLUB)
    hall = evening(evening(hall))
    hall = evening(do(hall, remove_player, number=5))

    again = imported(written(hall, tmp_path / "club.s3db"))

    assert 0 in again.closed_rounds[1].values
    assert [(row.player, row.total) for row in keizer_table(again).rows] == [
        (row.player, row.total) for row in keizer_table(hall).rows
    ]


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE tStand_3 SET line = 'nothing'",
        "UPDATE tStand_3 SET line = '1.§X§5§1§1' WHERE id > 4",
        "ALTER TABLE tStand_3 RENAME COLUMN line TO text",
        "DELETE FROM tStand_3 WHERE id > 4",
        "UPDATE tStand_3 SET line = replace(line, '§', '§٣') WHERE id > 4",
    ],
)
def test_a_stored_table_that_cannot_be_read_is_left_out_and_told(spoil: str, tmp_path: Path) -> None:
    found = read_s3db(altered(copied(K05, tmp_path), spoil))

    assert [remark.key for remark in found.remarks] == ["formats.s3db-table"]
    assert "tStand_3" in found.remarks[0].text
    assert replay(found.events).closed_rounds[3].values == ()


def test_a_state_from_the_future_is_told_and_counts_as_present(tmp_path: Path) -> None:
    found = read_s3db(altered(copied(K05, tmp_path), "UPDATE Player SET state = 77 WHERE id = 1"))

    assert [(remark.key, remark.line) for remark in found.remarks] == [("formats.s3db-state", 0)]
    assert replay(found.events).absence(1) is None


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        ("UPDATE Player SET rating = 'abc' WHERE id = 3", "Player 3, rating: 'abc'"),
        ("UPDATE Player SET name = x'ff00' WHERE id = 3", "Player 3, name"),
        ("UPDATE Player SET name = '  ' WHERE id = 3", "Player 3, name"),
        ("UPDATE Player SET state = 'here' WHERE id = 3", "Player 3, state: 'here'"),
        ("UPDATE Pairing SET Rnd = 0 WHERE Rnd = 1", "Rnd/board: 0/1"),
        ("UPDATE Pairing SET PID_B = 1.5 WHERE Rnd = 1 AND board = 1", "Pairing.PID_B: 1.5"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_with_its_place(spoil: str, place: str, tmp_path: Path) -> None:
    path = altered(copied(K05, tmp_path), spoil)

    with pytest.raises(FormatError) as refused:
        read_s3db(path)

    assert place in refused.value.problems[0].text
    assert "line 1" not in error_text(refused.value, "en"), "a database has no lines"


def test_texts_without_effect_are_switched_off_and_told(tmp_path: Path) -> None:
    path = altered(
        copied(K05, tmp_path),
        "INSERT INTO ConfigTab VALUES ('OPTION.TimeBonus', 'curve=log, min=5', NULL)",
        "INSERT INTO ConfigTab VALUES ('OPTION.Categories', 'women', NULL)",
    )

    found = read_s3db(path)
    keizer = replay(found.events).settings.keizer

    assert (keizer.time_bonus, keizer.categories) == ("#curve=log, min=5", "#women")
    assert [remark.key for remark in found.remarks] == ["formats.s3db-setting"] * 2


def test_a_text_nobody_can_print_is_dropped(tmp_path: Path) -> None:
    path = altered(
        copied(K05, tmp_path),
        "INSERT INTO ConfigTab VALUES ('OPTION.Categories', 'w=Women' || char(27), NULL)",
        "UPDATE Player SET Categories = 'w,' || char(27) WHERE id = 1",
    )

    hall = imported(path)

    assert hall.settings.keizer.categories == ""
    assert hall.player(1).categories == ("w",)


def test_the_ratings_chance_gave_in_round_one_are_written(tmp_path: Path) -> None:
    hall = do(club(5, first_round_random=300), plan_absence, number=5, rounds=[1])
    hall = replay(complete_round(hall, seed=7), hall)

    found = rows(written(hall, tmp_path / "club.s3db"), "SELECT id, RatingWDelta FROM Player")
    moved = {int(str(player)): int(str(rating)) for player, rating in found}

    assert moved.pop(5) == 0
    order = sorted(moved, key=lambda player: -moved[player])
    pairs = [{table.first, table.second} for table in hall.open_round]
    assert pairs == [set(order[:2]), set(order[2:])]
    assert all(-300 <= moved[player] - hall.player(player).rating < 300 for player in moved)


def test_without_chance_there_are_no_such_ratings_and_whoever_withdrew_keeps_a_rank(tmp_path: Path) -> None:
    hall = do(evening(club(4)), player_leaves, number=2)

    path = written(hall, tmp_path / "club.s3db")

    assert rows(path, "SELECT DISTINCT RatingWDelta FROM Player") == [(0,)]
    assert rows(path, "SELECT rank, Keizer_StartPts FROM Player WHERE id = 2") == [(2, 0.0)]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_every_table_of_a_season_by_chance_survives_the_journey(seed: int, tmp_path: Path) -> None:
    season = Season(seed, options(seed), most=9)
    played(season, rounds=6)
    hall = season.hall
    if not hall.players:
        return

    again = imported(written(hall, tmp_path / "season.s3db"))

    for number in range(len(hall.closed_rounds) + 1):
        assert told(keizer_table(again, number)) == told(keizer_table(hall, number))


def told(table: KeizerTable) -> list[tuple[int, int, int, float, float]]:
    return [(row.place, row.rank, row.player, row.total, row.value) for row in table.standing]
