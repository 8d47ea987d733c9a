"""The statistics on the page of an engine."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from ronde.http_engines.door import EngineStore
from ronde.web.engines.statistics import figures
from ronde.web.engines.visitor import Visitor

GUEST = Visitor(None, False, b"")


def test_an_engine_without_a_game_has_none(tmp_path: Path) -> None:
    with closing(EngineStore(tmp_path / "engines.db")) as book:
        assert figures(book, 1, GUEST, "en") == {}
