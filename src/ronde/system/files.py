"""Files: rights, locks, mounts, links, and writing that is complete or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

# Opening, owning and syncing files, on POSIX and on Windows.
#
# Windows has no owners in `stat`, no positional reads and no synced folders; it translates line ends
# unless a
# handle is opened as binary, and syncs only writable handles.


CLOEXEC: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
"""The handle is not inherited by child processes."""
NOFOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""A link is refused."""
NONBLOCK: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe does not block."""
BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""Bytes stay as they are."""
_POSIX: Final = hasattr(os, "geteuid")
_LONGEST_NAME: Final = 255
"""Of a file on every file system of Windows."""


def user_id() -> int:
    """The effective user, as `stat` reports owners; Windows reports 0 for all."""
    return os.geteuid() if _POSIX else 0


def read_at(handle: int, size: int, start: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, size, start)
    os.lseek(handle, start, os.SEEK_SET)
    return os.read(handle, size)


def longest_name(folder: Path) -> int:
    return os.pathconf(folder, "PC_NAME_MAX") if hasattr(os, "pathconf") else _LONGEST_NAME


def give_rights(handle: int, like: os.stat_result) -> None:
    if not _POSIX:  # a file of Windows inherits the permissions of its folder
        return
    own = os.fstat(handle)
    if (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
        with suppress(PermissionError):
            os.fchown(handle, like.st_uid, like.st_gid)
    os.fchmod(handle, like.st_mode & 0o777)


def sync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    if not _POSIX and stat.S_ISDIR(os.stat(path).st_mode):
        return  # folder entries are written with the files there
    handle = os.open(path, (os.O_RDONLY if _POSIX else os.O_RDWR) | CLOEXEC | BINARY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# Locks on files that the system releases when their process ends.


try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
    import msvcrt


def is_locked(path: Path, place: int) -> bool:
    """Whether another process holds a lock on this byte of a file; False if the file cannot be opened."""
    try:
        handle = os.open(path, os.O_RDWR | CLOEXEC)
    except OSError:
        return False
    try:
        _lock_byte(handle, place)
    except OSError:
        return True
    finally:
        os.close(handle)  # releases what we locked
    return False


def _lock_byte(handle: int, place: int) -> None:
    if fcntl is not None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        return
    os.lseek(handle, place, os.SEEK_SET)
    msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]


def folder_locks() -> bool:
    """Whether this system can lock folders; Windows cannot."""
    return fcntl is not None


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, waiting for it; on Windows there is none."""
    if not folder_locks():
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | NOFOLLOW | CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # releases it


def lock_folder(folder: Path) -> int:
    """Lock a folder: a handle that releases the lock when closed, or negative if another process has it."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | NOFOLLOW | CLOEXEC)
    except OSError:
        return -1
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return -1
    return handle


# Network folders.
#
# SQLite's write-ahead log has an index in shared memory; two computers that open one file do not see each
# other
# there. So it matters whether a folder is on the network. Linux lists the mounts, Windows tells the type
# of a
# drive; on other systems every folder is taken for a local one.


MOUNTS: Path = Path("/proc/self/mountinfo")
_KINDS: Final = """
    9p afs beegfs ceph cifs coda davfs gfs2 glusterfs lustre ncpfs nfs nfs4 ocfs2 smb2 smb3 smbfs vboxsf
    vmhgfs fuse.curlftpfs fuse.davfs2 fuse.glusterfs fuse.gvfsd-fuse fuse.rclone fuse.s3fs
    fuse.smbnetfs fuse.sshfs
"""
_REMOTE: Final = frozenset(_KINDS.split())
"""File systems on another computer, or on the host of a virtual machine."""
_REMOTE_DRIVE: Final = 4


def on_network(path: Path) -> bool:
    """Whether a file, or the folder it would be created in, is on the network."""
    if not hasattr(os, "major"):  # Windows
        root = os.path.splitdrive(os.path.abspath(path))[0]
        return is_share(root) or _drive_kind(root) == _REMOTE_DRIVE
    try:
        device = os.stat(path if path.exists() else path.parent).st_dev
        text = MOUNTS.read_text("utf-8", "replace")
    except OSError:
        return False
    return mounted_kind(text, os.major(device), os.minor(device)) in _REMOTE


def mounted_kind(text: str, major: int, minor: int) -> str:
    """The file system type of a device in /proc/self/mountinfo; empty if it is not there.

    >>> mounted_kind("36 35 0:50 / /mnt/club rw shared:1 - nfs4 server:/club rw\\n", 0, 50)
    'nfs4'
    """
    for line in text.splitlines():
        place, _, source = line.partition(" - ")
        words = place.split()
        if len(words) > 2 and words[2] == f"{major}:{minor}":
            return source.partition(" ")[0]
    return ""


def is_share(root: str) -> bool:
    r"""Whether a Windows path begins with the name of another computer.

    >>> is_share(r"\\nas\club"), is_share(r"\\?\UNC\nas\club"), is_share(r"\\?\C:"), is_share("C:")
    (True, True, False, False)
    """
    device = root.startswith(("\\\\?\\", "\\\\.\\"))
    return root.upper().startswith("\\\\?\\UNC\\") if device else root.startswith("\\\\")


def _drive_kind(root: str) -> int:
    import ctypes

    windows = getattr(ctypes, "windll", None)
    return 0 if windows is None else int(windows.kernel32.GetDriveTypeW(f"{root}\\"))


# Symbolic links on the path to a file that is to be written.
#
# A user may keep a file behind a link of her own. Another user's link would let him choose where we write,
# with
# our rights.


_MOST_LINKS: Final = 40
"""Linux's own limit."""


class ForeignLink(OSError):
    """A link of another user lies on the path to the file."""

    def __init__(self, link: str) -> None:
        super().__init__(errno.ELOOP, os.strerror(errno.ELOOP), link)


def resolve_links(path: Path) -> Path:
    """Resolve links that may be followed; ForeignLink if one may not.

    The last link must be our own or root's. Links to parent folders are refused only where Linux itself would
    refuse them (proc(5), protected_symlinks): in a world-writable folder with the sticky bit.
    """
    if os.sep != "/":  # links on Windows need administrator rights
        return Path(os.path.abspath(path))
    whole = str(path) if path.is_absolute() else os.path.join(os.getcwd(), path)
    waiting = list(reversed(whole.split("/")))
    here, links = "/", 0
    while waiting:
        part = waiting.pop()
        if part in ("", "."):
            continue
        if part == "..":
            here = os.path.dirname(here)
            continue
        there = os.path.join(here, part)
        about = _about(there)
        if about is None or not stat.S_ISLNK(about.st_mode):
            here = there
            continue
        links += 1
        if links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), there)
        _check_link(there, about, last=not any(waiting))
        target = os.readlink(there)
        here = "/" if target.startswith("/") else here
        waiting += reversed(target.split("/"))
    return Path(here)


