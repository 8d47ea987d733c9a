"""Reading files from other programs in a separate process with limited memory and time.

A small text is safe. A database, or a large file in any format, can take much: the process that reads it is
killed, and the caller continues.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from ronde.formats.files import ImportResult
from ronde.model.errors import FormatError, Problem, RondeError
from ronde.model.events import EVENT_TYPES
from ronde.model.player import Player
from ronde.store.fide_list import ListCounts
from ronde.system import limit_process, python_command, python_environment, reached_cpu_limit

MEMORY: Final = 1_000_000_000
"""Limit of the address space in bytes."""
CPU_SECONDS: Final = 60
"""Limit of CPU time in seconds."""
TIMEOUT: Final = 180
"""Timeout in seconds, for a busy machine."""
LIST_SECONDS: Final = 600
"""Both limits for FIDE's list, of two million people."""
SMALL: Final = 1_000_000
"""Size in bytes up to which text is read in this process."""
_DATABASE: Final = b"SQLite format 3\x00"
_OUT_OF_MEMORY: Final = 3
_PEOPLE: Final = "--people"
_FIDE: Final = "--fide"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _EncodedImport:
    """What was read of a file, each event with its kind."""

    facts: list[tuple[str, Any]]
    attachments: dict[str, bytes]
    remarks: tuple[Problem, ...]
    steps: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, read: ImportResult) -> _EncodedImport:
        named = [(type(one).__name__, one) for one in read.events]
        return cls(named, dict(read.attachments), read.remarks, read.steps)

    def unpacked(self) -> ImportResult:
        facts = tuple(msgspec.convert(data, EVENT_TYPES[kind], str_keys=True) for kind, data in self.facts)
        return ImportResult(facts, self.attachments, self.remarks, self.steps)


def read_isolated(name: str, path: Path, *, outside: bool = False) -> ImportResult:
    """Read a file in the named format in another process; one sentence if it takes too much."""
    words = (name, str(path), *(["outside"] if outside else []))
    return run_isolated(path, __name__, *words, shape=_EncodedImport).unpacked()


def read_people_isolated(path: Path, *, season: bool) -> list[Player]:
    """Read the people of a list in another process, in a season also from a list of KeizerForClubs."""
    words = (_PEOPLE, str(path), *(["season"] if season else []))
    return run_isolated(path, __name__, *words, shape=list[Player])


def take_fide_list_isolated(path: Path, base: Path) -> ListCounts:
    """Replace FIDE's list beside a base, in another process: it may be long."""
    words = (_FIDE, str(path), str(base))
    return run_isolated(path, __name__, *words, shape=ListCounts, seconds=LIST_SECONDS)


def run_isolated(path: Path, module: str, *words: str, shape: type[_T], seconds: int = TIMEOUT) -> _T:
    """Run a module of ours that calls `tell_apart` in another process and return its answer.

    The answer is JSON of that shape. An error there is raised here; FormatError with one sentence if it takes
    too much.
    """
    try:
        done = subprocess.run(
            python_command(module, *words),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
            env=python_environment(),
        )
    except subprocess.TimeoutExpired as error:
        raise _refusal(path, "formats.too-slow", seconds) from error
    if reached_cpu_limit(done.returncode):
        raise _refusal(path, "formats.too-slow", CPU_SECONDS)
    if done.returncode or not done.stdout:
        raise _refusal(path, "formats.too-hungry", MEMORY // 1_000_000)
    answer = json.loads(done.stdout)
    if "refused" in answer:
        raise _again(answer["refused"], answer["facts"])
    return msgspec.convert(answer["told"], shape, str_keys=True)


def answer_isolated(work: Callable[[], object], seconds: int = CPU_SECONDS) -> int:
    """In the other process: work within the limits, and write the outcome to standard output."""
    limit_process(memory=MEMORY, work=seconds)
    try:
        packed = _packed(work)
    except (MemoryError, RecursionError):
        return _OUT_OF_MEMORY
    sys.stdout.buffer.write(packed)
    sys.stdout.buffer.flush()
    return 0


def is_small_text(path: Path) -> bool:
    """Whether a file, or all files of a folder together, is small text."""
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


def _again(name: str, facts: dict[str, Any]) -> RondeError:
    """The error of the other process."""
    if name == FormatError.__name__:
        return FormatError(msgspec.convert(facts["problems"], list[Problem]))
    return _errors(RondeError).get(name, RondeError)(**facts)


def _errors(kind: type[RondeError]) -> dict[str, type[RondeError]]:
    """An error class and its subclasses by name."""
    below = [_errors(one) for one in kind.__subclasses__()]
    return {kind.__name__: kind} | {name: one for some in below for name, one in some.items()}


def _packed(work: Callable[[], object]) -> bytes:
    try:
        answer = {"told": work()}
    except RondeError as error:
        answer = {"refused": type(error).__name__, "facts": error.facts}
    plain = msgspec.to_builtins(answer, str_keys=True, enc_hook=str)
    return json.dumps(plain).encode()  # ASCII, because a file name may be undecodable


def main() -> int:
    """Read one file and write its contents, or the error, to standard output."""
    from ronde.app.exchange import IMPORTS, import_papp

    name, path = sys.argv[1], Path(sys.argv[2])
    if name == _PEOPLE:
        return answer_isolated(lambda: _people(path, season=sys.argv[3:] == ["season"]))
    if name == _FIDE:
        return answer_isolated(lambda: _take_fide_list(path, Path(sys.argv[3])), LIST_SECONDS)
    outside = name == "papp" and sys.argv[3:] == ["outside"]
    read = partial(import_papp, outside=True) if outside else IMPORTS[name]
    return answer_isolated(lambda: _EncodedImport.of(read(path)))


def _people(path: Path, *, season: bool) -> list[Player]:
    from ronde.app.people import read_known
    from ronde.formats.keizerforclubs import has_heads, read_list

    return [*read_list(path).players] if season and has_heads(path) else read_known(path)


def _take_fide_list(path: Path, base: Path) -> ListCounts:
    from ronde.app.people import take_fide_list
    from ronde.formats.fidelist import read_fide_list

    return take_fide_list(read_fide_list(path), base)


if __name__ == "__main__":
    sys.exit(main())
