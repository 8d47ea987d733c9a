"""Reading files from other programs in a separate process with limited memory and time.

A small text cannot unfold into much. A database can, and so can a large file in any format: the process that
reads it is killed, and the caller continues.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from ronde.core.errors import FormatError, Problem, RondeError
from ronde.formats.imported import Imported
from ronde.system.door import ended_by_work, limit_process, python_command, python_environment

MEMORY: Final = 1_000_000_000
"""Bytes of address space."""
WORK: Final = 60
"""Seconds of processor time."""
PATIENCE: Final = 180
"""Seconds on the clock, for a machine that has other things to do."""
SMALL: Final = 1_000_000
"""Bytes of text that are read where they are asked for."""
_DATABASE: Final = b"SQLite format 3\x00"
_OUT_OF_MEMORY: Final = 3


def read_apart(name: str, path: Path, *, outside: bool = False) -> Imported:
    """Read a file in the named format in another process; one sentence if it takes too much."""
    read: Imported = ask_apart(path, __name__, name, str(path), *(["outside"] if outside else []))
    return read


def ask_apart(path: Path, module: str, *words: str) -> Any:
    """What a module of ours tells of a file by `tell_apart`, run in another process with these words.

    A refusal there is one here; FormatError with one sentence if it takes too much.
    """
    try:
        done = subprocess.run(
            python_command(module, *words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env=python_environment(),
        )
    except subprocess.TimeoutExpired as error:
        raise _refusal(path, "formats.too-slow", PATIENCE) from error
    if ended_by_work(done.returncode):
        raise _refusal(path, "formats.too-slow", WORK)
    if done.returncode or not done.stdout:
        raise _refusal(path, "formats.too-hungry", MEMORY // 1_000_000)
    # What is unpacked here was packed by our own code on this machine, not by the file.
    kind, content = pickle.loads(done.stdout)
    if kind is None:
        return content
    raise _again(kind, content)


def tell_apart(work: Callable[[], object]) -> int:
    """In the other process: work within the limits, and tell on standard output what came of it."""
    limit_process(memory=MEMORY, work=WORK)
    try:
        packed = _packed(work)
    except (MemoryError, RecursionError):
        return _OUT_OF_MEMORY
    sys.stdout.buffer.write(packed)
    sys.stdout.buffer.flush()
    return 0


def harmless(path: Path) -> bool:
    """Whether a file, or all files of a folder together, is text too small to unfold into much."""
    try:
        parts = list(path.iterdir()) if path.is_dir() else [path]
        return sum(part.stat().st_size for part in parts) <= SMALL and not any(map(_is_database, parts))
    except OSError:  # the reader will report what is wrong
        return True


def _is_database(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


def _refusal(path: Path, key: str, limit: int) -> FormatError:
    return FormatError([Problem(str(path), 0, 0, key, str(limit))])


def _again(kind: type[RondeError], facts: dict[str, Any]) -> RondeError:
    """The refusal of the other process."""
    return kind(facts["problems"]) if issubclass(kind, FormatError) else kind(**facts)


def _packed(work: Callable[[], object]) -> bytes:
    try:
        return pickle.dumps((None, work()))
    except RondeError as error:
        return pickle.dumps((type(error), error.facts))


def main() -> int:
    """Read one file and tell on standard output what it holds, or why it is refused."""
    from ronde.formats.door import IMPORTS, import_papp

    name, path = sys.argv[1], Path(sys.argv[2])
    outside = name == "papp" and sys.argv[3:] == ["outside"]
    read = partial(import_papp, outside=True) if outside else IMPORTS[name]
    return tell_apart(lambda: read(path))


if __name__ == "__main__":
    sys.exit(main())
