"""The connection to a cluster's scheduler: its address, its certificates, and whether it answers."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ronde.core.errors import ClusterTrouble

CERTIFICATES: Final = ("ca.pem", "cert.pem", "key.pem")
"""The files of a folder for TLS."""
SECURE: Final = "tls"
CALL: Final = 10.0
"""Seconds within which a scheduler must answer."""
_ADDRESS: Final = re.compile(r"(tcp|tls)://(?:\[[0-9A-Fa-f:.]+\]|[^\s\[\]:/?#@]+):([0-9]{1,5})")
_PORTS: Final = range(1, 65_536)


def need_cluster(address: str, tls: Path | None) -> None:
    """Raise ClusterTrouble now, not in the middle of an event, if no connection is possible."""
    dask()
    match = _ADDRESS.fullmatch(address)
    if match is None or int(match[2]) not in _PORTS:
        raise ClusterTrouble(reason="address", detail=address)
    if tls is not None:
        _check_certificates(tls)
    if (match[1] == SECURE) != (tls is not None):
        raise ClusterTrouble(reason="no-tls" if tls is None else "no-secret", detail=address)


def _check_certificates(folder: Path) -> None:
    ca, cert, key = (folder / name for name in CERTIFICATES)
    for path in (ca, cert, key):
        if not path.is_file():
            raise ClusterTrouble(reason="certificate", detail=str(path))
    _try_certificate(ca, lambda: ssl.create_default_context(cafile=ca))
    _try_certificate(cert, lambda: ssl.create_default_context().load_cert_chain(cert, key))


def _try_certificate(path: Path, read: Callable[[], object]) -> None:
    try:
        read()
    except (OSError, ssl.SSLError) as trouble:
        raise ClusterTrouble(reason="certificate", detail=str(path)) from trouble


def dask() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise ClusterTrouble(reason="no-distributed", detail="") from error
    return distributed


def connected(address: str, tls: Path | None, within: float = CALL) -> Any:
    """A client of that scheduler; ClusterTrouble if there is no answer in that many seconds."""
    need_cluster(address, tls)
    try:
        return dask().Client(address, timeout=within, set_as_default=False, security=security(tls))
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterTrouble(reason="unreachable", detail=address) from error


def call_cluster(address: str, tls: Path | None) -> None:
    """Raise ClusterTrouble if the address is invalid or no scheduler answers."""
    need_cluster(address, tls)
    asyncio.run(ring(address, tls))


async def ring(address: str, tls: Path | None) -> None:
    """Connect to a scheduler once; ClusterTrouble if it does not answer."""
    secured = security(tls)
    arguments = secured.get_connection_args("worker") if secured else {}
    try:
        (await dask().core.connect(address, timeout=CALL, **arguments)).abort()
    except (OSError, TimeoutError) as error:
        raise ClusterTrouble(reason="unreachable", detail=address) from error


def security(tls: Path | None) -> Any:
    """The certificates of a folder, or none."""
    if tls is None:
        return None
    ca, cert, key = (str(tls / name) for name in CERTIFICATES)
    return dask().Security(
        tls_ca_file=ca,
        tls_client_cert=cert,
        tls_client_key=key,
        tls_worker_cert=cert,
        tls_worker_key=key,
        require_encryption=True,
    )
