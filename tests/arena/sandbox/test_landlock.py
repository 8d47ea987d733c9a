"""Landlock: what a process may touch once it has confined itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ronde.arena.launcher import kernel

CONFINED = """
import sys
from ronde.arena.launcher import kernel
kernel.no_new_privileges()
kernel.confine([(sys.argv[1], kernel.WRITE), ("/usr", kernel.READ), (sys.prefix, kernel.READ)])
open(sys.argv[1] + "/ours", "w").write("x")
for path, how in ((sys.argv[2], "r"), (sys.argv[2], "w")):
    try:
        open(path, how)
    except PermissionError:
        print("refused")
"""


@pytest.mark.full
@pytest.mark.skipif(kernel.version() < 1, reason="this kernel has no Landlock")
def test_a_confined_process_writes_in_its_folder_and_reads_nothing_else(tmp_path: Path) -> None:
    home, secret = tmp_path / "home", tmp_path / "secret"
    home.mkdir()
    secret.write_text("secret")
    told = subprocess.run(
        [sys.executable, "-c", CONFINED, str(home), str(secret)], capture_output=True, text=True, check=True
    )

    assert told.stdout.split() == ["refused", "refused"]
    assert (home / "ours").read_text() == "x"
    assert secret.read_text() == "secret"


def test_the_version_of_this_kernel_is_a_number() -> None:
    assert kernel.version() >= 0
