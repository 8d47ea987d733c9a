"""The site of the documents is built without a warning: no dead link, no page that nothing leads to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.root import ROOT

DOCS = ROOT / "docs"


@pytest.mark.full
def test_sphinx_reads_every_page_and_follows_every_link_without_a_warning(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-b", "dummy"]
    done = subprocess.run([*line, DOCS, tmp_path / "site"], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
