"""A server behind a proxy under a path of its own, such as `https://arena.example.org/ronde/`.

Inside, paths have no prefix. It is added where an address is written: by `url()` in templates, and here in
redirects. The proxy may take the path off what comes in, or leave it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


def path_of(address: str) -> str:
    """The path of a public address, without a slash at its end: `/ronde`, or nothing.

    >>> path_of("https://arena.example.org/ronde/"), path_of("https://arena.example.org")
    ('/ronde', '')
    """
    return urlsplit(address).path.rstrip("/")


class SubPath:
    """The application under a path."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"] == self.path:  # links beside the front page would leave the path otherwise
            await RedirectResponse(f"{self.path}/", 308)(scope, receive, send)
            return

        async def below(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                where = headers.get("location", "")
                if where.startswith("/") and not where.startswith("//"):
                    headers["location"] = self.path + where
            await send(message)

        place = scope["path"]
        inside = place[len(self.path) :] if place.startswith(f"{self.path}/") else place
        # Not `root_path`: Starlette takes it off paths, and `/course/desk` below `/course` would be `/desk`.
        scope = {**scope, "app_root_path": self.path, "path": inside, "raw_path": inside.encode()}
        await self.app(scope, receive, below)
