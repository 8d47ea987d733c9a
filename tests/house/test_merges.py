"""No file keeps the marks of a merge: a page once showed them to everybody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MARK = re.compile(rb"^(<{7}|>{7}) \S", re.MULTILINE)


@pytest.mark.parametrize("folder", ["src", "tests", "docs", "bench"])
def test_no_file_holds_the_marks_of_a_merge(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"]

    assert [str(path) for path in files if MARK.search(path.read_bytes())] == []
    assert files
