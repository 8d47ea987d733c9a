"""All commands with their help, in the language of this run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import click

from ronde.cli.speech import SpokenGroup, argument_records, short_help, spoken, wanted

Records = tuple[tuple[str, str], ...]
"""Words to type, each with its sentence."""
EVERYWHERE = ("--help", "--json", "--output", "--force")
"""Options that nearly every command has, with the same meaning."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help of one command, in parts."""

    words: tuple[str, ...]
    """The command as typed, without `ronde`."""
    placeholders: tuple[str, ...]
    text: tuple[str, ...]
    """The first sentence, and the paragraphs after it."""
    arguments: Records
    options: Records
    usual: Records
    """The options that mean the same everywhere."""
    commands: Records

    @property
    def usage(self) -> str:
        """The command line with its placeholders."""
        return " ".join(("ronde", *self.words, *self.placeholders))


def help_pages() -> Iterator[HelpPage]:
    """The pages of all commands and groups, that of `ronde` first."""
    from ronde.cli.main import ronde

    yield from _below(ronde, (), None)


def _below(
    command: click.Command, words: tuple[str, ...], parent: click.Context | None
) -> Iterator[HelpPage]:
    context = click.Context(
        command, info_name=words[-1] if words else "ronde", parent=parent, **command.context_settings
    )
    yield _page(command, words, context)
    if isinstance(command, SpokenGroup):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None, "a group lists what it has"
            yield from _below(inner, (*words, name), context)


def _page(command: click.Command, words: tuple[str, ...], context: click.Context) -> HelpPage:
    options = [
        (param, record)
        for param in command.get_params(context)
        if isinstance(param, click.Option) and (record := param.get_help_record(context))
    ]
    common = [record for param, record in options if _is_usual(param)]
    return HelpPage(
        words,
        tuple(wanted(piece) for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"),
        tuple(spoken(f"help.{command.help}").split("\n")),
        tuple(argument_records(command, context).items()),
        tuple(record for param, record in options if not _is_usual(param)),
        tuple(common),
        tuple(_commands(command, words, context)),
    )


def _is_usual(param: click.Option) -> bool:
    """Whether an option has its usual meaning; the output of an export has not."""
    if param.opts[0] == "--output":
        return param.help == "print-to"
    return bool(set(param.opts) & set(EVERYWHERE))


def _commands(
    command: click.Command, words: tuple[str, ...], context: click.Context
) -> Iterator[tuple[str, str]]:
    if isinstance(command, SpokenGroup):
        for name in command.list_commands(context):
            yield name, short_help("-".join((*words, name)))
