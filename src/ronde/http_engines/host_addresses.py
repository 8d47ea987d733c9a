"""The resolved addresses of engines that may only call back from there."""

from __future__ import annotations

import asyncio
import socket
from urllib.parse import urlsplit

from ronde.http_engines.ranges import usual_spelling


class HostAddresses:
    """The last resolved addresses of each host; they are kept while the name does not resolve."""

    def __init__(self) -> None:
        self._known: dict[str, frozenset[str]] = {}

    async def of(self, url: str) -> frozenset[str]:
        """The addresses of the host of a URL; empty if it was never resolved."""
        host = urlsplit(url).hostname or ""
        try:
            entries = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except OSError:
            return self._known.get(host, frozenset())
        self._known[host] = frozenset(usual_spelling(str(one[4][0])) for one in entries)
        return self._known[host]
