"""Click commands in the language of this run; colours, and progress of long work."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import fields
from functools import wraps
from importlib import import_module
from re import sub
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar, cast

import click

from ronde.i18n import choose_language, say, section_words

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


# Colours of the command line: only on a terminal, and none with NO_COLOR (https://no-color.org).


def has_colours(stream: TextIO | None = None) -> bool:
    stream = sys.stdout if stream is None else stream
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown")
    return not plain and stream is not None and stream.isatty()


def heading(text: str) -> str:
    return click.style(text, bold=True) if has_colours() else text


def key(text: str) -> str:
    """Something to type: a command, an option, an argument."""
    return click.style(text, fg="cyan") if has_colours() else text


def refusal(text: str) -> str:
    return click.style(text, fg="red") if has_colours(sys.stderr) else text


def colour_page(page: str) -> str:
    """Colour the parts of a printed list."""
    if not has_colours():
        return page
    from ronde.render.text import marks

    styles = [""] * len(page)
    for begin, end, style in marks(page):
        styles[begin:end] = [f"{before} {style}" for before in styles[begin:end]]
    ends = [at for at in range(1, len(page)) if styles[at] != styles[at - 1]]
    parts = zip([0, *ends], [*ends, len(page)], strict=True)
    return "".join(_styled(page[begin:end], styles[begin].split()) for begin, end in parts) if page else page


def _styled(text: str, words: list[str]) -> str:
    hues = [word for word in words if word not in ("bold", "dim")]
    if not words:
        return text
    weight = {word: True for word in ("bold", "dim") if word in words}
    return click.style(text, fg=hues[-1] if hues else None, **weight)


# The language of this run, and click commands that use it.


LANGUAGE: ContextVar[str] = ContextVar("language", default="en")

F = TypeVar("F", bound=Callable[..., Any])


def language() -> str:
    return LANGUAGE.get()


def program_name() -> str:
    """How this program was called, for commands that a reader can copy; `./go` passes its own name."""
    return os.environ.get("RONDE_CALLED_AS", "ronde")


def notice(sentence: str) -> None:
    """Print a note about the list that follows, unless it is empty."""
    if sentence:
        click.echo(sentence, err=True)


def translate(key: str, /, **facts: object) -> str:
    return say(key, LANGUAGE.get(), **facts)


def terminal_width() -> int:
    """The columns of the terminal; no limit without one."""
    if not _is_terminal(sys.stdout):
        return sys.maxsize
    from shutil import get_terminal_size  # imported here because few commands break lines

    return get_terminal_size().columns


def in_lines(text: str) -> str:
    """A sentence wrapped between words to the width of the terminal."""
    return fill(text, terminal_width(), break_long_words=False, break_on_hyphens=False)


def placeholder_text(text: str) -> str:
    """A placeholder such as `[FILE]` or `KEY=VALUE`, in the language of this run."""
    known = section_words("metavars", LANGUAGE.get())
    return sub(r"\b[A-Z]+\b", lambda word: str(known.get(word[0], word[0])), text)


def usual_language() -> str:
    """The language of RONDE_LANG, else that of the locale, else that of Windows."""
    said = [os.environ.get(name) for name in ("RONDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    if sys.platform == "win32":
        from ronde.system import system_language

        said.append(system_language())
    return choose_language(*said)


class Measure(click.FloatRange):
    """A number in a range; `nan` is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if number != number:
            self.fail(str(value), param, ctx)
        return number


class AliasChoice(click.Choice[str]):
    """A choice with aliases that are accepted and not shown."""

    def __init__(self, choices: Iterable[str], **aliases: str) -> None:
        super().__init__(list(choices), case_sensitive=False)
        self.aliases = aliases

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word that an alias stands for."""
        return super().convert(self.aliases.get(value, value), param, ctx)


class UsageProblem(click.UsageError):
    """A usage error with a whole sentence as its message."""


def check_terminal(*, plain: bool) -> bool:
    """Refuse a full screen without a terminal; returns whether to work line by line."""
    if not plain and not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise UsageProblem(translate("cli.no-terminal"), click.get_current_context())
    return plain or os.environ.get("TERM") in ("dumb", "unknown")


def interactive() -> bool:
    """Whether somebody at a terminal can answer a question."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def confirm(question: str) -> None:
    """Ask a question; any answer but yes ends the command, which has changed nothing."""
    keys = translate("desk.yes-no").upper()
    end_progress()
    answer = click.prompt(
        f"{question} ({keys[0]}/{keys[1]})", keys[1], show_default=False, prompt_suffix=" ", err=True
    )
    if answer.strip().upper() != keys[0]:
        raise click.Abort


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


