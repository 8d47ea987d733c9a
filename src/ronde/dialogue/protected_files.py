"""The files of a tournament, which no list may overwrite."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_JOURNAL = re.compile(r"\.ronde(-\w+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProtectedFiles:
    """A set of paths, compared after resolving links, spelling and case."""

    paths: Sequence[Path] = ()

    def has(self, path: Path) -> bool:
        """Whether a path is one of them, or any tournament of ours."""
        if _JOURNAL.search(path.name) or _JOURNAL.search(os.path.realpath(path)):
            return True
        return any(_same(path, other) for other in self.paths)


def _same(one: Path, other: Path) -> bool:
    """Whether two paths are one file; a file system without case may be mounted."""
    if os.path.realpath(one).casefold() == os.path.realpath(other).casefold():
        return True
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
