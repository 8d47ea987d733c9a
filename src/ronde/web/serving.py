"""Starting and stopping the server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from ronde.core.errors import RondeError
from ronde.desk import CHIEF
from ronde.web.address import hall_address
from ronde.web.app import Wing, make_app
from ronde.web.hall import Hall
from ronde.web.register import open_register
from ronde.web.seats import Seats

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean all addresses of this machine."""


@dataclass(frozen=True, slots=True)
class Refereeing:
    """What the host says of his referee: the address engines are told, and the local ranges it may call."""

    url: str = ""
    allow_local: str = ""
    cluster: str = ""
    """The scheduler whose workers play the competitions; empty if the office does."""
    tls: Path | None = None
    slowest: float = 0.5


class _Server(uvicorn.Server):
    """Ends the streams first: uvicorn would otherwise wait for pages that never hang up."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self.hall = hall

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came: tell every stream, then stop."""
        self.hall.stop()
        super().handle_exit(sig, frame)


def run_server(
    paths: list[Path],
    *,
    host: str,
    port: int,
    announce: Callable[[str, str], None],
    remark: Callable[[RondeError], None] = lambda error: None,
    referee: Refereeing | None = None,
) -> None:
    """Serve some tournaments until a signal; `announce` is told the address and the arbiter's link.

    `remark` is told of every file in a folder that cannot be shown.
    """
    seats = Seats(open_register(paths))
    app = make_app(paths, seats, _wing(referee, host, port) if referee else None)
    app.state.everywhere = host in EVERYWHERE
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"
    announce(address, f"{address}/enter/{seats.invite(CHIEF)}")
    for refusal in app.state.hall.shelf.refused.values():
        remark(refusal.error)
    config = uvicorn.Config(
        _with_inbox(app),
        host=host,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=2,
        access_log=False,
    )
    _open_all_files()
    _Server(config, app.state.hall).run()


def _open_all_files() -> None:
    """Take as many files as the machine allows: every listener and every game is a socket, and the usual
    soft limit of 1,024 is kept only for programs that call select()."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _wing(referee: Refereeing, host: str, port: int) -> Wing:
    """The wing of a referee, imported now: whoever needs none pays nothing for it."""
    from ronde.arbitre.door import Ground, parse_allowed
    from ronde.web.arbitre import Arbitrage, ArbitreWing

    here = (hall_address() or "localhost") if host in EVERYWHERE else host
    usual = f"http://[{here}]:{port}" if ":" in here else f"http://{here}:{port}"
    ground = Ground(referee.cluster, referee.allow_local, referee.tls, referee.slowest)
    allow = parse_allowed(referee.allow_local)
    wish = Arbitrage(referee.url or usual, allow, ground if referee.cluster else None)
    return lambda hall, seats: ArbitreWing(hall, seats, wish)


def _with_inbox(app: Starlette) -> ASGIApp:
    """Call-backs of engines go past everything else straight to the mailbox."""
    return app.state.arbitre.inbox(app) if app.state.arbitre else app