class TranslatedOption(click.Option):
    """An option whose help is a key of the section `options`."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help in the language of this run."""
        record = super().get_help_record(ctx)
        if record is None or self.help is None:
            return record
        sentence = translate(f"options.{self.help}")
        usual = self._usual(ctx)
        return placeholder_text(
            record[0]
        ), f"{sentence} {translate('cli.default', value=usual)}" if usual else sentence

    def _usual(self, ctx: click.Context) -> str:
        """The default worth showing: not that of a switch, nor an empty one."""
        usual = self.get_default(ctx, call=False)
        plain = isinstance(usual, str | int | float) and not isinstance(usual, bool)
        return f"{usual:g}" if isinstance(usual, float) else str(usual) if plain else ""


EVERYWHERE: Final = ("--help", "--json", "--output", "--force")
"""Options that nearly every command has, with the same meaning."""
_ALL: Final = "ronde.all"
_LATER: Final = 1000
"""The place of an option that only `--help --all` explains."""


def is_usual(param: click.Option) -> bool:
    """Whether an option has its usual meaning; the output of an export has not."""
    if param.opts[0] == "--output":
        return param.help == "print-to"
    return bool(set(param.opts) & set(EVERYWHERE))


class TranslatedHelp(click.Command):
    """Help in the language of this run, from a key of the section `help`."""

    def __init__(
        self,
        *args: Any,
        waits: bool = True,
        prints: bool = False,
        common: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self.common = common
        """The options that `--help` explains; by default all that mean something of their own here."""
        self.waits = waits
        """Whether a terminal shows that the command is still running; not for interactive commands."""
        own = {name for param in self.params for name in param.opts}
        self.prints = prints or "--json" in own
        """Whether its output may go into a file."""
        if self.prints:
            from ronde.cli.session import output_options

            slips = bool(self.context_settings.get("ignore_unknown_options"))
            self.params += output_options(own, slips=slips)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command with `-o`, and show on a terminal that it is still running."""
        with ExitStack() as around:
            if self.prints:
                from ronde.cli.session import print_to_file

                around.enter_context(print_to_file(ctx))
            if self.waits and sys.stderr is not None and sys.stderr.isatty():
                around.enter_context(show_progress())
            return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`--help --all` explains what `--help` only names."""
        if "--all" in args and ("--help" in args or set(args) == {"-h", "--all"}):
            ctx.meta[_ALL] = True
            args = ["--help" if word == "-h" else word for word in args if word != "--all"]
        return super().parse_args(ctx, args)

    def get_short_help_str(self, limit: int = 45) -> str:
        return short_help(str(self.help))

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """`Usage: ronde pair FILE`."""
        pieces = [placeholder_text(piece) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{translate('cli.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help text, each line a paragraph."""
        formatter.write_paragraph()
        with formatter.indentation():
            for line in translate(f"help.{self.help}").split("\n"):
                formatter.write_text(line)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        arguments = argument_records(self, ctx)
        if arguments:
            with formatter.section(heading(translate("cli.arguments"))):
                formatter.write_dl([(key(name), sentence) for name, sentence in arguments.items()])
        options = sorted(self._options(ctx), key=self._place)
        shown = [param for param in options if ctx.meta.get(_ALL) or self._place(param) < _LATER]
        records = [record for param in shown if (record := param.get_help_record(ctx))]
        if records:
            with formatter.section(heading(translate("cli.options"))):
                formatter.write_dl([(key(name), sentence) for name, sentence in records])
        self._name_more(ctx, formatter, [param.opts[0] for param in options if param not in shown])

    def _options(self, ctx: click.Context) -> list[click.Option]:
        return [param for param in self.get_params(ctx) if isinstance(param, click.Option)]

    def _place(self, param: click.Option) -> int:
        """Common options first, in the order of their list, and `--help` after them."""
        named = [self.common.index(name) for name in param.opts if name in self.common]
        if named:
            return named[0]
        if "--help" in param.opts:
            return _LATER - 1
        return _LATER if self.common or is_usual(param) else len(self.common)

    def _name_more(self, ctx: click.Context, formatter: click.HelpFormatter, names: Sequence[str]) -> None:
        if names:
            formatter.write_paragraph()
            formatter.write_text(translate("cli.more", names=", ".join(names), command=ctx.command_path))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, explained in the language of this run."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = translate("options.help")
        return option


class TranslatedCommand(TranslatedHelp):
    """A command whose text arguments must be valid text."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`-h` alone asks for help even where it could begin a score or a slip."""
        return super().parse_args(ctx, ["--help"] if args == ["-h"] else args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command if every text is decodable; a path may contain any bytes."""
        for value in ctx.params.values():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str) and not _encodable(text):
                    raise UsageProblem(translate("cli.not-a-text", text=ascii(text)), ctx)
        return super().invoke(ctx)


def argument_records(command: click.Command, ctx: click.Context) -> dict[str, str]:
    """Every argument with a sentence: that of this command, else that of all with the same placeholder."""
    known = section_words("arguments", LANGUAGE.get())
    sentences = {}
    for param in command.get_params(ctx):
        if isinstance(param, click.Argument):
            placeholder = param.make_metavar(ctx)
            own, usual = f"{command.help}.{param.name}", placeholder.removesuffix("...").strip("[]")
            sentences[placeholder_text(placeholder)] = str(known[own if own in known else usual])
    return sentences


def _encodable(text: str) -> bool:
    """Whether the bytes of an argument could be decoded; Python keeps others as lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


class TranslatedGroup(TranslatedHelp, click.Group):
    """A group whose commands are imported when they are called, so that `--help` stays fast."""

    def __init__(
        self,
        *args: Any,
        lazy: Mapping[str, Mapping[str, str]] | None = None,
        rare: Iterable[str] = (),
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("waits", kwargs.get("invoke_without_command", False))
        super().__init__(*args, **kwargs)
        self.sections = dict(lazy or {})
        """Where its commands are, below the keys of the headings over them."""
        self.lazy = {name: place for commands in self.sections.values() for name, place in commands.items()}
        self.rare = frozenset(rare)
        """Commands that only `--help --all` lists."""

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

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin with `incomplete`, without importing them."""
        from click.shell_completion import CompletionItem

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        commands = [
            CompletionItem(name, help=self._short(ctx, name)) for name in names if name not in self.rare
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def _short(self, ctx: click.Context, name: str) -> str:
        return short_help(name if ctx.parent is None else f"{self.help}-{name}")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands with the first sentence of their help."""
        super().format_options(ctx, formatter)
        hidden = frozenset() if ctx.meta.get(_ALL) else self.rare
        width = max(map(len, self.list_commands(ctx)))
        for title, names in (*self.sections.items(), ("commands", self.commands)):
            rows = [(key(name.ljust(width)), self._short(ctx, name)) for name in names if name not in hidden]
            if rows:
                with formatter.section(heading(translate(f"cli.{title}"))):
                    formatter.write_dl(rows)
        self._name_more(ctx, formatter, sorted(hidden))


def short_help(key: str) -> str:
    return translate(f"help.{key}").split("\n", 1)[0]


def option(*declarations: str, **settings: Any) -> Callable[[F], F]:
    """A translated option; `help` is a key of the section `options`."""
    return click.option(*declarations, cls=TranslatedOption, **settings)


def collect_options(kind: Callable[..., Any], name: str) -> Callable[[F], F]:
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
    return click.command(name or key, cls=TranslatedCommand, help=key, **settings)


# The progress line of a command that takes longer than two seconds.


DELAY: Final = 2.0
"""Seconds before anything is shown: most commands are done by then."""
_PACE: Final = 0.5
T = TypeVar("T")


class ProgressLine:
    """One line on standard error that says how long a command has been running."""

    def __init__(self, words: str) -> None:
        self.words, self.done, self.length = words, 0, 0
        self._begun, self._shown = time.monotonic(), False
        self._stop, self._lock = threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._watch, name="waiting", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        pause = DELAY
        while not self._stop.wait(pause):
            self._draw()
            pause = _PACE

    def _draw(self) -> None:
        part = f"{100 * self.done // self.length} %, " if self.length else ""
        line = f"{self.words}… {part}{time.monotonic() - self._begun:.0f} s"
        with self._lock:
            if not self._stop.is_set():
                print(f"\r\x1b[2K{line}\r", end="", file=sys.stderr, flush=True)
                self._shown = True

    def end(self) -> None:
        """Erase the line and show nothing more."""
        with self._lock:
            self._stop.set()
            if self._shown:
                print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
                self._shown = False


_NOW: ContextVar[ProgressLine | None] = ContextVar("waiting", default=None)


@contextmanager
def show_progress() -> Iterator[None]:
    """Show on a terminal that a command is running, once it takes long."""
    if sys.stderr is None or not sys.stderr.isatty() or _NOW.get() is not None:
        yield
        return
    waiting = ProgressLine(translate("cli.working"))
    token = _NOW.set(waiting)
    try:
        yield
    finally:
        _NOW.reset(token)
        waiting.end()


def end_progress() -> None:
    """Erase the line because something is printed now."""
    waiting = _NOW.get()
    if waiting is not None:
        waiting.end()


def with_progress(things: Iterable[T], length: int, words: str) -> Iterator[T]:
    """The same items, while the line shows how many of them are done."""
    waiting = _NOW.get()
    if waiting is None:
        yield from things
        return
    waiting.words, waiting.done, waiting.length = words, 0, length
    for thing in things:
        yield thing
        waiting.done += 1
