"""The statistics on the page of an engine."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from ronde.http_engines.door import EngineStore
from ronde.web.engines.statistics import figures
from ronde.web.engines.visitor import Visitor

GUEST = Visitor(None, False, b"")


def told(book: EngineStore, engine: int) -> dict[str, Any]:
    async def asked() -> dict[str, Any]:
        return await figures(book, engine, GUEST, "en")

    return asyncio.run(asked())


def test_an_engine_without_a_game_has_none(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "engines.db")
    try:
        assert told(book, 1) == {}
    finally:
        book.close()
