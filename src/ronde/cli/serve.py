"""The web server."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.cli.session import Session, with_session
from ronde.cli.speech import ANY_PATH, command, option, spoken


@command("serve")
@click.argument("paths", nargs=-1, type=ANY_PATH, metavar="[FILE|FOLDER]...")
@option("--port", type=click.IntRange(1, 65535), default=8765, help="port", metavar="N")
@option("--host", default="127.0.0.1", help="host", metavar="ADDRESS")
@with_session
def serve(session: Session, paths: tuple[Path, ...], port: int, host: str) -> None:
    """Show tournaments in the browser."""
    from ronde.web.door import run_server

    run_server(list(paths) or [Path.cwd()], host=host, port=port, announce=_announce)


def _announce(address: str, link: str) -> None:
    click.echo(spoken("cli.serving", address=address))
    click.echo(spoken("cli.desk-link", link=link))
