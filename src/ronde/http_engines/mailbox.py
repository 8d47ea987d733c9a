"""Pending moves: the first valid answer in time counts; any other is logged and ignored."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from sys import intern
from typing import Final
from urllib.parse import parse_qsl

from ronde.engines.door import EngineFault, Reply, Verdict
from ronde.games.door import Side
from ronde.http_engines.diagnosis import called_back_fault, silent_fault
from ronde.http_engines.move_clock import LAST_READS, MoveClock
from ronde.http_engines.ranges import usual_spelling
from ronde.http_engines.wire import LONGEST_VALUE, Message

REMEMBERED: Final = 50_000
"""How many answered moves are kept, so that an engine that retries gets the same receipt."""
_KEPT: Final = 1_000
_PEPPER: Final = secrets.token_bytes(16)


class Receipt(StrEnum):
    """The result of an answer."""

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


@dataclass(slots=True)
class Slot:
    """A pending move."""

    game: str
    side: Side
    move_id: str
    clock: MoveClock
    reply: asyncio.Future[Reply]
    pinned: frozenset[str] | None = None
    """The only addresses that may answer; None for any."""
    key: bytes = b""
    value: str | None = None
    """The answer that counts, once there is one; an empty one counts too (spec GEN-3)."""
    errand: asyncio.Task[None] | None = None
    """The task that sends the request, until the engine has finished its page."""
    page: str | None = None
    """What the engine printed instead of calling back."""
    heard: tuple[str, str] = ("", "")
    """The fault and the query of a call-back that could not be accepted, if one came."""
    alarm: asyncio.Handle | None = None
    """Fires at the deadline: later answers are late, and an unfinished page is not read."""

    def answer(self, value: str) -> None:
        self.value = value
        if not self.reply.done():
            self.reply.set_result(self.clock.reply(value))

    def fail(self, fault: EngineFault) -> None:
        """Give up: the engine loses by this fault, unless it has answered."""
        if not self.reply.done():
            self.reply.set_exception(fault)

    def wait(self) -> None:
        """Fire when the time is over and everything received has been read."""
        self.alarm = asyncio.get_running_loop().call_later(self.clock.left, self._look, LAST_READS)

    def _look(self, reads: int) -> None:
        if self.clock.left:
            self.wait()
        elif reads:
            self.alarm = asyncio.get_running_loop().call_soon(self._look, reads - 1)
        else:
            self._ring()

    def _ring(self) -> None:
        detail, text = self.heard
        if not detail:
            detail, text = silent_fault(self.page), self.page or ""
        self.fail(self.clock.fault(Verdict.LATE, detail, text[:LONGEST_VALUE]))
        if self.errand is not None:
            self.errand.cancel()

    def page_ended(self) -> None:
        """The engine's page is read; if it has answered too, nothing is pending."""
        self.errand = None
        if self.reply.done():
            self.stop()

    def stop(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What is kept of a decided move: enough to tell a repeated answer from a late one."""

    game: str
    side: Side | None
    deadline: float
    pinned: frozenset[str] | None
    value: str | None
    over: bool = False
    """Whether the game had ended when it was sent."""


@dataclass(frozen=True, slots=True)
class Odd:
    """An answer without effect: its game, the reason and the sender."""

    game: str
    side: Side | None
    receipt: Receipt
    address: str
    late_by: float = 0.0


Note = Callable[[Odd], None]


@dataclass
class Mailbox:
    """All pending moves, keyed by a digest so that response times reveal nothing about them."""

    note: Note = lambda odd: None
    waiting: dict[bytes, Slot] = field(default_factory=dict)
    after_end: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT))
    """The latest games whose last request was answered with a call-back."""
    _past: OrderedDict[bytes, Spent] = field(default_factory=OrderedDict)

    def expect(
        self, game: str, side: Side, clock: MoveClock, *, pinned: frozenset[str] | None = None
    ) -> Slot:
        move_id, reply = secrets.token_hex(16), asyncio.get_running_loop().create_future()
        key = _digest(move_id)
        slot = self.waiting[key] = Slot(game, side, move_id, clock, reply, pinned, key)
        slot.wait()
        return slot

    def close(self, slot: Slot) -> None:
        """The move is decided; a later answer is late or repeated."""
        if slot.errand is None:
            slot.stop()
        if self.waiting.pop(slot.key, None) is not None:
            value = intern(slot.value) if slot.value else slot.value
            spent = Spent(slot.game, slot.side, slot.clock.deadline, _shared(slot.pinned), value)
            self._remember(slot.key, spent)

    def expired(self, game: str) -> str:
        """The MoveId of the last request of a game, which must not be answered."""
        move_id = secrets.token_hex(16)
        spent = Spent(game, None, time.monotonic(), None, None, over=True)
        self._remember(_digest(move_id), spent)
        return move_id

    def _remember(self, key: bytes, spent: Spent) -> None:
        self._past[key] = spent
        if len(self._past) > REMEMBERED:
            self._past.popitem(last=False)

    def post(self, letter: Message, sender: str) -> tuple[Receipt, float]:
        """Take an answer, or say why not, with the seconds by which a late one was late."""
        key = _digest(letter.move_id)
        slot = self.waiting.get(key) or self._past.get(key)
        receipt = _receipt(slot, letter, sender)
        if receipt is Receipt.TAKEN and isinstance(slot, Slot):
            slot.answer(letter.value)
            return receipt, 0.0
        if receipt is Receipt.OVER:
            self.after_end.append(letter.game)
        late_by = max(0.0, time.monotonic() - slot.deadline) if isinstance(slot, Spent) else 0.0
        self._tell(slot, receipt, sender, late_by)
        return receipt, late_by

    def overhear(self, query: str, fault: str = "") -> None:
        """Keep the fault of a call-back that cannot be accepted, for the game or move it names."""
        named = {value for name, value in parse_qsl(query) if name.lower() in ("game", "moveid")}
        for slot in self.waiting.values():
            if slot.game in named or slot.move_id in named:
                wrong = fault or called_back_fault(query, slot.game, slot.move_id)
                slot.heard = (
                    wrong or Receipt.ELSEWHERE.value,
                    query,
                )  # otherwise its names and values are right

    def _tell(self, slot: Slot | Spent | None, receipt: Receipt, sender: str, late_by: float) -> None:
        if slot is None:
            self.note(Odd("", None, receipt, sender))
        else:
            self.note(Odd(slot.game, slot.side, receipt, sender, late_by))


def _receipt(slot: Slot | Spent | None, letter: Message, sender: str) -> Receipt:
    if slot is None:
        return Receipt.UNKNOWN
    if not hmac.compare_digest(slot.game.encode(), letter.game.encode()):
        return Receipt.FOREIGN
    if slot.pinned is not None and usual_spelling(sender) not in slot.pinned:
        return Receipt.ELSEWHERE
    if isinstance(slot, Spent) and slot.over:
        return Receipt.OVER
    if slot.value is not None:
        return Receipt.REPEATED if slot.value == letter.value else Receipt.DIFFERENT
    if isinstance(slot, Spent) or slot.reply.done():
        return Receipt.LATE
    return Receipt.TAKEN


@lru_cache(256)
def _shared(addresses: frozenset[str] | None) -> frozenset[str] | None:
    """Return an equal set that is already kept: a set takes as much memory as the rest of a move."""
    return addresses


def _digest(move_id: str) -> bytes:
    """Looking up a digest takes the same time whatever was guessed."""
    return hashlib.blake2b(move_id.encode(), key=_PEPPER, digest_size=16).digest()
