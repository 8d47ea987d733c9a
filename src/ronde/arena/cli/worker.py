"""The command `ronde worker`: plays encounters for a cluster."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ronde.arena.cli.options import CallBackOptions, call_back_options
from ronde.cli.session import ANY_PATH
from ronde.cli.speech import command, option, translate


@command("worker", waits=False)
@click.argument("address", metavar="ADDRESS")
@option("--cores", type=click.IntRange(2, 1024), default=None, help="worker-cores", metavar="N")
@option("--tls", type=ANY_PATH, default=None, help="worker-security", metavar="FOLDER")
@call_back_options
def worker(address: str, cores: int | None, tls: Path | None, door: CallBackOptions) -> None:
    from ronde.arena.referee import run_worker

    environment = door.call_backs().environment
    lent = cores or max(2, len(os.sched_getaffinity(0)))
    ready = translate("cli.worker-ready", cores=lent, address=address)
    run_worker(address, lent, tls, environment, ready=lambda: click.echo(ready))
