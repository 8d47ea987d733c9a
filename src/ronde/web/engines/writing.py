"""The page for authors of engines: first steps, kits, addresses, and rulings where the manual is silent."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.games.door import GAMES, find_game
from ronde.http_engines.door import KITS, packed_kit
from ronde.web.desk.exports import download
from ronde.web.engines.visitor import Lobby
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rights import Right

_FAR: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Documentation addresses (RFC 5737 and 3849): the route to them is looked up, nothing is sent."""


class WritingPages:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/write", self.page, Right.ANYBODY),
            GuardedRoute("/arbitre/kits/{file}", self.kit, Right.ANYBODY),
        ]

    def page(self, request: Request) -> Response:
        facts = {
            "calls_from": own_addresses(request.client.host if request.client else ""),
            "referee": self.lobby.server.requests.referee,
        }
        kits = list(KITS.values())
        return self.lobby.page(request, "engines/write.html", rulings=_rulings(), kits=kits, **facts)

    def kit(self, request: Request) -> Response:
        for kit in KITS.values():
            if kit.zip_name == request.path_params["file"]:
                return download(kit.zip_name, packed_kit(kit.name))
        raise HTTPException(404)


def _rulings() -> list[str]:
    """Our rulings on what the manual leaves open, by game, as codes of sentences."""
    points = [f"{name}-{point}" for name in GAMES for point in find_game(name).description.open_points]
    return [*points, "last-call"]


def own_addresses(visitor: str = "") -> list[str]:
    """The addresses of this machine as the visitor's machine and others see them."""
    addresses = []
    near = ((socket.AF_INET6 if ":" in visitor else socket.AF_INET, visitor),) if visitor else ()
    for family, far in (*near, *_FAR):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            addresses.append(str(asking.getsockname()[0]))
    return [one for one in dict.fromkeys(addresses) if not ipaddress.ip_address(one).is_link_local] or [
        "127.0.0.1"
    ]
