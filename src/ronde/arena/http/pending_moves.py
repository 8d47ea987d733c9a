"""Pending moves: their time, the first valid answer that counts, and the address where engines call back.

Two delays of our own are taken out of the time of a move. Before the request is written the engine knows of
nothing: its time begins then. At the deadline an answer may lie here unread: the move is open until the loop
has read what came. Both delays are measured and move the deadline; nothing else does.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final
from urllib.parse import parse_qsl

from ronde.arena.http.card import LONGEST_QUERY, LONGEST_VALUE, BadMessage, Message, read_message
from ronde.arena.http.diagnosis import called_back_fault, silent_fault
from ronde.arena.sandbox import EngineFault, Reply, Verdict
from ronde.web.server.addresses import usual_spelling

LAST_READS: Final = 12
"""Turns of the loop after a deadline: in so many a call-back that waits is connected, read and taken."""
REMEMBERED: Final = 50_000
"""How many answered moves are kept, so that an engine that retries gets the same receipt."""
_KEPT: Final = 1_000
_PEPPER: Final = secrets.token_bytes(16)
PATH: Final = "/referee"

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Allow = Callable[[str, float], bool]
"""Whether an address that sent wrong call-backs may still be answered."""


class MoveClock:
    """Begins with the decision to ask; the deadline supposes that the request is written at once."""

    __slots__ = ("_since", "_timer", "_written", "deadline")

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self._since, self._written = time.monotonic(), False
        self._timer: asyncio.Handle | None = None

    def written(self) -> None:
        """The request is written now; that it may be written again, later, is the engine's doing."""
        if not self._written:
            now = time.monotonic()
            self.deadline += now - self._since
            self._since, self._written = now, True

    @property
    def left(self) -> float:
        """Seconds until the deadline, none after it."""
        return max(0.0, self.deadline - time.monotonic())

    def start(self, over: Callable[[], None]) -> None:
        """Call `over` when the time is over and everything received has been read."""
        self._timer = asyncio.get_running_loop().call_later(self.left, self._look, over, LAST_READS)

    def _look(self, over: Callable[[], None], reads: int) -> None:
        if self.left:
            self.start(over)
        elif reads:
            self._timer = asyncio.get_running_loop().call_soon(self._look, over, reads - 1)
        else:
            over()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def reply(self, text: str = "") -> Reply:
        """An answer that is read now; from the deadline on the time was ours."""
        now = time.monotonic()
        return Reply(text, now - self._since, taken=max(0.0, now - self.deadline))

    def fault(self, verdict: Verdict, detail: str = "", text: str = "") -> EngineFault:
        return EngineFault(verdict, detail, self.reply(text))


class Receipt(StrEnum):
    TAKEN = "taken"
    REPEATED = "repeated"
    DIFFERENT = "different"
    """A second answer that differs from the first."""
    LATE = "late"
    OVER = "over"
    """An answer to the last request of a game, which expects none."""
    UNKNOWN = "unknown"
    FOREIGN = "foreign"
    """The move belongs to another game."""
    ELSEWHERE = "elsewhere"
    """Sent from another address than the one that was called."""


_STATUS: Final = {
    Receipt.TAKEN: 200,
    Receipt.REPEATED: 200,
    Receipt.DIFFERENT: 409,
    Receipt.LATE: 410,
    Receipt.OVER: 410,
    Receipt.UNKNOWN: 404,
    Receipt.FOREIGN: 404,
    Receipt.ELSEWHERE: 404,
}
"""Wrong guesses learn nothing: moves of other engines look as if they did not exist."""


@dataclass(slots=True)
class PendingMove:
    """A pending move."""

    game: str
    move_id: str
    clock: MoveClock
    reply: asyncio.Future[Reply]
    pinned: frozenset[str] | None = None
    """The only addresses that may answer; None for any."""
    value: str | None = None
    """The answer that counts, once there is one; an empty one counts too (spec GEN-3)."""
    task: asyncio.Task[None] | None = None
    """The task that sends the request, until the engine has finished its page."""
    page: str | None = None
    """What the engine printed instead of calling back."""
    heard: tuple[str, str] = ("", "")
    """The fault and the query of a call-back that could not be accepted, if one came."""

    def answer(self, value: str) -> None:
        self.value = value
        if not self.reply.done():
            self.reply.set_result(self.clock.reply(value))

    def fail(self, fault: EngineFault) -> None:
        """Give up: the engine loses by this fault, unless it has answered."""
        if not self.reply.done():
            self.reply.set_exception(fault)

    def expire(self) -> None:
        """The time is over: later answers are late, and an unfinished page is not read."""
        detail, text = self.heard
        if not detail:
            detail, text = silent_fault(self.page), self.page or ""
        self.fail(self.clock.fault(Verdict.LATE, detail, text[:LONGEST_VALUE]))
        if self.task is not None:
            self.task.cancel()

    def page_ended(self) -> None:
        """The engine's page is read; if it has answered too, nothing is pending."""
        self.task = None
        if self.reply.done():
            self.clock.stop()


@dataclass(frozen=True, slots=True)
class DecidedMove:
    """What is kept of a decided move: enough to tell a repeated answer from a late one."""

    game: str
    deadline: float
    pinned: frozenset[str] | None = None
    value: str | None = None
    over: bool = False
    """Whether the game had ended when it was sent."""


Note = Callable[[str, Receipt, str], None]
"""Logs an answer without effect: its game, the reason and the sender."""


