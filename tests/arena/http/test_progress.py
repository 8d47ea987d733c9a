from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from ronde.arena.http import EngineStore, progress

NOW = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)


def entered(book: EngineStore, ago: list[float | None]) -> None:
    """Games of a competition that ended so many minutes ago, or are still played."""
    for number, minutes in enumerate(ago):
        ended = None if minutes is None else (NOW - timedelta(minutes=minutes)).isoformat()
        book.execute(
            "INSERT INTO game (word, game, settings, start, seed, timeout, first, second, kind, event, "
            "round, place, leg, begun, ended) "
            "VALUES (?, 'tictactoe', '{}', '', 1, 15, 1, 2, 'league', 'x/1', ?, 1, 1, ?, ?)",
            f"w{number}", number, (NOW - timedelta(minutes=20)).isoformat(), ended,
        )  # fmt: skip


def test_the_rate_is_that_of_the_last_minutes_and_tells_the_end(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    entered(book, [15, 5, 4, 3, 2, 1, None])

    found = progress(book, "x/1", 26, NOW)
    book.close()

    assert (found.played, found.running, found.left) == (6, 1, 20)
    assert found.per_minute == 0.5
    assert found.ends == NOW + timedelta(minutes=40)


def test_before_anything_is_played_nobody_knows_the_end(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    entered(book, [None])

    found = progress(book, "x/1", 4, NOW)
    book.close()

    assert (found.played, found.left, found.ends) == (0, 4, None)
