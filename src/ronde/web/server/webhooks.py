"""The webhooks of tournaments: their events, their progress, and repeated deliveries.

A hook stores the number of the last event its receiver took, so events are delivered in order, at least once,
across restarts. Failed deliveries are repeated with growing pauses, and at last stopped.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.concurrency import run_in_threadpool

from ronde.app.views import event_data
from ronde.model.errors import RondeError
from ronde.model.events import RoundClosed
from ronde.store import JournalEntry
from ronde.web.server.account_store import AccountStore
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.tournaments import Tournaments

if TYPE_CHECKING:
    from ronde.web.server.http_client import Delivery, WebhookSender

_LOG: Final = logging.getLogger("uvicorn.error")
LOOK: Final = 0.5
"""Seconds between two checks."""
RARELY: Final = 30.0
"""The same while the account store is unavailable: doubled each time, up to this."""
PAUSES: Final = (5, 30, 120, 600, 3600, 3600, 3600, 3600, 3600, 3600)
"""Seconds before a failed delivery is repeated; after the last the hook is stopped."""
HELD: Final = 60.0
"""Seconds for which one process reserves a hook while it delivers."""
NEVER: Final = 1e15
GONE: Final = 410
CLOSING, EVERYTHING = "closing", "everything"
WISHES: Final = (CLOSING, EVERYTHING)
"""What a hook receives: each closed round, or every event."""
_CLIENT: Final = "ronde.web.server.http_client"
_COLUMNS: Final = "id, slug, url, secret, wish, number, until, failed, said"


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook: its address, its events, and its state."""

    id: str
    slug: str
    url: str
    secret: bytes
    wish: str
    number: int
    """The last event it took, or did not want."""
    until: float
    """When it may be tried again."""
    failed: int
    """Consecutive failures."""
    said: str
    """The last error, in one word."""

    @property
    def stopped(self) -> bool:
        return self.until >= NEVER


