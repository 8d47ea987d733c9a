"""Password attempts: each failure makes the account wait longer, wherever the attempts come from.

A pause for everybody would let anybody lock the owner out. A browser in which he has signed in before has a
cookie of its own, and waits for its own wrong attempts only.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ronde.web.server.request import set_cookie

FREE: Final = 5
"""Wrong passwords without a pause."""
LONGEST: Final = 300.0
FORGOTTEN: Final = 3_600.0
"""Seconds after the last attempt when failures are forgotten."""
REMEMBERED: Final = 10_000
STRETCHING: Final = 2
"""Passwords checked at once: each takes 32 MB of memory, and a core for a tenth of a second."""
YEAR: Final = 365 * 86_400

T = TypeVar("T")


@dataclass
class _Record:
    wrong: int = 0
    at: float = 0.0

    def pause(self) -> float:
        return min(LONGEST, 2.0 ** (self.wrong - FREE)) if self.wrong >= FREE else 0.0


class Tries:
    def __init__(self) -> None:
        self._records: OrderedDict[str, _Record] = OrderedDict()

    def begin(self, account: str, now: float) -> float:
        """Count an attempt before it is checked; or the seconds it must wait."""
        record = self._records.pop(account, None) or _Record()
        if now - record.at > FORGOTTEN:
            record = _Record()
        self._records[account] = record
        while len(self._records) > REMEMBERED:
            self._records.popitem(last=False)
        left = record.at + record.pause() - now
        if left > 0:
            return left
        record.wrong, record.at = record.wrong + 1, now
        return 0.0

    def right(self, account: str) -> None:
        """Forget the failures of an account after a correct password."""
        self._records.pop(account, None)


class KnownBrowsers:
    """Cookies for browsers in which somebody has signed in, invalid once his password changes."""

    def __init__(self, cookie: str, key: bytes) -> None:
        self.cookie = cookie
        self._key = key
        """Random, kept in the account store."""

    def account(self, request: Request, name: str, password: str) -> str:
        """Whose attempts these are: of the account, or of the account in this browser."""
        mark, _, signature = request.cookies.get(self.cookie, "").partition(".")
        known = bool(mark) and hmac.compare_digest(
            signature.encode(), self._signature(mark, name, password).encode()
        )
        return f"{name.casefold()}\n{mark if known else ''}"

    def remember(self, request: Request, answer: Response, name: str, password: str) -> None:
        """Set the cookie; `password` is anything that changes with the password."""
        mark = secrets.token_hex(8)
        signature = self._signature(mark, name, password)
        set_cookie(request, answer, self.cookie, f"{mark}.{signature}", YEAR)

    def _signature(self, mark: str, name: str, password: str) -> str:
        text = "\n".join((self.cookie, mark, name.casefold(), password))
        return hmac.digest(self._key, text.encode("utf-8", "replace"), hashlib.sha256).hex()


_AT_ONCE: Final = asyncio.Semaphore(STRETCHING)


async def stretched(work: Callable[..., T], *values: object) -> T:
    """Run a password check, slow on purpose: in a thread, and only a few at once."""
    async with _AT_ONCE:
        return await run_in_threadpool(work, *values)
