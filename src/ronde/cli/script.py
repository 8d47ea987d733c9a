"""The commands `script` and `completion`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from ronde.cli.main import COMMANDS, run_line
from ronde.cli.session import CommandRun, with_session
from ronde.cli.speech import UsageProblem, command, option, translate
from ronde.formats.files import read_file
from ronde.model.errors import FormatError, Problem

# The command `ronde script`: many command lines in one process.


_GROUPS = ("player", "table", "manual", "people")
_WITHOUT_FILE = ("import", "script", "people", "simulate", "demo")
_ALONE = ("script", "demo", "desk", "papp", "serve")
"""Commands that need the terminal, or the tournament, for themselves."""
LONGEST = 10_000
"""Maximum number of characters of a line."""
_QUOTED = 80
"""Maximum number of characters of a refused line that are repeated."""


@command("script", waits=False)
@click.argument("paths", nargs=-1, required=True, metavar="[FILE] SCRIPT|-")
@option("--keep-going", is_flag=True, help="keep-going")
@with_session
def script(session: CommandRun, paths: tuple[str, ...], keep_going: bool) -> None:
    if len(paths) > 2:
        raise UsageProblem(translate("cli.script-usage"), click.get_current_context())
    if session.scripted:
        raise UsageProblem(translate("cli.script-nested"), click.get_current_context())
    session.scripted = True
    tournament, source = _sorted_out(paths)
    _finish(_run(session, _lines(source), tournament, keep_going=keep_going))


def _sorted_out(paths: tuple[str, ...]) -> tuple[str | None, str]:
    """The tournament that all lines are about, if one is named, and where the lines come from."""
    if len(paths) == 2:
        return paths[0], paths[1]
    if paths[0].endswith(".ronde"):
        return paths[0], "-"
    return None, paths[0]


def _lines(source: str) -> Iterator[tuple[int, str]]:
    if source == "-":
        return _typed_lines()
    try:
        text = read_file(Path(source)).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError([Problem(source, 1, 1, "formats.binary")]) from error
    return enumerate(text.splitlines(), start=1)


def _typed_lines() -> Iterator[tuple[int, str]]:
    """The lines of standard input as they arrive."""
    try:
        for number, line in enumerate(sys.stdin, start=1):
            yield number, line.removeprefix("\ufeff").rstrip("\n")
    except UnicodeDecodeError as error:
        raise FormatError([Problem("-", 1, 1, "formats.binary")]) from error


def _run(
    session: CommandRun, lines: Iterator[tuple[int, str]], tournament: str | None, *, keep_going: bool
) -> int:
    """Run the lines; returns the status of the first that was refused."""
    first = 0
    for number, line in lines:
        status = _run_one(session, line, tournament)
        if status:
            click.echo(translate("cli.script-line", line=number, text=_shortened(line.strip())), err=True)
            first = first or status
            if not keep_going:
                break
    return first


def _shortened(line: str) -> str:
    return line if len(line) <= _QUOTED else f"{line[:_QUOTED]}…"


def _run_one(session: CommandRun, line: str, tournament: str | None) -> int:
    try:
        words = _words(line)
        _refuse_misplaced(words)
    except UsageProblem as refusal:
        click.echo(refusal.message, err=True)
        return 2
    return run_line(_with_file(words, tournament), session) if words else 0


def _words(line: str) -> list[str]:
    """The command and its arguments; nothing for an empty line or a comment."""
    if len(line) > LONGEST:
        raise UsageProblem(translate("cli.script-long", most=LONGEST))
    if "\0" in line:
        raise UsageProblem(translate("formats.binary"))
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise UsageProblem(translate("cli.script-quotes")) from error
    return words[1:] if words[:1] == ["ronde"] else words


def _refuse_misplaced(words: list[str]) -> None:
    """Refuse commands that cannot run in a script."""
    start = _command_at(words)
    name = "".join(words[start : start + 1])
    if name == "script":
        raise UsageProblem(translate("cli.script-nested"))
    if name in _ALONE:
        raise UsageProblem(translate("cli.script-alone", command=name))


def _with_file(words: list[str], tournament: str | None) -> list[str]:
    """The line with the tournament inserted as the command's argument, unless the line names one."""
    start = _command_at(words)
    name = words[start] if start < len(words) else ""
    head = start + (2 if name in _GROUPS else 1)
    named = any(word.endswith(".ronde") for word in words[head : head + 1])
    if tournament is None or named or name in _WITHOUT_FILE or name not in COMMANDS:
        return words
    return [*words[:head], tournament, *words[head:]]


def _command_at(words: list[str]) -> int:
    """The index of the command, after the options of `ronde` itself."""
    place = 0
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] in ("--seat", "--lang") else 1
    return place


def _finish(status: int) -> None:
    if status:
        click.get_current_context().exit(status)


# The command `completion`: what a shell needs to complete command lines of Ronde.


SHELLS = ("bash", "zsh", "fish")


@command("completion", prints=True)
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    root = context.find_root()
    script = get_completion_class(shell)
    assert script is not None, "click knows these shells"
    click.echo(script(root.command, {}, "ronde", "_RONDE_COMPLETE").source())
