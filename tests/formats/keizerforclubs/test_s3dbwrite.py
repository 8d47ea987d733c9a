"""A KeizerForClubs file as we write it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.formats.keizerforclubs.season import FOOTER, season
from tests.support.builders import enter

from ronde.formats.keizerforclubs import write_s3db
from ronde.formats.keizerforclubs.archive import SEPARATOR, read_archive
from ronde.model.player import Player


def test_a_written_file_has_every_player_row_and_table(tmp_path: Path) -> None:
    path = tmp_path / "club.s3db"
    path.write_bytes(write_s3db(season(), "en", FOOTER))
    archive = read_archive(path)

    assert [player.name for player in archive.players] == ["P1", "P2", "P3", "P4", "P5"]
    assert len([row for row in archive.rows if row.round == 1]) == 3
    assert archive.tables.keys() == {2}, "the standings that score the next round"
    assert archive.unreadable == ()


def test_names_are_different_and_hold_no_separator(tmp_path: Path) -> None:
    hall = enter(season(), Player(6, "P1"), Player(7, f"A{SEPARATOR}B"))
    path = tmp_path / "club.s3db"
    path.write_bytes(write_s3db(hall, "en", FOOTER))
    with closing(sqlite3.connect(path)) as base:
        names = [row[0] for row in base.execute("SELECT name FROM Player ORDER BY id")]

    assert names[-2:] == ["++P1", "A$B"]
