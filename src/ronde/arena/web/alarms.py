"""Sends the losses of engines to the webhooks of their owners."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from dataclasses import replace
from typing import Any, Final

from ronde.arena.http import LossAlert, Losses, keep_loss_alert, loss_alerts, losses
from ronde.arena.web.engine_pages import losses_text
from ronde.arena.web.visitor import RefereeSite
from ronde.i18n import DEFAULT
from ronde.web.server.addresses import Allowed
from ronde.web.server.http_client import WebhookSender
from ronde.web.server.webhooks import PAUSES

LOOK: Final = 5.0
"""Seconds between two checks: consecutive losses are sent together."""
_LOG: Final = logging.getLogger("ronde.arbitre")


class LossAlarms:
    """One task for all webhooks; failed deliveries are repeated with growing pauses."""

    def __init__(self, site: RefereeSite, allow: Allowed) -> None:
        self.site = site
        self.allow = allow
        self._failed: dict[int, tuple[int, float]] = {}
        """Consecutive failures of each owner's webhook, and when it is tried again."""
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._stay())

    async def close(self) -> None:
        """Stop; pending deliveries are sent after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _stay(self) -> None:
        sender = WebhookSender(self.allow)
        try:
            while True:
                await asyncio.sleep(LOOK)
                try:
                    await self._look(sender)
                except Exception:  # any error: the next check must still run
                    _LOG.exception("webhooks of owners")
        finally:
            await sender.close()

    async def _look(self, sender: WebhookSender) -> None:
        for alert in await asyncio.to_thread(lambda: loss_alerts(self.site.book)):
            if alert.url and self._ready(alert):
                await self._tell(sender, alert)

    def _ready(self, alert: LossAlert) -> bool:
        return self._failed.get(alert.owner, (0, 0.0))[1] <= time.monotonic()

    async def _tell(self, sender: WebhookSender, alert: LossAlert) -> None:
        unsent = await asyncio.to_thread(lambda: losses(self.site.book, alert.owner, alert.sent))
        if not unsent:
            return
        newest = max(one.at for one in unsent)
        more = {"X-Ronde-Event": "EngineLosses", "X-Ronde-Delivery": f"{alert.owner}-{newest}"}
        receipt = await sender.send(alert.url, alert.secret, _body(unsent), more)
        if receipt.taken:
            self._failed.pop(alert.owner, None)
            book = self.site.server.book
            now = next(one for one in loss_alerts(book) if one.owner == alert.owner)
            if now.url == alert.url:  # unless it was changed meanwhile
                keep_loss_alert(book, replace(now, sent=newest))
        else:
            times = self._failed.get(alert.owner, (0, 0.0))[0]
            pause = PAUSES[min(times, len(PAUSES) - 1)]
            self._failed[alert.owner] = times + 1, time.monotonic() + pause


def _body(unsent: list[Losses]) -> bytes:
    """The body of a delivery."""
    lines: list[dict[str, Any]] = [
        {
            "engine": one.engine,
            "name": one.name,
            "fault": one.fault,
            "detail": one.detail,
            "games": one.games,
            "latest": one.latest,
            "at": one.at,
            "text": losses_text(one, DEFAULT),
        }
        for one in unsent
    ]
    return json.dumps({"losses": lines}, ensure_ascii=False).encode()