def _about(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _check_link(link: str, about: os.stat_result, *, last: bool) -> None:
    if about.st_uid in (0, user_id()):
        return
    folder = os.stat(os.path.dirname(link))
    open_to_all = folder.st_mode & stat.S_ISVTX and folder.st_mode & stat.S_IWOTH
    if last or (open_to_all and about.st_uid != folder.st_uid):
        raise ForeignLink(link)


# Drafts: a file is written beside its destination under an unpredictable name, then renamed over it.
#
# If the name of a draft were known beforehand, a link placed there could choose which file we overwrite.
# So
# the name is random, and the file is created only if nothing has that name (`O_EXCL`, which follows no
# link).


_MAKE: Final = os.O_CREAT | os.O_EXCL | os.O_WRONLY | NOFOLLOW | CLOEXEC | BINARY
_SHOWN: Final = 40
"""How many characters of the file's name its draft repeats."""
_FORGOTTEN: Final = 3600.0
"""Seconds after which a draft is abandoned."""


def new_draft(path: Path) -> Path:
    """An empty private database next to `path`, for SQLite, which opens files by name.

    Only the owner and, if the umask allows it, the group may read it.
    """
    _sweep(path)
    draft, handle = begin_draft(path, 0o660)
    try:
        _adopt(handle, path)
    finally:
        os.close(handle)
    return draft


def begin_draft(path: Path, rights: int = 0o666) -> tuple[Path, int]:
    """An empty file beside `path`, and its handle, which the caller closes."""
    draft = path.with_name(f".{path.name[:_SHOWN]}.{os.urandom(8).hex()}.part")
    return draft, os.open(draft, _MAKE, rights if not path.exists() else 0o600)


def write_draft(path: Path, data: bytes, *, lasting: bool = True) -> Path:
    """A draft that holds the data, with the permissions and the owner of the file it will replace."""
    if lasting:
        _sweep(path)
    draft, handle = begin_draft(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _adopt(file.fileno(), path)
            if lasting:
                os.fsync(file.fileno())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft


def _sweep(path: Path) -> None:
    """Remove abandoned drafts of the same file."""
    ours = re.compile(rf"\.{re.escape(path.name[:_SHOWN])}\.[0-9a-f]{{16}}\.part(-journal|-wal|-shm)?")
    with suppress(OSError):
        for left in [entry for entry in os.scandir(path.parent) if ours.fullmatch(entry.name)]:
            about = left.stat(follow_symlinks=False)
            if about.st_uid == user_id() and time.time() - about.st_mtime > _FORGOTTEN:
                os.unlink(left.path)


def _adopt(handle: int, path: Path) -> None:
    """Give a draft the owner and the permissions of the existing file, and no more permissions."""
    try:
        before = os.stat(path)
    except OSError:
        return
    give_rights(handle, before)


def rename_draft(draft: Path, path: Path) -> None:
    os.replace(draft, path)


def replace_file(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Replace a file, all or nothing; a link is followed only if it is our own.

    What need not survive a power cut is not `lasting` and is not synced.
    """
    path = resolve_links(path)
    draft = write_draft(path, data, lasting=lasting)
    try:
        rename_draft(draft, path)
        if lasting:
            sync(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def make_private(path: Path) -> None:
    """Create an empty file that only we may read, unless it exists; foreign links are not followed."""
    os.close(os.open(resolve_links(path), os.O_CREAT | os.O_RDWR | NOFOLLOW | CLOEXEC, 0o600))
