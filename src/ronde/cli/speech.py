"""The language of this run, and click commands that use it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from contextvars import ContextVar
from dataclasses import fields
from functools import wraps
from importlib import import_module
from re import sub
from textwrap import fill
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

import click

from ronde.cli.colours import heading, key
from ronde.i18n.door import choose_language, say, section_words

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

LANGUAGE: ContextVar[str] = ContextVar("language", default="en")

F = TypeVar("F", bound=Callable[..., Any])


def language() -> str:
    return LANGUAGE.get()


def called_as() -> str:
    """How this program was called, for commands that a reader can copy; `./go` passes its own name."""
    return os.environ.get("RONDE_CALLED_AS", "ronde")


def notice(sentence: str) -> None:
    """Print a note about the list that follows, unless it is empty."""
    if sentence:
        click.echo(sentence, err=True)


def spoken(key: str, /, **facts: object) -> str:
    return say(key, LANGUAGE.get(), **facts)


def room() -> int:
    """The columns of the terminal; no limit without one."""
    if not _is_terminal(sys.stdout):
        return sys.maxsize
    from shutil import get_terminal_size  # imported here because few commands break lines

    return get_terminal_size().columns


def in_lines(text: str) -> str:
    """A sentence wrapped between words to the width of the terminal."""
    return fill(text, room(), break_long_words=False, break_on_hyphens=False)


def wanted(text: str) -> str:
    """A placeholder such as `[FILE]` or `KEY=VALUE`, in the language of this run."""
    known = section_words("metavars", LANGUAGE.get())
    return sub(r"\b[A-Z]+\b", lambda word: str(known.get(word[0], word[0])), text)


def usual_language() -> str:
    """The language of RONDE_LANG, else that of the locale, else that of Windows."""
    said = [os.environ.get(name) for name in ("RONDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    if sys.platform == "win32":
        from ronde.system.door import system_language

        said.append(system_language())
    return choose_language(*said)


class Measure(click.FloatRange):
    """A number in a range; `nan` is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if number != number:
            self.fail(str(value), param, ctx)
        return number


class Vocabulary(click.Choice[str]):
    """A choice with aliases that are accepted and not shown."""

    def __init__(self, choices: Iterable[str], **aliases: str) -> None:
        super().__init__(list(choices), case_sensitive=False)
        self.aliases = aliases

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word that an alias stands for."""
        return super().convert(self.aliases.get(value, value), param, ctx)


class Misused(click.UsageError):
    """A usage error with a whole sentence as its message."""


def check_terminal(*, plain: bool) -> bool:
    """Refuse a full screen without a terminal; returns whether to work line by line."""
    if not plain and not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise Misused(spoken("cli.no-terminal"), click.get_current_context())
    return plain or os.environ.get("TERM") in ("dumb", "unknown")


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


class SpokenOption(click.Option):
    """An option whose help is a key of the section `options`."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help in the language of this run."""
        record = super().get_help_record(ctx)
        if record is None or self.help is None:
            return record
        sentence = spoken(f"options.{self.help}")
        usual = self._usual(ctx)
        return wanted(record[0]), f"{sentence} {spoken('cli.default', value=usual)}" if usual else sentence

    def _usual(self, ctx: click.Context) -> str:
        """The default worth showing: not that of a switch, nor an empty one."""
        usual = self.get_default(ctx, call=False)
        plain = isinstance(usual, str | int | float) and not isinstance(usual, bool)
        return f"{usual:g}" if isinstance(usual, float) else str(usual) if plain else ""


