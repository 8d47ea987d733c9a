"""The web server."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.cli.session import Session, with_session
from ronde.cli.speech import ANY_PATH, Misused, command, option, spoken


@command("serve")
@click.argument("paths", nargs=-1, type=ANY_PATH, metavar="[FILE|FOLDER]...")
@option("--port", type=click.IntRange(1, 65535), default=8765, help="port", metavar="N")
@option("--host", default="127.0.0.1", help="host", metavar="ADDRESS")
@option("--referee", is_flag=True, help="referee")
@option("--allow-local", default=None, help="allow-local", metavar="RANGES")
@option("--referee-url", default=None, help="referee-url", metavar="URL")
@option("--cluster", default=None, help="serve-cluster", metavar="ADDRESS")
@option("--slowest", type=click.FloatRange(0, 1), default=0.5, help="slowest", metavar="PART")
@option("--tls", type=ANY_PATH, default=None, help="worker-security", metavar="FOLDER")
@with_session
def serve(
    session: Session,
    paths: tuple[Path, ...],
    port: int,
    host: str,
    referee: bool,
    allow_local: str | None,
    referee_url: str | None,
    cluster: str | None,
    slowest: float,
    tls: Path | None,
) -> None:
    """Show tournaments in the browser, and referee engines if asked."""
    from ronde.referee.door import need_cluster
    from ronde.web.door import Refereeing, run_server

    context = click.get_current_context()
    if not referee and (allow_local or referee_url or cluster):
        raise Misused(spoken("cli.needs-referee"), context)
    if referee_url and not referee_url.startswith(("http://", "https://")):
        raise Misused(spoken("cli.referee-url", url=referee_url), context)
    if cluster:
        need_cluster()
    told = Refereeing(referee_url or "", allow_local or "", cluster or "", tls, slowest)
    wish = told if referee else None
    run_server(list(paths) or [Path.cwd()], host=host, port=port, announce=announce, referee=wish)


def announce(address: str, link: str) -> None:
    """Say where the pages are, and how the arbiter enters."""
    click.echo(spoken("cli.serving", address=address))
    click.echo(spoken("cli.desk-link", link=link))
