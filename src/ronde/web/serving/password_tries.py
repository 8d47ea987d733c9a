"""Password attempts: each failure makes the account wait longer, wherever the attempts come from.

A pause for everybody would let anybody keep the owner out. A browser in which he has signed in before has a
mark of its own, and is asked to wait for its own guesses only.
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

FREE: Final = 5
"""Wrong passwords without a pause."""
LONGEST: Final = 300.0
FORGOTTEN: Final = 3_600.0
"""Seconds after the last try when nothing is held against an account any more."""
REMEMBERED: Final = 10_000
STRETCHING: Final = 2
"""Passwords compared at once: each takes 32 MB of memory, and a core for a tenth of a second."""
YEAR: Final = 365 * 86_400

T = TypeVar("T")


@dataclass
class _Record:
    wrong: int = 0
    at: float = 0.0

    def pause(self) -> float:
        return min(LONGEST, 2.0 ** (self.wrong - FREE)) if self.wrong >= FREE else 0.0


class Tries:
    """Wrong passwords by account."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, _Record] = OrderedDict()

    def begin(self, account: str, now: float) -> float:
        """Count one try before it is known to be right; or for how many seconds it must wait."""
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
        """It was right: nothing is held against that account."""
        self._records.pop(account, None)


class KnownBrowsers:
    """Marks for browsers in which somebody has signed in, void as soon as his password changes."""

    def __init__(self, cookie: str, key: bytes) -> None:
        self.cookie = cookie
        self._key = key
        """Made by chance, and kept in the register."""

    def account(self, request: Request, name: str, password: str) -> str:
        """Whose tries these are: of the account, or of the account in this one browser."""
        mark, _, signature = request.cookies.get(self.cookie, "").partition(".")
        known = bool(mark) and hmac.compare_digest(
            signature.encode(), self._signature(mark, name, password).encode()
        )
        return f"{name.casefold()}\n{mark if known else ''}"

    def remember(self, request: Request, answer: Response, name: str, password: str) -> None:
        """Give the browser its mark; `password` is anything that changes with the password."""
        mark = secrets.token_hex(8)
        secure, signature = request.url.scheme == "https", self._signature(mark, name, password)
        answer.set_cookie(
            self.cookie, f"{mark}.{signature}", httponly=True, samesite="strict", secure=secure, max_age=YEAR
        )

    def _signature(self, mark: str, name: str, password: str) -> str:
        text = "\n".join((self.cookie, mark, name.casefold(), password))
        return hmac.digest(self._key, text.encode("utf-8", "replace"), hashlib.sha256).hex()


_AT_ONCE: Final = asyncio.Semaphore(STRETCHING)


async def stretched(work: Callable[..., T], *values: object) -> T:
    """Do something with a password, slow on purpose: in a thread, and only a few at once."""
    async with _AT_ONCE:
        return await run_in_threadpool(work, *values)