class Webhooks:
    """Delivers events; one task for all hooks."""

    def __init__(self, tournaments: Tournaments, store: AccountStore, allow: str = "") -> None:
        self.tournaments = tournaments
        self.store = store
        self.allow = allow
        """The local ranges in which receivers are allowed; none by default."""
        self._sender: WebhookSender | None = None
        self._task: asyncio.Task[None] | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}

    async def open(self) -> None:
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        """Stop; pending events are delivered after the next start."""
        tasks = [task for task in (self._task, *self._busy.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._sender is not None:
            await self._sender.close()

    def check(self, url: str) -> str:
        """The normalised address; AddressRefused if it can never be called."""
        from ronde.web.server.addresses import check_url, parse_allowed

        return check_url(url, parse_allowed(self.allow))

    def of(self, slug: str) -> list[Webhook]:
        """The hooks of a tournament, oldest first."""
        rows = self.store.rows(f"SELECT {_COLUMNS} FROM hook WHERE slug = ? ORDER BY made", slug)
        return [_hook(row) for row in rows]

    def add(self, live: LiveTournament, url: str, wish: str) -> Webhook:
        """A new hook, which gets events from now on; its secret is shown once."""
        made = Webhook(
            secrets.token_hex(6),
            live.slug,
            url,
            secrets.token_bytes(24),
            wish,
            live.desk.number,
            0,
            0,
            "",
        )
        order = "INSERT INTO hook VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        values = (made.id, made.slug, url, made.secret, wish, made.number, 0.0, 0, "", time.time())
        self.store.write(order, *values)
        return made

    def drop(self, slug: str, id: str) -> None:
        self.store.write("DELETE FROM hook WHERE slug = ? AND id = ?", slug, id)

    def again(self, slug: str, id: str) -> None:
        """Try a hook at once, also a stopped one."""
        self.store.write("UPDATE hook SET until = 0, failed = 0 WHERE slug = ? AND id = ?", slug, id)

    async def _stay(self) -> None:
        failed = 0
        while True:
            await asyncio.sleep(min(LOOK * 2**failed, RARELY))
            try:
                for hook, entries in await run_in_threadpool(self._due, time.time()):
                    self._busy[hook.id] = asyncio.create_task(self._tell(hook, entries))
                failed = 0
            except Exception as error:  # any error: the next check must still run
                if not failed:
                    _LOG.error("webhooks wait: %r", error)
                failed = min(failed + 1, 10)
            self._busy = {id: task for id, task in self._busy.items() if not task.done()}

    def _due(self, now: float) -> list[tuple[Webhook, list[JournalEntry]]]:
        """Hooks with pending events; events a hook does not want are skipped."""
        question = f"SELECT {_COLUMNS} FROM hook WHERE until <= ?"
        due = []
        for hook in map(_hook, self.store.rows(question, now)):
            live = self.tournaments.by_slug.get(hook.slug)
            if live is None or hook.id in self._busy or live.desk.number <= hook.number:
                continue
            entries = [entry for entry, _ in live.desk.history() if entry.number > hook.number]
            wanted = [entry for entry in entries if _wanted(hook, entry)]
            if not wanted:
                self._took(hook, entries[-1].number)
            elif self._held(hook, now):
                due.append((hook, wanted))
        return due

    def _held(self, hook: Webhook, now: float) -> bool:
        """Reserve a hook for this process; False if another one was first."""
        order = "UPDATE hook SET until = ? WHERE id = ? AND until <= ?"
        return self.store.write(order, now + HELD, hook.id, now) == 1

    async def _tell(self, hook: Webhook, entries: list[JournalEntry]) -> None:
        for entry in entries:
            live = self.tournaments.by_slug.get(hook.slug)
            if live is None:
                return
            receipt = await self.post(hook, body_of(live, entry), type(entry.event).__name__, entry.number)
            if not receipt.taken:
                with suppress(RondeError):
                    await run_in_threadpool(self._refused, hook, receipt)
                return
            await run_in_threadpool(self._took, hook, entry.number)

    async def post(self, hook: Webhook, body: bytes, kind: str, number: int) -> Delivery:
        if self._sender is None:
            await run_in_threadpool(import_module, _CLIENT)  # it takes longer than any clock should wait
            self._sender = self._sender or _sender(self.allow)
        more = {"X-Ronde-Event": kind, "X-Ronde-Delivery": f"{hook.id}-{number}"}
        return await self._sender.send(hook.url, hook.secret, body, more)

    def _took(self, hook: Webhook, number: int) -> None:
        order = "UPDATE hook SET number = ?, until = 0, failed = 0, said = '' WHERE id = ?"
        self.store.write(order, number, hook.id)

    def _refused(self, hook: Webhook, receipt: Delivery) -> None:
        """Try again later; after too many failures, or if the receiver is gone, stop."""
        alone = hook.failed >= len(PAUSES) or receipt.status == GONE
        until = NEVER if alone else time.time() + PAUSES[hook.failed]
        said = f"{receipt.trouble} {receipt.status}".removesuffix(" 0")
        order = "UPDATE hook SET until = ?, failed = failed + 1, said = ? WHERE id = ?"
        self.store.write(order, until, said, hook.id)


def _sender(allow: str) -> WebhookSender:
    from ronde.web.server.addresses import parse_allowed
    from ronde.web.server.http_client import WebhookSender

    return WebhookSender(parse_allowed(allow))


def _hook(row: tuple[object, ...]) -> Webhook:
    id, slug, url, secret, wish, number, until, failed, said = row
    assert isinstance(secret, bytes | memoryview)
    return Webhook(
        str(id), str(slug), str(url), bytes(secret), str(wish), int(str(number)), float(str(until)),
        int(str(failed)), str(said),
    )  # fmt: skip


def _wanted(hook: Webhook, entry: JournalEntry) -> bool:
    return hook.wish == EVERYTHING or isinstance(entry.event, RoundClosed)


def body_of(live: LiveTournament, entry: JournalEntry) -> bytes:
    """One event as receivers get it."""
    return msgspec.json.encode(
        {
            "tournament": live.slug,
            "name": live.tournament.name,
            "number": entry.number,
            "action": entry.action,
            "at": entry.at,
            "actor": entry.actor,
            "kind": type(entry.event).__name__,
            "fact": event_data(entry.event),
        }
    )