class SpokenHelp(click.Command):
    """Help in the language of this run, from a key of the section `help`."""

    def __init__(self, *args: Any, waits: bool = True, prints: bool = False, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.waits = waits
        """Whether a terminal shows that the command is still running; not for interactive commands."""
        own = {name for param in self.params for name in param.opts}
        self.prints = prints or "--json" in own
        """Whether its output may go into a file."""
        if self.prints:
            from ronde.cli.streams import output_options

            slips = bool(self.context_settings.get("ignore_unknown_options"))
            self.params += output_options(own, slips=slips)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command with `-o`, and show on a terminal that it is still running."""
        with ExitStack() as around:
            if self.prints:
                from ronde.cli.streams import printed_to_file

                around.enter_context(printed_to_file(ctx))
            if self.waits and sys.stderr is not None and sys.stderr.isatty():
                from ronde.cli.waiting import shown_waiting

                around.enter_context(shown_waiting())
            return super().invoke(ctx)

    def get_short_help_str(self, limit: int = 45) -> str:
        return short_help(str(self.help))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """`Usage: ronde pair FILE`."""
        pieces = [wanted(piece) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{spoken('cli.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help text, each line a paragraph."""
        formatter.write_paragraph()
        with formatter.indentation():
            for line in spoken(f"help.{self.help}").split("\n"):
                formatter.write_text(line)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        arguments = argument_records(self, ctx)
        if arguments:
            with formatter.section(heading(spoken("cli.arguments"))):
                formatter.write_dl([(key(name), sentence) for name, sentence in arguments.items()])
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [record for param in options if (record := param.get_help_record(ctx))]
        if records:
            with formatter.section(heading(spoken("cli.options"))):
                formatter.write_dl([(key(name), sentence) for name, sentence in records])

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, explained in the language of this run."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = spoken("options.help")
        return option


class SpokenCommand(SpokenHelp):
    """A command whose text arguments must be valid text."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`-h` alone asks for help even where it could begin a score or a slip."""
        return super().parse_args(ctx, ["--help"] if args == ["-h"] else args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command if every text is decodable; a path may contain any bytes."""
        for value in ctx.params.values():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str) and not _encodable(text):
                    raise Misused(spoken("cli.not-a-text", text=ascii(text)), ctx)
        return super().invoke(ctx)


def argument_records(command: click.Command, ctx: click.Context) -> dict[str, str]:
    """Every argument with a sentence: that of this command, else that of all with the same placeholder."""
    known = section_words("arguments", LANGUAGE.get())
    sentences = {}
    for param in command.get_params(ctx):
        if isinstance(param, click.Argument):
            placeholder = param.make_metavar(ctx)
            own, usual = f"{command.help}.{param.name}", placeholder.removesuffix("...").strip("[]")
            sentences[wanted(placeholder)] = str(known[own if own in known else usual])
    return sentences


def _encodable(text: str) -> bool:
    """Whether the bytes of an argument could be decoded; Python keeps others as lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


class SpokenGroup(SpokenHelp, click.Group):
    """A group whose commands are imported when they are called, so that `--help` stays fast."""

    def __init__(
        self, *args: Any, lazy: Mapping[str, str] | None = None, unlisted: Iterable[str] = (), **kwargs: Any
    ) -> None:
        kwargs.setdefault("waits", kwargs.get("invoke_without_command", False))
        super().__init__(*args, **kwargs)
        self.lazy = dict(lazy or {})
        self.unlisted = frozenset(unlisted)
        """Commands that work and are not listed, because only other programs start them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which a tournament uses them."""
        return [*self.lazy, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name in self.lazy:
            module, _, attribute = self.lazy[cmd_name].partition(":")
            return cast(click.Command, getattr(import_module(module), attribute))
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command asked for; a misspelt one is also compared with those not imported yet."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            raise click.exceptions.NoSuchCommand(
                error.command_name, possibilities=self.list_commands(ctx), ctx=ctx
            ) from None

    def _listed(self, ctx: click.Context) -> list[str]:
        return [name for name in self.list_commands(ctx) if name not in self.unlisted]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin with `incomplete`, without importing them."""
        from click.shell_completion import CompletionItem

        prefix = "" if ctx.parent is None else f"{self.help}-"
        names = [name for name in self._listed(ctx) if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=short_help(f"{prefix}{name}")) for name in names]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands with the first sentence of their help."""
        super().format_options(ctx, formatter)
        prefix = "" if ctx.parent is None else f"{self.help}-"
        rows = [(key(name), short_help(f"{prefix}{name}")) for name in self._listed(ctx)]
        with formatter.section(heading(spoken("cli.commands"))):
            formatter.write_dl(rows)


def short_help(key: str) -> str:
    return spoken(f"help.{key}").split("\n", 1)[0]


def option(*declarations: str, **settings: Any) -> Callable[[F], F]:
    """A translated option; `help` is a key of the section `options`."""
    return click.option(*declarations, cls=SpokenOption, **settings)


def gathered(kind: Callable[..., Any], name: str) -> Callable[[F], F]:
    """Passes the options that are fields of a dataclass to a command as one value of that name."""

    def decorate(function: F) -> F:
        @wraps(function)
        def call(*args: Any, **given: Any) -> Any:
            own = {field.name: given.pop(field.name) for field in fields(cast(Any, kind))}
            return function(*args, **given, **{name: kind(**own)})

        return cast(F, call)

    return decorate


def command(
    key: str, name: str | None = None, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """A translated command; `key` names its sentences in the section `help`."""
    return click.command(name or key, cls=SpokenCommand, help=key, **settings)
