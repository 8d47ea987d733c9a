"""What is read of dropped files before anybody accepts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.app.desk import Desk
from ronde.model.errors import FormatError, FormatUnknown
from ronde.web.desk.upload_reader import read


def test_a_list_becomes_a_file_of_ours_and_a_summary(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("name,rating\nDOE Ann,1500\nROE Bob,1400\n")
    summary = read(tmp_path / "ready.ronde", tmp_path, "", "arbiter", ["people.csv"])

    assert (summary.players, summary.closed, summary.remark_count) == (2, 0, 0)
    assert "DOE" in summary.first[0][0]
    desk = Desk.open(tmp_path / "ready.ronde")
    desk.close()
    assert len(desk.tournament.players) == 2


def test_a_tournament_of_ours_needs_no_reading(tmp_path: Path, file: Path) -> None:
    summary = read(tmp_path / "ready.ronde", file.parent, "", "arbiter", [file.name])

    assert (summary.players, summary.closed, summary.open_tables) == (7, 1, 3)


def test_a_tournament_among_other_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatUnknown):
        read(tmp_path / "ready.ronde", tmp_path, "", "arbiter", ["a.ronde", "b.csv"])


def test_what_is_wrong_is_told_with_its_place_and_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("name,rating\nDOE Ann,many\n")
    with pytest.raises(FormatError) as refused:
        read(tmp_path / "ready.ronde", tmp_path, "", "arbiter", ["people.csv"])

    assert refused.value.problems[0].line == 2
    assert not (tmp_path / "ready.ronde").exists()
