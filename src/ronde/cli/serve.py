"""What commands that serve pages share, and the command `invite`."""

from __future__ import annotations

import os
import shlex
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ronde.cli.session import ANY_PATH, CommandRun, json_option, show, with_session
from ronde.cli.speech import UsageProblem, command, language, option, translate
from ronde.i18n import error_text
from ronde.model.errors import RondeError
from ronde.system import CLOSED

if TYPE_CHECKING:
    from ronde.web.server.closings import AfterClosing
    from ronde.web.server.security import Network
    from ronde.web.server.serve import Front


# The port of the web pages.


class Port(click.IntRange):
    def __init__(self) -> None:
        super().__init__(1, 65535)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        port: int = super().convert(value, param, ctx)
        if port in CLOSED:
            raise UsageProblem(translate("cli.closed-port", port=port), ctx)
        return port


# What a server prints when it starts, and opening the browser.


TRIES = 20
"""Ports that are tried, from the default on, when none was given."""


def announcer(
    asked: int,
    invitation: str,
    *,
    browser: bool,
    desk: bool = False,
    more: Callable[[Front], list[str]] = lambda front: [],
) -> Callable[[Front, str], None]:
    """Prints the links, how to get another and how to stop; then opens the browser if wanted.

    `asked` is the port of the command line, and `invitation` the command that makes another link. With
    `desk`, the browser is signed in at the desk. `more` has lines about what else is served.
    """

    def announce(front: Front, link: str) -> None:
        if front.port != asked:
            click.echo(translate("cli.port-moved", port=asked, other=front.port))
        click.echo(translate("cli.serving", address=front.address))
        if front.network_address:
            click.echo(translate("cli.serving-hall", address=front.network_address))
        click.echo(translate("cli.desk-link", link=link))
        for line in more(front):
            click.echo(line)
        click.echo(translate("cli.desk-again", command=invitation))
        click.echo(translate("cli.stop"))
        sys.stdout.flush()
        if browser or desk:
            webbrowser.open(link if desk else front.address)

    return announce


def has_browser() -> bool:
    """Whether the user has a terminal and a graphical session."""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def port_was_chosen() -> bool:
    """Whether the port was given; the default may be replaced by the next free one."""
    source = click.get_current_context().get_parameter_source("port")
    return source is click.core.ParameterSource.COMMANDLINE


# The options of the server, and the command `invite`.


def after_closing(site: Path | None, command: str) -> AfterClosing | None:
    """What the options run after a round is closed."""
    from ronde.web.server.closings import AfterClosing

    if site is None:
        if command:
            raise UsageProblem(translate("club.needs-publish"), click.get_current_context())
        return None
    try:
        return AfterClosing(site, tuple(shlex.split(command)), language())
    except ValueError as error:
        sentence = translate("club.command-unreadable", detail=str(error))
        raise UsageProblem(sentence, click.get_current_context()) from error


def server_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    from ronde.web.server.security import parse_name

    try:
        return tuple(map(parse_name, texts))
    except ValueError as error:
        raise UsageProblem(
            translate("cli.server-name", text=str(error)), click.get_current_context()
        ) from error


def proxies(text: str) -> tuple[Network, ...]:
    from ronde.web.server.security import parse_proxies

    try:
        return parse_proxies(text)
    except ValueError as error:
        raise UsageProblem(translate("cli.proxy", text=str(error)), click.get_current_context()) from error


@command("invite")
@click.argument("paths", nargs=-1, type=ANY_PATH, metavar="[FILE|FOLDER]...")
@option("--link", default="", help="desk-link", metavar="URL")
@json_option
@with_session
def invite(session: CommandRun, paths: tuple[Path, ...], link: str, as_json: bool) -> None:
    from ronde.web.server.serve import new_link

    if link and not link.lower().startswith(("http://", "https://")):
        raise UsageProblem(translate("arbitre.cli-link", text=link), click.get_current_context())
    shown = list(paths) or [Path.cwd()]
    made = new_link(shown, link)
    show({"link": made}, translate("cli.desk-link", link=made), as_json=as_json)


def remark(error: RondeError) -> None:
    """Report a file of a folder that cannot be shown, and why."""
    click.echo(error_text(error, language()), err=True)
