"""The command `ronde`, and the tree of all commands with their help."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from ronde import __version__
from ronde.app.plugins import load_plugins
from ronde.cli.speech import (
    LANGUAGE,
    TranslatedGroup,
    TranslatedOption,
    UsageProblem,
    argument_records,
    is_usual,
    language,
    option,
    placeholder_text,
    refusal,
    short_help,
    translate,
    usual_language,
)
from ronde.i18n import LANGUAGES, error_text, known_language, listed
from ronde.model.errors import JournalError, NotAFile, RondeError

if TYPE_CHECKING:
    from ronde.cli.session import CommandRun


# The command `ronde`. Each command is imported only when it is called, so that starting is fast.


SECTIONS = {
    "commands-run": {
        "new": "ronde.cli.files:new",
        "season": "ronde.cli.files:season",
        "settings": "ronde.cli.files:settings",
        "player": "ronde.cli.players:player",
        "pair": "ronde.cli.rounds:pair",
        "table": "ronde.cli.rounds:table",
        "bye": "ronde.cli.rounds:bye",
        "forbid": "ronde.cli.rounds:forbid",
        "allow": "ronde.cli.rounds:allow",
        "result": "ronde.cli.rounds:result",
        "clear": "ronde.cli.rounds:clear",
        "close": "ronde.cli.rounds:close",
        "reopen": "ronde.cli.rounds:reopen",
        "final": "ronde.cli.rounds:final",
        "correct": "ronde.cli.rounds:correct",
        "undo": "ronde.cli.files:undo",
        "redo": "ronde.cli.files:redo",
        "desk": "ronde.cli.papp:desk",
        "papp": "ronde.cli.papp:papp",
        "script": "ronde.cli.script:script",
        "completion": "ronde.cli.script:completion",
    },
    "commands-look": {
        "status": "ronde.cli.files:status",
        "round": "ronde.cli.rounds:round_",
        "standings": "ronde.cli.lists:standings",
        "crosstable": "ronde.cli.lists:crosstable",
        "teams": "ronde.cli.lists:teams",
        "sheet": "ronde.cli.lists:sheet",
        "why": "ronde.cli.rounds:why",
        "whynot": "ronde.cli.rounds:whynot",
        "history": "ronde.cli.files:history",
        "rate": "ronde.cli.rate:rate",
        "simulate": "ronde.cli.rate:simulate",
    },
    "commands-files": {
        "backup": "ronde.cli.files:backup",
        "restore": "ronde.cli.files:restore",
        "copy": "ronde.cli.files:copy",
        "export": "ronde.cli.files:export",
        "import": "ronde.cli.files:import_",
        "publish": "ronde.cli.files:publish",
        "people": "ronde.cli.people:people",
    },
    "commands-chess": {
        "fide": "ronde.cli.chess:fide",
    },
    "commands-programs": {
        "defi": "ronde.arena.cli.commands:defi",
        "duel": "ronde.arena.cli.commands:duel",
        "tournoi": "ronde.arena.cli.tournoi:tournoi",
        "check": "ronde.arena.cli.checkup:check",
        "engine": "ronde.arena.cli.engine:engine",
        "doctor": "ronde.arena.cli.checkup:doctor",
        "demo": "ronde.arena.cli.demo:demo",
        "worker": "ronde.arena.cli.tournoi:worker",
    },
    "commands-server": {
        "serve": "ronde.arena.cli.serve:serve",
        "invite": "ronde.cli.serve:invite",
    },
}
"""Every command, below the heading of its user, in the order in which a tournament uses them."""
COMMANDS = [name for commands in SECTIONS.values() for name in commands]


@click.group(
    "ronde",
    cls=TranslatedGroup,
    lazy=SECTIONS,
    rare=["worker", "completion"],
    help="ronde",
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
)
@option("--seat", default=None, help="seat", metavar="NAME")
@option("--lang", default=None, help="lang", metavar="|".join(LANGUAGES))
@click.version_option(
    __version__, "--version", message="ronde %(version)s", cls=TranslatedOption, help="version"
)
@click.pass_context
def ronde(context: click.Context, seat: str | None, lang: str | None) -> None:
    from ronde.cli.session import CommandRun

    if context.obj is None:
        session = CommandRun()
        context.obj = session
        context.call_on_close(session.close)
    if seat is not None:
        context.call_on_close(context.obj.set_actor(seat))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; the exit status is 0, 1 for a refused action, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot encode is escaped
    token = LANGUAGE.set(usual_language())
    line = list(sys.argv[1:] if argv is None else argv)
    try:
        for refusal in load_plugins() if len(line) > 1 else ():  # not for a lone --help
            click.echo(error_text(refusal, language()), err=True)
        return run_line(line, None)
    finally:
        LANGUAGE.reset(token)


def split_language(args: list[str]) -> tuple[str | None, list[str]]:
    """Take `--lang fr` or `--lang=fr` out of a command line, wherever it stands before a `--`."""
    end = args.index("--") if "--" in args else len(args)
    for place, word in enumerate(args[:end]):
        if word.startswith("--lang="):
            return word.removeprefix("--lang="), args[:place] + args[place + 1 :]
        if word == "--lang" and place + 1 < end:
            return args[place + 1], args[:place] + args[place + 2 :]
    return None, args


def run_line(args: list[str], session: CommandRun | None) -> int:
    """Run one command line in the language it asks for; errors are printed to standard error."""
    asked, words = split_language(args)
    if asked is not None and known_language(asked) is None:
        click.echo(
            translate("cli.language-unknown", language=asked, known=listed(list(LANGUAGES), language())),
            err=True,
        )
        return 2
    token = LANGUAGE.set(known_language(asked) or language())
    try:
        return _run(words, session)
    finally:
        LANGUAGE.reset(token)


def _run(args: list[str], session: CommandRun | None) -> int:
    try:
        status = ronde.main(args=args, prog_name="ronde", standalone_mode=False, obj=session)
        if sys.stdout is not None:  # None if it was closed before the start
            sys.stdout.flush()
    except RondeError as error:
        _complain(error.code, error_text(error, language()), args)
        return 1
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        return 2
    except click.UsageError as error:
        _complain("usage", usage_sentence(error), args)
        return 2
    except click.ClickException as error:
        click.echo(error.format_message(), err=True)
        return 1
    except (BrokenPipeError, SystemExit):  # the reader closed our pipe; click exits then
        _silence()
        return 141
    except OSError as error:
        if error.filename is None:  # standard output is a file or pipe that cannot be written
            _silence()
        path = translate("cli.standard-output") if error.filename is None else str(error.filename)
        trouble = _trouble(error, path)
        _complain(trouble.code, error_text(trouble, language()), args)
        return 1
    except (KeyboardInterrupt, click.Abort):
        return 130
    return status if isinstance(status, int) else 0


def _trouble(error: OSError, path: str) -> JournalError:
    from ronde.system import ForeignLink

    if isinstance(error, ForeignLink):
        return NotAFile(path=path, reason="link")
    return JournalError(path=path, detail=error.strerror or str(error))


def _silence() -> None:
    """Discard what is still buffered, so that Python does not complain again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(code: str, message: str, args: list[str]) -> None:
    """Print an error to standard error, as JSON where JSON was asked for."""
    if "-" in args:
        from ronde.cli.session import with_stream_names

        message = with_stream_names(message)
    if "--json" in args:
        from ronde.formats.json import pretty

        click.echo(pretty({"error": code, "message": message}), err=True)
    else:
        click.echo(refusal(message), err=True)


