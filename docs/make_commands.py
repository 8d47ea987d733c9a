"""Writes docs/commands.md from the commands themselves; a test checks that it is fresh."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.cli.main import ronde
from ronde.i18n.door import say

HEAD = """# Commands

Made by `python docs/make_commands.py` from the commands themselves.

Every command also speaks French (`--lang fr`, or `RONDE_LANG=fr`), prints data with `--json` (see
[json.md](json.md)) and explains itself with `--help`. FILE is the tournament, `NAME.ronde`. A player is named
by his number or by the start of his name; accents and case do not matter. Errors go to standard error; the
exit status is 0, 1 for a refused action and 2 for wrong usage. Options of `ronde` itself: `--lang` (anywhere
on the line), `--version`, and `--seat NAME` (before the command), the seat that acts.
"""


def reference() -> str:
    """The whole document."""
    return "\n".join([HEAD, *_pages(ronde, "ronde", _context(ronde, "ronde"))])


def _pages(command: click.Command, path: str, context: click.Context) -> list[str]:
    if not isinstance(command, click.Group):
        return _page(command, path, context)
    pages = [] if context.parent is None else [f"## `{path}`\n", f"{_help(command)}\n"]
    if command.invoke_without_command:  # a command of its own, with options
        pages = _page(command, path, context)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        pages += _pages(inner, f"{path} {name}", _context(inner, name, context))
    return pages


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    """As it is when the command is run: click keeps the options for help it has once shown."""
    return click.Context(command, info_name=name, parent=parent, **command.context_settings)


def _page(command: click.Command, path: str, context: click.Context) -> list[str]:
    own = not isinstance(command, click.Group)
    words = [piece for piece in command.collect_usage_pieces(context) if own and piece != "[OPTIONS]"]
    title = " ".join([path, *words])
    level = "###" if path.count(" ") > 1 else "##"
    options = [
        f"- `{record[0]}`: {record[1]}"
        for param in command.get_params(context)
        if isinstance(param, click.Option) and param.name not in ("help", "as_json")
        if (record := param.get_help_record(context))
    ]
    body = [f"{level} `{title}`\n", f"{_help(command)}\n"]
    return [*body, "\n".join(options) + "\n"] if options else body


def _help(command: click.Command) -> str:
    return say(f"help.{command.help}", "en")


if __name__ == "__main__":
    Path(__file__).with_name("commands.md").write_text(reference())
