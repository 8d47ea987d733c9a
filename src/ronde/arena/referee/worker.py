"""A machine that lends its cores to a cluster until it receives a signal."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ronde.arena.referee.cluster import CORES, check_scheduler, dask, need_cluster, security
from ronde.model.errors import ClusterTrouble
from ronde.system import guard_python

_RETURN: Final = 1.0
"""Seconds after which a worker that lost its scheduler reconnects."""
_CALM: Final = ("DASK_LOGGING__DISTRIBUTED", "warning")
"""The default log level of Dask; the worker process reads it too."""


def run_worker(
    address: str,
    cores: int,
    tls: Path | None,
    environment: Mapping[str, str] = MappingProxyType({}),
    *,
    ready: Callable[[], None],
) -> None:
    """Lend that many cores to a scheduler until a signal; ClusterTrouble if there is none at the start.

    The worker process is restarted if it dies. When the scheduler is lost the games that were being played
    are abandoned, since others will play them, and the worker reconnects as soon as the scheduler is back.
    `environment` is added to the environment of the worker process.
    """
    os.environ.setdefault(*_CALM)
    guard_python()
    need_cluster(address, tls)
    asyncio.run(_work(partial(_nanny, address, cores, tls, environment), address, tls, ready))


async def _work(
    nanny_of: Callable[[], Any], address: str, tls: Path | None, ready: Callable[[], None]
) -> None:
    await check_scheduler(address, tls)
    announced = False
    while True:
        try:
            async with nanny_of() as nanny:
                if not announced:
                    ready()
                announced = True
                await nanny.finished()
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            if not announced:
                raise ClusterTrouble(reason="unreachable", detail=address) from error
        await asyncio.sleep(_RETURN)


def _nanny(address: str, cores: int, tls: Path | None, environment: Mapping[str, str]) -> Any:
    return dask().Nanny(
        address,
        nthreads=max(1, cores // CORES),
        resources={"core": cores},
        security=security(tls),
        env=dict(environment),
        dashboard=False,
        death_timeout=30,
        # Games use little of our memory; their programs have separate limits.
        memory_limit=None,
    )
