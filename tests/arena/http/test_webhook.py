"""Signed messages to somebody else's address."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Awaitable, Callable

import pytest
from aiohttp import web
from tests.arena.http.arena import LOOPBACK, bound, run

from ronde.web.server import http_client
from ronde.web.server.addresses import NOTHING_LOCAL, parse_allowed
from ronde.web.server.http_client import Delivery, WebhookSender

Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]
SECRET = b"0123456789"


async def asked(answer: Answering, *, allow: str = LOOPBACK, path: str = "/hook") -> Delivery:
    """What comes of a message to a receiver that answers so."""
    app = web.Application()
    app.router.add_route("*", "/{any:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    place = bound()
    await web.SockSite(runner, place).start()
    sender = WebhookSender(parse_allowed(allow) if allow else NOTHING_LOCAL)
    try:
        url = f"http://127.0.0.1:{place.getsockname()[1]}{path}"
        return await sender.send(url, SECRET, b'{"kind":"Ping"}', {"X-Ronde-Event": "Ping"})
    finally:
        await sender.close()
        await runner.cleanup()


def test_the_body_is_signed_and_typed() -> None:
    got: list[tuple[str, bytes, str, str]] = []

    async def takes(request: web.Request) -> web.Response:
        heads = request.headers
        body = await request.read()
        got.append((request.method, body, heads["X-Ronde-Signature"], heads["Content-Type"]))
        return web.Response(status=204)

    assert run(asked(takes)) == Delivery(204)
    method, body, signature, kind = got[0]
    assert (method, kind) == ("POST", "application/json")
    assert signature == "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()


def test_a_redirect_is_not_followed() -> None:
    paths: list[str] = []

    async def elsewhere(request: web.Request) -> web.Response:
        paths.append(request.path)
        return web.Response(status=302, headers={"Location": "/other"})

    assert run(asked(elsewhere)) == Delivery(302, "redirect")
    assert paths == ["/hook"]


def test_an_address_inside_is_refused_where_the_socket_is_made() -> None:
    called: list[str] = []

    async def takes(request: web.Request) -> web.Response:
        called.append(request.path)
        return web.Response()

    assert run(asked(takes, allow="")) == Delivery(0, "refused-address")
    assert not called


@pytest.mark.full
def test_a_receiver_that_hangs_or_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "PATIENCE", 0.2)

    async def hangs(request: web.Request) -> web.Response:
        await asyncio.sleep(0.5)
        return web.Response()

    async def fails(request: web.Request) -> web.Response:
        return web.Response(status=500)

    assert run(asked(hangs)) == Delivery(0, "slow")
    assert run(asked(fails)) == Delivery(500, "status")


def test_nobody_at_an_address_is_no_accident() -> None:
    async def nobody() -> Delivery:
        sender = WebhookSender(parse_allowed(LOOPBACK))
        place = bound()
        try:
            return await sender.send(f"http://127.0.0.1:{place.getsockname()[1]}/", SECRET, b"{}", {})
        finally:
            place.close()
            await sender.close()

    assert run(nobody()) == Delivery(0, "unreachable")
