"""Private copies of programs: the file and its folder `NAME.d`, and nothing else.

The folder is written by somebody else, while the referee who reads it may be root. Every part is therefore
opened relative to its own folder, never through a link, and checked again once it is open. Links, pipes,
sockets, devices, hard links to other users' files, files that the owner of the program may not read himself,
and oversized folders are refused by name.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from ronde.arena.sandbox.engine import EngineFault, Verdict
from ronde.system import CLOEXEC, NONBLOCK

MOST_PARTS: Final = 10_000
MOST_BYTES: Final = 512 << 20
"""Of the program and its folder together."""
MOST_LEVELS: Final = 16
_LONGEST: Final = 2_048
"""Bytes of a path inside the copy: with the prefix it stays below the limit of the system."""
_FIRST: Final = 256
"""Bytes that a kernel reads to find the interpreter of a script."""
_CHUNK: Final = 1 << 20
_OPEN: Final = os.O_RDONLY | NONBLOCK | CLOEXEC | getattr(os, "O_NOCTTY", 0)
_MOST_LINKS: Final = 40  # as many as the kernel follows


class UnsafeProgram(EngineFault):
    """A program, or a part of its folder, that must not be copied; the detail is a code and a name."""

    def __init__(self, code: str, name: str) -> None:
        super().__init__(Verdict.START, f"{code} {_printable(name)}")


class CopiedPart(NamedTuple):
    """A file or a folder of a program, open for reading."""

    name: str
    """Its path, beginning with the name of the program or of its folder."""
    stream: int
    kind: os.stat_result

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.kind.st_mode)

    def read(self) -> Iterator[bytes]:
        """The bytes of a file, at most as many as it had when it was opened."""
        left = self.kind.st_size
        while left > 0 and (data := os.read(self.stream, min(_CHUNK, left))):
            left -= len(data)
            yield data


def check_program(path: Path) -> os.stat_result:
    """Refuse a file that cannot be started at all, with the reason."""
    with _program(path) as part:
        _check_first_line(os.pread(part.stream, _FIRST, 0))
        return part.kind


def _check_first_line(data: bytes) -> None:
    """Refuse a script with Windows line ends, which no kernel can start."""
    if data.startswith(b"\xef\xbb\xbf#!"):
        raise EngineFault(Verdict.START, "byte-order-mark")
    line, ended, _ = data.partition(b"\r\n")
    interpreter = line.removeprefix(b"#!").split()
    lone = interpreter[1:] if interpreter[0:1] and interpreter[0].endswith(b"/env") else interpreter
    # After an option the interpreter gets the carriage return, and Perl, for example, ignores it.
    if data.startswith(b"#!") and ended and b"\n" not in line and len(lone) == 1:
        raise EngineFault(Verdict.START, "line-end")


def check_parts(path: Path) -> None:
    """Refuse a program whose copy would be refused, before its first game."""
    for _ in parts(path):
        pass


def fingerprint(path: Path) -> str:
    """The SHA-256 of a program, to detect changes."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def copy_program(program: Path, home: Path, group: int) -> tuple[Path, str]:
    """Copy a program and its folder into `home`; returns the path and the fingerprint.

    The copies belong to the referee; `group` may read and execute them, unless it is 0.
    """
    digest = hashlib.sha256()
    for number, part in enumerate(parts(program)):
        place = home / part.name
        if part.is_folder:
            place.mkdir(mode=0o700)
            _give(place, 0o700, group)
            continue
        with place.open("xb") as copy:
            for data in part.read():
                copy.write(data)
                if number == 0:
                    digest.update(data)
        _give(place, 0o500 if part.kind.st_mode & 0o111 else 0o400, group)
    return home / program.name, digest.hexdigest()


def _give(place: Path, mode: int, group: int) -> None:
    """Let the group of the program read what its owner, the referee, may read."""
    if group:
        os.chown(place, -1, group)
        mode |= mode >> 3 & 0o050
    place.chmod(mode)


def parts(program: Path, *, executable: bool = True) -> Generator[CopiedPart, None, None]:
    """The program first, then the contents of its folder, each folder before its content.

    UnsafeProgram for the first part that must not be copied; EngineFault for what is no program at all.
    """
    with _program(program, executable=executable) as first:
        yield first
        size = first.kind.st_size
        if size > MOST_BYTES:
            raise UnsafeProgram("part-large", program.name)
        yield from _Folder(program, size, first.kind.st_uid).parts()


@contextmanager
def _program(path: Path, *, executable: bool = True) -> Iterator[CopiedPart]:
    """The file of a program; through a link only if the owner of the link may use that file."""
    try:
        stream = os.open(path, _OPEN)
    except OSError as trouble:
        raise _unopened(path, trouble) from trouble
    try:
        kind = os.fstat(stream)
        if not stat.S_ISREG(kind.st_mode):
            raise EngineFault(Verdict.START, "not-a-file")
        if executable and not kind.st_mode & 0o111:
            raise EngineFault(Verdict.START, "not-executable")
        _check_way(path, kind)
        yield CopiedPart(path.name, stream, kind)
    finally:
        os.close(stream)


