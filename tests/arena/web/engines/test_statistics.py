"""The statistics on the page of an engine."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from ronde.arena.http import EngineStore
from ronde.arena.web.engine_pages import figures
from ronde.arena.web.visitor import Visitor

GUEST = Visitor(None, False, b"")


def test_an_engine_without_a_game_has_none(tmp_path: Path) -> None:
    with closing(EngineStore(tmp_path / "engines.db")) as book:
        assert figures(book, 1, GUEST, "en") == {}