def usage_sentence(error: click.UsageError) -> str:
    """What is wrong with a command line, and where help is."""
    path = error.ctx.command_path if error.ctx else "ronde"
    return f"{_wrong(error)}\n{translate('cli.try-help', command=path)}"


def _wrong(error: click.UsageError) -> str:
    if isinstance(error, UsageProblem):
        return error.message
    if isinstance(error, click.exceptions.NoSuchCommand):
        return translate("cli.no-such-command", name=error.command_name) + _near(error.possibilities)
    if isinstance(error, click.NoSuchOption):
        return translate("cli.no-such-option", name=error.option_name) + _near(error.possibilities)
    if isinstance(error, click.MissingParameter):
        return translate("cli.missing", name=_parameter(error))
    if isinstance(error, click.BadParameter):
        return translate("cli.bad-value", name=_parameter(error), detail=_expected(error))
    if isinstance(error, click.exceptions.BadOptionUsage):
        return _option_wrong(error)
    group = error.ctx.command if error.ctx is not None else None
    if isinstance(group, click.Group) and not group.invoke_without_command:
        return translate("cli.missing", name=placeholder_text("COMMAND"))
    # click names the surplus words only in brackets, inside an English sentence
    surplus = error.message.partition("(")[2].rpartition(")")[0]
    return translate("cli.too-many-words", detail=surplus or error.message, count=len(surplus.split()))


