from __future__ import annotations

from pathlib import Path

from tests.cli.terminal import Terminal


def test_a_job_publishes_into_a_folder_and_says_how_much_was_new(
    ronde: Terminal, played_tournament: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "my site"

    first = ronde.data("publish", played_tournament, folder)
    again = ronde("publish", played_tournament, folder)

    assert "index.html" in first["written"]
    assert first["files"] == len(list(folder.iterdir()))
    assert again.status == 0
    assert "0 of" in again.out


def test_a_page_of_the_club_is_not_replaced(ronde: Terminal, played_tournament: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Our club</h1>")

    assert ronde.refused("publish", played_tournament, tmp_path).code == "file-exists"
    assert (tmp_path / "index.html").read_text() == "<h1>Our club</h1>"
