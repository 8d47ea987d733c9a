"""Sends requests to engines: within their time, without redirects, bounded in number."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping
from typing import Final

import aiohttp

from ronde.arena.games import Call
from ronde.arena.http import card as wire
from ronde.arena.http.card import EngineCard, Manner
from ronde.arena.http.pending_moves import MoveClock, PendingMove, PendingMoves
from ronde.arena.sandbox import EngineFault, Reply, Verdict
from ronde.web.server.addresses import Allowed, HostAddresses, refusal
from ronde.web.server.http_client import (
    LARGEST_BODY,
    NOT_HTTP,
    TLS,
    AnswerPage,
    HttpClient,
    sign,
    trouble_code,
)

AT_ONCE: Final = 64
"""Connections to one engine at a time; later requests wait within their own time."""
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 2.0
FAREWELL: Final = 5.0
"""Seconds for the last request of a game, all attempts together."""
_GATEWAY: Final = (502, 503, 504)
"""Statuses by which a proxy reports that the engine behind it is down."""


class Requests:
    """The requests to all engines of a game server, through one client."""

    def __init__(self, pending_moves: PendingMoves, referee: str, allow: Allowed) -> None:
        self.pending_moves = pending_moves
        self.referee = referee
        """Our own call-back address."""
        self._allow = allow
        self._client: HttpClient | None = None
        self._pools: dict[int, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(AT_ONCE))
        self._tasks: set[asyncio.Task[None]] = set()
        self._addresses = HostAddresses()

    async def open(self) -> None:
        """Must be called in the event loop that will send the requests."""
        self._client = HttpClient(self._allow)

    async def settle(self) -> None:
        """Wait until all pending requests have been sent, including the last requests of games."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.close()

    async def ask(self, card: EngineCard, call: Call, *, game: str, deadline: float, timeout: float) -> Reply:
        """Ask for a move and wait for the answer that counts; EngineFault when the time is over."""
        clock = MoveClock(deadline)
        if card.manner is Manner.CALL_BACK:
            return await self._crossed(card, call, game, clock, timeout)
        move_id = secrets.token_hex(16)
        parameters = request(call, game=game, move_id=move_id, timeout=timeout, referee="")
        try:
            async with asyncio.timeout(None) as limit:
                clock.start(lambda: limit.reschedule(-math.inf))
                page = await self._page(card, parameters, clock)
        except TimeoutError:
            raise clock.fault(Verdict.LATE) from None
        finally:
            clock.stop()
        return read_reply(card, page, game, move_id, clock)

    def tell(self, card: EngineCard, call: Call, *, game: str) -> None:
        """Send the last request of a game, without waiting for it (spec GEN-4)."""
        move_id = self.pending_moves.expired(
            game
        )  # an engine that calls back anyway is told why it is refused
        self._begin(self._farewell(card, last_request(call, game=game, move_id=move_id)))

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _crossed(
        self, card: EngineCard, call: Call, game: str, clock: MoveClock, timeout: float
    ) -> Reply:
        """The crossed calls of manual 002: after its call-back the engine may still finish its page."""
        pinned = await self._addresses.of(card.url) if card.pinned else None
        move = self.pending_moves.expect(game, clock, pinned)
        parameters = request(call, game=game, move_id=move.move_id, timeout=timeout, referee=self.referee)
        task = move.task = self._begin(self._carry(card, parameters, move))
        try:
            return await move.reply
        except BaseException:
            task.cancel()
            raise
        finally:
            self.pending_moves.close(move)

    async def _carry(self, card: EngineCard, parameters: Mapping[str, str], move: PendingMove) -> None:
        """Send a request to an engine that calls back; of its page only a failure matters."""
        try:
            page = await self._page(card, parameters, move.clock, move)
            _check_status(page, move.clock)
            move.page = wire.read_body(page.body)
        except EngineFault as fault:
            move.fail(fault)
        finally:
            move.page_ended()

    async def _page(
        self,
        card: EngineCard,
        parameters: Mapping[str, str],
        clock: MoveClock,
        move: PendingMove | None = None,
    ) -> AnswerPage:
        """The page of the engine's server; while it is down, the request is repeated in the engine's time."""
        pause = FIRST_PAUSE
        async with self._pools[card.id]:
            while True:
                try:
                    page = await self.send(card, parameters, clock.written)
                except (aiohttp.ClientError, OSError, ValueError) as error:
                    trouble = _trouble(error, clock)
                else:
                    if page.status not in _GATEWAY or (move is not None and move.reply.done()):
                        return page
                    trouble = f"status-{page.status}"
                if pause >= clock.left:
                    raise clock.fault(Verdict.NETWORK, trouble)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def send(
        self, card: EngineCard, parameters: Mapping[str, str], written: Callable[[], None] = lambda: None
    ) -> AnswerPage:
        """Status, body and signature of the page; a body too long is cut one byte beyond the limit."""
        assert self._client is not None
        if card.manner is Manner.SERVICE:
            body = wire.service_body(card.name, parameters)
            return await self._client.page(card.url, _signature(card, body), body, written)
        url = wire.address(card.url, parameters)
        return await self._client.page(url, _signature(card, url.partition("?")[2].encode()), None, written)

    async def _farewell(self, card: EngineCard, parameters: Mapping[str, str]) -> None:
        try:
            async with asyncio.timeout(FAREWELL):
                for _ in range(3):
                    try:
                        await self.send(card, parameters)
                        return
                    except (aiohttp.ClientError, OSError):
                        await asyncio.sleep(FIRST_PAUSE)
        except (TimeoutError, ValueError):
            return


