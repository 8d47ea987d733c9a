"""Standard input and output under the name `-`, and the file for what a command prints."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final

import click

from ronde.cli.speech import SpokenOption, spoken
from ronde.core.errors import FileExists, FormatError, Problem, ReadOnly

DASH: Final = "-"
LARGEST: Final = 1 << 30
"""Maximum size of standard input in bytes; FIDE's list is the largest input."""
_OUTPUT: Final = "ronde.output"
_FORCE: Final = "ronde.force"
_SPOOLED: ContextVar[str] = ContextVar("spooled", default="")
"""The temporary file of standard input, so that messages can name it."""


class NamedPath(click.Path):
    """A path as typed; the code that reads it reports errors in our own words. `-` is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == DASH:
            self.fail(spoken("cli.no-stream"), param, ctx)
        return super().convert(value, param, ctx)


class SourcePath(NamedPath):
    """A file to read; `-` is standard input, stored in a temporary file until the command ends."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value != DASH or ctx is None:
            return super().convert(value, param, ctx)
        import shutil  # imported here because few commands read standard input
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="ronde-"))
        ctx.call_on_close(lambda: shutil.rmtree(folder, ignore_errors=True))
        return _spooled(folder / "standard-input")


class TargetPath(NamedPath):
    """A file to write; `-` is standard output."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(DASH) if value == DASH else super().convert(value, param, ctx)


ANY_PATH: Final = NamedPath()
SOURCE: Final = SourcePath()
TARGET: Final = TargetPath()


def _spooled(path: Path) -> Path:
    """Standard input as a file, because readers read a file twice."""
    _SPOOLED.set(str(path))
    left = LARGEST
    with path.open("wb") as file:
        while chunk := sys.stdin.buffer.read(min(left + 1, 1 << 20)):
            left -= len(chunk)
            if left < 0:
                raise FormatError([Problem(DASH, 1, 1, "formats.too-large", str(LARGEST))])
            file.write(chunk)
    return path


def is_standard_input(path: Path) -> bool:
    """Whether a path is the temporary file of standard input."""
    return str(path) == _SPOOLED.get()


def called_like(path: Path, other: Path) -> Path:
    """Standard input as a file with the name of another: an imported tournament is named after its file."""
    named = path.with_name(other.stem)
    path.rename(named)
    _SPOOLED.set(str(named))
    return named


def with_stream_names(text: str) -> str:
    """A message with the name of standard input instead of that of its temporary file."""
    place = _SPOOLED.get()
    return text.replace(place, spoken("cli.standard-input")) if place else text


def output_options(own: set[str], *, slips: bool) -> list[click.Option]:
    """`-o` and `--force` for a command that prints, unless it has them; slips may begin with `-o`."""
    if "--output" in own:
        return []
    names = ["--output"] if slips else ["--output", "-o"]
    wanted = {
        "--output": _kept_option(_OUTPUT, names, type=TARGET, help="print-to", metavar="PATH"),
        "--force": _kept_option(_FORCE, ["--force"], is_flag=True, help="force"),
    }
    return [option for name, option in wanted.items() if name not in own]


def _kept_option(place: str, names: list[str], **settings: Any) -> click.Option:
    """An option that is not passed to the command."""

    def keep(context: click.Context, param: click.Parameter, value: Any) -> None:
        context.meta[place] = value

    return SpokenOption(names, expose_value=False, callback=keep, **settings)


@contextmanager
def printed_to_file(context: click.Context) -> Iterator[None]:
    """Write what a command prints to the file of `-o`, whole or not at all."""
    target: Path | None = context.meta.pop(_OUTPUT, None)
    force = bool(context.meta.pop(_FORCE, False) or context.params.get("force"))
    if target is None or str(target) == DASH:
        yield
        return
    check_target(target, _places(context), force=force)
    kept = BytesIO()
    page = TextIOWrapper(kept, "utf-8", errors="backslashreplace", newline="", write_through=True)
    try:
        with redirect_stdout(page):
            yield
    except click.exceptions.Exit:  # a report of findings exits with 1 and is written nevertheless
        _write(target, kept.getvalue(), quiet=True)
        raise
    _write(target, kept.getvalue(), quiet=bool(context.params.get("as_json")))


def _write(target: Path, page: bytes, *, quiet: bool) -> None:
    from ronde.formats.disk import write_whole

    write_whole({target: page})
    if not quiet:
        click.echo(spoken("cli.written", path=target))


def _places(context: click.Context) -> set[str]:
    """The resolved paths of all files that a command line names."""
    values = context.params.values()
    paths = [path for value in values for path in (value if isinstance(value, tuple) else (value,))]
    return {os.path.realpath(path) for path in paths if isinstance(path, Path)}


def check_target(path: Path, taken: set[str], *, force: bool) -> None:
    """Refuse to overwrite a file, unless forced; a tournament and what belongs to it, always."""
    ours = os.path.realpath(re.sub(r"-(wal|shm|journal)$", "", str(path)))
    ending = "".join(path.suffixes[-1:]).lower()
    beside = re.fullmatch(r"\.ronde-(wal|shm|journal)", ending) is not None
    there = path.exists()
    if ours in taken or beside or (there and (not force or ending == ".ronde")):
        raise FileExists(path=str(path))
    if there and not os.access(path, os.W_OK):
        raise ReadOnly(path=str(path))
