"""Network folders.

SQLite's write-ahead log has an index in shared memory; two computers that open one file do not see each other
there. So it matters whether a folder is on the network. Linux lists the mounts, Windows tells the type of a
drive; on other systems every folder is taken for a local one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

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
