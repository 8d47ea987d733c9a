"""Games of engines that misbehave against the house, and how the referee judged them."""

from __future__ import annotations

from aiohttp import web
from tests.arena.http.arena import Arena, Engine

from ronde.arena.http import EngineCard, GameRequest
from ronde.arena.referee import Played

SHORT = 1.0
"""Seconds for a move where running out of time is the point; registration allows no less than four. A machine
that stands still for half of it four times makes the referee judge nobody."""
SURE = 3.0
"""Seconds for a move in which even a busy machine finds out what is wrong with the line: its last try is half
of them before the end."""
LONG = 30.0


async def against_house(arena: Arena, card: EngineCard, timeout: float = LONG) -> Played:
    """A game of that engine against the house, the engine first."""
    row = arena.server.begin(GameRequest(card.id, arena.house(card.game).id, timeout=timeout))
    return await arena.server.result(row)


def fault_of(played: Played) -> tuple[str, int | None, str]:
    """The one fault of a game that the house has won."""
    (fault,) = played.record.faults
    assert played.record.outcome.winner == 2
    return fault.code, fault.side, fault.detail


def answering(text: str, status: int = 200) -> Engine:
    """An engine that always says the same."""

    async def answers(request: web.Request) -> web.StreamResponse:
        return web.Response(text=text, status=status)

    return answers