@dataclass
class PendingMoves:
    """All pending moves, keyed by a digest so that response times reveal nothing about them."""

    note: Note = lambda game, receipt, sender: None
    waiting: dict[bytes, PendingMove] = field(default_factory=dict)
    after_end: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT))
    """The latest games whose last request was answered with a call-back."""
    _past: OrderedDict[bytes, DecidedMove] = field(default_factory=OrderedDict)

    def expect(self, game: str, clock: MoveClock, pinned: frozenset[str] | None = None) -> PendingMove:
        move_id, reply = secrets.token_hex(16), asyncio.get_running_loop().create_future()
        move = self.waiting[_digest(move_id)] = PendingMove(game, move_id, clock, reply, pinned)
        clock.start(move.expire)
        return move

    def close(self, move: PendingMove) -> None:
        """The move is decided; a later answer is late or repeated."""
        if move.task is None:
            move.clock.stop()
        key = _digest(move.move_id)
        if self.waiting.pop(key, None) is not None:
            self._remember(key, DecidedMove(move.game, move.clock.deadline, move.pinned, move.value))

    def expired(self, game: str) -> str:
        """The MoveId of the last request of a game, which must not be answered."""
        move_id = secrets.token_hex(16)
        self._remember(_digest(move_id), DecidedMove(game, time.monotonic(), over=True))
        return move_id

    def _remember(self, key: bytes, move: DecidedMove) -> None:
        self._past[key] = move
        if len(self._past) > REMEMBERED:
            self._past.popitem(last=False)

    def post(self, message: Message, sender: str) -> tuple[Receipt, float]:
        """Take an answer, or say why not, with the seconds by which a late one was late."""
        key = _digest(message.move_id)
        move = self.waiting.get(key) or self._past.get(key)
        receipt = _receipt(move, message, sender)
        if receipt is Receipt.TAKEN and isinstance(move, PendingMove):
            move.answer(message.value)
            return receipt, 0.0
        if receipt is Receipt.OVER:
            self.after_end.append(message.game)
        late_by = max(0.0, time.monotonic() - move.deadline) if isinstance(move, DecidedMove) else 0.0
        self.note(move.game if move is not None else "", receipt, sender)
        return receipt, late_by

    def note_fault(self, query: str, fault: str = "") -> None:
        """Keep the fault of a call-back that cannot be accepted, for the game or move it names."""
        named = {value for name, value in parse_qsl(query) if name.lower() in ("game", "moveid")}
        for move in self.waiting.values():
            if move.game in named or move.move_id in named:
                wrong = fault or called_back_fault(query, move.game, move.move_id)
                # If its names and values are right, it came from elsewhere.
                move.heard = (wrong or Receipt.ELSEWHERE.value, query)


def _receipt(move: PendingMove | DecidedMove | None, message: Message, sender: str) -> Receipt:
    if move is None:
        return Receipt.UNKNOWN
    if not hmac.compare_digest(move.game.encode(), message.game.encode()):
        return Receipt.FOREIGN
    if move.pinned is not None and usual_spelling(sender) not in move.pinned:
        return Receipt.ELSEWHERE
    if isinstance(move, DecidedMove) and move.over:
        return Receipt.OVER
    if move.value is not None:
        return Receipt.REPEATED if move.value == message.value else Receipt.DIFFERENT
    if isinstance(move, DecidedMove) or move.reply.done():
        return Receipt.LATE
    return Receipt.TAKEN


def _digest(move_id: str) -> bytes:
    """Looking up a digest takes the same time whatever was guessed."""
    return hashlib.blake2b(move_id.encode(), key=_PEPPER, digest_size=16).digest()


class Callbacks:
    """Takes the call-backs, and passes every other request on."""

    def __init__(
        self, pending_moves: PendingMoves, app: Application, allow: Allow = lambda address, now: True
    ) -> None:
        self.pending_moves = pending_moves
        self.app = app
        self._allow = allow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH:
            await self.app(scope, receive, send)
            return
        status, text = self.take(scope, await _posted(receive) if scope["method"] == "POST" else b"")
        body = text.encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"content-length", str(len(body)).encode()),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def take(self, scope: Scope, posted: bytes = b"") -> tuple[int, str]:
        """Status and receipt of a call-back; a posted one is never accepted."""
        client, query = scope.get("client"), scope["query_string"]
        sender = str(client[0]) if client else ""
        if scope["method"] not in ("GET", "HEAD"):
            return self._wrong(query + b"&" + posted, sender, 405, "method", "post")
        try:
            message = read_message(query)
        except BadMessage as bad:
            return self._wrong(query, sender, 400, bad.code)
        receipt, late_by = self.pending_moves.post(message, sender)
        status = _STATUS[receipt]
        if status == 404:
            return self._wrong(query, sender, 404, "unknown")
        return status, f"{receipt.value} {late_by:.3f}\n" if receipt is Receipt.LATE else f"{receipt.value}\n"

    def _wrong(self, query: bytes, sender: str, status: int, code: str, fault: str = "") -> tuple[int, str]:
        """Record a call-back that cannot be accepted; its owner reads why in the record of the lost game."""
        if not self._allow(sender, time.monotonic()):
            return 429, "too-many\n"
        self.pending_moves.note_fault(query[:LONGEST_QUERY].decode("ascii", "replace"), fault)
        return status, f"{code}\n"


async def _posted(receive: Receive) -> bytes:
    """The first bytes of a body, enough to find the game it belongs to."""
    body, more = b"", True
    while more and len(body) < LONGEST_QUERY:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def call_back_address(url: str) -> str:
    """The address sent to engines: the one given, with our own path if it has none."""
    base = url.rstrip("/")
    return base if base.partition("://")[2].count("/") else base + PATH
