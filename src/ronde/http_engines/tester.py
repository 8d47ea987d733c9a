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

from ronde.core.errors import PositionImpossible
from ronde.engines.door import EngineFault, Verdict
from ronde.games.door import Call, Game, GameError, IllegalMove, Side, find_game, photo_with_side
from ronde.http_engines import wire
from ronde.http_engines.addresses import refusal
from ronde.http_engines.answer_reader import LARGEST_BODY
from ronde.http_engines.card import EngineCard, Manner
from ronde.http_engines.diagnosis import printed_fault
from ronde.http_engines.requests import Requests, last_request, request, trouble_code

GAME: Final = "TEST"
CALLS: Final = 3
SLOW: Final = 1.0
"""Seconds for a first answer above which it counts as a slow start if the second one is much faster."""
_DELAYED: Final = (0.037, 0.050)
"""Linux delays an acknowledgement by 40 ms: both sides wait when an answer is sent in two packets."""
FAREWELL: Final = 5.0
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
    def text(self) -> str:
        """The body as it came, a byte order mark included."""
        return self.body.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class EngineTrial:
    """The result of a test."""

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
        """The raw answer, cut to the length shown."""
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
    rules, position, side = read_position(card.game, photo, card.level, chosen)
    calls_back, original = card.manner is Manner.CALL_BACK, card
    card = card if card.manner is Manner.SERVICE else replace(card, manner=Manner.PRINTED)
    call = rules.call(position, side)
    parameters = _parameters(call, card.timeout)
    first = await _exchange(requests, card, parameters, card.timeout)
    move, verdict, detail = _judge(card, parameters, rules, position, side, first)
    more = [first]
    farewell: Exchange | None = None
    if not first.trouble and first.status < 400:
        for _ in range(CALLS - 1):
            more.append(await _exchange(requests, card, _parameters(call, card.timeout), card.timeout))
        last = last_request(_last_call(rules, position, side), game=GAME, move_id=secrets.token_hex(16))
        farewell = await _exchange(requests, card, last, FAREWELL)
    points = tuple(_points(card, rules, position, side, more, farewell, verdict))
    if calls_back and not first.trouble and first.status < 400:
        move, verdict, detail = await _call_back(requests, original, rules, position, side)
        points += (Point("call-back", Sign.BAD if verdict else Sign.GOOD, {"trouble": detail}),)
        points += (await _after_end(requests, original, rules, position, side),)
    service = card.manner is Manner.SERVICE
    url = card.url if service else wire.address(card.url, parameters)
    sent = wire.service_body(card.name, parameters).decode() if service else ""
    return EngineTrial(url, sent, first, move, verdict, detail, points, rules.as_text(position))


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
        refused = refusal(error)
        code = str(refused.facts["reason"]) if refused else trouble_code(error)
        return Exchange(time.monotonic() - begun, trouble=code)
    return Exchange(time.monotonic() - begun, status, body, signature=signature)


async def _call_back(
    requests: Requests, card: EngineCard, rules: Game[Any], position: Any, side: Side
) -> tuple[str, Verdict | None, str]:
    """The move that came by call-back, or the verdict and its detail, as in a game."""
    call, limit = rules.call(position, side), min(card.timeout, PATIENCE)
    deadline = time.monotonic() + limit
    try:
        reply = await requests.ask(
            card, call, game=_word(), side=side, deadline=deadline, timeout=card.timeout
        )
        return rules.read(position, side, reply.text), None, ""
    except EngineFault as fault:
        return "", fault.verdict, fault.detail or "not-called"
    except IllegalMove as wrong:
        return "", Verdict.UNREADABLE if wrong.unreadable else Verdict.ILLEGAL, wrong.reason


async def _after_end(
    requests: Requests, card: EngineCard, rules: Game[Any], position: Any, side: Side
) -> Point:
    """Whether an engine calls back after the end of a game, which it must not."""
    word = _word()
    requests.tell(card, _last_call(rules, position, side), game=word)
    await asyncio.sleep(_LISTEN)
    return Point("after-end", Sign.WARNING if word in requests.mailbox.after_end else Sign.GOOD)


def _last_call(rules: Game[Any], position: Any, side: Side) -> Call:
    """A drawn game, with the Turn of the previous request, as at the end of a real game."""
    return {**rules.last_call(position, side, "5"), "Turn": rules.call(position, side)["Turn"]}


def _word() -> str:
    return f"T{secrets.token_hex(4)}"


