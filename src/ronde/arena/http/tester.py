"""The engine tester: a few requests as the manual prints them, and comments on the answers.

Its Game and MoveId belong to no pending move, so they may be shown.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from html import unescape
from random import Random
from typing import Any, Final

import aiohttp

from ronde.arena.games import Call, Game, GameError, IllegalMove, Side, find_game, photo_with_side
from ronde.arena.http import card as wire
from ronde.arena.http.card import EngineCard, Manner
from ronde.arena.http.diagnosis import printed_fault
from ronde.arena.http.pending_moves import MoveClock
from ronde.arena.http.requests import FAREWELL, Requests, last_request, read_reply, request
from ronde.arena.sandbox import EngineFault, Verdict
from ronde.model.errors import PositionImpossible
from ronde.web.server.http_client import AnswerPage, trouble_code

GAME: Final = "TEST"
CALLS: Final = 3
SLOW: Final = 1.0
"""Seconds for a first answer above which it counts as a slow start if the second one is much faster."""
_DELAYED: Final = (0.037, 0.050)
"""Linux delays an acknowledgement by 40 ms: both sides wait when an answer is sent in two packets."""
PATIENCE: Final = 10.0
"""Seconds to wait for a call-back while the page is loading."""
_LISTEN: Final = 0.5
"""Seconds to wait for a call-back after the end."""
_TAG: Final = re.compile(r"<[^>]*>")
_SHOWN: Final = 4_000
"""How many characters of an answer are shown."""


class Sign(StrEnum):
    GOOD = "good"
    WARNING = "warning"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Point:
    """One line of the checklist, by the code of its sentence."""

    code: str
    sign: Sign
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exchange:
    seconds: float
    status: int = 0
    body: bytes = b""
    trouble: str = ""
    """A code if nothing readable came: closed, unreachable, late, loopback..."""
    signature: str = ""

    @property
    def good(self) -> bool:
        return not self.trouble and 200 <= self.status < 300

    @property
    def text(self) -> str:
        """The body as it came, a byte order mark included."""
        return self.body.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Question:
    """A position and the side to move in it."""

    rules: Game[Any]
    position: Any
    side: Side

    @property
    def call(self) -> Call:
        return self.rules.call(self.position, self.side)

    @property
    def last_call(self) -> Call:
        """A drawn game, with the Turn of the previous request, as at the end of a real game."""
        return {**self.rules.last_call(self.position, self.side, "5"), "Turn": self.call["Turn"]}

    def read(self, text: str) -> str:
        return self.rules.read(self.position, self.side, text)

    def legal(self, text: str) -> bool:
        try:
            self.read(text)
        except IllegalMove:
            return False
        return True


@dataclass(frozen=True, slots=True)
class EngineTrial:
    url: str
    """The exact address that was called."""
    sent: str
    """The body that was posted to a service; empty where there is none."""
    first: Exchange
    move: str
    """The move that was understood; empty if there is none."""
    verdict: Verdict | None
    detail: str
    points: tuple[Point, ...]
    board: str = ""
    """The position asked about, as text."""

    @property
    def answer(self) -> str:
        return self.first.text[:_SHOWN]


def read_position(
    game: str, text: str, level: int = 1, side: Side | None = None
) -> tuple[Game[Any], Any, Side]:
    """The rules, the position that a photo shows (the start if there is none), and the side to move."""
    rules = find_game(game, {"level": level} if find_game(game).description.levels > 1 else {})
    try:
        chance, photo = Random(0), photo_with_side(rules, text.strip(), side)
        position = rules.place(photo, chance) if photo else rules.start(chance)
    except GameError as wrong:
        facts = {**wrong.facts, "text": text, "game": rules.name, "reason": wrong.reason}
        raise PositionImpossible(**facts) from wrong
    return rules, position, min(rules.to_move(position))


async def examine(
    requests: Requests, card: EngineCard, photo: str = "", chosen: Side | None = None
) -> EngineTrial:
    """Ask an engine for one move as the tester does, then check its behaviour."""
    asked = Question(*read_position(card.game, photo, card.level, chosen))
    calls_back, original = card.manner is Manner.CALL_BACK, card
    card = card if card.manner is Manner.SERVICE else replace(card, manner=Manner.PRINTED)
    parameters = _parameters(asked.call, card.timeout)
    first = await _exchange(requests, card, parameters, card.timeout)
    move, verdict, detail = _judge(card, parameters, asked, first)
    answered, more = not first.trouble and first.status < 400, [first]
    farewell: Exchange | None = None
    if answered:
        for _ in range(CALLS - 1):
            more.append(await _exchange(requests, card, _parameters(asked.call, card.timeout), card.timeout))
        last = last_request(asked.last_call, game=GAME, move_id=secrets.token_hex(16))
        farewell = await _exchange(requests, card, last, FAREWELL)
    points = tuple(_points(card, asked, more, farewell, verdict))
    if calls_back and answered:
        move, verdict, detail = await _call_back(requests, original, asked)
        points += (_point("call-back", verdict is None, trouble=detail),)
        points += (await _after_end(requests, original, asked),)
    service = card.manner is Manner.SERVICE
    url = card.url if service else wire.address(card.url, parameters)
    sent = wire.service_body(card.name, parameters).decode() if service else ""
    return EngineTrial(url, sent, first, move, verdict, detail, points, asked.rules.as_text(asked.position))


def _parameters(call: Call, timeout: int) -> Call:
    return request(call, game=GAME, move_id=secrets.token_hex(16), timeout=timeout, referee="")


async def _exchange(requests: Requests, card: EngineCard, parameters: Call, limit: float) -> Exchange:
    begun = time.monotonic()
    try:
        async with asyncio.timeout(limit):
            status, body, signature = await requests.send(card, parameters)
    except TimeoutError:
        return Exchange(time.monotonic() - begun, trouble="late")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return Exchange(time.monotonic() - begun, trouble=trouble_code(error))
    return Exchange(time.monotonic() - begun, status, body, signature=signature)


async def _call_back(
    requests: Requests, card: EngineCard, asked: Question
) -> tuple[str, Verdict | None, str]:
    """The move that came by call-back, or the verdict and its detail, as in a game."""
    deadline = time.monotonic() + min(card.timeout, PATIENCE)
    try:
        reply = await requests.ask(card, asked.call, game=_token(), deadline=deadline, timeout=card.timeout)
        return asked.read(reply.text), None, ""
    except EngineFault as fault:
        return "", fault.verdict, fault.detail or "not-called"
    except IllegalMove as wrong:
        return "", Verdict.UNREADABLE if wrong.unreadable else Verdict.ILLEGAL, wrong.reason


async def _after_end(requests: Requests, card: EngineCard, asked: Question) -> Point:
    """Whether an engine calls back after the end of a game, which it must not."""
    token = _token()
    requests.tell(card, asked.last_call, game=token)
    await asyncio.sleep(_LISTEN)
    return _point("after-end", token not in requests.pending_moves.after_end, Sign.WARNING)


def _token() -> str:
    return f"T{secrets.token_hex(4)}"


def _judge(card: EngineCard, sent: Call, asked: Question, came: Exchange) -> tuple[str, Verdict | None, str]:
    """The move, or the verdict and its detail, as in a game."""
    if came.trouble:
        return "", Verdict.LATE if came.trouble == "late" else Verdict.NETWORK, came.trouble
    page = AnswerPage(came.status, came.body, came.signature)
    try:
        reply = read_reply(card, page, GAME, sent["MoveId"], MoveClock(time.monotonic()))
        return asked.read(reply.text), None, ""
    except EngineFault as fault:
        return "", fault.verdict, fault.detail
    except IllegalMove as wrong:
        if wrong.unreadable:
            return "", Verdict.UNREADABLE, printed_fault(came.text) or wrong.reason
        return "", Verdict.ILLEGAL, wrong.reason


def _point(code: str, good: bool, otherwise: Sign = Sign.BAD, **facts: object) -> Point:
    return Point(code, Sign.GOOD if good else otherwise, facts)


def _points(
    card: EngineCard,
    asked: Question,
    calls: list[Exchange],
    farewell: Exchange | None,
    verdict: Verdict | None,
) -> Iterator[Point]:
    """The checklist, in the order in which things usually go wrong."""
    first = calls[0]
    yield _point("reached", not first.trouble, trouble=first.trouble)
    if first.trouble:
        return
    yield _point("redirect", not 300 <= first.status < 400)
    yield _point("status", first.good, status=first.status)
    if not first.good:
        return
    if card.manner is not Manner.SERVICE:
        yield from _spelling(asked, first.text, taken=verdict is None)
    yield from _speed(card, calls)
    if farewell is not None:
        trouble = farewell.trouble or f"status-{farewell.status}"
        yield _point("farewell", farewell.good, Sign.WARNING, trouble=trouble)


def _spelling(asked: Question, came: str, *, taken: bool) -> Iterator[Point]:
    """Characters around the value: white space is accepted, everything else is not."""
    text = came.removeprefix("\ufeff")
    inner = text.strip()
    yield _point("bom", text == came, Sign.WARNING)
    yield _point("leading", text == text.lstrip(), Sign.WARNING)
    yield _point("trailing", text == text.rstrip(), Sign.WARNING)
    html = bool(_TAG.search(inner))
    bare = unescape(_TAG.sub("", inner)).strip() if html else ""
    yield _point("html", not html, value=bare if asked.legal(bare) else "")
    lines = len(inner.splitlines())
    yield _point("lines", lines <= 1, count=lines)
    yield _point("empty", bool(inner))
    if not taken and not html and lines == 1:
        yield Point("value", Sign.BAD)


def _speed(card: EngineCard, calls: list[Exchange]) -> Iterator[Point]:
    times = [call.seconds for call in calls]
    first, second, slowest = (f"{seconds:.3f}" for seconds in (times[0], times[1], max(times)))
    slow_start = times[0] > SLOW and times[0] > 3 * times[1]
    yield _point("slow-start", not slow_start, Sign.WARNING, first=first, second=second, limit=card.timeout)
    in_time = max(times) <= card.timeout / 2
    yield _point("in-time", in_time, Sign.WARNING, seconds=slowest, limit=card.timeout)
    steady = all(_DELAYED[0] <= seconds <= _DELAYED[1] for seconds in times[1:])
    yield _point("nagle", not steady, Sign.WARNING, milliseconds=round(times[-1] * 1000))