def _unopened(path: Path, trouble: OSError) -> EngineFault:
    """Why a program could not be opened."""
    if trouble.errno == errno.ENXIO:  # a socket
        return EngineFault(Verdict.START, "not-a-file")
    if isinstance(trouble, PermissionError):
        return UnsafeProgram("part-unreadable", path.name)
    return EngineFault(Verdict.START, f"missing {trouble.strerror}")


def _check_way(path: Path, kind: os.stat_result) -> None:
    """Refuse a link, or a hard link, that another user made to somebody's file.

    Links of the referee, of root and of the owner of the file are followed.
    """
    trusted = {os.geteuid(), 0, kind.st_uid}
    place = path
    for _ in range(_MOST_LINKS):
        status = os.lstat(place)
        if not stat.S_ISLNK(status.st_mode):
            break
        if status.st_uid not in trusted:
            raise UnsafeProgram("foreign-link", path.name)
        place = place.parent / os.readlink(place)
    if (status.st_dev, status.st_ino) != (kind.st_dev, kind.st_ino):  # it was exchanged in between
        raise UnsafeProgram("foreign-link", path.name)
    holder = os.stat(path.parent).st_uid
    if kind.st_nlink > 1 and kind.st_uid not in {os.geteuid(), 0, holder}:
        raise UnsafeProgram("foreign-file", path.name)


class _Folder:
    """The folder `NAME.d` of a program, walked once within its limits."""

    def __init__(self, program: Path, size: int, author: int) -> None:
        self._home = program.parent
        self._name = f"{program.name}.d"
        self._size = size
        self._count = 0
        self._author = author
        """The owner of the program that will read the copy."""
        self._owner = -1

    def parts(self) -> Iterator[CopiedPart]:
        """The folder and everything in it; nothing if there is no such folder."""
        try:
            home = os.open(self._home, _OPEN | os.O_DIRECTORY)
        except OSError as trouble:
            raise UnsafeProgram("part-unreadable", self._name) from trouble
        try:
            if _may_be_folder(self._home / self._name):
                yield from self._part(home, self._name, self._name, 1)
        finally:
            os.close(home)

    def _part(self, above: int, name: str, path: str, level: int) -> Iterator[CopiedPart]:
        self._count += 1
        if self._count > MOST_PARTS:
            raise UnsafeProgram("part-many", self._name)
        if level > MOST_LEVELS or len(os.fsencode(path)) > _LONGEST:
            raise UnsafeProgram("part-deep", path)
        stream = _opened(above, name, path)
        try:
            part = CopiedPart(path, stream, os.fstat(stream))
            self._check(part)
            yield part
            if part.is_folder:
                yield from self._inside(part, level)
        finally:
            os.close(stream)

    def _inside(self, part: CopiedPart, level: int) -> Iterator[CopiedPart]:
        with os.scandir(part.stream) as entries:
            names = sorted(entry.name for entry in islice(entries, MOST_PARTS + 1))
        for name in names:
            yield from self._part(part.stream, name, f"{part.name}/{name}", level + 1)

    def _check(self, part: CopiedPart) -> None:
        kind = part.kind
        if self._owner < 0:  # of NAME.d itself: nobody can make a folder in another's name
            self._owner = kind.st_uid
        if not all(_may_read(reader, kind) for reader in (self._author, self._owner)):
            raise UnsafeProgram("part-private", part.name)  # moved here by somebody who may not open it
        if part.is_folder:
            return
        if not stat.S_ISREG(kind.st_mode):
            raise UnsafeProgram("part-special", part.name)
        if kind.st_nlink > 1 and kind.st_uid != self._owner:
            raise UnsafeProgram("part-hardlink", part.name)
        self._size += kind.st_size
        if self._size > MOST_BYTES:
            raise UnsafeProgram("part-large", part.name)


def _may_read(user: int, kind: os.stat_result) -> bool:
    """Whether a user may read a file or folder; its owner can always permit it to himself."""
    if user in (0, os.geteuid(), kind.st_uid):
        return True
    shift = 3 if kind.st_gid in _groups_of(user) else 0
    wanted = 0o5 if stat.S_ISDIR(kind.st_mode) else 0o4
    return kind.st_mode >> shift & wanted == wanted


@cache
def _groups_of(user: int) -> frozenset[int]:
    """The groups of a user; none for an unknown user."""
    import pwd  # missing on Windows, where no program is copied

    try:
        known = pwd.getpwuid(user)
        return frozenset(os.getgrouplist(known.pw_name, known.pw_gid))
    except (KeyError, OSError):
        return frozenset()


def _may_be_folder(path: Path) -> bool:
    """Whether something else than an ordinary file lies there: compilers call lists of headers NAME.d."""
    try:
        return not stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _opened(above: int, name: str, path: str) -> int:
    """Open a file or folder relative to its parent; anything else is not even opened."""
    try:
        mode = os.stat(name, dir_fd=above, follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode):
            raise UnsafeProgram("part-link", path)
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise UnsafeProgram("part-special", path)
        return os.open(name, _OPEN | os.O_NOFOLLOW, dir_fd=above)
    except OSError as trouble:
        raise UnsafeProgram("part-unreadable", path) from trouble


def _printable(name: str) -> str:
    """A name that can be stored and shown, whatever bytes it has."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in name)
