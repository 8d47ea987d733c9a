"""A project: the files of one program as a ZIP, and how they become a program."""

from __future__ import annotations

import io
import shlex
import shutil
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from ronde.arena.sandbox import PROGRAM_PATH, BuildRule
from ronde.model.errors import SubmissionRefused

# The ZIP is written by a stranger: everything is looked at before anything is unpacked, and in memory.


MOST_FILES: Final = 500
MOST_UNPACKED: Final = 64_000_000
"""Bytes of all files together."""
MOST_RATIO: Final = 200
"""How many times its own size a ZIP may unpack to; games and texts stay far below."""
_SMALL: Final = 1_000_000
"""Bytes that may be unpacked from any ZIP."""
_LONGEST: Final = 200
_DEEPEST: Final = 8
_MOST_ENTRIES: Final = 10 * MOST_FILES
"""A ZIP with more is not even listed."""
_ENTRY: Final = b"PK\x01\x02"
_STARTS: Final = (b"PK\x03\x04", b"PK\x05\x06")
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 0x41
_SYSTEM: Final = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
"""What systems add by themselves; left out."""
_DAMAGE: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError,
)  # fmt: skip
"""What the library raises at damaged files."""


def is_archive(data: bytes) -> bool:
    return data.startswith(_STARTS)


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files that came side by side, as one ZIP; it is checked like any other."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            storable = name[: 2 * _LONGEST].encode(errors="replace").decode()
            archive.writestr(zipfile.ZipInfo(storable), data, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def read_project(data: bytes) -> dict[str, bytes]:
    """The files of a ZIP by path; refused as a whole if one of them is not wanted."""
    if data.count(_ENTRY) > _MOST_ENTRIES:
        raise SubmissionRefused(reason="project-many", most=MOST_FILES)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [
                one
                for one in archive.infolist()
                if not one.filename.endswith("/") and not _added(one.filename)
            ]
            _check(archive.infolist(), entries, len(data))
            files = {one.filename: archive.read(one) for one in entries}
    except _DAMAGE as damage:
        raise SubmissionRefused(reason="project-damaged") from damage
    if not files:
        raise SubmissionRefused(reason="nothing")
    return _below_top(files)


def _added(name: str) -> bool:
    return not set(_SYSTEM).isdisjoint(name.split("/"))


def _check(entries: list[zipfile.ZipInfo], files: list[zipfile.ZipInfo], size: int) -> None:
    """Refuse what must not be unpacked, by what the ZIP says of its entries."""
    for one in entries:
        _check_entry(one)
    if len(files) > MOST_FILES:
        raise SubmissionRefused(reason="project-many", most=MOST_FILES)
    unpacked = sum(one.file_size for one in entries)
    if unpacked > MOST_UNPACKED:
        raise SubmissionRefused(reason="project-large", most=MOST_UNPACKED // 10**6)
    if unpacked > max(_SMALL, MOST_RATIO * size):
        raise SubmissionRefused(reason="project-ratio", most=MOST_RATIO)
    _check_apart([one.filename for one in files])


def _check_entry(one: zipfile.ZipInfo) -> None:
    if not _is_inside(one.filename.removesuffix("/")):
        raise SubmissionRefused(reason="project-path", file=_printable(one.filename))
    kind = stat.S_IFMT(one.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise SubmissionRefused(reason="project-link", file=one.filename)
    if one.flag_bits & _ENCRYPTED:
        raise SubmissionRefused(reason="project-encrypted")
    if one.compress_type not in _METHODS:
        raise SubmissionRefused(reason="project-damaged")


def _is_inside(name: str) -> bool:
    """Whether a path leads nowhere but below the project, on every system."""
    steps = name.split("/")
    return (
        name.isprintable()
        and not set(name) & set('\\:*?"<>|')
        and len(steps) <= _DEEPEST
        and len(name.encode()) <= _LONGEST
        and all(step.strip() == step and step not in ("", ".", "..") for step in steps)
    )


def _printable(name: str) -> str:
    return "".join(one if one.isprintable() else "?" for one in name[:_LONGEST])


def _check_apart(names: Iterable[str]) -> None:
    """Refuse two files that are one on some systems, and a file that is a folder too."""
    taken: dict[str, str] = {}
    for name in names:
        for above in PurePosixPath(name).parents:
            known = taken.setdefault(_folded(str(above)), f"{above}/")
            if known != f"{above}/":
                raise SubmissionRefused(reason="project-twice", file=name, other=known)
        if known := taken.get(_folded(name), ""):
            raise SubmissionRefused(reason="project-twice", file=name, other=known)
        taken[_folded(name)] = name


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _below_top(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files without the folder that all of them lie in."""
    tops = {name.partition("/")[0] for name in files}
    if len(tops) > 1 or any("/" not in name for name in files):
        return files
    return {name.partition("/")[2]: data for name, data in files.items()}


# How the files become a program.


PROGRAM: Final = "player"
"""What a Makefile makes, and how a program among other files is called."""
BUILT: Final = (b"\x7fELF", b"#!", b"\xef\xbb\xbf#!")
"""The first bytes of a file that the system can execute."""
_MAKEFILES: Final = ("GNUmakefile", "makefile", "Makefile")
_ENTRIES: Final = (PROGRAM, "main")


@dataclass(frozen=True, slots=True)
class Language:
    """A language that is built or run by a tool of this machine."""

    name: str
    tool: str
    ends: tuple[str, ...]
    command: str = ""
    """Builds all {files}; `{entry}` is the one that is started. Empty: the tool runs the entry."""
    every: bool = False
    """Whether all files are one program, whatever they are called."""


LANGUAGES: Final = (
    Language("C", "gcc", (".c",), f"gcc -O2 -I. -o {PROGRAM} {{files}} -lm", every=True),
    Language("C++", "g++", (".cpp", ".cc", ".cxx"), f"g++ -O2 -I. -o {PROGRAM} {{files}}", every=True),
    Language(
        "Java", "javac", (".java",),
        "javac -encoding UTF-8 -d .classes {files} && jar cfe .jar {entry} -C .classes . && "
        f"{{{{ printf '#!/bin/sh\\nexec java -jar \"$0\" \"$@\"\\n'; cat .jar; }}}} > {PROGRAM}",
    ),
    Language("Python", "python3", (".py",)),
    Language("JavaScript", "node", (".js", ".mjs")),
    Language("PHP", "php", (".php",)),
)  # fmt: skip


def languages() -> list[Language]:
    """The languages whose tools programs find on this machine."""
    return [one for one in LANGUAGES if shutil.which(one.tool, path=PROGRAM_PATH)]


def is_source(name: str) -> bool:
    """Whether a file is a source in a language of this machine, by its name."""
    return any(name.endswith(one.ends) for one in languages())


def build_rule(
    files: Mapping[str, bytes], rule: BuildRule | None, known: Sequence[Language]
) -> BuildRule | bytes:
    """The command that builds a project, or the program that it has; refused if there is neither."""
    if rule is not None and rule.source in files:
        return rule
    if any(name in files for name in _MAKEFILES):
        return BuildRule("make", "", PROGRAM)
    if files.get(PROGRAM, b"").startswith(BUILT):
        return files[PROGRAM]
    for language in known:
        if (found := _way_of(language, files)) is not None:
            return found
    executables = [name for name, data in files.items() if "/" not in name and data.startswith(BUILT)]
    if len(executables) == 1:
        return files[executables[0]]
    names = ", ".join(one.name for one in known)
    raise SubmissionRefused(reason="project-unknown", program=PROGRAM, languages=names)


def _way_of(language: Language, files: Mapping[str, bytes]) -> BuildRule | bytes | None:
    sources = sorted(name for name in files if name.endswith(language.ends))
    entry = _entry([name for name in sources if "/" not in name], every=language.every)
    if not entry:
        return None
    if not language.command:
        return f'#!/bin/sh\nexec {language.tool} {shlex.quote(entry)} "$@"\n'.encode()
    named = shlex.join(f"./{name}" for name in sources)
    stem = shlex.quote(PurePosixPath(entry).stem)
    return BuildRule(language.command.format(files=named, entry=stem), "", PROGRAM)


def _entry(names: list[str], *, every: bool) -> str:
    """The source that is started: the only one, or the one with the name of a start; empty if unclear."""
    if len(names) == 1 or (every and names):
        return names[0]
    by_stem = {PurePosixPath(name).stem.lower(): name for name in reversed(names)}
    return next((by_stem[one] for one in _ENTRIES if one in by_stem), "")
