"""What a server prints when it starts, and opening the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ronde.cli.speech import spoken

if TYPE_CHECKING:
    from ronde.web.door import Front

TRIES = 20
"""Ports that are tried, from the default on, when none was given."""


def announcer(
    asked: int, invitation: str, *, browser: bool, desk: bool = False, course: bool = False
) -> Callable[[Front, str], None]:
    """Prints the links, how to get another and how to stop; then opens the browser if wanted.

    `asked` is the port of the command line, and `invitation` the command that makes another link. With
    `desk`, the browser is signed in at the desk.
    """

    def announce(front: Front, link: str) -> None:
        if front.port != asked:
            click.echo(spoken("cli.port-moved", port=asked, other=front.port))
        click.echo(spoken("cli.serving", address=front.address))
        if front.network_address:
            click.echo(spoken("cli.serving-hall", address=front.network_address))
        click.echo(spoken("cli.desk-link", link=link))
        if front.referee:
            click.echo(
                spoken("cli.serving-engines", address=f"{front.address}/arbitre", referee=front.referee)
            )
        if course:
            click.echo(
                spoken(
                    "course.serving",
                    address=f"{front.address}/course",
                    teacher=f"{front.address}/course/desk",
                )
            )
        click.echo(spoken("cli.desk-again", command=invitation))
        click.echo(spoken("cli.stop"))
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
