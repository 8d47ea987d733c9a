"""The folder of pages of a run."""

from __future__ import annotations

from pathlib import Path

from tests.formats.pages.recorded import CLOCK, record

from ronde.formats.pages.gallery import Gallery


def test_the_gallery_writes_its_pages_and_follows_a_run(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path / "web", "en")
    gallery.live("1", {"outcome": None, "title": "first"})
    gallery.live("2", {"outcome": None, "title": "second"})
    gallery.live("1", {"outcome": {"winner": 1}, "title": "first"})
    address = gallery.replay("1-1-1", record("tictactoe"), CLOCK, "A – B")
    gallery.finish()

    written = (tmp_path / "web" / "direct-data.js").read_text()
    assert '"over":true' in written
    assert "second" in written
    assert (tmp_path / "web" / address).is_file()
    assert gallery.has_replay("1-1-1")
    assert not list(tmp_path.rglob("*.part"))
