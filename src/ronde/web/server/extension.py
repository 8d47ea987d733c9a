"""What another package adds to the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.types import ASGIApp

from ronde.web.server.accounts import Accounts
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.tournaments import Tournaments


class Extension:
    """An addition to the server; this one adds nothing."""

    name: str
    """The attribute of the application's state where pages find it."""

    def routes(self) -> Sequence[GuardedRoute]:
        return ()

    async def open(self) -> None:
        """Called when the server starts."""

    async def close(self) -> None:
        """Called when the server stops."""

    def around(self, app: ASGIApp) -> ASGIApp:
        """The application, behind whatever must bypass its middleware."""
        return app


Extend = Callable[[Tournaments, Accounts], Extension]
"""Makes an extension of one server."""
