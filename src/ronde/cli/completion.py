"""The command `completion`: what a shell needs to complete command lines of Ronde."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from ronde.cli.speech import command

SHELLS = ("bash", "zsh", "fish")


@command("completion", prints=True)
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    root = context.find_root()
    script = get_completion_class(shell)
    assert script is not None, "click knows these shells"
    click.echo(script(root.command, {}, "ronde", "_RONDE_COMPLETE").source())
