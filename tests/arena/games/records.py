"""Records made ply by ply, as tests want them."""

from __future__ import annotations

from dataclasses import replace

from ronde.arena.games import Answer, GameRecord


def with_ply(record: GameRecord, *answers: Answer) -> GameRecord:
    """The record with one more ply."""
    return replace(record, plies=(*record.plies, answers))
