"""A folder in memory, of a size the kernel keeps."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

PROGRAM = """
import os, sys
from ronde.arena.launcher.kernel import mount_memory
folder = sys.argv[1]
if not mount_memory(folder, user=os.getuid(), megabytes=1, entries=20):
    sys.exit("not allowed")
with open(folder + "/small", "wb") as file:
    file.write(bytes(1000))
try:
    with open(folder + "/big", "wb", buffering=0) as file:
        for _ in range(3):
            file.write(bytes(1 << 20))
except OSError as error:
    print(error.errno)
print(sorted(os.listdir(folder)))
"""


def test_more_than_its_size_does_not_fit_and_nobody_else_sees_it(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, timeout=60
    )
    if "not allowed" in run.stderr:
        pytest.skip("this user may not mount")

    assert "['big', 'small']" in run.stdout
    assert list(tmp_path.iterdir()) == []
