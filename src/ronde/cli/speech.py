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
    """The language of this run."""
    return LANGUAGE.get()


def called_as() -> str:
    """How this program was called, for commands that a reader can copy: `./go` says its own name."""
    return os.environ.get("RONDE_CALLED_AS", "ronde")


def notice(sentence: str) -> None:
    """Something to know before reading the list that follows, if there is anything."""
    if sentence:
        click.echo(sentence, err=True)


def spoken(key: str, /, **facts: object) -> str:
    """A sentence in the language of this run."""
    return say(key, LANGUAGE.get(), **facts)


def room() -> int:
    """The columns of the terminal; no limit where nobody sits at one."""
    if not _is_terminal(sys.stdout):
        return sys.maxsize
    from shutil import get_terminal_size  # every command comes by here, and few break lines

    return get_terminal_size().columns


def in_lines(text: str) -> str:
    """A sentence broken between words where the terminal would break it anywhere."""
    return fill(text, room(), break_long_words=False, break_on_hyphens=False)


def wanted(text: str) -> str:
    """What a command line expects, `[FILE]` or `KEY=VALUE`, in the language of this run."""
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
    """A number between two others; `nan` is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that was typed."""
        number: float = super().convert(value, param, ctx)
        if number != number:
            self.fail(str(value), param, ctx)
        return number


class Vocabulary(click.Choice[str]):
    """One of some words; older or shorter ones are understood too, and not shown."""

    def __init__(self, choices: Iterable[str], **aliases: str) -> None:
        super().__init__(list(choices), case_sensitive=False)
        self.aliases = aliases

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word that is meant."""
        return super().convert(self.aliases.get(value, value), param, ctx)


ROBINS = {"robin": "berger", "double": "double-berger"}
"""What round robins were called by some commands."""


class Misused(click.UsageError):
    """A command line that is understood and cannot be used; its message says why, in a sentence."""


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
        """The option and what it does, in the language of this run."""
        record = super().get_help_record(ctx)
        if record is None or self.help is None:
            return record
        sentence = spoken(f"options.{self.help}")
        usual = self._usual(ctx)
        return wanted(record[0]), f"{sentence} {spoken('cli.default', value=usual)}" if usual else sentence

    def _usual(self, ctx: click.Context) -> str:
        """The default worth telling: not that of a switch, nor an empty one."""
        usual = self.get_default(ctx, call=False)
        plain = isinstance(usual, str | int | float) and not isinstance(usual, bool)
        return f"{usual:g}" if isinstance(usual, float) else str(usual) if plain else ""


class SpokenHelp(click.Command):
    """Help in the language of this run: that of a command or group is a key of the section `help`."""

    def __init__(self, *args: Any, waits: bool = True, prints: bool = False, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.waits = waits
        """Whether a terminal shows that the command is still at work; not where it talks all the time."""
        own = {name for param in self.params for name in param.opts}
        self.prints = prints or "--json" in own
        """Whether what it prints may go into a file."""
        if self.prints:
            from ronde.cli.streams import output_options

            slips = bool(self.context_settings.get("ignore_unknown_options"))
            self.params += output_options(own, slips=slips)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it prints may go into a file, and a terminal shows if it takes long."""
        with ExitStack() as around:
            if self.prints:
                from ronde.cli.streams import printed_to_file

                around.enter_context(printed_to_file(ctx))
            if self.waits and sys.stderr is not None and sys.stderr.isatty():
                from ronde.cli.waiting import shown_waiting

                around.enter_context(shown_waiting())
            return super().invoke(ctx)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help."""
        return short_help(str(self.help))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """`Usage: ronde pair FILE`."""
        pieces = [wanted(piece) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{spoken('cli.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help text, its lines as paragraphs."""
        formatter.write_paragraph()
        with formatter.indentation():
            for line in spoken(f"help.{self.help}").split("\n"):
                formatter.write_text(line)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of arguments, and that of options."""
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
    """A command that takes only text for text."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`-h` alone asks for help also where it could begin a score or a slip."""
        return super().parse_args(ctx, ["--help"] if args == ["-h"] else args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless an argument is not text: a path may contain any bytes, a text may not."""
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
    """Whether the bytes of an argument were text; Python keeps others as lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


class SpokenGroup(SpokenHelp, click.Group):
    """A group of commands that are imported when they are called: `--help` stays light."""

    def __init__(
        self, *args: Any, lazy: Mapping[str, str] | None = None, unlisted: Iterable[str] = (), **kwargs: Any
    ) -> None:
        kwargs.setdefault("waits", kwargs.get("invoke_without_command", False))
        super().__init__(*args, **kwargs)
        self.lazy = dict(lazy or {})
        self.unlisted = frozenset(unlisted)
        """Commands that work and are not in the list, because only other programs start them."""

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
        """The command asked for; a misspelt one is compared with those not imported yet, too."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            raise click.exceptions.NoSuchCommand(
                error.command_name, possibilities=self.list_commands(ctx), ctx=ctx
            ) from None

    def _listed(self, ctx: click.Context) -> list[str]:
        return [name for name in self.list_commands(ctx) if name not in self.unlisted]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so; none is imported for it."""
        from click.shell_completion import CompletionItem

        prefix = "" if ctx.parent is None else f"{self.help}-"
        names = [name for name in self._listed(ctx) if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=short_help(f"{prefix}{name}")) for name in names]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands, with their first sentences."""
        super().format_options(ctx, formatter)
        prefix = "" if ctx.parent is None else f"{self.help}-"
        rows = [(key(name), short_help(f"{prefix}{name}")) for name in self._listed(ctx)]
        with formatter.section(heading(spoken("cli.commands"))):
            formatter.write_dl(rows)


def short_help(key: str) -> str:
    """The first sentence of a help text."""
    return spoken(f"help.{key}").split("\n", 1)[0]


def option(*declarations: str, **settings: Any) -> Callable[[F], F]:
    """An option that speaks; `help` is a key of the section `options`."""
    return click.option(*declarations, cls=SpokenOption, **settings)


def gathered(kind: Callable[..., Any], name: str) -> Callable[[F], F]:
    """Hands the options that are fields of a dataclass to a command as one value under that name."""

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
    """A command that speaks; `key` names its sentences in the section `help`."""
    return click.command(name or key, cls=SpokenCommand, help=key, **settings)
