"""A person at a board: asked, silent, gone."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from tests.arena.http.arena import Arena, run

from ronde.arena.games import IllegalMove
from ronde.arena.http import PERSON, GameRequest, PersonSide
from ronde.arena.referee import Played


async def seated(arena: Arena, first: bool = True) -> tuple[PersonSide, asyncio.Future[Played]]:
    """A person who is asked for a move, and the game."""
    house = arena.house().id
    row = arena.server.begin(GameRequest(PERSON, house) if first else GameRequest(house, PERSON))
    seat = arena.server.running[row.id].sides[0 if first else 1]
    assert isinstance(seat, PersonSide)
    while not seat.awaited:
        await asyncio.sleep(0)
    return seat, asyncio.ensure_future(arena.server.result(row))


def test_a_person_is_silent_from_the_moment_he_is_asked(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seat, _ = await seated(arena)
            await asyncio.sleep(0.02)
            before, moved = seat.silent, time.monotonic()
            seat.play("5")
            answered = seat.silent
            while not seat.awaited or seat.silent == 0.0:
                await asyncio.sleep(0)
            assert before >= 0.02
            assert answered == 0.0
            assert seat.silent <= time.monotonic() - moved

    run(scenario())


def test_whoever_has_gone_away_loses_and_is_silent_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seat, game = await seated(arena)
            seat.leave()
            assert seat.silent == 0.0
            seat.leave()
            seat.resign()
            record = (await game).record
            assert record.outcome.winner == 2
            assert [(fault.code, fault.detail) for fault in record.faults] == [("resigned", "away")]
            assert not arena.server.running

    run(scenario())


def test_a_person_who_gives_up_is_not_said_to_be_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena:
            seat, game = await seated(arena, first=False)
            seat.resign()
            record = (await game).record
            assert record.outcome.winner == 1
            assert [(fault.code, fault.detail) for fault in record.faults] == [("resigned", "")]

    run(scenario())


def test_nobody_plays_when_he_is_not_asked(tmp_path: Path) -> None:
    async def scenario() -> None:
        seat = PersonSide("Ada")
        assert (seat.awaited, seat.silent) == (False, 0.0)
        seat.leave()
        seat.resign()
        with pytest.raises(IllegalMove):
            seat.play("5")

    run(scenario())