def _option_wrong(error: click.exceptions.BadOptionUsage) -> str:
    """A missing or surplus value; click says which only in an English sentence."""
    if "does not take" in error.message:
        return translate("cli.takes-no-value", name=error.option_name)
    number = "".join(filter(str.isdigit, error.message.removeprefix(f"Option {error.option_name!r}")))
    return translate("cli.needs-values", name=error.option_name, count=int(number or 1))


def _expected(error: click.BadParameter) -> str:
    """What a value should have been, translated."""
    kind = error.param.type if error.param is not None else None
    if isinstance(kind, click.Choice):
        return translate("cli.one-of", names=", ".join(str(choice) for choice in kind.choices))
    if isinstance(kind, click.IntRange):
        return translate("cli.whole-between", least=kind.min, most=kind.max)
    if isinstance(kind, click.FloatRange):
        return translate("cli.number-between", least=f"{kind.min:g}", most=f"{kind.max:g}")
    if kind is click.INT:
        return translate("cli.whole")
    return translate("cli.a-number") if kind is click.FLOAT else error.message


def _near(possibilities: Sequence[str] | None) -> str:
    return " " + translate("cli.did-you-mean", names=", ".join(possibilities)) if possibilities else ""


def _parameter(error: click.BadParameter) -> str:
    if error.param is None or error.ctx is None:
        return str(error.param_hint or "")
    if isinstance(error.param, click.Option):
        return error.param.opts[-1]
    return placeholder_text(error.param.make_metavar(error.ctx).removesuffix("...").strip("[]"))


# All commands with their help, in the language of this run.


Records = tuple[tuple[str, str], ...]
"""Words to type, each with its sentence."""


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

    yield from _below(ronde, (), None)


def _below(
    command: click.Command, words: tuple[str, ...], parent: click.Context | None
) -> Iterator[HelpPage]:
    context = click.Context(
        command, info_name=words[-1] if words else "ronde", parent=parent, **command.context_settings
    )
    yield _page(command, words, context)
    if isinstance(command, TranslatedGroup):
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
    common = [record for param, record in options if is_usual(param)]
    return HelpPage(
        words,
        tuple(
            placeholder_text(piece) for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"
        ),
        tuple(translate(f"help.{command.help}").split("\n")),
        tuple(argument_records(command, context).items()),
        tuple(record for param, record in options if not is_usual(param)),
        tuple(common),
        tuple(_commands(command, words, context)),
    )


def _commands(
    command: click.Command, words: tuple[str, ...], context: click.Context
) -> Iterator[tuple[str, str]]:
    if isinstance(command, TranslatedGroup):
        for name in command.list_commands(context):
            yield name, short_help("-".join((*words, name)))
