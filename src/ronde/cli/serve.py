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
@with_session
def serve(
    session: Session,
    paths: tuple[Path, ...],
    port: int,
    host: str,
    referee: bool,
    allow_local: str | None,
    referee_url: str | None,
) -> None:
    """Show tournaments in the browser, and referee engines if asked."""
    from ronde.web.door import Refereeing, run_server

    context = click.get_current_context()
    if not referee and (allow_local or referee_url):
        raise Misused(spoken("cli.needs-referee"), context)
    if referee_url and not referee_url.startswith(("http://", "https://")):
        raise Misused(spoken("cli.referee-url", url=referee_url), context)
    wish = Refereeing(referee_url or "", allow_local or "") if referee else None
    run_server(list(paths) or [Path.cwd()], host=host, port=port, announce=announce, referee=wish)


def announce(address: str, link: str) -> None:
    """Say where the pages are, and how the arbiter enters."""
    click.echo(spoken("cli.serving", address=address))
    click.echo(spoken("cli.desk-link", link=link))
