"""The address of this server for phones, as in every QR code."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from starlette.requests import Request

_HERE = ("localhost", "127.0.0.1", "::1", "[::1]")
_ELSEWHERE = "192.0.2.1"
"""A reserved address; looking up the route to it sends nothing."""


def address_of(request: Request) -> str:
    """This server as the visitor reaches it; from this machine, its address in the local network."""
    url = request.base_url
    everywhere = getattr(request.app.state, "everywhere", False)
    if everywhere and url.hostname in _HERE and (host := hall_address()):
        url = url.replace(hostname=host)
    return str(url).rstrip("/")


def only_here(address: str) -> bool:
    """Whether an address works on this machine only, so that phones cannot use it."""
    return urlsplit(address).hostname in _HERE


def hall_address() -> str | None:
    """The address of this machine in the local network, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_ELSEWHERE, 9))
        except OSError:
            return None
        return str(asking.getsockname()[0])
