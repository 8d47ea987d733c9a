"""Starting and stopping the server."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from asyncio import Protocol
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from errno import EACCES, EADDRINUSE, EADDRNOTAVAIL
from functools import partial
from pathlib import Path
from socket import socket
from types import FrameType
from typing import cast
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from ronde.app.command import CHIEF
from ronde.model.errors import FileMissing, NoAccountStore, PortRefused, RondeError
from ronde.store import is_server_name
from ronde.system import listen, most_open_files, raise_open_files
from ronde.web.server.account_store import open_account_store, store_folder, store_path
from ronde.web.server.accounts import Accounts
from ronde.web.server.application import SubPath, make_app, path_of
from ronde.web.server.closings import AfterClosing
from ronde.web.server.drawing import SWITCH
from ronde.web.server.extension import Extend
from ronde.web.server.limits import EACH, STREAMS, TOGETHER, Connections, LimitedProtocol
from ronde.web.server.request import lan_address
from ronde.web.server.security import EVERYWHERE, Hosts, Network, in_networks
from ronde.web.server.tournaments import Tournaments

_REASONS = {EADDRINUSE: "taken", EADDRNOTAVAIL: "elsewhere", EACCES: "forbidden"}
SPARED = 0.6
"""The share of open files that connections may use; the rest is for tournaments and engines."""


class _OurTroubleOnly(logging.Filter):
    """Drops messages about pages that a stopping server gave up, which came with a traceback each."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


LOG = "uvicorn.error"
logging.getLogger(LOG).addFilter(_OurTroubleOnly())


@dataclass(frozen=True, slots=True)
class Front:
    """Where the server is reached: the address and port it listens on, its names, its proxies."""

    host: str
    port: int
    names: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
    tries: int = 1
    """How many ports are tried, from `port` on, if it is in use."""
    public: str = ""
    """The public address behind a proxy, without a trailing slash; empty without a proxy."""

    @property
    def address(self) -> str:
        """The address for visitors: that of the proxy, else the one on this machine."""
        return self.public or http_address(
            "localhost" if self.host in ("127.0.0.1", *EVERYWHERE) else self.host, self.port
        )

    @property
    def network_address(self) -> str:
        """The address for other devices; empty if they cannot reach this server."""
        host = lan_address() if self.host in EVERYWHERE and not self.public else None
        return http_address(host, self.port) if host else ""


class _Server(uvicorn.Server):
    """Closes the streams first: uvicorn would otherwise wait for them."""

    def __init__(self, config: uvicorn.Config, tournaments: Tournaments) -> None:
        super().__init__(config)
        self.tournaments = tournaments

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """On a signal, end all streams, then stop."""
        self.tournaments.stop()
        super().handle_exit(sig, frame)


def run_server(
    paths: list[Path],
    front: Front,
    *,
    announce: Callable[[Front, str], None],
    remark: Callable[[RondeError], None] = lambda error: None,
    extend: Callable[[Front], Sequence[Extend]] = lambda front: (),
    dev: bool = False,
    after: AfterClosing | None = None,
    allow: str = "",
) -> None:
    """Serve some tournaments until a signal; `announce` gets the address and the arbiter's link.

    `remark` gets every file in a folder that cannot be shown; `extend` says what other packages add, once the
    port is known; `dev` adds the page of all components.
    """
    with ExitStack() as live:
        sockets = [live.enter_context(one) for one in _listen(front)]
        front = replace(front, port=sockets[0].getsockname()[1])
        accounts = Accounts(open_account_store(paths))
        app = make_app(paths, accounts, extend(front), _hosts(front), dev=dev, after=after, allow=allow)
        app.state.everywhere = front.host in EVERYWHERE
        accounts.store.move(front.address)
        announce(front, f"{front.address}/enter/{accounts.invite(CHIEF)}")
        for refusal in app.state.tournaments.folders.refused.values():
            remark(refusal.error)
        _run(app, front, sockets)


def _run(app: Starlette, front: Front, sockets: list[socket]) -> None:
    # Every stream and game is a socket; the soft limit of 1,024 is for programs that call select().
    raise_open_files()
    part = _part_of(most_open_files())
    app.state.tournaments.streams.each = int(STREAMS * part)
    connections = Connections(
        int(EACH * part), int(TOGETHER * part), lambda address: in_networks(address, front.proxies)
    )
    favour_the_loop()
    try:
        _Server(_config(app, front, connections), app.state.tournaments).run(sockets)
    finally:
        app.state.desk_pages.intakes.close()  # after a second Ctrl-C nothing else is closed in order


def favour_the_loop() -> None:
    """Short turns of the threads, and rare full collections: both made the clocks wait most."""
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(100_000, 20, 1_000)


def new_link(paths: list[Path], address: str = "") -> str:
    """A new link for the chief while the server runs; unused earlier ones are invalid."""
    for path in paths:
        if not is_server_name(path) and not path.exists():
            raise FileMissing(path=str(path))
    if not any(map(is_server_name, paths)):
        place = store_path(paths)
        if place is None or not place.exists():
            folder = store_folder(paths)
            raise NoAccountStore(path=str(folder), reason="none" if place else "read-only")
    store = open_account_store(paths)
    try:
        there = address or store.address()
        return f"{there.rstrip('/')}/enter/{Accounts(store).invite(CHIEF)}"
    finally:
        store.close()


def new_owner_link(book: Path, address: str) -> str:
    """A link that opens an engine owner's account, on the server with that store."""
    store = open_account_store([book.parent])
    try:
        return f"{address.rstrip('/')}/enter/{Accounts(store).invite_owner()}"
    finally:
        store.close()


def _listen(front: Front) -> list[socket]:
    """The bound sockets: from here on the announced port is reserved."""
    try:
        return listen(front.host, front.port, tries=front.tries)
    except OSError as error:
        reason = _REASONS.get(error.errno or 0, "unknown")
        raise PortRefused(host=front.host, port=front.port, reason=reason) from error


def _config(app: Starlette, front: Front, connections: Connections) -> uvicorn.Config:
    """The settings of uvicorn, which by default would trust every proxy on this machine."""
    return uvicorn.Config(
        _under(front, _extended(app)),
        http=cast(type[Protocol], partial(LimitedProtocol, connections=connections)),
        ws="none",
        proxy_headers=bool(front.proxies),
        forwarded_allow_ips=[str(network) for network in front.proxies],
        log_level="error",
        timeout_graceful_shutdown=2,
        access_log=False,
    )


def _hosts(front: Front) -> Hosts:
    """The names of this server: those given, where it listens, and that of its public address."""
    names = {*front.names, front.host.lower()} - set(EVERYWHERE)
    public = urlsplit(front.public).hostname
    return Hosts(names | {public} if public else names)


def _part_of(files: int | None) -> float:
    """How much of the usual number of connections this process may have with so many open files."""
    return 1.0 if files is None else min(1.0, files * SPARED / TOGETHER)


def http_address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _under(front: Front, app: ASGIApp) -> ASGIApp:
    """The application below the path of a proxy, if it has one."""
    path = path_of(front.public)
    return SubPath(app, path) if path else app


def _extended(app: Starlette) -> ASGIApp:
    """The application with what bypasses its middleware, such as call-backs of engines."""
    outer: ASGIApp = app
    for one in app.state.extensions:
        outer = one.around(outer)
    return outer
