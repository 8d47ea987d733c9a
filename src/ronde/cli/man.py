"""The command `man`: pages for `man`, made from what the commands say of themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ronde import __version__
from ronde.cli.speech import Misused, command, option, spoken
from ronde.cli.streams import DASH, TARGET
from ronde.cli.tree import HelpPage, Records, help_pages

VARIABLES = ("RONDE_LANG", "RONDE_DATABASE", "RONDE_JSON", "NO_COLOR")
STATUSES = ("0", "1", "2", "130")


@command("man", waits=False)
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@option("--output", "-o", type=TARGET, default=None, help="man-output", metavar="FOLDER")
def man(words: tuple[str, ...], output: Path | None) -> None:
    """Show the page of a command, or write the pages of all of them."""
    pages = {page.words: page for page in help_pages()}
    if output is not None and str(output) != DASH:
        _write_all(output, pages.values())
        return
    page = pages.get(words)
    if page is None:
        raise Misused(spoken("cli.no-such-command", name=" ".join(words)), click.get_current_context())
    _show(roff(page), source=output is not None)


def _write_all(folder: Path, pages: Iterable[HelpPage]) -> None:
    from ronde.formats.disk import write_changed

    files = {f"{_name(page.words)}.1": roff(page).encode() for page in pages}
    changed = write_changed(folder, files)
    click.echo(spoken("cli.man-written", count=len(files), changed=len(changed), path=folder))


def _show(page: str, *, source: bool) -> None:
    """A page as `man` shows it; its source where that is asked for, or where there is no `man`."""
    reader = shutil.which("man")
    if source or reader is None:
        click.echo(page, nl=False)
        return
    sys.stdout.flush()
    subprocess.run([reader, "--local-file", "-"], input=page.encode(), check=False)


def roff(page: HelpPage) -> str:
    """The source of a page: what the command is, how it is typed, and everything it takes."""
    own = page.words == ()
    return "\n".join(
        [
            f'.TH "{_name(page.words).upper()}" "1" "" "ronde {__version__}" "Ronde"',
            ".ad l",  # long options leave no spaces to stretch
            *_section("name", [f"{_escaped(_name(page.words))} \\- {_escaped(page.text[0].rstrip('.'))}"]),
            *_section("synopsis", [f"\\fB{_escaped(page.usage)}\\fR"]),
            *_section("description", _paragraphs(page.text)),
            *_listed("arguments", page.arguments),
            *_listed("options", page.options + page.usual),
            *_listed("commands", page.commands),
            *(_listed("environment", _records("variable", VARIABLES)) if own else []),
            *(_listed("status", _records("status", STATUSES)) if own else []),
            *_section("see-also", [_escaped(spoken("man.see-also-text"))]),
            "",
        ]
    )


def _name(words: tuple[str, ...]) -> str:
    return "-".join(("ronde", *words))


def _records(kind: str, names: Iterable[str]) -> Records:
    return tuple((name, spoken(f"man.{kind}-{name}")) for name in names)


def _paragraphs(text: tuple[str, ...]) -> Iterator[str]:
    for number, line in enumerate(text):
        if number:
            yield ".PP"
        yield _escaped(line)


def _section(name: str, lines: Iterable[str]) -> Iterator[str]:
    yield f".SH {_escaped(spoken(f'man.{name}').upper())}"
    yield from lines


def _listed(name: str, records: Records) -> Iterator[str]:
    if records:
        yield f".SH {_escaped(spoken(f'man.{name}').upper())}"
        for word, sentence in records:
            term = _escaped(word).replace("|", "|\\:")  # a list of words may be longer than a line
            yield from (".TP", f"\\fB{term}\\fR", _escaped(sentence))


def _escaped(text: str) -> str:
    """Text that is no request to the formatter: hyphens stay as typed, and no line begins with a dot."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe[:1] in (".", "'") else safe