def _judge(
    card: EngineCard, sent: Call, rules: Game[Any], position: Any, side: Side, came: Exchange
) -> tuple[str, Verdict | None, str]:
    """The move, or the verdict and its detail, as in a game."""
    if came.trouble:
        return "", Verdict.LATE if came.trouble == "late" else Verdict.NETWORK, came.trouble
    if 300 <= came.status < 400:
        return "", Verdict.NETWORK, "redirect"
    if came.status >= 400:
        return "", Verdict.CRASH, f"status-{came.status}"
    if len(came.body) > LARGEST_BODY:
        return "", Verdict.FLOOD, ""
    if wire.packed(came.body):
        return "", Verdict.UNREADABLE, "packed"
    try:
        value = (
            _service_value(card, sent, came) if card.manner is Manner.SERVICE else wire.read_body(came.body)
        )
        return rules.read(position, side, value), None, ""
    except wire.BadMessage as bad:
        return "", Verdict.UNREADABLE, bad.code
    except IllegalMove as wrong:
        if wrong.unreadable:
            return "", Verdict.UNREADABLE, printed_fault(came.text) or wrong.reason
        return "", Verdict.ILLEGAL, wrong.reason


def _service_value(card: EngineCard, sent: Call, came: Exchange) -> str:
    if card.keys and not wire.signed(card.keys, came.body, came.signature):
        raise wire.BadMessage("signature")
    try:
        letter = wire.read_service(came.body)
    except wire.BadMessage as bad:
        raise wire.BadMessage(f"json-{bad.code}") from bad
    if (letter.game, letter.move_id) != (sent["Game"], sent["MoveId"]):
        raise wire.BadMessage("other-move")
    return letter.value


def _points(
    card: EngineCard,
    rules: Game[Any],
    position: Any,
    side: Side,
    calls: list[Exchange],
    farewell: Exchange | None,
    verdict: Verdict | None,
) -> Iterator[Point]:
    """The checklist, in the order in which things usually go wrong."""
    first = calls[0]
    if first.trouble:
        yield Point("reached", Sign.BAD, {"trouble": first.trouble})
        return
    yield Point("reached", Sign.GOOD, {"trouble": ""})
    redirect = 300 <= first.status < 400
    yield Point("redirect", Sign.BAD if redirect else Sign.GOOD)
    good = 200 <= first.status < 300
    yield Point("status", Sign.GOOD if good else Sign.BAD, {"status": first.status})
    if not good:
        return
    if card.manner is not Manner.SERVICE:
        yield from _spelling(rules, position, side, first, taken=verdict is None)
    yield from _speed(card, calls)
    if farewell is not None:
        heard = not farewell.trouble and 200 <= farewell.status < 300
        facts: dict[str, object] = {"trouble": farewell.trouble or f"status-{farewell.status}"}
        yield Point("farewell", Sign.GOOD if heard else Sign.WARNING, facts)


def _spelling(rules: Game[Any], position: Any, side: Side, came: Exchange, *, taken: bool) -> Iterator[Point]:
    """Characters around the value: white space is accepted, everything else is not."""
    text = came.text.removeprefix("\ufeff")
    inner = text.strip()
    marked = came.text.startswith("\ufeff")
    yield Point("bom", Sign.WARNING if marked else Sign.GOOD)
    yield Point("leading", Sign.WARNING if text[: len(text) - len(text.lstrip())] else Sign.GOOD)
    yield Point("trailing", Sign.WARNING if text[len(text.rstrip()) :] else Sign.GOOD)
    html = bool(_TAG.search(inner))
    bare = unescape(_TAG.sub("", inner)).strip() if html else ""
    yield Point(
        "html",
        Sign.BAD if html else Sign.GOOD,
        {"value": bare if _legal(rules, position, side, bare) else ""},
    )
    lines = len(inner.splitlines())
    yield Point("lines", Sign.GOOD if lines <= 1 else Sign.BAD, {"count": lines})
    yield Point("empty", Sign.GOOD if inner else Sign.BAD)
    if not taken and not html and lines == 1:
        yield Point("value", Sign.BAD)


def _legal(rules: Game[Any], position: Any, side: Side, text: str) -> bool:
    try:
        rules.read(position, side, text)
    except IllegalMove:
        return False
    return True


def _speed(card: EngineCard, calls: list[Exchange]) -> Iterator[Point]:
    times = [call.seconds for call in calls]
    facts: dict[str, object] = {
        "first": _seconds_text(times[0]),
        "second": _seconds_text(times[1]),
        "limit": card.timeout,
    }
    slow_start = times[0] > SLOW and times[0] > 3 * times[1]
    yield Point("slow-start", Sign.WARNING if slow_start else Sign.GOOD, facts)
    late = max(times) > card.timeout / 2
    yield Point(
        "in-time",
        Sign.WARNING if late else Sign.GOOD,
        {"seconds": _seconds_text(max(times)), "limit": card.timeout},
    )
    steady = all(_DELAYED[0] <= seconds <= _DELAYED[1] for seconds in times[1:])
    yield Point("nagle", Sign.WARNING if steady else Sign.GOOD, {"milliseconds": round(times[-1] * 1000)})


def _seconds_text(seconds: float) -> str:
    return f"{seconds:.3f}"