def request(call: Call, *, game: str, move_id: str, timeout: float, referee: str) -> Call:
    return {
        "Set": call["Set"],
        "Game": game,
        "MoveId": move_id,
        **call,
        "TimeOut": f"{timeout:g}",
        "Referee": referee,
    }


def last_request(call: Call, *, game: str, move_id: str) -> Call:
    """All parameters of the last request of a game.

    The manual calls Referee absent here, but its own program reads it: an empty value satisfies both.
    """
    return {"Set": call["Set"], "Game": game, "MoveId": move_id, **call, "Referee": ""}


def _signature(card: EngineCard, message: bytes) -> dict[str, str]:
    if not card.keys:
        return {}
    return {"X-Ronde-Key": card.keys[0].name, "X-Ronde-Signature": sign(card.keys[0].secret, message)}


def _check_status(page: AnswerPage, clock: MoveClock) -> None:
    status, body = page.status, page.body
    if 300 <= status < 400:
        raise clock.fault(Verdict.NETWORK, "redirect")
    if status >= 400:
        raise clock.fault(Verdict.CRASH, f"status-{status}", wire.read_body(body))


def read_reply(card: EngineCard, page: AnswerPage, game: str, move_id: str, clock: MoveClock) -> Reply:
    """The answer in an engine's page; EngineFault if it is none."""
    _check_status(page, clock)
    body = page.body
    if len(body) > LARGEST_BODY:
        raise clock.fault(Verdict.FLOOD, "", wire.read_body(body))
    if wire.is_gzip(body):
        raise clock.fault(Verdict.UNREADABLE, "packed")
    if card.manner is Manner.PRINTED:
        return clock.reply(wire.read_body(body))
    if card.keys and not wire.verify_signature(card.keys, body, page.signature):
        raise clock.fault(Verdict.UNREADABLE, "signature", wire.read_body(body))
    try:
        message = wire.read_service(body)
    except wire.BadMessage as bad:
        raise clock.fault(Verdict.UNREADABLE, f"json-{bad.code}", wire.read_body(body)) from bad
    if (message.game, message.move_id) != (game, move_id):
        raise clock.fault(Verdict.UNREADABLE, "other-move", message.value)
    return clock.reply(message.value)


def _trouble(error: Exception, clock: MoveClock) -> str:
    """The code of a network error; EngineFault if repeating the request cannot help."""
    code = trouble_code(error)
    # An address stays refused, and a server that is there will not answer differently.
    if refusal(error) is not None or code == NOT_HTTP or code in TLS:
        raise clock.fault(Verdict.NETWORK, code) from error
    return code
