"""The HTTP client for engines and webhooks: aiohttp's own, with checked addresses and bounded pages."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final, NamedTuple
from weakref import WeakSet

import aiohttp
from aiohttp.connector import Connection
from aiohttp.tracing import Trace
from yarl import URL

from ronde.web.server.addresses import Allowed, guarded_socket, refusal

LARGEST_BODY: Final = 65_536
LONGEST_LINE: Final = 8_190
"""Bytes of the first line of an answer, and of each of its headers."""
KEPT_OPEN: Final = 30.0
"""Seconds for which an idle connection stays open."""
PATIENCE: Final = 10.0
"""Seconds for the answer of a webhook's receiver."""
_HEADERS: Final = {"User-Agent": "Ronde", "Accept": "*/*", "Accept-Encoding": "identity"}
NOT_HTTP: Final = "not-http"
TLS: Final = ("certificate-dates", "certificate-name", "certificate-unknown", "no-tls", "tls")
_DATES: Final = (9, 10)
_OTHER_NAME: Final = (62, 64)
"""What OpenSSL calls a certificate that is not valid today, and one for another name (x509_vfy.h)."""
_PLAIN_HTTP: Final = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")

Sent = aiohttp.TraceRequestHeadersSentParams | aiohttp.TraceRequestChunkSentParams


class AnswerPage(NamedTuple):
    """What an engine's server said."""

    status: int
    body: bytes
    signature: str


class _Connector(aiohttp.TCPConnector):
    """What comes on a kept connection before it is asked again must not be taken for the next answer.

    aiohttp keeps one connection for all engines of a host.
    """

    def __init__(self, allow: Allowed) -> None:
        super().__init__(
            limit=0, ttl_dns_cache=10, socket_factory=guarded_socket(allow), keepalive_timeout=KEPT_OPEN
        )
        self._used: WeakSet[object] = WeakSet()

    async def connect(
        self, req: aiohttp.ClientRequest, traces: list[Trace], timeout: aiohttp.ClientTimeout
    ) -> Connection:
        while True:
            connection = await super().connect(req, traces, timeout)
            protocol = connection.protocol
            assert protocol is not None
            if protocol not in self._used or not protocol.should_close:
                self._used.add(protocol)
                return connection
            connection.close()


class HttpClient:
    def __init__(self, allow: Allowed) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_headers_sent.append(_sent)
        trace.on_request_chunk_sent.append(_sent)
        self._session = aiohttp.ClientSession(
            connector=_Connector(allow),
            headers=_HEADERS,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(),  # the caller keeps the time
            auto_decompress=False,
            max_line_size=LONGEST_LINE,
            max_field_size=LONGEST_LINE,
            trace_configs=[trace],
        )

    async def close(self) -> None:
        await self._session.close()

    async def page(
        self,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None = None,
        written: Callable[[], None] = lambda: None,
    ) -> AnswerPage:
        """Send a GET, or a POST of JSON, say when it is written, and read the page.

        A kept connection may just have been closed by the other side: then the request is sent once more, a
        GET by aiohttp itself.
        """
        try:
            return await self._page(url, headers, body, written)
        except aiohttp.ClientConnectorError:
            raise
        except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError):
            if body is None:
                raise
            return await self._page(url, headers, body, written)

    async def _page(
        self, url: str, headers: Mapping[str, str], body: bytes | None, written: Callable[[], None]
    ) -> AnswerPage:
        if not (url.isascii() and url.isprintable() and " " not in url):
            raise ValueError("an address is one printable word")
        async with self._session.request(
            "GET" if body is None else "POST",
            URL(url, encoded=True),
            headers=headers if body is None else {"Content-Type": "application/json", **headers},
            data=body,
            allow_redirects=False,
            trace_request_ctx=written,
        ) as answer:
            signature = answer.headers.get("X-Ronde-Signature", "")
            return AnswerPage(answer.status, await _body(answer.content), signature)


def sign(secret: bytes, message: bytes) -> str:
    """The signature of a message, as sent in the header."""
    return "sha256=" + hmac.new(secret, message, hashlib.sha256).hexdigest()


async def _sent(session: aiohttp.ClientSession, context: SimpleNamespace, sent: Sent) -> None:
    """Say that a request is written; the head of a POST waits for its body."""
    if sent.method == "GET" or isinstance(sent, aiohttp.TraceRequestChunkSentParams):
        context.trace_request_ctx()


async def _body(content: aiohttp.StreamReader) -> bytes:
    """A body too long is cut one byte beyond the limit, and its connection is then closed."""
    body = bytearray()
    while len(body) <= LARGEST_BODY and (part := await content.read(LARGEST_BODY + 1 - len(body))):
        body += part
    return bytes(body)


def trouble_code(error: Exception) -> str:
    if (refused := refusal(error)) is not None:
        return str(refused.facts["reason"])
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "no-such-host"
    if isinstance(error, aiohttp.ClientSSLError):
        return _tls_code(error)
    if isinstance(error, aiohttp.ClientConnectorError):
        return "unreachable"
    if isinstance(error, aiohttp.ServerDisconnectedError | ConnectionResetError):
        return "closed"
    if isinstance(error, aiohttp.ClientPayloadError):
        return "cut"
    if isinstance(error, aiohttp.ClientResponseError | ValueError):
        return NOT_HTTP
    return "network"


def _tls_code(error: aiohttp.ClientSSLError) -> str:
    cause = getattr(error, "certificate_error", None) or error.__cause__
    if isinstance(cause, ssl.SSLCertVerificationError):
        if cause.verify_code in _DATES:
            return "certificate-dates"
        return "certificate-name" if cause.verify_code in _OTHER_NAME else "certificate-unknown"
    plain = isinstance(cause, ssl.SSLError) and cause.reason in _PLAIN_HTTP
    return "no-tls" if plain else "tls"


@dataclass(frozen=True, slots=True)
class Delivery:
    """The receiver's status, 0 without an answer, and a one-word code of what went wrong."""

    status: int
    trouble: str = ""

    @property
    def taken(self) -> bool:
        return not self.trouble


class WebhookSender:
    """Sends signed bodies to foreign addresses, with the same address checks as for engines."""

    def __init__(self, allow: Allowed) -> None:
        self._client = HttpClient(allow)

    async def close(self) -> None:
        await self._client.close()

    async def send(self, url: str, secret: bytes, body: bytes, more: dict[str, str]) -> Delivery:
        """Post JSON, signed as requests to engines are: HMAC-SHA256 of the body in `X-Ronde-Signature`."""
        headers = {"X-Ronde-Signature": sign(secret, body), **more}
        try:
            async with asyncio.timeout(PATIENCE):
                status = (await self._client.page(url, headers, body)).status
        except TimeoutError:
            return Delivery(0, "slow")
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return Delivery(0, "refused-address" if refusal(error) else "unreachable")
        if 300 <= status < 400:
            return Delivery(status, "redirect")
        return Delivery(status, "" if 200 <= status < 300 else "status")
