"""Webhooks: a signed POST to a foreign address, with the same address checks as for engines."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import aiohttp

from ronde.http_engines.addresses import refusal
from ronde.http_engines.answer_reader import NotHttp
from ronde.http_engines.card import Key
from ronde.http_engines.http_client import HttpClient
from ronde.http_engines.ranges import Allowed
from ronde.http_engines.wire import sign

PATIENCE: Final = 10.0
"""Seconds for the receiver's answer."""
_REDIRECTS: Final = range(300, 400)


@dataclass(frozen=True, slots=True)
class Delivery:
    """The receiver's status, 0 without an answer, and a one-word code of what went wrong."""

    status: int
    trouble: str = ""

    @property
    def taken(self) -> bool:
        return not self.trouble


class WebhookSender:
    """Sends bodies to addresses; follows no redirect and connects to no local address unless allowed."""

    def __init__(self, allow: Allowed) -> None:
        self._client = HttpClient(allow)

    async def close(self) -> None:
        await self._client.close()

    async def send(self, url: str, secret: bytes, body: bytes, more: dict[str, str]) -> Delivery:
        """Post JSON, signed as requests to engines are: HMAC-SHA256 of the body in `X-Ronde-Signature`."""
        own = {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "X-Ronde-Signature": sign(Key("", secret), body),
            **more,
        }
        try:
            async with asyncio.timeout(PATIENCE):
                extension = self._client.extension(url)
                packet = extension.packet("POST", extension.target, own, body)
                status = (await self._client.exchange(extension, packet)).status
        except TimeoutError:
            return Delivery(0, "slow")
        except (aiohttp.ClientError, OSError, NotHttp, ValueError) as error:
            return Delivery(0, "refused-address" if refusal(error) else "unreachable")
        if status in _REDIRECTS:
            return Delivery(status, "redirect")
        return Delivery(status, "" if 200 <= status < 300 else "status")
