"""Pages in a folder of a club's site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support.builders import tournament

from ronde.model.errors import FileExists
from ronde.render.site import publish_into, site

ONE = site(tournament(4, ["1-2:40 3-4:20"]), "en")
TWO = site(tournament(4, ["1-2:40 3-4:20", "1-3:= 2-4:33"]), "en")


def test_the_folder_is_made_and_a_second_time_nothing_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "site" / "club"

    assert set(publish_into(folder, ONE).written) == set(ONE)
    assert not publish_into(folder, ONE).changed
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == ONE


def test_only_what_changed_is_written_and_a_round_taken_back_goes(tmp_path: Path) -> None:
    publish_into(tmp_path, ONE)
    before = (tmp_path / "round-1.html").stat().st_mtime_ns

    later = publish_into(tmp_path, TWO)
    back = publish_into(tmp_path, ONE)

    assert "round-2.html" in later.written
    assert "style.css" not in later.written
    assert back.removed == ("round-2.html",)
    assert (tmp_path / "round-1.html").stat().st_mtime_ns >= before


def test_pages_and_files_of_somebody_else_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "about.html").write_text("<p>ours</p>")
    (tmp_path / "photo.jpg").write_bytes(b"x")
    publish_into(tmp_path, ONE)

    assert (tmp_path / "about.html").read_text() == "<p>ours</p>"
    assert (tmp_path / "photo.jpg").exists()


def test_an_index_that_somebody_else_made_is_replaced_only_by_force(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Our club</h1>")

    with pytest.raises(FileExists):
        publish_into(tmp_path, ONE)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert publish_into(tmp_path, ONE, force=True).changed


def test_a_pipe_under_the_name_of_a_page_is_somebody_elses_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "old.html")
    publish_into(tmp_path, ONE)
    (tmp_path / "index.html").unlink()
    os.mkfifo(tmp_path / "index.html")

    with pytest.raises(FileExists):
        publish_into(tmp_path, TWO)

    assert (tmp_path / "old.html").is_fifo()
