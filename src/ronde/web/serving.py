"""Starting and stopping the server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from ronde.desk import CHIEF
from ronde.web.app import make_app
from ronde.web.hall import Hall
from ronde.web.seats import Seats


class _Server(uvicorn.Server):
    """Ends the streams first: uvicorn would otherwise wait for pages that never hang up."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self.hall = hall

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came: tell every stream, then stop."""
        self.hall.stop()
        super().handle_exit(sig, frame)


def run_server(paths: list[Path], *, host: str, port: int, announce: Callable[[str, str], None]) -> None:
    """Serve some tournaments until a signal; `announce` is told the address and the arbiter's link."""
    seats = Seats()
    app = make_app(paths, seats)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"
    announce(address, f"{address}/enter/{seats.invite(CHIEF)}")
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=2, access_log=False
    )
    _Server(config, app.state.hall).run()
