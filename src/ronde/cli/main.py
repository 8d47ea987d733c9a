"""The command `ronde`. Each command is imported only when it is called, so that starting is fast."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from ronde import __version__
from ronde.cli.colours import refusal
from ronde.cli.speech import (
    LANGUAGE,
    Misused,
    SpokenGroup,
    SpokenOption,
    language,
    option,
    spoken,
    usual_language,
    wanted,
)
from ronde.core.errors import JournalError, NotAFile, RondeError
from ronde.i18n.door import LANGUAGES, listed, tell, understood
from ronde.plugins import load_plugins

if TYPE_CHECKING:
    from ronde.cli.session import CommandRun

COMMANDS = {
    "new": "ronde.cli.files:new",
    "status": "ronde.cli.files:status",
    "settings": "ronde.cli.files:settings",
    "player": "ronde.cli.players:player",
    "pair": "ronde.cli.rounds:pair",
    "round": "ronde.cli.rounds:round_",
    "table": "ronde.cli.tables:table",
    "bye": "ronde.cli.tables:bye",
    "forbid": "ronde.cli.tables:forbid",
    "allow": "ronde.cli.tables:allow",
    "result": "ronde.cli.results:result",
    "clear": "ronde.cli.results:clear",
    "close": "ronde.cli.rounds:close",
    "reopen": "ronde.cli.rounds:reopen",
    "correct": "ronde.cli.results:correct",
    "standings": "ronde.cli.lists:standings",
    "crosstable": "ronde.cli.lists:crosstable",
    "teams": "ronde.cli.lists:teams",
    "sheet": "ronde.cli.lists:sheet",
    "why": "ronde.cli.rounds:why",
    "whynot": "ronde.cli.rounds:whynot",
    "history": "ronde.cli.past:history",
    "undo": "ronde.cli.past:undo",
    "redo": "ronde.cli.past:redo",
    "backup": "ronde.cli.past:backup",
    "restore": "ronde.cli.past:restore",
    "copy": "ronde.cli.past:copy",
    "export": "ronde.cli.files:export",
    "import": "ronde.cli.files:import_",
    "publish": "ronde.cli.publish:publish",
    "desk": "ronde.cli.desk:desk",
    "papp": "ronde.cli.papp:papp",
    "serve": "ronde.cli.serve:serve",
    "invite": "ronde.cli.serve:invite",
    "script": "ronde.cli.script:script",
    "people": "ronde.cli.people:people",
    "rate": "ronde.cli.rate:rate",
    "fide": "ronde.cli.chess:fide",
    "simulate": "ronde.cli.simulate:simulate",
    "defi": "ronde.cli.programs.commands:defi",
    "duel": "ronde.cli.programs.commands:duel",
    "tournoi": "ronde.cli.programs.tournoi:tournoi",
    "check": "ronde.cli.programs.checkup:check",
    "engine": "ronde.cli.programs.engine:engine",
    "worker": "ronde.cli.programs.worker:worker",
    "doctor": "ronde.cli.programs.doctor:doctor",
    "demo": "ronde.cli.demo:demo",
    "completion": "ronde.cli.completion:completion",
}
"""Every command, in the order in which a tournament uses them."""


@click.group(
    "ronde",
    cls=SpokenGroup,
    lazy=COMMANDS,
    unlisted=["worker"],
    help="ronde",
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
)
@option("--seat", default=None, help="seat", metavar="NAME")
@option("--lang", default=None, help="lang", metavar="|".join(LANGUAGES))
@click.version_option(__version__, "--version", message="ronde %(version)s", cls=SpokenOption, help="version")
@click.pass_context
def ronde(context: click.Context, seat: str | None, lang: str | None) -> None:
    from ronde.cli.session import CommandRun

    if context.obj is None:
        session = CommandRun()
        context.obj = session
        context.call_on_close(session.close)
    if seat is not None:
        context.call_on_close(context.obj.sit(seat))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; the exit status is 0, 1 for a refused action, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot encode is escaped
    token = LANGUAGE.set(usual_language())
    line = list(sys.argv[1:] if argv is None else argv)
    try:
        for refusal in load_plugins() if len(line) > 1 else ():  # not for a lone --help
            click.echo(tell(refusal, language()), err=True)
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
    if asked is not None and understood(asked) is None:
        click.echo(
            spoken("cli.language-unknown", language=asked, known=listed(list(LANGUAGES), language())),
            err=True,
        )
        return 2
    token = LANGUAGE.set(understood(asked) or language())
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
        _complain(error.code, tell(error, language()), args)
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
        path = spoken("cli.standard-output") if error.filename is None else str(error.filename)
        trouble = _trouble(error, path)
        _complain(trouble.code, tell(trouble, language()), args)
        return 1
    except (KeyboardInterrupt, click.Abort):
        return 130
    return status if isinstance(status, int) else 0


def _trouble(error: OSError, path: str) -> JournalError:
    from ronde.disk.door import ForeignLink

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
        from ronde.cli.streams import with_stream_names

        message = with_stream_names(message)
    if "--json" in args:
        from ronde.formats.json import pretty

        click.echo(pretty({"error": code, "message": message}), err=True)
    else:
        click.echo(refusal(message), err=True)


def usage_sentence(error: click.UsageError) -> str:
    """What is wrong with a command line, and where help is."""
    path = error.ctx.command_path if error.ctx else "ronde"
    return f"{_wrong(error)}\n{spoken('cli.try-help', command=path)}"


def _wrong(error: click.UsageError) -> str:
    if isinstance(error, Misused):
        return error.message
    if isinstance(error, click.exceptions.NoSuchCommand):
        return spoken("cli.no-such-command", name=error.command_name) + _near(error.possibilities)
    if isinstance(error, click.NoSuchOption):
        return spoken("cli.no-such-option", name=error.option_name) + _near(error.possibilities)
    if isinstance(error, click.MissingParameter):
        return spoken("cli.missing", name=_parameter(error))
    if isinstance(error, click.BadParameter):
        return spoken("cli.bad-value", name=_parameter(error), detail=_expected(error))
    if isinstance(error, click.exceptions.BadOptionUsage):
        return _option_wrong(error)
    group = error.ctx.command if error.ctx is not None else None
    if isinstance(group, click.Group) and not group.invoke_without_command:
        return spoken("cli.missing", name=wanted("COMMAND"))
    # click names the surplus words only in brackets, inside an English sentence
    surplus = error.message.partition("(")[2].rpartition(")")[0]
    return spoken("cli.too-many-words", detail=surplus or error.message)


def _option_wrong(error: click.exceptions.BadOptionUsage) -> str:
    """A missing or surplus value; click says which only in an English sentence."""
    if "does not take" in error.message:
        return spoken("cli.takes-no-value", name=error.option_name)
    number = "".join(filter(str.isdigit, error.message.removeprefix(f"Option {error.option_name!r}")))
    return spoken("cli.needs-values", name=error.option_name, count=int(number or 1))


def _expected(error: click.BadParameter) -> str:
    """What a value should have been, translated."""
    kind = error.param.type if error.param is not None else None
    if isinstance(kind, click.Choice):
        return spoken("cli.one-of", names=", ".join(str(choice) for choice in kind.choices))
    if isinstance(kind, click.IntRange):
        return spoken("cli.whole-between", least=kind.min, most=kind.max)
    if isinstance(kind, click.FloatRange):
        return spoken("cli.number-between", least=f"{kind.min:g}", most=f"{kind.max:g}")
    if kind is click.INT:
        return spoken("cli.whole")
    return spoken("cli.a-number") if kind is click.FLOAT else error.message


def _near(possibilities: Sequence[str] | None) -> str:
    return " " + spoken("cli.did-you-mean", names=", ".join(possibilities)) if possibilities else ""


def _parameter(error: click.BadParameter) -> str:
    if error.param is None or error.ctx is None:
        return str(error.param_hint or "")
    if isinstance(error.param, click.Option):
        return error.param.opts[-1]
    return wanted(error.param.make_metavar(error.ctx).removesuffix("...").strip("[]"))
